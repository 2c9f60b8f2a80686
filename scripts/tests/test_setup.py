"""setup.sh asks dpkg what is missing, installs only that, and is clear where it cannot."""

import os
import subprocess
import tempfile
import unittest

IS_ROOT = os.geteuid() == 0
SETUP = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "setup.sh")


class Setup(unittest.TestCase):
    """Runs setup.sh with stand-ins for dpkg-query and apt-get that log their calls."""

    def run_setup(self, missing, apt_status=0, user=None):
        with tempfile.TemporaryDirectory() as folder, open(SETUP, encoding="utf-8") as script:
            os.chmod(folder, 0o755)
            log = os.path.join(folder, "apt.log")
            self.write(folder, "dpkg-query", f"""
                for last; do :; done
                case " {missing} " in *" $last "*) exit 1 ;; esac
                echo -n installed""")
            self.write(folder, "apt-get", f'echo "$DEBIAN_FRONTEND $*" >> {log}; exit {apt_status}')
            run = subprocess.run(["bash", "-s"], stdin=script, capture_output=True, text=True,
                                 check=False, cwd="/", user=user,
                                 env={"PATH": f"{folder}:/usr/bin:/bin"})
            calls = []
            if os.path.exists(log):
                with open(log, encoding="utf-8") as file:
                    calls = file.read().splitlines()
            return run, calls

    def write(self, folder, name, body):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/bash\n" + body + "\n")
        os.chmod(path, 0o755)

    def test_does_nothing_when_nothing_is_missing(self):
        run, calls = self.run_setup("")
        self.assertEqual((run.returncode, run.stdout, run.stderr, calls), (0, "", "", []))

    @unittest.skipUnless(IS_ROOT, "installs only as root")
    def test_installs_only_what_is_missing(self):
        run, calls = self.run_setup("ninja-build libfmt-dev")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(len(calls), 2, calls)
        self.assertEqual(calls[0], "noninteractive update --quiet")
        self.assertTrue(calls[1].startswith("noninteractive install "), calls)
        packages = [word for word in calls[1].split()[2:] if not word.startswith("-")]
        self.assertEqual(sorted(packages), ["libfmt-dev", "ninja-build"])

    @unittest.skipUnless(IS_ROOT, "installs only as root")
    def test_fails_when_apt_fails(self):
        run, _ = self.run_setup("ninja-build", apt_status=100)
        self.assertNotEqual(run.returncode, 0)

    def test_says_what_is_missing_where_it_is_not_root(self):
        run, calls = self.run_setup("ninja-build", user="nobody" if IS_ROOT else None)
        self.assertEqual((run.returncode, calls), (1, []))
        self.assertIn("ninja-build", run.stderr)


if __name__ == "__main__":
    unittest.main()

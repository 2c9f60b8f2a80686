"""run.sh, test.sh and reproduce.sh, with stand-ins for build, program and ctest that log calls."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Command(unittest.TestCase):
    """A made-up project with the real scripts."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, "project")
        self.log = os.path.join(folder.name, "log")
        for name in ("run.sh", "test.sh", "reproduce.sh"):
            self.write(f"scripts/{name}")
            shutil.copy(os.path.join(SCRIPTS, name), os.path.join(self.root, "scripts", name))
        for path in ("scripts/setup.sh", "bin/cmake"):
            self.write(path)

    def write(self, path, body=""):
        """An executable that logs its name and arguments, then does `body`."""
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/bash\necho "{os.path.basename(path)} $*" >> {self.log}\n{body}\n')
        os.chmod(full, 0o755)

    def call(self, script, *arguments):
        """(exit status, stdout, the logged calls)"""
        done = subprocess.run(["bash", os.path.join(self.root, "scripts", script), *arguments],
                              capture_output=True, text=True, check=False, cwd=self.root,
                              env={"PATH": f"{self.root}/bin:/usr/bin:/bin"})
        with open(self.log, encoding="utf-8") as file:
            return done.returncode, done.stdout, file.read().splitlines()


class Run(Command):
    def run_with(self, run_status, plot_status, *arguments, report_status=0):
        self.write("build/release/bitladder", f"exit {run_status}")
        self.write("scripts/plot.py", f"exit {plot_status}")
        self.write("scripts/report.py", f"exit {report_status}")
        return self.call("run.sh", *arguments)

    def test_it_sets_up_builds_runs_the_quickstart_draws_and_reports(self):
        status, _, calls = self.run_with(0, 0)
        scratch = f"{self.root}/results/scratch/quickstart"
        self.assertEqual(status, 0)
        self.assertEqual(calls, [
            "setup.sh ", "cmake --preset release",
            "cmake --build --preset release --target bitladder report_page",
            f"bitladder run {self.root}/configs/quickstart/quickstart.json -o {scratch}",
            f"plot.py {scratch}", f"report.py {scratch}"])

    def test_a_config_runs_into_a_folder_of_its_name(self):
        _, _, calls = self.run_with(0, 0, "configs/study/deep.json", "--set", "a.b=1", "--fresh")
        scratch = f"{self.root}/results/scratch/deep"
        self.assertEqual(calls[-3:], [
            f"bitladder run configs/study/deep.json -o {scratch} --set a.b=1 --fresh",
            f"plot.py {scratch}", f"report.py {scratch}"])

    def test_the_output_folder_can_be_chosen(self):
        for flags in (("-o", "here"), ("--output", "here"), ("--output=here",)):
            _, _, calls = self.run_with(0, 0, "x.json", *flags)
            self.assertEqual(calls[-3:], ["bitladder run x.json -o here", "plot.py here",
                                          "report.py here"])

    def test_failed_points_are_drawn_and_make_it_fail(self):
        status, _, calls = self.run_with(1, 0)
        self.assertEqual((status, [call.split()[0] for call in calls[-2:]]),
                         (1, ["plot.py", "report.py"]))

    def test_a_wrong_config_is_not_drawn(self):
        status, _, calls = self.run_with(2, 0)
        self.assertEqual((status, calls[-1].split()[0]), (2, "bitladder"))

    def test_a_plot_or_a_report_that_fails_makes_it_fail(self):
        self.assertEqual(self.run_with(0, 2)[0], 2)
        self.assertEqual(self.run_with(0, 0, report_status=2)[0], 2)

    def test_nothing_runs_when_the_build_fails(self):
        self.write("bin/cmake", "exit 1")
        status, _, calls = self.run_with(0, 0)
        self.assertEqual((status != 0, calls), (True, ["setup.sh ", "cmake --preset release"]))


class Test(Command):
    def run_tests(self, attributes, ctest_status, *arguments):
        self.write("bin/ctest", f"""
            for word; do
              [[ "$previous" == --output-junit ]] && report="$word"
              previous="$word"
            done
            mkdir -p "$(dirname "$report")"
            printf '<testsuite name="x"\\n{attributes}>' > "$report"; exit {ctest_status}""")
        return self.call("test.sh", *arguments)

    def attributes(self, tests, failures=0, disabled=0, skipped=0):
        counts = {"tests": tests, "failures": failures, "disabled": disabled, "skipped": skipped}
        return "".join(f'\\t{name}="{count}"\\n' for name, count in counts.items())

    def test_it_ends_with_the_counts(self):
        status, out, calls = self.run_tests(self.attributes(12), 0)
        self.assertEqual((status, out.splitlines()[-1]), (0, "12 passed, 0 failed"))
        self.assertEqual([call.split()[0] for call in calls],
                         ["setup.sh", "cmake", "cmake", "ctest"])

    def test_failed_and_skipped_tests_are_counted_apart(self):
        status, out, _ = self.run_tests(self.attributes(12, 3, 1, 2), 8)
        self.assertEqual((status, out.splitlines()[-1]), (8, "6 passed, 3 failed, 3 skipped"))

    def test_flags_go_to_ctest(self):
        _, _, calls = self.run_tests(self.attributes(1), 0, "-R", "Monkey")
        self.assertTrue(calls[-1].endswith("-R Monkey"), calls)

    def test_no_report_is_a_failure(self):
        self.write("bin/ctest", "exit 0")
        self.assertEqual(self.call("test.sh")[0], 1)

    def test_a_build_that_fails_is_a_failure_and_no_test_runs(self):
        self.write("bin/cmake", "exit 1")
        status, _, calls = self.run_tests(self.attributes(1), 0)
        self.assertEqual((status != 0, calls), (True, ["setup.sh ", "cmake --preset release"]))


class Reproduce(Command):
    def setUp(self):
        super().setUp()
        for name in ("b", "a", "full/b"):
            self.write(f"configs/paper/{name}.json")
        self.write("scripts/paper_results.py")
        self.write("build/release/bitladder")
        self.write("build/release/bitladder_errata", 'echo "${1:-one}"')

    def reproduce(self, *arguments):
        status, _, calls = self.call("reproduce.sh", *arguments)
        return status, [call.replace(self.root + "/", "") for call in calls[3:]
                        if not call.startswith("bitladder_errata")]

    def test_each_erratum_becomes_a_page(self):
        self.reproduce("a", "-o", os.path.join(self.root, "here"))
        with open(os.path.join(self.root, "here/errata/one.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "one\n")

    def test_it_runs_every_figure_and_writes_the_table(self):
        self.assertEqual(self.reproduce(), (0, [
            "bitladder run configs/paper/a.json -o results/paper/records/a",
            "bitladder run configs/paper/b.json -o results/paper/records/b",
            "paper_results.py results/paper"]))

    def test_each_figure_says_what_it_took(self):
        self.reproduce("a", "-o", os.path.join(self.root, "here"))
        with open(os.path.join(self.root, "here/records/a/took.json"), encoding="utf-8") as file:
            took = json.load(file)
        self.assertEqual(list(took), ["seconds", "load_before", "load_after"])
        self.assertGreaterEqual(took["seconds"], 0)

    def test_a_figure_can_be_named_with_flags_around_it(self):
        self.assertEqual(self.reproduce("--fresh", "b", "-o", "here"), (0, [
            "bitladder run configs/paper/b.json -o here/records/b --fresh",
            "paper_results.py here"]))

    def test_full_takes_the_papers_sizes_where_they_differ(self):
        _, calls = self.reproduce("--full")
        scratch = "results/scratch/paper_full"
        self.assertEqual(calls, [
            f"bitladder run configs/paper/a.json -o {scratch}/records/a",
            f"bitladder run configs/paper/full/b.json -o {scratch}/records/b",
            f"paper_results.py {scratch}"])

    def test_failed_points_are_drawn_and_make_it_fail(self):
        self.write("build/release/bitladder", "exit 1")
        status, calls = self.reproduce()
        self.assertEqual((status, len(calls)), (1, 3))

    def test_a_wrong_config_stops_it(self):
        self.write("build/release/bitladder", "exit 2")
        status, calls = self.reproduce()
        self.assertEqual((status, len(calls)), (2, 1))

    def test_a_wrong_command_is_refused_before_anything_is_built(self):
        self.write("scripts/setup.sh", "exit 9")
        for arguments in (["c"], ["--ful"], ["-o"]):
            done = subprocess.run(
                ["bash", os.path.join(self.root, "scripts", "reproduce.sh"), *arguments],
                capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)


if __name__ == "__main__":
    unittest.main()

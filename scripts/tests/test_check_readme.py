"""The README check runs what it should and sees what no longer works."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import check_readme


class CheckReadme(unittest.TestCase):
    def check(self, text, **options):
        with tempfile.TemporaryDirectory() as folder:
            return check_readme.failures(text, folder, **options)

    def test_output_that_is_as_printed_passes(self):
        self.assertEqual(self.check("```console\n$ echo a; echo b\na\nb\n$ echo c\nc\n```\n"), [])

    def test_commands_go_on_after_a_backslash(self):
        self.assertEqual(self.check("```console\n$ echo a \\\n    b\na b\n```\n"), [])

    def test_other_output_fails_and_shows_the_difference(self):
        found, = self.check("```console\n$ echo a\nb\n```\n")
        self.assertIn("-b\n+a", found)

    def test_a_failing_command_fails_with_its_error(self):
        found, = self.check("```console\n$ echo why >&2; false\n```\n")
        self.assertIn("exit status 1\nwhy", found)

    def test_shell_blocks_run_only_when_asked_for(self):
        text = "```sh\n# comment\ntrue\nexit 3  # comment\n```\n"
        self.assertEqual(self.check(text), [])
        self.assertIn("exit status 3", self.check(text, shell=True)[0])
        self.assertEqual(self.check(text, shell=True, skip=["exit 3"]), [])

    def test_other_blocks_are_not_run(self):
        self.assertEqual(self.check("```json\nfalse\n```\n```\nfalse\n```\n", shell=True), [])

    def test_other_binaries_can_stand_in(self):
        self.assertEqual(self.check("```console\n$ build/release/echo a\na\n```\n",
                                    binaries="/bin"), [])


if __name__ == "__main__":
    unittest.main()

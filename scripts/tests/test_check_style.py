"""The style check finds each breach and is silent on clean files."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import check_style


def messages(path, text):
    return [message for _, message in check_style.file_errors(path, text.split("\n"))]


class CheckStyle(unittest.TestCase):
    def assert_one(self, path, text, words):
        found = messages(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_clean_files_pass(self):
        self.assertEqual(messages("a.cc", "int main() {}\n"), [])
        self.assertEqual(messages("a.h", "#pragma once\n"), [])
        self.assertEqual(messages("a.cc", "x" * 100 + "\n"), [])
        self.assertEqual(messages("a.cc", "x\n" * 500), [])
        self.assertEqual(messages("a.cc", "static_assert(true);\n#include \"sim/home/x.h\"\n"), [])

    def test_long_lines_and_long_files_fail(self):
        self.assert_one("a.cc", "x" * 101 + "\n", "101 columns")
        self.assert_one("a.cc", "x\n" * 501, "longer than 500")

    def test_tables_that_are_not_formatted_may_be_wide(self):
        table = "// clang-format off\n" + "x" * 101 + "\n// clang-format on\n"
        self.assertEqual(messages("a.cc", table), [])
        self.assert_one("a.cc", table + "x" * 101 + "\n", "101 columns")

    def test_unfinished_work_fails(self):
        self.assert_one("a.cc", "// TO" + "DO: later\n", "finish it")
        self.assert_one("a.md", "FIX" + "ME\n", "finish it")

    def test_paths_of_one_machine_fail(self):
        for folder in ("work", "home", "root", "Users"):
            self.assert_one("a.md", f"see /{folder}/x\n", "path of one machine")

    def test_numbers_that_differ_between_machines_fail(self):
        self.assert_one("a.cc", "std::normal_distribution<double> d;\n", "seeded streams")
        self.assert_one("a.cc", "x = rand();\n", "seeded streams")
        self.assert_one("a.cmake", "set(FLAGS -ffast" + "-math)\n", "floating point")

    def test_asserts_that_release_builds_drop_fail(self):
        self.assert_one("a.cc", "assert(x);\n", "CHECK")

    def test_layout_breaches_fail(self):
        self.assert_one("a.h", "int x;\n", "#pragma once")
        self.assert_one("a.cc", "int x; \n", "white space")
        self.assert_one("a.cc", "int x;", "no newline")
        self.assert_one("a.cc", "using namespace std;\n", "name what is used")


if __name__ == "__main__":
    unittest.main()

"""The layer check finds each kind of forbidden arrow and is silent on the allowed ones."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import check_layers

ALLOWED = {
    "sim/result.h": "#pragma once\n#include <string>\n",
    "sim/tree/shape.h": '#pragma once\n#include "sim/result.h"\n',
    "sim/tree/shape.cc": '#include "sim/tree/shape.h"\n#include <Eigen/Dense>\n',
    "engine/result.h": "#pragma once\n",
    "engine/io/file_system.h": '#pragma once\n#include "engine/result.h"\n',
    "engine/table/table.h": '#pragma once\n#include "engine/io/file_system.h"\n',
    "experiments/run/runner.cc":
        '#include "sim/tree/shape.h"\n#include "engine/table/table.h"\n#include <CLI/CLI.hpp>\n'
        "#include <nlohmann/json.hpp>\n",
    "sim/values_for_test.h": "#pragma once\n#include <fstream>\n#include <nlohmann/json.hpp>\n",
    "sim/tree/shape_test.cc": '#include "sim/values_for_test.h"\n',
    "sim/CMakeLists.txt": "# unlike bitladder_engine_io\ntarget_link_libraries(bitladder_sim)\n",
}


class CheckLayers(unittest.TestCase):
    def check(self, changes):
        with tempfile.TemporaryDirectory() as root:
            for path, text in {**ALLOWED, **changes}.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            return check_layers.violations(root)

    def assert_one(self, changes, path, words):
        found = self.check(changes)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(path), found)
        self.assertIn(words, found[0])

    def test_allowed_arrows_pass(self):
        self.assertEqual(self.check({}), [])

    def test_sim_that_includes_engine_fails(self):
        self.assert_one({"sim/tree/bad.cc": '\n  #  include "engine/result.h"\n'},
                        "sim/tree/bad.cc:2", "sim must not include engine")

    def test_angle_brackets_do_not_hide_an_arrow(self):
        found = self.check({"sim/bad.cc": "#include <engine/result.h>\n"})
        self.assertIn("sim must not include engine", found[0])

    def test_engine_that_includes_sim_fails(self):
        self.assert_one({"engine/io/bad.h": '#pragma once\n#include "sim/result.h"\n'},
                        "engine/io/bad.h:2", "engine must not include sim")

    def test_rooms_below_experiments_must_not_include_it(self):
        for room in ("sim", "engine"):
            self.assert_one({f"{room}/bad.cc": '#include "experiments/run/runner.h"\n',
                             "experiments/run/runner.h": "#pragma once\n"},
                            f"{room}/bad.cc:1", "must not include experiments")

    def test_tests_are_not_exempt_from_the_rooms(self):
        self.assert_one({"sim/bad_test.cc": '#include "engine/result.h"\n'},
                        "sim/bad_test.cc:1", "sim must not include engine")

    def test_heavy_libraries_in_headers_fail(self):
        for header in ("nlohmann/json.hpp", "Eigen/Dense", "boost/math/tools/roots.hpp"):
            for room in ("sim", "engine", "experiments"):
                self.assert_one({f"{room}/bad.h": f"#pragma once\n#include <{header}>\n"},
                                f"{room}/bad.h:2", "belongs into .cc files")

    def test_product_that_includes_a_test_helper_fails(self):
        self.assert_one({"sim/tree/bad.cc": '#include "sim/values_for_test.h"\n'},
                        "sim/tree/bad.cc:1", "for tests alone")

    def test_paths_must_start_at_the_root(self):
        self.assert_one({"sim/tree/bad.cc": '#include "shape.h"\n'},
                        "sim/tree/bad.cc:1", "path from the root")
        self.assert_one({"sim/tree/bad.cc": '#include "../result.h"\n'},
                        "sim/tree/bad.cc:1", "path from the root")

    def test_missing_header_fails(self):
        self.assert_one({"sim/bad.cc": '#include "sim/gone.h"\n'}, "sim/bad.cc:1", "does not exist")

    def test_macro_include_fails(self):
        self.assert_one({"sim/bad.cc": "#include HEADER\n"}, "sim/bad.cc:1", "macro")

    def test_lower_folder_must_not_include_a_higher_one(self):
        self.assert_one({"engine/io/bad.cc": '#include "engine/table/table.h"\n'},
                        "engine/io/bad.cc:1", "engine/io must not include engine/table")
        self.assert_one({"sim/filter/bad.cc": '#include "sim/tree/shape.h"\n'},
                        "sim/filter/bad.cc:1", "sim/filter must not include sim/tree")

    def test_new_folders_must_be_placed_in_the_layers(self):
        self.assert_one({"engine/new/bad.cc": '#include "engine/io/file_system.h"\n'},
                        "engine/new/bad.cc:1", "engine/new must not include engine/io")

    def test_the_tests_of_a_folder_may_include_higher_ones(self):
        self.assertEqual(self.check(
            {"engine/io/io_test.cc": '#include "engine/table/table.h"\n'}), [])

    def test_sim_that_links_engine_fails(self):
        self.assert_one({"sim/tree/CMakeLists.txt": "target_link_libraries(x bitladder_engine_io)"},
                        "sim/tree/CMakeLists.txt:1", "sim must not link engine")

    def test_threads_and_files_in_theory_fail(self):
        self.assert_one({"sim/bad.cc": "#include <thread>\n"}, "sim/bad.cc:1", "theory has no")

    def test_command_line_library_outside_experiments_fails(self):
        self.assert_one({"engine/bad.cc": "#include <CLI/CLI.hpp>\n"},
                        "engine/bad.cc:1", "experiments alone")

    def test_an_empty_tree_fails(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertEqual(len(check_layers.violations(root)), 1)


if __name__ == "__main__":
    unittest.main()

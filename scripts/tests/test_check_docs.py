"""The documents check finds names and links that lead nowhere, and nothing else."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import check_docs

SOURCES = {"sim/tree/shape.h": "struct TreeShape { int levels; };\n",
           "experiments/x.cc": '"filters.bits_per_key"\n'}


class CheckDocs(unittest.TestCase):
    def check(self, text):
        with tempfile.TemporaryDirectory() as root:
            for path, content in {**SOURCES, "README.md": text}.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(content)
            return check_docs.violations(root)

    def test_what_exists_passes(self):
        self.assertEqual(self.check("`TreeShape`, `TreeShape::levels`, `levels()`, `sim/tree`, "
                                    "`filters.bits_per_key`, `shape.h`, `sim/tree/*.h`\n"
                                    "[map](sim/tree/shape.h) [web](https://example.org/x)\n"), [])

    def test_what_is_no_name_is_not_judged(self):
        self.assertEqual(self.check("`T^L - 1`, `-ffast-math`, `results/scratch/x`\n"), [])

    def test_code_blocks_are_not_judged(self):
        self.assertEqual(self.check("```\n`Gone`\n```\n"), [])

    def test_names_and_paths_that_are_gone_fail(self):
        for text in ("TreeShapes", "TreeShape::depth", "filters.bits", "sim/tree/gone.h", "sim/x/"):
            self.assertEqual(self.check(f"a\n`{text}`\n"),
                             [f"README.md:2: `{text}` is nowhere in the sources"])

    def test_links_that_lead_nowhere_fail(self):
        self.assertEqual(self.check("[x](gone.md)\n"),
                         ["README.md:1: the link to gone.md leads nowhere"])


if __name__ == "__main__":
    unittest.main()

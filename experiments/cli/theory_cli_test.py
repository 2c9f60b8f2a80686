#!/usr/bin/python3
"""bitladder allocate and tune against reference values and the papers' equations.

    theory_cli_test.py BITLADDER SOURCE_DIR
"""

import json
import unittest

from cli_runner import WORKED_EXAMPLE, answer, main, source


class Allocate(unittest.TestCase):
    def reference(self):
        with open(source("sim", "reference_values.json"), encoding="utf-8") as f:
            return json.load(f)["seed_tree_T10_L4_h10"]

    def near(self, value, expected):
        self.assertLessEqual(abs(value - expected), 1e-9 * abs(expected), (value, expected))

    def test_gives_the_worked_example_to_all_digits_of_the_reference(self):
        out = answer(*WORKED_EXAMPLE, "--bits-per-key", "10", "--json")
        self.assertEqual(out.count("\n"), 1)
        uniform, monkey = json.loads(out)["policies"]
        reference = self.reference()
        for ladder, name in ((uniform, "uniform"), (monkey, "monkey")):
            self.assertEqual(list(ladder), ["policy", "budget_bits", "spent_bits",
                                            "wasted_ios_per_lookup", "levels"])
            self.assertEqual(ladder["policy"], name)
            self.assertEqual(ladder["budget_bits"], 99990000)
            self.near(ladder["spent_bits"], 99990000)
            self.near(ladder["wasted_ios_per_lookup"], reference["R_" + name])
            for level, row in zip(ladder["levels"], reference["rows"], strict=True):
                self.assertEqual(list(level), ["level", "runs", "entries", "bits_per_key", "fpr"])
                for key in ("level", "runs", "entries"):
                    self.assertEqual(level[key], row[key])
                self.near(level["bits_per_key"], row["bits_" + name])
                self.near(level["fpr"], row["fpr_" + name])

    def test_gives_the_digits_that_the_papers_readers_compute_by_hand(self):
        uniform, monkey = json.loads(answer(*WORKED_EXAMPLE, "--bits-per-key", "10",
                                            "--json"))["policies"]
        self.assertEqual(f"{uniform['wasted_ios_per_lookup']:.7f}", "0.0327702")
        self.assertEqual(f"{monkey['wasted_ios_per_lookup']:.7f}", "0.0117448")
        self.assertEqual([f"{level['bits_per_key']:.4f}" for level in monkey["levels"]],
                         ["23.8470", "19.0545", "14.2619", "9.4694"])
        ratio = uniform["wasted_ios_per_lookup"] / monkey["wasted_ios_per_lookup"]
        self.assertEqual(f"{ratio:.4f}", "2.7902")

    def test_reaches_uniforms_cost_with_the_memory_that_the_optimum_needs(self):
        ladder = json.loads(answer(*WORKED_EXAMPLE[:3], "--policy", "monkey", "--memory-bits",
                                   "78634955", "--json"))["policies"][0]
        self.assertLess(abs(ladder["wasted_ios_per_lookup"] - 0.0327702), 5e-8)

    def test_says_how_much_less_memory_the_optimum_needs_for_uniforms_cost(self):
        out = answer(*WORKED_EXAMPLE, "--bits-per-key", "10")
        needed = self.reference()["M_monkey_same_R"]
        saved = self.reference()["memory_saving"]
        self.assertIn(f"monkey needs {needed / 1e6:.6g} Mbit for the cost of uniform: "
                      f"{100 * saved:.2f} % less.", out)
        self.assertIn("uniform wastes 2.7902 times the I/Os of monkey.", out)

    def test_lets_the_mix_of_lookups_move_bits_only_where_it_is_asked_for(self):
        mixed = ["--existing-per-missing", "2", "--bits-per-key", "10"]
        monkey, general = json.loads(answer(*WORKED_EXAMPLE[:3], "--policy",
                                            "monkey,monkey_general", *mixed, "--json"))["policies"]
        self.assertEqual(monkey["levels"], json.loads(answer(
            *WORKED_EXAMPLE[:3], "--policy", "monkey", "--bits-per-key", "10",
            "--json"))["policies"][0]["levels"])
        self.assertLess(general["wasted_ios_per_lookup"], monkey["wasted_ios_per_lookup"])

    def test_takes_a_designed_tree_and_numbers_with_exponents(self):
        listed = json.loads(answer(*WORKED_EXAMPLE, "--memory-bits", "99.99e6", "--json"))
        designed = json.loads(answer("allocate", "--entries", "9999e3", "--size-ratio", "10",
                                     "--levels", "4", "--bits-per-key", "1e1", "--json"))
        for a, b in zip(listed["policies"], designed["policies"], strict=True):
            self.near(a["wasted_ios_per_lookup"], b["wasted_ios_per_lookup"])

    def test_gives_the_lazy_leveling_reference(self):
        # T=4, L=5, h=10: four levels of three runs, one run at the largest.
        policies = json.loads(answer("allocate", "--entries-per-level", "3,12,48,192,768",
                                     "--runs-per-level", "3,3,3,3,1", "--bits-per-key", "10",
                                     "--json"))["policies"]
        self.assertEqual([f"{p['wasted_ios_per_lookup']:.6f}" for p in policies],
                         ["0.106503", "0.022626"])

    def test_counts_the_newer_runs_of_lookups_that_find_their_key(self):
        # Two runs of 1 and 3 entries, p each, one existing lookup a missing one: (2p + 3/4 p) / 2.
        ladder = json.loads(answer("allocate", "--entries-per-level", "100,300", "--bits-per-key",
                                   "5", "--policy", "uniform", "--existing-per-missing", "1",
                                   "--json"))["policies"][0]
        self.near(ladder["wasted_ios_per_lookup"], ladder["levels"][0]["fpr"] * 2.75 / 2)

    def test_prices_levels_by_their_weights(self):
        ladder = json.loads(answer("allocate", "--entries-per-level", "100,300", "--bits-per-key",
                                   "5", "--policy", "uniform", "--weights", "0,3",
                                   "--json"))["policies"][0]
        self.near(ladder["wasted_ios_per_lookup"], 3 * ladder["levels"][1]["fpr"])

    def test_prints_tables_of_at_most_80_columns(self):
        for arguments in (["--bits-per-key", "10"], ["--bits-per-key", "0"],
                          ["--bits-per-key", "0.01", "--filter", "bloom"]):
            out = answer(*WORKED_EXAMPLE, *arguments)
            self.assertIn("monkey: ", out)
            self.assertLessEqual(max(len(line) for line in out.splitlines()), 80)


class Tune(unittest.TestCase):
    ARGUMENTS = ["tune", "--entries", "1e9", "--memory-bytes", "2e9", "--workload", "0.5,0,0.1,0.4",
                 "--range-entries", "40", "--write-cost", "2"]

    def test_gives_designs_whose_costs_and_memory_add_up_best_first(self):
        designs = json.loads(answer(*self.ARGUMENTS, "--show", "50", "--json"))["designs"]
        self.assertEqual(len(designs), 50)
        for d in designs:
            self.assertAlmostEqual(d["buffer_bytes"] + d["filter_bits"] / 8, 2e9, delta=1)
            ratio, levels = d["size_ratio"], d["levels"]
            inner, last = d["inner_runs"], d["last_runs"]
            # Monkey 2017 Eq. 1, 10 and 11 with B = 4, phi = 2, E = 1024.
            flushes = 1e9 * 1024 / d["buffer_bytes"] * (ratio - 1) / ratio
            self.assertGreaterEqual(ratio ** levels * 1.000001, flushes)
            self.assertLess(ratio ** (levels - 1), flushes)
            if inner == last and inner in (1, ratio - 1):
                copies = (ratio - 1) / 2 if inner == 1 else (ratio - 1) / ratio
                self.assertAlmostEqual(d["ios_per_update"], levels * copies / 4 * 3)
                self.assertAlmostEqual(d["ios_per_range"], 40 / 4 + levels * inner)
            self.assertAlmostEqual(d["ios_per_operation"],
                                   0.5 * d["ios_per_zero_result_lookup"] +
                                   0.1 * d["ios_per_range"] + 0.4 * d["ios_per_update"])
        costs = [d["ios_per_operation"] for d in designs]
        self.assertEqual(costs, sorted(costs))

    def test_is_not_beaten_by_the_papers_own_procedures(self):
        def best(method):
            return json.loads(answer(*self.ARGUMENTS, "--policies", "leveling_and_tiering",
                                     "--method", method, "--json"))["designs"][0]
        for method in ("monkey_2017", "tods_2018"):
            self.assertLessEqual(best("exhaustive")["ios_per_operation"],
                                 best(method)["ios_per_operation"] * (1 + 1e-12))

    def test_prints_a_table_of_at_most_80_columns(self):
        out = answer(*self.ARGUMENTS, "--policies", "fluid", "--max-size-ratio", "12")
        self.assertIn("theta", out)
        self.assertLessEqual(max(len(line) for line in out.splitlines()), 80)


if __name__ == "__main__":
    main()

"""What each figure holds, before it is rendered, and that every figure renders."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from plots import frontier, heat_map, level_figures, lookup_figures, style, sweep_figure
from plots.figures import FIGURES, Request
from plots.records import ResultsError
from tests import synthetic

GRID = {"filters.bits_per_key": [2, 5, 8], "tree.size_ratio": [2, 3, 4],
        "filters.allocation": ["uniform", "monkey"]}


def rows(plan):
    header, *table = plan.rows()
    return [dict(zip(header, row)) for row in table]


class Ladder(unittest.TestCase):
    def test_each_level_has_the_bits_of_its_runs(self):
        records = [synthetic.record({"filters.bits_per_key": 5, "filters.allocation": "monkey"})]
        got = rows(level_figures.plan_ladder(records, Request()))
        self.assertEqual([r["level"] for r in got], list(range(1, 11)))
        self.assertEqual([r["spent"] for r in got], synthetic.ladder(5, "monkey"))
        # One step of the optimal ladder is 1.4427 bits at size ratio 2 (Monkey, section 4).
        self.assertAlmostEqual(got[0]["requested"] - got[1]["requested"], 1.4427, places=4)

    def test_runs_of_one_level_are_averaged_by_entries(self):
        record = synthetic.record({})
        record["tree"]["runs"] = [
            {"level": 1, "run": 1, "entries": 1, "bits_per_key": 4, "bits_per_key_requested": 5},
            {"level": 1, "run": 2, "entries": 3, "bits_per_key": 8, "bits_per_key_requested": 9}]
        row, = rows(level_figures.plan_ladder([record], Request()))
        self.assertEqual((row["requested"], row["spent"]), (8, 7))

    def test_records_without_runs_have_no_ladder(self):
        with self.assertRaisesRegex(ResultsError, "runs of a tree"):
            level_figures.plan_ladder([synthetic.record({}, status="failed") | {"tree": None}],
                                      Request())


class FalsePositiveRates(unittest.TestCase):
    def test_measured_rates_pool_probes_of_runs_and_repetitions(self):
        record = synthetic.record({})
        record["tree"]["runs"] = [
            {"level": 1, "run": r, "entries": 10, "fpr_predicted": 0.2, "fpr_predicted_sd": 0.0,
             "filter_probes": 100, "false_positives": 10 * r} for r in (1, 2)]
        row, = rows(level_figures.plan_fpr([record, {**record, "repetition": 1}], Request()))
        self.assertEqual((row["predicted"], row["measured"]), (0.2, 60 / 400))
        self.assertLess(row["measured_low"], 0.15)
        self.assertGreater(row["measured_high"], 0.15)


class Histogram(unittest.TestCase):
    def test_shares_stand_beside_the_predicted_distribution(self):
        record = synthetic.record({})
        record["predicted"]["ios_per_lookup_pmf"] = [0.5, 0.3, 0.2, 1e-9]
        record["measured"]["ios_per_lookup_histogram"] = [6, 2, 2]
        got = rows(lookup_figures.plan_histogram([record], Request()))
        self.assertEqual([(r["wasted I/Os of one lookup"], r["predicted"], r["measured"])
                          for r in got], [(0, 0.5, 0.6), (1, 0.3, 0.2), (2, 0.2, 0.2)])

    def test_a_backend_that_only_predicts_draws_the_distribution(self):
        record = {**synthetic.record({}), "measured": None}
        got = rows(lookup_figures.plan_histogram([record], Request()))
        self.assertTrue(got and all(r["measured"] is None for r in got))


class Latency(unittest.TestCase):
    def test_quantiles_are_in_order(self):
        got = rows(lookup_figures.plan_latency([synthetic.record({})], Request()))
        self.assertEqual([r["percentile of lookups"] for r in got],
                         ["p50", "p90", "p99", "p99.9", "max"])
        self.assertEqual(got[-1]["measured"], 312.0)


class Frontier(unittest.TestCase):
    def test_points_pair_the_two_costs_of_one_design(self):
        records = synthetic.sweep({"tree.size_ratio": [2, 3]})
        for record, copies in zip(records, (9.0, 5.0)):
            record["predicted"]["copies_per_entry"] = copies
        got = rows(frontier.plan(records, Request()))
        self.assertEqual([r["copies per entry"] for r in got], [5.0, 9.0])
        self.assertEqual(got[1]["predicted"], records[0]["predicted"]["wasted_ios_per_lookup"])

    def test_records_without_update_cost_say_how_to_name_one(self):
        with self.assertRaisesRegex(ResultsError, "--update-cost"):
            frontier.plan(synthetic.quickstart(), Request())


class Maps(unittest.TestCase):
    def test_heat_map_has_a_cell_for_each_point(self):
        records = synthetic.sweep(GRID)
        plan = heat_map.plan_heat_map(records, Request())
        self.assertEqual(len(rows(plan)), len(records))
        self.assertEqual(list(plan.panels), ["uniform", "monkey"])
        first = records[0]["measured"]["wasted_ios_per_lookup"]
        self.assertEqual(plan.panels["uniform"][0, 0], first)

    def test_break_even_map_divides_the_first_series_by_the_second(self):
        records = synthetic.sweep(GRID)
        plan = heat_map.plan_break_even(records, Request())
        uniform, monkey = (r["measured"]["wasted_ios_per_lookup"] for r in records[:2])
        self.assertEqual(plan.panels[""][0, 0], uniform / monkey)

    def test_maps_need_two_numbers(self):
        for plan in (heat_map.plan_heat_map, heat_map.plan_break_even):
            with self.assertRaisesRegex(ResultsError, "two numeric parameters"):
                plan(synthetic.quickstart(), Request())

    def test_maps_need_three_values_of_each(self):
        records = synthetic.sweep({**GRID, "tree.size_ratio": [2, 3]})
        with self.assertRaisesRegex(ResultsError, "three values each"):
            heat_map.plan_heat_map(records, Request())

    def test_failed_points_are_crosses_in_cells_without_value(self):
        records = synthetic.sweep(GRID)
        records[0] = {**synthetic.record(records[0]["params"], status="failed"), "predicted": None}
        plan = heat_map.plan_heat_map(records, Request())
        self.assertIsNone(plan.panels["uniform"][0, 0])
        crosses = [line.get_xydata().tolist() for line in heat_map.render(plan, "screen").axes[0]
                   .lines]
        self.assertEqual(crosses, [[[0, 0]]])
        plan = heat_map.plan_break_even(records, Request())
        self.assertIsNone(plan.panels[""][0, 0])
        heat_map.render(plan, "screen")

    def test_a_map_of_failed_points_alone_is_refused(self):
        records = [{**synthetic.record(r["params"], status="failed"), "predicted": None}
                   for r in synthetic.sweep(GRID)]
        with self.assertRaisesRegex(ResultsError, "no record has a value"):
            heat_map.plan_heat_map(records, Request())

    def test_break_even_is_a_line_where_the_ratio_crosses_one(self):
        records = synthetic.sweep(GRID)
        for record in records:
            worse = (record["params"]["filters.allocation"] == "monkey"
                     and record["params"]["filters.bits_per_key"] == 8)
            record["measured"]["wasted_ios_per_lookup"] = 2.0 if worse else 1.0
            record["measured"]["wasted_ios_per_lookup_ci95"] = [0.5, 2.5]
        for record in records:
            if record["params"]["filters.allocation"] == "uniform":
                record["measured"]["wasted_ios_per_lookup"] = 1.5
        plan = heat_map.plan_break_even(records, Request())
        self.assertEqual(plan.panels[""][2, 0], 0.75)
        self.assertTrue(heat_map.render(plan, "screen").axes[0].collections)


class Renders(unittest.TestCase):
    def test_every_figure_in_both_styles(self):
        records = synthetic.sweep(GRID)
        for record in records:
            record["predicted"]["copies_per_entry"] = record["params"]["tree.size_ratio"] * 1.5
        records[3] = synthetic.record(records[3]["params"], status="failed")
        for name in style.STYLES:
            style.use(name)
            for figure in FIGURES:
                drawn = figure.render(figure.plan(records, Request()), name)
                self.assertTrue(drawn.axes, figure.name)

    def test_failed_points_stand_in_the_legend(self):
        records = synthetic.quickstart()
        records[3] = synthetic.record(records[3]["params"], status="failed")
        self.assertIn("failed", self.legend(records))
        self.assertNotIn("failed", self.legend(synthetic.quickstart()))

    def test_zeros_on_a_log_axis_stand_in_the_legend(self):
        records = synthetic.quickstart()
        records[-1]["measured"].update(wasted_ios=0, wasted_ios_per_lookup=0)
        self.assertIn("measured 0", self.legend(records))

    def legend(self, records):
        drawn = FIGURES[0].render(sweep_figure.plan(records, Request()), "screen")
        return [text.get_text() for text in drawn.axes[0].get_legend().get_texts()]


class Looks(unittest.TestCase):
    def test_series_differ_in_marker_line_and_colour(self):
        looks = [look for look, _ in zip(style.looks(), range(8))]
        for part in ("color", "marker", "linestyle"):
            self.assertEqual(len({str(look[part]) for look in looks}), 8)

    def test_the_first_two_series_differ_in_grey(self):
        def lightness(colour):  # CIE L* from sRGB
            linear = [((c / 255 + 0.055) / 1.055) ** 2.4 for c in bytes.fromhex(colour[1:])]
            luminance = sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear))
            return 116 * luminance ** (1 / 3) - 16

        first, second = style.COLOURS[:2]
        self.assertGreater(abs(lightness(first) - lightness(second)), 20)

    def test_log_scale_only_for_wide_positive_values(self):
        self.assertTrue(style.wants_log([0.01, 1]))
        self.assertFalse(style.wants_log([0, 1]))
        self.assertFalse(style.wants_log([1, 2]))

    def test_values_are_written_as_readers_write_them(self):
        self.assertEqual(style.value_text("tree.buffer_bytes", 1048576), "1 MiB")
        self.assertEqual(style.value_text("filters.memory_bytes", 9829369), "9.829 MB")
        self.assertEqual(style.value_text("filters.memory_bytes", 0), "0 bytes")
        self.assertEqual(style.value_text("tree.entries", 1047552), "1 047 552")
        self.assertEqual(style.value_text("filters.allocation", "monkey_closed_form"),
                         "monkey closed form")
        self.assertEqual(style.key_text(["tree.size_ratio"], [4]), "T = 4")


if __name__ == "__main__":
    unittest.main()

"""Measures and verdicts on values worked out by hand."""

import math
import unittest

from paper import claims, figures, measures, table
from plots.estimates import Estimate
from plots.paper_drawing import PaperDrawing, PaperPanel, PaperSeries


def curve(*values):
    return tuple((x, Estimate(v)) for x, v in enumerate(values))


class Measures(unittest.TestCase):
    PART = {"a": curve(8, 4, 2, 1), "b": curve(8, 2, 0.5, 0.4)}

    def test_growth_is_last_over_first(self):
        self.assertEqual(measures.growth("a")(self.PART).value, 1 / 8)
        self.assertIsNone(measures.growth("a")({"a": curve(1)}))
        with self.assertRaises(KeyError):
            measures.growth("misspelt")(self.PART)

    def test_saving_is_the_largest_one(self):
        self.assertEqual(measures.saving("a", "b")(self.PART).value, 0.75)
        self.assertEqual(measures.saving_at("a", "b", 3)(self.PART).value, 0.6)

    def test_a_saving_turns_the_interval_of_its_ratio_round(self):
        part = {"a": ((1, Estimate(10, 10, 10)),), "b": ((1, Estimate(5, 4, 6.25)),)}
        saving = measures.saving("a", "b")(part)
        self.assertAlmostEqual(saving.low, 0.375)
        self.assertAlmostEqual(saving.high, 0.6)

    def test_memory_saved_is_read_off_straight_lines_of_logarithms(self):
        # b costs 4 at half a bit, where a needs 1; 2 at 1 for 2; 1 at 1.5 for 3.
        saved = measures.memory_saving("a", "b")(self.PART)
        self.assertAlmostEqual(saved.value, 0.5)

    def test_share_below_counts_points(self):
        part = {"a": curve(1, 2, 3, 4), "b": curve(2, 1, 1, 1)}
        self.assertEqual(measures.share_below("a", "b")(part).value, 0.75)


    def test_a_saving_behind_a_cache_is_held_against_the_one_without(self):
        without = {"a": ((0.5, Estimate(8)),), "b": ((0.5, Estimate(4)),)}
        behind = {"a": ((0.5, Estimate(4)),), "b": ((0.5, Estimate(3)),)}
        self.assertEqual(measures.saving_kept("a", "b", 0.5)([without, behind]).value, 0.5)
        self.assertIsNone(measures.saving_kept("a", "b", 0.1)([without, behind]))

    def test_ios_saved_at_one_place_are_held_against_those_at_another(self):
        part = {"a": curve(8, 4, 9), "b": curve(8, 2, 1)}
        self.assertEqual(measures.difference_kept("a", "b", 1, 2)([part]).value, 0.25)
        self.assertIsNone(measures.difference_kept("a", "b", 1, 5)([part]))


class Verdicts(unittest.TestCase):
    def test_more_than_a_number_is_more_than_it(self):
        judge = claims.exceeds(2)
        self.assertEqual(judge(None, Estimate(2.01)), claims.HOLDS)
        self.assertEqual(judge(None, Estimate(1.95, 1.8, 2.1)), claims.IN_PART)
        self.assertEqual(judge(None, Estimate(0.4)), claims.NOT)

    def test_a_claimed_number_is_reached_in_part_or_not(self):
        judge = claims.reaches(0.8)
        for value, verdict in ((0.8, claims.HOLDS), (0.77, claims.HOLDS), (0.7, claims.IN_PART),
                               (0.1, claims.NOT)):
            self.assertEqual(judge(None, Estimate(value)), verdict)
        self.assertEqual(judge(None, Estimate(0.7, 0.6, 0.8)), claims.HOLDS)

    def test_as_predicted_is_about_the_ratio(self):
        judge = claims.as_predicted(0.9, 1.1)
        self.assertEqual(judge(Estimate(2), Estimate(2.1)), claims.HOLDS)
        self.assertEqual(judge(Estimate(2), Estimate(2.3)), claims.NOT)
        self.assertEqual(judge(None, Estimate(2.3)), claims.UNKNOWN)


class Gains(unittest.TestCase):
    def drawing(self, measured):
        return PaperDrawing("x", "", "", "", (PaperPanel("", (
            PaperSeries("uniform", predicted=curve(8, 4), measured=curve(8, measured),
                        paper=curve(8, 8)),
            PaperSeries("monkey", predicted=curve(8, 2), measured=curve(8, 2),
                        paper=curve(8, 2)))),))

    def test_measured_gain_is_held_against_the_predicted_one(self):
        self.assertEqual(table.off_prediction(self.drawing(4.2)), [1, 1.05])
        self.assertEqual(table.papers_gain_over_ours(self.drawing(4.2)), [1, 2])

    def test_points_say_how_far_measured_and_published_gains_lie_from_the_predicted_one(self):
        figure = figures.Figure("x", "", "", None, (), zero=True)
        rows = table.gain_points([figure], {"x": self.drawing(4.2)})
        self.assertEqual(rows, [
            ("x", "uniform", "0", "1.000", "1.000", "+0.0 %", "1.000", "+0.0 %"),
            ("x", "uniform", "1", "2.000", "2.100", "+5.0 %", "4.000", "+100.0 %")])

    def test_a_point_of_two_figures_is_counted_once(self):
        def record(point, inside):
            return {"point_id": point, "repetition": 0, "comparison": {"within_pi95": inside}}
        self.assertEqual(table.distinct_inside({"x": [record("a", True), record("b", False)],
                                                "y": [record("a", True), record("c", None)]}),
                         (1, 2))

    def test_numbers_have_three_digits_and_their_interval(self):
        self.assertEqual(table.text_of(Estimate(math.pi, 3, 3.5)), "3.14 [3, 3.5]")
        self.assertEqual(table.text_of(Estimate(0.123456), percent=True), "12.3 %")
        self.assertEqual(table.text_of(None), "-")


if __name__ == "__main__":
    unittest.main()

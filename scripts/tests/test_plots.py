"""The parts of the plots package: choosing axes, intervals, looks."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from plots import estimates, style
from plots.sweep import choose_axes
from tests import synthetic


def record(**params):
    return {"params": {k.replace("__", "."): v for k, v in params.items()},
            "experiment": "e", "backend": "model", "status": "ok", "config": {}}


class ChoosesAxes(unittest.TestCase):
    def axes(self, *records, **wanted):
        axes = choose_axes(list(records), **wanted)
        return axes.x, axes.series, axes.facet

    def test_numbers_go_on_x_and_names_become_series(self):
        self.assertEqual(self.axes(*synthetic.quickstart()),
                         ("filters.bits_per_key", ["filters.allocation"], []))

    def test_a_single_point_has_no_axes(self):
        self.assertEqual(self.axes(record(a=1)), (None, [], []))

    def test_a_sweep_over_names_alone_goes_on_x(self):
        self.assertEqual(self.axes(record(a="u"), record(a="m")), ("a", [], []))

    def test_the_number_with_most_values_is_x_and_the_third_axis_a_facet(self):
        records = [record(t=t, b=b, a=a) for t in (2, 4) for b in (1, 2, 3) for a in "um"]
        self.assertEqual(self.axes(*records), ("b", ["a"], ["t"]))

    def test_a_fourth_axis_joins_the_series(self):
        records = [record(t=t, b=b, a=a, k=k) for t in (2, 4) for b in (1, 2, 3) for a in "um"
                   for k in "xyz"]
        self.assertEqual(self.axes(*records), ("b", ["a", "k"], ["t"]))

    def test_what_is_asked_for_wins(self):
        records = [record(t=t, b=b, a=a) for t in (2, 4) for b in (1, 2, 3) for a in "um"]
        self.assertEqual(self.axes(*records, x="t", facet=["a"]), ("t", ["b"], ["a"]))

    def test_several_experiments_are_told_apart(self):
        records = [record(b=1), record(b=2), {**record(b=1), "experiment": "f"}]
        self.assertEqual(self.axes(*records), ("b", ["experiment"], []))


class Intervals(unittest.TestCase):
    def test_count_interval_is_the_poisson_score_interval(self):
        # x + z^2/2 +- z sqrt(x + z^2/4), worked by hand: 100 + 1.9207 +- 1.95996 * 10.04791.
        for count, low, high in ((0, 0, 3.8415), (10, 5.4323, 18.4092), (100, 82.2272, 121.6142)):
            got = estimates.count_interval(count, 1.0)
            self.assertAlmostEqual(got[0], low, places=3)
            self.assertAlmostEqual(got[1], high, places=3)

    def test_interval_ends_are_just_rejected(self):
        for count in (1, 7, 5000):
            for phi in (0.3, 1.0):
                for mu in estimates.count_interval(count, phi):
                    self.assertAlmostEqual((count - mu) ** 2 / (3.8414588 * phi * mu), 1, places=5)

    def test_dispersion_of_one_run_is_binomial(self):
        one = {"measured": {"ios_per_lookup_histogram": [75, 25]}}
        self.assertAlmostEqual(estimates.dispersion([one], 25), 0.75)

    def test_histogram_that_counts_other_reads_is_not_used(self):
        one = {"measured": {"ios_per_lookup_histogram": [0, 75, 25]}}
        self.assertEqual(estimates.dispersion([one], 25), 1.0)

    def test_three_repetitions_get_students_interval(self):
        # t(2 degrees of freedom, 97.5 %) = 4.303; mean 2, standard deviation 1.
        records = [{"status": "ok", "measured": {"q": v}} for v in (1, 2, 3)]
        got = estimates.measured(records, "q")
        self.assertAlmostEqual(got.high - got.value, 4.303 / 3 ** 0.5, places=6)

    def test_failed_repetitions_do_not_count(self):
        records = [{"status": "ok", "measured": {"q": 1}},
                   {"status": "failed", "measured": {"q": 9}}]
        self.assertEqual(estimates.measured(records, "q"), estimates.Estimate(1.0))


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


if __name__ == "__main__":
    unittest.main()

"""Values and 95 % intervals of repeated points."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from plots import estimates


def ok(**measured):
    return {"status": "ok", "measured": measured}


class CountInterval(unittest.TestCase):
    def test_it_is_the_poisson_score_interval(self):
        # x + z^2/2 +- z sqrt(x + z^2/4), worked by hand: 100 + 1.9207 +- 1.95996 * 10.04791.
        for count, low, high in ((0, 0, 3.8415), (10, 5.4323, 18.4092), (100, 82.2272, 121.6142)):
            got = estimates.count_interval(count, 1.0)
            self.assertAlmostEqual(got[0], low, places=3)
            self.assertAlmostEqual(got[1], high, places=3)

    def test_its_ends_are_just_rejected(self):
        for count in (1, 7, 5000):
            for phi in (0.3, 1.0):
                for mu in estimates.count_interval(count, phi):
                    self.assertAlmostEqual((count - mu) ** 2 / (3.8414588 * phi * mu), 1, places=5)


class Measured(unittest.TestCase):
    def test_the_records_own_interval_is_used(self):
        got = estimates.measured([ok(q=2, q_ci95=[1, 4])], "q")
        self.assertEqual(got, estimates.Estimate(2, 1, 4))

    def test_repeated_counts_are_pooled(self):
        # 25 of 100 and 35 of 100 lookups with one wasted I/O: binomial, so phi = 1 - 0.3.
        got = estimates.measured(
            [ok(lookups=100, wasted_ios=n, wasted_ios_per_lookup=n / 100,
                wasted_ios_per_lookup_ci95=[0, 1], ios_per_lookup_histogram=[100 - n, n])
             for n in (25, 35)], "wasted_ios_per_lookup")
        low, high = estimates.count_interval(60, 0.7)
        self.assertEqual(got, estimates.Estimate(0.3, low / 200, high / 200))

    def test_three_repetitions_get_students_interval(self):
        # t(2 degrees of freedom, 97.5 %) = 4.303; mean 2, standard deviation 1.
        got = estimates.measured([ok(q=v) for v in (1, 2, 3)], "q")
        self.assertAlmostEqual(got.high - got.value, 4.303 / 3 ** 0.5, places=6)

    def test_failed_repetitions_do_not_count(self):
        failed = {"status": "failed", "measured": {"q": 9}}
        self.assertEqual(estimates.measured([ok(q=1), failed], "q"), estimates.Estimate(1.0))
        self.assertIsNone(estimates.measured([failed], "q"))

    def test_points_that_only_predict_have_no_measurement(self):
        record = {"status": "ok", "measured": None, "predicted": {"q": 1, "q_pi95": [0, 2]}}
        self.assertIsNone(estimates.measured([record], "q"))
        self.assertEqual(estimates.predicted([record], "q"), estimates.Estimate(1, 0, 2))


class Dispersion(unittest.TestCase):
    def test_at_most_one_io_a_lookup_is_binomial(self):
        self.assertAlmostEqual(estimates.dispersion([ok(ios_per_lookup_histogram=[75, 25])], 25),
                               0.75)

    def test_histogram_that_counts_other_reads_is_not_used(self):
        self.assertEqual(estimates.dispersion([ok(ios_per_lookup_histogram=[0, 75, 25])], 25), 1.0)


if __name__ == "__main__":
    unittest.main()

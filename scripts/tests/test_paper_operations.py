"""Figures about updates, on made-up records whose costs are known."""

import unittest

from paper import draw, figures, operations
from plots import render_paper, style
from tests import synthetic

DATA = {"X": {"A": {"uniform": [[0.2, 4.0], [0.6, 2.0]], "fast": [500.0, 250.0]}}}
FRONTIER = figures.Figure(
    "frontier", "frontier", "x", None, figures.allocations(("uniform", "uniform", "uniform", None),
                                                           ("Monkey", "monkey", None, None)),
    ("X", "A"), io_us=2000, kind="frontier", update_us=200, update_base_ms=0.1)
THROUGHPUT = figures.Figure(
    "throughput", "throughput", "x", figures.lookup_share,
    figures.allocations(("Monkey", "monkey", "fast", None)), ("X", "A"), (0.5, 0.9), io_us=2000,
    kind="throughput", update_us=200)


def record(policy, allocation, ios=None, lookup=None, share=0.0, status="ok"):
    made = synthetic.record({"tree.merge_policy": policy, "filters.allocation": allocation,
                             "workload.updates_fraction": share}, status=status)
    for side, by in (("predicted", 1.0), ("measured", 1.1)):
        if made[side] is None:
            continue
        if ios is not None:
            made[side]["updates"] = {"ios_per_entry": ios * by}
        if lookup is not None:
            made[side]["wasted_ios_per_lookup"] = lookup * by
            made[side].pop("wasted_ios_per_lookup_pi95", None)
    if lookup is not None and made["measured"]:
        made["measured"].update(lookups=1000, wasted_ios=1100 * lookup, block_reads=1100 * lookup)
    return made


class Frontier(unittest.TestCase):
    RECORDS = [record("tiering", "uniform", ios=0.5, share=0.9),
               record("tiering", "uniform", lookup=4), record("tiering", "monkey", lookup=1),
               record("leveling", "uniform", ios=2.5, share=0.9),
               record("leveling", "uniform", lookup=2), record("leveling", "monkey", lookup=0.5)]

    def test_puts_a_designs_lookups_over_its_updates(self):
        uniform, monkey = draw.drawing_of(FRONTIER, self.RECORDS, DATA).series()
        self.assertEqual([(x, e.value) for x, e in uniform.predicted], [(0.5, 4), (2.5, 2)])
        self.assertEqual([(x, e.value) for x, e in monkey.predicted], [(0.5, 1), (2.5, 0.5)])
        self.assertEqual([x for x, _ in monkey.measured], [0.55, 2.75])

    def test_turns_the_papers_times_into_ios(self):
        uniform, _ = draw.drawing_of(FRONTIER, self.RECORDS, DATA).series()
        # (0.2 ms - 0.1) / 0.2 ms a block; 4 ms / 2 ms an I/O.
        self.assertEqual([(round(x, 9), e.value) for x, e in uniform.paper], [(0.5, 2), (2.5, 1)])

    def test_a_failed_point_is_marked_where_it_was_predicted(self):
        records = self.RECORDS[:-1] + [record("leveling", "monkey", lookup=0.5, status="failed")]
        drawing = draw.drawing_of(FRONTIER, records, DATA)
        self.assertEqual(drawing.series()[1].failed, (2.5,))
        style.use("screen")
        render_paper.render(drawing, "screen")


class Throughput(unittest.TestCase):
    def test_is_one_over_the_mean_time_of_an_operation(self):
        mixed = record("leveling", "monkey", ios=2.5, lookup=0.5, share=0.75)
        series, = draw.drawing_of(THROUGHPUT, [mixed], DATA).series()
        # 1/4 x 0.5 I/Os x 2 ms + 3/4 x 2.5 blocks x 0.2 ms = 0.625 ms
        (x, predicted), = series.predicted
        self.assertEqual(x, 0.25)
        self.assertAlmostEqual(predicted.value, 1000 / 0.625)
        self.assertAlmostEqual(series.measured[0][1].value, 1000 / 0.6875)
        self.assertEqual([e.value for _, e in series.paper], [500, 250])

    def test_of_several_designs_the_one_predicted_best_is_drawn(self):
        slow = record("tiering", "monkey", ios=9, lookup=0.5, share=0.75)
        fast = record("leveling", "monkey", ios=2.5, lookup=0.5, share=0.75)
        for records in ([slow, fast], [fast, slow]):
            series, = draw.drawing_of(THROUGHPUT, records, DATA).series()
            (_, predicted), = series.predicted
            self.assertAlmostEqual(predicted.value, 1000 / 0.625)
            self.assertAlmostEqual(series.measured[0][1].value, 1000 / 0.6875)

    def test_without_a_cost_there_is_no_point(self):
        drawing = operations.throughput(THROUGHPUT, [record("leveling", "monkey")], DATA)
        self.assertEqual(drawing.series()[0].predicted, ())


if __name__ == "__main__":
    unittest.main()

"""Which parameters become axes, series and facets, and what is held where there is no room."""

import itertools
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from plots.records import ResultsError
from plots.sweep import at_one_x, parameter, select, where
from tests import synthetic


def records(**axes):
    """Records of the product of the axes; "__" in a name stands for a dot."""
    paths = [name.replace("__", ".") for name in axes]
    return [{"params": dict(zip(paths, values)), "experiment": "e", "backend": "model",
             "status": "ok", "config": {}} for values in itertools.product(*axes.values())]


class ChoosesAxes(unittest.TestCase):
    def axes(self, found, **wanted):
        selection = select(found, **wanted)
        return selection.x, selection.series, selection.facet

    def test_numbers_go_on_x_and_names_become_series(self):
        self.assertEqual(self.axes(synthetic.quickstart()),
                         ("filters.bits_per_key", ("filters.allocation",), ()))

    def test_names_with_more_values_than_the_number_still_become_series(self):
        self.assertEqual(self.axes(records(a="uvw", b=[1, 2])), ("b", ("a",), ()))

    def test_a_mistyped_backend_is_one_more_value(self):
        found = records(a=[1, 2])
        for record in found[:1]:
            record["backend"] = {"not": "a name"}
        self.assertEqual(self.axes(found), ("a", ("backend",), ()))

    def test_a_single_point_has_no_axes(self):
        self.assertEqual(self.axes(records(a=[1])), (None, (), ()))

    def test_a_sweep_over_names_alone_goes_on_x(self):
        self.assertEqual(self.axes(records(a="um")), ("a", (), ()))

    def test_the_number_with_most_values_is_x_and_the_third_axis_a_facet(self):
        self.assertEqual(self.axes(records(t=[2, 4], b=[1, 2, 3], a="um")), ("b", ("a",), ("t",)))

    def test_a_small_fourth_axis_joins_the_series(self):
        found = records(t=[2, 4], b=[1, 2, 3], a="um", k="xyz")
        self.assertEqual(self.axes(found), ("b", ("a", "k"), ("t",)))

    def test_a_large_fourth_axis_is_held_at_its_middle_value(self):
        found = records(t=[2, 4], b=list(range(9)), a="um", k=list(range(11, 18)))
        selection = select(found)
        self.assertEqual(selection.held, {"k": 14})
        self.assertEqual({parameter(r, "k") for r in selection.records}, {14})

    def test_many_series_are_thinned_to_eight_with_both_ends(self):
        selection = select(records(b=list(range(40)), t=list(range(30))))
        kept = {parameter(r, "t") for r in selection.records}
        self.assertEqual((len(kept), min(kept), max(kept)), (8, 0, 29))

    def test_what_is_asked_for_wins(self):
        found = records(t=[2, 4], b=[1, 2, 3], a="um")
        self.assertEqual(self.axes(found, x="t", facet=("a",)), ("t", ("b",), ("a",)))

    def test_an_unknown_parameter_is_an_error_that_names_the_swept_ones(self):
        with self.assertRaisesRegex(ResultsError, "no record has the parameter c; swept here: a"):
            select(records(a="um"), x="c")

    def test_several_experiments_are_told_apart(self):
        found = records(b=[1, 2])
        other = [{**r, "experiment": "f"} for r in found]
        self.assertEqual(self.axes(found + other), ("b", ("experiment",), ()))

    def test_values_that_are_objects_are_parameters_too(self):
        found = records(b=[1, 2, 3], p=["leveling", {"inner_runs": 3, "last_runs": 1}])
        self.assertEqual(self.axes(found), ("b", ("p",), ()))


class ChoosesOneTree(unittest.TestCase):
    def test_a_number_on_x_is_held_at_its_middle_value(self):
        selection = at_one_x(select(records(b=list(range(1, 11)), a="um")))
        self.assertEqual((selection.x, selection.held), (None, {"b": 5}))
        self.assertEqual(len(selection.records), 2)

    def test_a_short_x_joins_the_series(self):
        selection = at_one_x(select(records(a="um")))
        self.assertEqual((selection.series, len(selection.records)), (("a",), 2))
        selection = at_one_x(select(records(b=[1, 2, 3, 4], a="um")))
        self.assertEqual((selection.series, len(selection.records)), (("a", "b"), 8))

    def test_a_single_point_stays_as_it_is(self):
        self.assertEqual(len(at_one_x(select(records(a=[1]))).records), 1)


class Narrows(unittest.TestCase):
    def test_conditions_compare_json_values_and_bare_words(self):
        found = records(b=[1, 2], a="um", p=["x", {"k": 3}])
        self.assertEqual(len(where(found, ["b=2", "a=m", 'p={"k": 3}'])), 1)

    def test_wrong_conditions_say_what_is_there(self):
        with self.assertRaisesRegex(ResultsError, "values there: 1, 2"):
            where(records(b=[1, 2]), ["b=3"])
        with self.assertRaisesRegex(ResultsError, "write PATH=VALUE"):
            where(records(b=[1, 2]), ["b"])


if __name__ == "__main__":
    unittest.main()

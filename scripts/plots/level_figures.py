"""Figures of a tree's levels: the ladder of bits, and false-positive rates."""

from plots import style
from plots.drawing import Drawing, Panel, Point
from plots.estimates import Estimate, count_interval
from plots.records import ResultsError, field, number
from plots.sweep import at_one_x, group, select


def plan_ladder(records, request):
    """Bits per key of each level: as the allocation asked, and as spent on real filters."""
    return _plan(records, request, "ladder", "bits per key", ladder_points,
                 "Filter memory of each level", log_y=False, line="requested", marker="spent",
                 steps=True)


def plan_fpr(records, request):
    """False-positive rate of each level: of the model, and as counted."""
    return _plan(records, request, "fpr_by_level", "false-positive rate of a run", rate_points,
                 "False-positive rate of each level", log_y=request.log_y)


def _plan(records, request, name, y_label, points_of, heading, **words):
    selection = at_one_x(select(records, request.x, request.series, request.facet))
    panels = []
    for facet, members in group(selection.records, selection.facet).items():
        series = {}
        for key, lines in group(members, selection.series).items():
            points = points_of(lines)
            if points:
                series[style.key_text(selection.series, key)] = points
        if series:
            panels.append(Panel(style.key_text(selection.facet, facet), series))
    if not panels:
        raise ResultsError("no record has the runs of a tree")
    drawing = Drawing(name=name, title=style.title(request, selection, heading), x_label="level",
                      y_label=y_label, panels=panels, log_x=False, whole_x=True, **words)
    if not drawing.values():
        raise ResultsError(f"no run has a {y_label}")
    return drawing


def _levels(records):
    """{level: its runs in every record}, smallest level first."""
    levels = {}
    for record in records:
        for run in field(record, "tree.runs") or []:
            levels.setdefault(int(number(run, "level") or 0), []).append(run)
    return dict(sorted(levels.items()))


def _mean(runs, name):
    """Mean over runs, weighed by entries; None where no run has it."""
    pairs = [(number(r, "entries") or 1, number(r, name)) for r in runs]
    pairs = [(n, v) for n, v in pairs if v is not None]
    return sum(n * v for n, v in pairs) / sum(n for n, _ in pairs) if pairs else None


def _estimate(value, low=None, high=None):
    return None if value is None else Estimate(value, low, high)


def ladder_points(records):
    """A point for each level: bits per key requested (line) and spent (marker)."""
    return [Point(level, _estimate(_mean(runs, "bits_per_key_requested")),
                  _estimate(_mean(runs, "bits_per_key")))
            for level, runs in _levels(records).items()]


def rate_points(records):
    """A point for each level: the model's false-positive rate (line) and the counted one."""
    return [_rates(level, runs) for level, runs in _levels(records).items()]


def _rates(level, runs):
    rate, sd = _mean(runs, "fpr_predicted"), _mean(runs, "fpr_predicted_sd")
    band = (None, None) if sd is None else (max(0.0, rate - 1.96 * sd), rate + 1.96 * sd)
    probes = sum(number(r, "filter_probes") or 0 for r in runs)
    if not probes:
        return Point(level, _estimate(rate, *band), None)
    hits = sum(number(r, "false_positives") or 0 for r in runs)
    low, high = count_interval(hits, 1 - hits / probes)
    return Point(level, _estimate(rate, *band), Estimate(hits / probes, low / probes,
                                                         high / probes))

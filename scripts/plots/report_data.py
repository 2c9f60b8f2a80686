"""What the page of scripts/report.py shows, as one JSON value: axes, points, estimates, records.

The page only arranges these numbers. Every estimate and interval is computed here, by the functions
that the figures of plot.py use. A point is all repetitions of one setting of what varies.
"""

import math

from plots import estimates, frontier, level_figures, lookup_figures, style
from plots.records import ResultsError, field
from plots.sweep import group, is_number, key_of, middle, parameter, select, varied

MAIN_QUANTITY = "wasted_ios_per_lookup"
# Parts of a record that hold results; the last ones have no predicted and measured side.
SIDES = ("predicted", "measured")
ONE_SIDED = ("comparison", "filter_memory")
NOT_QUANTITIES = ("_pi95", "_ci95", "_sd", "_status")
DIGITS = 10  # of numbers in the page; results.json has them all
# Columns of the table that are shown at first, where the records have them.
FIRST_COLUMNS = ("status", "repetition", "predicted.wasted_ios_per_lookup",
                 "measured.wasted_ios_per_lookup", "comparison.wasted_ios_ratio",
                 "comparison.z_score", "comparison.within_pi95", "measured.latency_us.mean")
CURVES = (  # figure, its words, the function that gives a point's curve
    ("ladder", {"title": "Filter memory of each level", "x_label": "level",
                "y_label": "bits per key", "line": "requested", "marker": "spent", "steps": True,
                "whole_x": True, "log_y": False}, level_figures.ladder_points),
    ("fpr_by_level", {"title": "False-positive rate of each level", "x_label": "level",
                      "y_label": "false-positive rate of a run", "whole_x": True},
     level_figures.rate_points),
    ("ios_per_lookup", {"title": "How many I/Os a lookup wastes",
                        "x_label": "wasted I/Os of one lookup", "y_label": "share of lookups",
                        "whole_x": True}, lookup_figures.histogram_points),
    ("latency", {"title": "How long a lookup takes", "x_label": "percentile of lookups",
                 "y_label": "lookup latency (µs)",
                 "categories": list(lookup_figures.QUANTILES.values())},
     lookup_figures.latency_points),
)


def page_data(results):
    """The JSON value behind the page of these results."""
    records = results.records
    axes = varied(records)
    points = list(group(records, tuple(axes)).values())
    quantities = _quantities(records)
    data = {
        "experiments": list(dict.fromkeys(r["experiment"] for r in records)),
        "question": results.question(),
        "notes": results.notes,
        "sources": results.sources,
        "axes": [_axis(path, values) for path, values in axes.items()],
        "points": _points(points, axes),
        "quantities": _estimates(points, quantities),
        "curves": _curves(points),
        "selection": _selection(records, axes),
        "update_costs": [q for q in frontier.UPDATE_COSTS if q in quantities],
        "table": _table(records, axes),
        "summary": _summary(records, points, axes),
        "colours": style.COLOURS,
    }
    if not data["quantities"] and not data["curves"] and all(r["status"] == "ok" for r in records):
        raise ResultsError("no record has a predicted or a measured value")
    return data


def _axis(path, values):
    return {"path": path, "label": style.label(path), "numbers": all(map(is_number, values)),
            "values": [key_of(v) for v in values],
            "texts": [style.value_text(path, key_of(v)) for v in values],
            "names": [style.key_text((path,), (key_of(v),)) for v in values]}


def _points(points, axes):
    """For each point: places of its values on the axes, and how many repetitions failed."""
    places = [{key_of(v): i for i, v in enumerate(values)} for values in axes.values()]
    return {"at": [[place[key_of(parameter(members[0], path))]
                    for place, path in zip(places, axes)] for members in points],
            "failed": [sum(r["status"] != "ok" for r in members) for members in points]}


def _leaves(value, path=""):
    """(dotted path, value) of everything below a JSON object but lists; none where it is null."""
    for name, member in (value or {}).items():
        if isinstance(member, dict):
            yield from _leaves(member, f"{path}{name}.")
        elif not isinstance(member, list):
            yield path + name, member


def _quantities(records):
    """Names of all numbers that can stand on an axis, the main one first."""
    found, mistyped = {MAIN_QUANTITY: None}, set()
    for record in records:
        for part in (*SIDES, *ONE_SIDED):
            prefix = "" if part in SIDES else f"{part}."
            for path, value in _leaves(record.get(part)):
                if is_number(value):
                    found[prefix + path] = None
                elif value is not None:
                    mistyped.add(prefix + path)
    return [q for q in found if q not in mistyped and not q.endswith(NOT_QUANTITIES)]


def _rounded(value):
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    return value


def _triple(estimate):
    return [None] * 3 if estimate is None else [estimate.value, estimate.low, estimate.high]


def _columns(pairs):
    """Six columns of (line, marker) pairs, the ones without any value as null."""
    rows = [[*_triple(line), *_triple(marker)] for line, marker in pairs]
    columns = [[_rounded(v) for v in column] for column in zip(*rows)]
    return [column if any(v is not None for v in column) else None for column in columns]


def _estimates(points, quantities):
    """name -> label and columns: predicted, low, high, measured, low, high; those with values."""
    found = {}
    for quantity in quantities:
        columns = _columns((estimates.predicted(members, quantity),
                            estimates.measured(members, quantity)) for members in points)
        if any(columns):
            found[quantity] = {"label": style.label(quantity), "columns": columns}
    return found


def _curves(points):
    """name -> words, and for each point its rows [x, line, low, high, marker, low, high]."""
    found = {}
    for name, words, points_of in CURVES:
        rows = [[[p.x, *map(_rounded, [*_triple(p.line), *_triple(p.marker)])]
                 for p in points_of(members)] for members in points]
        if any(row[1] is not None or row[4] is not None for curve in rows for row in curve):
            found[name] = {**words, "rows": rows}
    return found


def _selection(records, axes):
    """The axes that plot.py would pick: x, series, facets, and where the others are held."""
    names = list(axes)
    selection = select(records)
    return {"x": names.index(selection.x) if selection.x in names else None,
            "series": [names.index(p) for p in selection.series],
            "facet": [names.index(p) for p in selection.facet],
            "held": [axes[p].index(middle(axes[p])) for p in names]}


def _table(records, axes):
    """Columns of the records' own values; path, label, whether shown at first, values."""
    found = {path: [key_of(parameter(r, path)) for r in records] for path in axes}
    for name in ("status", "repetition"):
        found[name] = [r.get(name) for r in records]
    for part in (*SIDES, *ONE_SIDED, "tree"):
        for place, record in enumerate(records):
            for path, value in _leaves(record.get(part)):
                column = found.setdefault(f"{part}.{path}", [None] * len(records))
                column[place] = _rounded(value)
    if any(r["status"] != "ok" for r in records):
        found["error"] = [field(r, "error") if r["status"] != "ok" else None for r in records]
    shown = {*axes, *FIRST_COLUMNS, "error"}
    if all(not r.get("repetition") for r in records):
        shown.remove("repetition")
    return [{"path": path, "label": style.label(path) if path in axes else path,
             "shown": path in shown, "values": values}
            for path, values in found.items() if any(v is not None for v in values)]


def _summary(records, points, axes):
    compared = [field(r, "comparison.within_pi95") for r in records]
    compared = [inside for inside in compared if inside is not None]
    failed = [{"place": style.key_text(tuple(axes), [key_of(parameter(r, p)) for p in axes]),
               "repetition": r.get("repetition"), "reason": field(r, "error") or r["status"]}
              for r in records if r["status"] != "ok"]
    return {"records": len(records), "points": len(points), "failed": failed,
            "compared": len(compared), "inside": sum(map(bool, compared)),
            "gain": _gain(records, axes)}


def _gain(records, axes):
    """How many times fewer wasted I/Os monkey makes than uniform, over pairs that differ in nothing
    else: [pairs, lowest, highest], by measurement where there is one; None without pairs."""
    path = "filters.allocation"
    others = tuple(p for p in axes if p != path)
    ratios = []
    for members in group(records, others).values():
        costs = []
        for policy in ("uniform", "monkey"):
            same = [r for r in members if parameter(r, path) == policy]
            costs.append(estimates.measured(same, MAIN_QUANTITY)
                         or estimates.predicted(same, MAIN_QUANTITY))
        if None not in costs and costs[1].value > 0:
            ratios.append(costs[0].value / costs[1].value)
    return [len(ratios), min(ratios), max(ratios)] if ratios else None

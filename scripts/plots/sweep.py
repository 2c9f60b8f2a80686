"""Which parameters of a sweep become the x axis, the series and the facets of a figure."""

import dataclasses
import json
import math

from plots.records import ResultsError, field

MAX_SERIES = 8
MAX_FACETS = 9


@dataclasses.dataclass(frozen=True)
class Selection:
    """The records of one figure and what its axes mean; paths are dotted.

    x       a path, None for a single point
    series  paths that tell the lines apart
    facet   paths that tell the panels apart
    held    path -> the one value at which a parameter is held, because there is no room to show
            all of them
    """

    records: list
    x: str | None = None
    series: tuple = ()
    facet: tuple = ()
    held: dict = dataclasses.field(default_factory=dict)


def parameter(record, path):
    """The value of a swept parameter, or of the resolved config where it was not swept."""
    if path in record["params"]:
        return record["params"][path]
    if path in ("experiment", "backend", "repetition", "seed_data", "seed_lookups"):
        return record.get(path)
    return field(record, "config." + path)


def key_of(value):
    """A hashable stand-in for a JSON value; numbers keep their order."""
    if isinstance(value, (dict, list)):
        return json.dumps(value, sort_keys=True)
    return value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def varied(records):
    """Dotted path -> its distinct values, for what differs among records.

    Swept parameters in the sweep's order, then experiment and backend. Numbers ascend, the rest is
    in order of appearance.
    """
    values = {"experiment": {}, "backend": {}}
    for record in records:
        for path, value in record["params"].items():
            key = key_of(value)
            known = values.setdefault(path, {})
            if key not in known:
                known[key] = value
        for path in ("experiment", "backend"):
            if path not in record["params"]:
                value = record.get(path)
                values[path].setdefault(key_of(value), value)
    paths = [p for p in values if p not in ("experiment", "backend")] + ["experiment", "backend"]
    found = {path: list(values[path].values()) for path in paths if len(values[path]) > 1}
    return {path: sorted(v) if all(map(is_number, v)) else v for path, v in found.items()}


def select(records, x=None, series=None, facet=None, room=MAX_SERIES):
    """Takes the axes that are asked for and fills the rest from what varies.

    x: the numeric parameter with the most values, else any. Series: the first parameter of names,
    else the one with the fewest values. The next one becomes the facet where it has at most
    MAX_FACETS values. What is left joins the series while there are at most `room` of them; else
    it is held at its middle value. Series nobody asked for are thinned to MAX_SERIES values.
    """
    axes = varied(records)
    for path in [x, *(series or ()), *(facet or ())]:
        if path is not None and all(parameter(r, path) is None for r in records):
            raise ResultsError(f"no record has the parameter {path}; swept here: "
                               f"{', '.join(axes) or 'nothing'}")
    rest = {p: v for p, v in axes.items() if p not in (x, *(series or ()), *(facet or ()))}
    if x is None and rest:
        x = max(rest, key=lambda p: (all(map(is_number, rest[p])), len(rest[p])))
        del rest[x]
    chosen = series is None
    if chosen:
        series = _take(rest, lambda p: (any(map(is_number, rest[p])), len(rest[p])))
    if facet is None:
        small = {p: v for p, v in rest.items() if len(v) <= MAX_FACETS}
        facet = _take(small, lambda p: len(small[p]))
        rest = {p: v for p, v in rest.items() if p not in facet}
    held = {}
    for path, values in rest.items():
        if math.prod(len(axes.get(p, [0])) for p in (*series, path)) <= room:
            series = (*series, path)
        else:
            held[path] = middle(values)
    kept = [r for r in records
            if all(key_of(parameter(r, p)) == key_of(v) for p, v in held.items())]
    if chosen and len(series) == 1:
        kept = _thinned(kept, series[0], axes[series[0]])
    return Selection(kept, x, tuple(series), tuple(facet), held)


def _take(axes, order):
    """(the first path by `order`,), removed from axes; () where there is none."""
    if not axes:
        return ()
    path = min(axes, key=order)
    del axes[path]
    return (path,)


def middle(values):
    return values[(len(values) - 1) // 2]


def _thinned(records, path, values):
    """Records of at most MAX_SERIES values of a parameter, evenly chosen with both ends."""
    if len(values) <= MAX_SERIES:
        return records
    step = (len(values) - 1) / (MAX_SERIES - 1)
    kept = {key_of(values[round(i * step)]) for i in range(MAX_SERIES)}
    return [r for r in records if key_of(parameter(r, path)) in kept]


def at_one_x(selection):
    """The selection for figures about single trees.

    x joins the series where that makes at most MAX_SERIES of them; else it is held at its middle
    value.
    """
    values = varied(selection.records).get(selection.x, [])
    if not values:
        return dataclasses.replace(selection, x=None)
    joined = (*selection.series, selection.x)
    if len(group(selection.records, joined)) <= MAX_SERIES:
        return dataclasses.replace(selection, x=None, series=joined)
    value = middle(values)
    kept = [r for r in selection.records if key_of(parameter(r, selection.x)) == key_of(value)]
    return dataclasses.replace(selection, records=kept, x=None,
                               held={**selection.held, selection.x: value})


def group(records, paths):
    """Records by their values of paths: {tuple of values: records}, in order of appearance."""
    groups = {}
    for record in records:
        groups.setdefault(tuple(key_of(parameter(record, p)) for p in paths), []).append(record)
    return groups


def where(records, conditions):
    """The records whose parameters equal every "path=value" of conditions."""
    for condition in conditions:
        path, equals, text = condition.partition("=")
        if not equals:
            raise ResultsError(f"--where {condition}: write PATH=VALUE")
        try:
            wanted = json.loads(text)
        except ValueError:
            wanted = text
        kept = [r for r in records if key_of(parameter(r, path)) == key_of(wanted)]
        if not kept:
            known = sorted({str(key_of(parameter(r, path))) for r in records})
            raise ResultsError(f"--where {condition}: no such record; values there: "
                               f"{', '.join(known[:20])}")
        records = kept
    return records

"""Which parameters of a sweep become the x axis, the series and the facets of a figure."""

import dataclasses
import json

from plots.records import ResultsError, field

MAX_SERIES = 12
MAX_FACETS = 12


@dataclasses.dataclass(frozen=True)
class Axes:
    """Dotted paths. x is None for a single point; series and facet are lists, empty for none."""

    x: str | None
    series: list
    facet: list


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
    """Dotted path -> its distinct values in order of appearance, for what differs among records.

    Swept parameters in the sweep's order, then experiment and backend.
    """
    values = {}
    for record in records:
        for path in [*record["params"], "experiment", "backend"]:
            value = parameter(record, path)
            values.setdefault(path, {}).setdefault(key_of(value), value)
    paths = [p for p in values if p not in ("experiment", "backend")] + ["experiment", "backend"]
    return {path: list(values[path].values()) for path in paths if len(values[path]) > 1}


def choose_axes(records, x=None, series=None, facet=None):
    """Takes what is asked for and fills the rest from what varies.

    x: the numeric parameter with the most values, else any. Series: the first parameter of names,
    else the one with the fewest values. A third parameter becomes the facet; all others join the
    series.
    """
    open_axes = varied(records)
    for path in [x, *(series or []), *(facet or [])]:
        if path is not None and all(parameter(r, path) is None for r in records):
            raise ResultsError(f"no record has the parameter {path}; swept here: "
                               f"{', '.join(open_axes) or 'nothing'}")
        open_axes.pop(path, None)
    if x is None and open_axes:
        x = max(open_axes, key=lambda p: (all(map(is_number, open_axes[p])), len(open_axes[p])))
        open_axes.pop(x)
    if series is None:
        series = []
        if open_axes:
            first = min(open_axes, key=lambda p: (any(map(is_number, open_axes[p])),
                                                  len(open_axes[p])))
            series.append(first)
            open_axes.pop(first)
    if facet is None:
        facet = []
        if open_axes:
            first = min(open_axes, key=lambda p: len(open_axes[p]))
            if len(open_axes[first]) <= MAX_FACETS:
                facet.append(first)
                open_axes.pop(first)
    return Axes(x, [*series, *open_axes], list(facet))


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

"""Figures about updates: the frontier of lookup and update cost, and the throughput of a mix.

A record whose workload has updates tells what they cost (predicted.updates, measured.updates); one
without tells what a lookup costs on the tree that they make.
"""

from paper import beside, published
from plots.estimates import Estimate
from plots.paper_drawing import PaperDrawing, PaperPanel, PaperSeries
from plots.records import number
from plots.sweep import key_of, parameter

UPDATE_IOS = "block I/Os of an update"
OPERATIONS = "operations a second"


def design_of(record):
    return parameter(record, "tree.size_ratio"), key_of(parameter(record, "tree.merge_policy"))


def has_updates(record):
    return (parameter(record, "workload.updates_fraction") or 0) > 0


def ios_of_updates(records, side):
    """Mean I/Os of an update over the records that have them; None where none has."""
    values = [number(r, f"{side}.updates.ios_per_entry") for r in records if has_updates(r)]
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def frontier(figure, records, data):
    """Lookup cost over update cost, a point for each size ratio and merge policy."""
    drawn = []
    for series in figure.series:
        parts = {"predicted": [], "measured": [], "failed": []}
        for design in dict.fromkeys(map(design_of, records)):
            members = [r for r in records if design_of(r) == design]
            lookups = [r for r in beside.of_series(members, series) if not has_updates(r)]
            if not lookups:
                continue
            for side, ios in (("predicted", beside.predicted_ios),
                              ("measured", beside.measured_ios)):
                x, y = ios_of_updates(members, side), ios(lookups)
                if x is not None and y is not None:
                    parts[side].append((x, y))
            if any(r["status"] != "ok" for r in members):
                parts["failed"].append(ios_of_updates(members, "predicted") or 0)
        parts["paper"] = [(update_ios(figure, update_ms), Estimate(1000 * ms / figure.io_us))
                          for _, (update_ms, ms) in published.points(data, figure.place,
                                                                     series.points)]
        drawn.append(PaperSeries(series.name, **{k: tuple(sorted(v, key=_x))
                                                 for k, v in parts.items()}))
    return PaperDrawing(
        name=figure.name, title=figure.title, x_label=figure.x_label, y_label=beside.I_OS,
        panels=(PaperPanel("", tuple(drawn)),), log_x=figure.log_x, log_y=figure.log_y,
        beside=(f"ms at {figure.io_us / 1000:g} ms an I/O", figure.io_us / 1000))


def _x(point):
    return point[0] if isinstance(point, tuple) else point


def update_ios(figure, update_ms):
    """Blocks that the paper's update moves, from its time."""
    return 1000 * (update_ms - figure.update_base_ms) / figure.update_us


def throughput(figure, records, data):
    """Operations a second of a mix, each operation at the price that the paper's device has.

    Of several designs at one x a navigable store takes the one that is predicted to be the best.
    """
    drawn = []
    for series in figure.series:
        members = beside.of_series(records, series)
        parts = {"predicted": [], "measured": [], "failed": []}
        for x in sorted(set(map(figure.x, members))):
            best = max((costs(figure, r) for r in members if figure.x(r) == x), key=_promise)
            for side in ("predicted", "measured"):
                if best[side] is not None:
                    parts[side].append((x, best[side]))
            if best["failed"]:
                parts["failed"].append(x)
        parts["paper"] = [(figure.paper_x[i], Estimate(v)) for i, v in
                          published.points(data, figure.place, series.points)]
        drawn.append(PaperSeries(series.name, **{k: tuple(v) for k, v in parts.items()}))
    return PaperDrawing(
        name=figure.name, title=figure.title, x_label=figure.x_label, y_label=OPERATIONS,
        panels=(PaperPanel("", tuple(drawn)),), log_x=figure.log_x, log_y=figure.log_y)


def costs(figure, record):
    """{"predicted", "measured": operations a second or None, "failed": flag, "record"}."""
    sides = {"predicted": beside.predicted_ios, "measured": beside.measured_ios}
    found = {side: operations_a_second(figure, record, side, ios([record]))
             for side, ios in sides.items()}
    return {**found, "failed": record["status"] != "ok", "record": record}


def _promise(cost):
    return cost["predicted"].value if cost["predicted"] else 0


def operations_a_second(figure, record, side, lookup_ios):
    """One over the mean time of an operation; None where the record lacks a cost."""
    updates = parameter(record, "workload.updates_fraction") or 0
    update = number(record, f"{side}.updates.ios_per_entry")
    if lookup_ios is None or update is None:
        return None
    ms = update * figure.update_us / 1000 + figure.update_base_ms

    def rate(ios):
        return 1000 / ((1 - updates) * ios * figure.io_us / 1000 + updates * ms)
    if lookup_ios.low is None:
        return Estimate(rate(lookup_ios.value))
    return Estimate(rate(lookup_ios.value), rate(lookup_ios.high), rate(lookup_ios.low))

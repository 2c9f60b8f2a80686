"""Puts records of a figure beside the paper's points: plain values, in I/Os of a lookup."""

import math

from paper import published
from plots import estimates
from plots.estimates import Estimate
from plots.paper_drawing import PaperDrawing, PaperPanel, PaperSeries
from plots.records import number
from plots.sweep import key_of, parameter

I_OS = "I/Os of a lookup"


def predicted_ios(records):
    """Expected block reads of a lookup: the wasted ones, and one for a key that exists. None behind
    a block cache, which the records' prediction leaves out."""
    if number(records[0], "config.storage.block_cache_bytes"):
        return None
    wasted = estimates.predicted(records, "wasted_ios_per_lookup")
    return _shifted(wasted, number(records[0], "config.workload.existing_fraction") or 0)


def measured_ios(records):
    """The same counted, less what a block cache served. The interval is of the wasted ones."""
    wasted = estimates.measured(records, "wasted_ios_per_lookup")
    good = [r for r in records if r["status"] == "ok"]
    lookups = sum(number(r, "measured.lookups") or 0 for r in good)
    useful = sum((number(r, "measured.block_reads") or 0) - (number(r, "measured.wasted_ios") or 0)
                 for r in good)
    return _shifted(wasted, useful / lookups if lookups else 0)


def _shifted(estimate, by):
    if estimate is None:
        return None
    ends = (None if end is None else end + by for end in (estimate.low, estimate.high))
    return Estimate(estimate.value + by, *ends)


def of_series(records, series):
    return [r for r in records
            if all(key_of(parameter(r, path)) == key_of(value)
                   for path, value in series.where.items())
            and (series.chosen is None or series.chosen(r))]


def series_beside(figure, series, records, data):
    """A PaperSeries of the records that belong to the series."""
    by_x = {}
    for record in of_series(records, series):
        by_x.setdefault(figure.x(record), []).append(record)
    parts = {"predicted": [], "measured": [], "failed": []}
    for x in sorted(by_x):
        for part, estimate in (("predicted", predicted_ios), ("measured", measured_ios)):
            value = estimate(by_x[x])
            if value is not None:
                parts[part].append((x, value))
        if any(r["status"] != "ok" for r in by_x[x]):
            parts["failed"].append(x)
    papers = {part: [(figure.paper_x[i], Estimate(1000 * ms / figure.io_us))
                     for i, ms in published.points(data, figure.place, key)] if key else []
              for part, key in (("paper", series.points), ("paper_model", series.model))}
    return PaperSeries(series.name, **{k: tuple(v) for k, v in {**parts, **papers}.items()})


def curve(figure, records, data):
    """A figure of kind "curve" as a PaperDrawing."""
    panels = {}
    for record in records:
        panels.setdefault(figure.panel(record) if figure.panel else "", []).append(record)
    drawn = []
    for name, members in panels.items():
        series = tuple(series_beside(figure, s, members, data) for s in figure.series)
        drawn.append(PaperPanel(name, series))
    return PaperDrawing(
        name=figure.name, title=figure.title, x_label=figure.x_label, y_label=I_OS,
        panels=tuple(drawn), log_x=figure.log_x, log_y=figure.log_y, ticks=figure.ticks,
        beside=(f"ms at {figure.io_us / 1000:g} ms an I/O", figure.io_us / 1000))


def nearest(points, x):
    """The estimate at the x nearest to the given one, within 5 %; None where there is none."""
    close = [(abs(at - x), e) for at, e in points if abs(at - x) <= 0.05 * max(abs(x), 1e-9)]
    return min(close, key=lambda pair: pair[0])[1] if close else None


def ratio(above, below):
    """above / below with a 95 % interval: relative errors of the two add in quadrature."""
    value = above.value / below.value
    if None in (above.low, below.low) or min(above.low, below.low) <= 0:
        return Estimate(value)
    spread = math.hypot(*(math.log(e.high / e.low) / 2 for e in (above, below)))
    return Estimate(value, value * math.exp(-spread), value * math.exp(spread))

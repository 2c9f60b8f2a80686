"""Figures of single lookups: how many I/Os they waste, and how long they take."""

from plots import estimates, style
from plots.drawing import Drawing, Panel, Point
from plots.estimates import Estimate
from plots.records import ResultsError, field, number
from plots.sweep import at_one_x, group, select

QUANTILES = {"p50": "p50", "p90": "p90", "p99": "p99", "p999": "p99.9", "max": "max"}


def plan_histogram(records, request):
    """Share of lookups by wasted I/Os: the Poisson-binomial distribution and the counts."""
    panels, selection = _panels(records, request, histogram_points)
    if not panels:
        raise ResultsError("no record has ios_per_lookup_pmf or ios_per_lookup_histogram")
    title = style.title(request, selection, "How many I/Os a lookup wastes")
    return Drawing(name="ios_per_lookup", title=title, x_label="wasted I/Os of one lookup",
                   y_label="share of lookups", panels=panels, log_x=False, log_y=request.log_y,
                   whole_x=True)


def plan_latency(records, request):
    """Quantiles of lookup latency."""
    panels, selection = _panels(records, request, latency_points)
    if not panels:
        raise ResultsError("no record has latency_us")
    title = style.title(request, selection, "How long a lookup takes")
    return Drawing(name="latency", title=title, x_label="percentile of lookups",
                   y_label="lookup latency (µs)", panels=panels, log_y=request.log_y,
                   categories=list(QUANTILES.values()))


def _panels(records, request, points_of):
    selection = at_one_x(select(records, request.x, request.series, request.facet))
    panels = []
    for facet, members in group(selection.records, selection.facet).items():
        series = {style.key_text(selection.series, key): points_of(lines)
                  for key, lines in group(members, selection.series).items()}
        series = {name: points for name, points in series.items() if points}
        if series:
            panels.append(Panel(style.key_text(selection.facet, facet), series))
    return panels, selection


def histogram_points(records):
    pmf = next((p for p in (field(r, "predicted.ios_per_lookup_pmf") for r in records) if p), [])
    counts = []
    for record in records:
        for ios, lookups in enumerate(field(record, "measured.ios_per_lookup_histogram") or []):
            counts += [0] * (ios + 1 - len(counts))
            counts[ios] += lookups
    total = sum(counts)
    points = []
    for ios in range(max(len(pmf), len(counts))):
        share = pmf[ios] if ios < len(pmf) else 0.0
        count = counts[ios] if ios < len(counts) else 0
        if count == 0 and share * max(total, 1000) < 0.05:
            continue  # far from being seen even once
        low, high = estimates.count_interval(count, 1 - count / total) if total else (None, None)
        points.append(Point(ios, Estimate(share) if pmf else None,
                            Estimate(count / total, low / total, high / total) if total else None))
    return points


def latency_points(records):
    points = []
    for position, name in enumerate(QUANTILES):
        line = estimates.predicted(records, f"latency_us.{name}")
        marker = estimates.measured(records, f"latency_us.{name}")
        if line or marker:
            points.append(Point(position, line, marker))
    return points

"""The main figure: predicted lines and measured points with 95 % intervals over one axis."""

import dataclasses
import math
import textwrap

from matplotlib import figure as mpl_figure
from matplotlib.lines import Line2D

from plots import estimates, style
from plots.records import ResultsError
from plots.sweep import MAX_FACETS, MAX_SERIES, group, is_number, key_of, parameter


@dataclasses.dataclass(frozen=True)
class Point:
    """One place of one series: x as a position, what was predicted and measured there."""

    x: float
    x_value: object
    predicted: estimates.Estimate | None
    measured: estimates.Estimate | None
    failed: int  # repetitions that failed


@dataclasses.dataclass(frozen=True)
class Panel:
    """One facet: name ("" for the only one) and {series name: points in order of x}."""

    name: str
    series: dict


@dataclasses.dataclass(frozen=True)
class Drawing:
    """All that the figure shows, before a pixel is drawn; the CSV has the same."""

    axes: object
    quantity: str
    categories: list | None  # names of x positions 0, 1, ...; None where x is a number
    panels: list


def quantity_of(y):
    """The field's name without "measured." or "predicted."."""
    return y.removeprefix("measured.").removeprefix("predicted.")


def plan(records, axes, y):
    """Groups records into panels, series and points; ResultsError where nothing can be drawn."""
    quantity = quantity_of(y)
    xs = [parameter(r, axes.x) if axes.x else "" for r in records]
    if any(x is None for x in xs):
        raise ResultsError(f"a record has no parameter {axes.x}")
    categories = None
    if not all(map(is_number, xs)):
        categories = list(dict.fromkeys(map(key_of, xs)))
    panels = []
    for facet, facet_records in group(records, axes.facet).items():
        series = {}
        for name, members in group(facet_records, axes.series).items():
            series[style.key_text(axes.series, name)] = _points(members, axes, quantity, categories)
        panels.append(Panel(style.key_text(axes.facet, facet), series))
    names = {name for panel in panels for name in panel.series}
    if len(names) > MAX_SERIES or len(panels) > MAX_FACETS:
        raise ResultsError(f"{len(panels)} facets of {len(names)} series are too many to read; "
                           f"choose with --x, --series, --facet, or narrow with --where PATH=VALUE")
    drawing = Drawing(axes, quantity, categories, panels)
    if all(p.predicted is None and p.measured is None for p in all_points(drawing)):
        raise ResultsError(f"no record has predicted.{quantity} or measured.{quantity}")
    return drawing


def _points(records, axes, quantity, categories):
    points = []
    for members in group(records, [axes.x] if axes.x else []).values():
        value = parameter(members[0], axes.x) if axes.x else ""
        position = categories.index(key_of(value)) if categories else float(value)
        points.append(Point(position, value, estimates.predicted(members, quantity),
                            estimates.measured(members, quantity),
                            sum(r["status"] != "ok" for r in members)))
    return sorted(points, key=lambda p: p.x)


def all_points(drawing):
    return [p for panel in drawing.panels for points in panel.series.values() for p in points]


def rows(drawing):
    """The figure as a table: a header, then a row for each point."""
    yield ["facet", "series", drawing.axes.x or "point", "predicted", "predicted_pi95_low",
           "predicted_pi95_high", "measured", "measured_ci95_low", "measured_ci95_high",
           "failed_repetitions"]
    nothing = estimates.Estimate(None)
    for panel in drawing.panels:
        for name, points in panel.series.items():
            for p in points:
                guess, seen = p.predicted or nothing, p.measured or nothing
                yield [panel.name, name, style.value_text(p.x_value), guess.value, guess.low,
                       guess.high, seen.value, seen.low, seen.high, p.failed]


def draw(drawing, style_name, title="", log_x=None, log_y=None):
    """The figure of a drawing. log_x, log_y: True, False, or None for what shows the data best."""
    columns = min(len(drawing.panels), 3)
    lines = math.ceil(len(drawing.panels) / columns)
    width, height = style.PANEL_INCHES[style_name]
    shrink = 1 if columns == 1 else 0.62
    fig = mpl_figure.Figure(figsize=(width * shrink * columns, height * shrink * lines))
    grid = fig.subplots(lines, columns, sharex=True, sharey=True, squeeze=False).flatten()
    log_x, log_y = _scales(drawing, log_x, log_y)
    names = list(dict.fromkeys(n for panel in drawing.panels for n in panel.series))
    looks = dict(zip(names, style.looks()))
    floor = _floor(drawing) if log_y else 0
    for axis, panel in zip(grid, drawing.panels):
        for name, points in panel.series.items():
            _draw_series(axis, points, looks[name], drawing.categories, floor, log_y)
        if panel.name:
            axis.set_title(panel.name)
    for axis in grid[len(drawing.panels):]:
        axis.set_visible(False)
    _dress(fig, grid, drawing, log_x, log_y, floor)
    _legend(grid[min(columns, len(drawing.panels)) - 1], drawing, looks, log_y)
    if title:
        fig.suptitle("\n".join(textwrap.wrap(title, 72)), fontsize="medium", fontweight="bold")
    return fig


def _values(drawing):
    for p in all_points(drawing):
        for estimate in (p.predicted, p.measured):
            if estimate is not None:
                yield estimate.value


def _scales(drawing, log_x, log_y):
    if drawing.categories is not None:
        log_x = False
    elif log_x is None:
        xs = sorted({p.x for p in all_points(drawing)})
        log_x = len(xs) > 2 and style.wants_log(xs) and xs[1] - xs[0] < (xs[-1] - xs[-2]) / 2
    positive = [v for v in _values(drawing) if v > 0]
    if log_y is None:
        log_y = style.wants_log(positive)
    if log_y and not positive:
        raise ResultsError(f"{drawing.quantity}: no value above 0, so no log scale")
    if log_x and any(p.x <= 0 for p in all_points(drawing)):
        raise ResultsError(f"{drawing.axes.x}: values of 0 or less have no place on a log scale")
    return log_x, log_y


def _floor(drawing):
    """Where a log axis ends below, and where zeros are drawn."""
    return min(v for v in _values(drawing) if v > 0) / 2


def _draw_series(axis, points, look, categories, floor, log_y):
    guesses = [p for p in points if p.predicted is not None]
    xs = [p.x for p in guesses]
    ys = [max(p.predicted.value, floor) if log_y else p.predicted.value for p in guesses]
    line = look["linestyle"] if categories is None else ""
    axis.plot(xs, ys, color=look["color"], linestyle=line, zorder=2,
              marker="_" if line == "" or len(xs) == 1 else "", markersize=22)
    if line != "" and all(p.predicted.low is not None for p in guesses):
        axis.fill_between(xs, [max(p.predicted.low, floor) for p in guesses],
                          [max(p.predicted.high, floor) for p in guesses],
                          color=look["color"], alpha=0.15, linewidth=0, zorder=1)
    for p in points:
        if p.measured is not None:
            _draw_measured(axis, p, look, floor, log_y)
        if p.failed:
            y = p.predicted.value if p.predicted else (floor if log_y else 0)
            axis.plot([p.x], [max(y, floor) if log_y else y], marker="x", color=look["color"],
                      linestyle="", markersize=11, markeredgewidth=2.4, zorder=4)


def _draw_measured(axis, point, look, floor, log_y):
    seen = point.measured
    is_zero = log_y and seen.value <= floor
    y = floor if is_zero else seen.value
    if seen.low is not None:
        low = max(seen.low, floor) if log_y else seen.low
        axis.errorbar([point.x], [y], [[max(0.0, y - low)], [max(0.0, seen.high - y)]],
                      fmt="none", ecolor=look["color"], zorder=3)
    axis.plot([point.x], [y], linestyle="", zorder=3,
              marker="v" if is_zero else look["marker"],
              markerfacecolor="white" if is_zero else look["color"],
              markeredgecolor=look["color"] if is_zero else "white")


def _dress(fig, grid, drawing, log_x, log_y, floor):
    axis = grid[0]
    if log_x:
        axis.set_xscale("log")
        xs = [p.x for p in all_points(drawing)]
        style.plain_log_ticks(axis.xaxis, min(xs), max(xs))
    if log_y:
        top = max(_values(drawing))
        axis.set_yscale("log")
        axis.set_ylim(floor * 0.85, top * 1.5)
        style.plain_log_ticks(axis.yaxis, floor, top)
    elif min(_values(drawing)) >= 0:
        axis.set_ylim(bottom=0)
    if drawing.categories is not None:
        axis.set_xticks(range(len(drawing.categories)),
                        [style.value_text(c) for c in drawing.categories])
        axis.set_xlim(-0.5, len(drawing.categories) - 0.5)
    fig.supxlabel(style.label(drawing.axes.x) if drawing.axes.x else "", fontsize="medium")
    fig.supylabel(style.label(drawing.quantity), fontsize="medium")


def _legend(axis, drawing, looks, log_y):
    points = all_points(drawing)
    handles = [Line2D([], [], label=name, color=look["color"], marker=look["marker"],
                      linestyle=look["linestyle"]) for name, look in looks.items() if name]
    says = []
    if any(p.predicted for p in points):
        says.append("line: predicted")
    if any(p.measured for p in points):
        known = any(p.measured and p.measured.low is not None for p in points)
        says.append("marker: measured" + (", 95 % interval" if known else ""))
    if any(p.failed for p in points):
        handles.append(Line2D([], [], label="failed", color="#555555", marker="x", linestyle="",
                              markersize=9, markeredgewidth=2))
    if log_y and any(p.measured and p.measured.value == 0 for p in points):
        handles.append(Line2D([], [], label="measured 0", color="#555555", marker="v",
                              markerfacecolor="white", linestyle=""))
    if handles or says:
        beside = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)} if drawing.panels[1:] else {}
        legend = axis.legend(handles=handles, title="\n".join(says), handlelength=3.2,
                             alignment="left", **beside)
        legend.get_title().set_fontsize("small")

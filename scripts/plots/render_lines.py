"""Turns a Drawing into a matplotlib figure."""

import math

from matplotlib import figure, rcParams, ticker
from matplotlib.lines import Line2D

from plots import style
from plots.records import ResultsError

MAX_COLUMNS = 3
SPREAD = 0.6  # of a category's width that its series stand side by side on


def render(drawing, style_name):
    columns = min(len(drawing.panels), MAX_COLUMNS)
    lines = math.ceil(len(drawing.panels) / columns)
    width, height = style.PANEL_INCHES[style_name]
    if columns > 1:
        width, height = width * 0.62, height * 0.75
    fig = figure.Figure(figsize=(width * columns, height * lines))
    grid = fig.subplots(lines, columns, sharex=True, sharey=True, squeeze=False).flatten()
    scales = _Scales(drawing)
    looks = dict(zip(drawing.series_names(), style.looks()))
    for axis, panel in zip(grid, drawing.panels):
        for name, points in panel.series.items():
            shift = 0
            if drawing.categories is not None:
                shift = SPREAD * ((list(looks).index(name) + 0.5) / len(looks) - 0.5)
            _draw_series(axis, drawing, points, looks[name], scales, shift)
        if panel.name:
            axis.set_title(panel.name)
    for axis in grid[len(drawing.panels):]:
        axis.set_visible(False)
    for axis in grid[max(0, len(drawing.panels) - columns):len(drawing.panels)]:
        axis.xaxis.set_tick_params(labelbottom=True)
    _dress(grid[0], drawing, scales)
    _legend(grid[columns - 1], drawing, looks, scales)
    fig.supxlabel(drawing.x_label, fontsize="medium")
    fig.supylabel(drawing.y_label, fontsize="medium")
    if drawing.title:
        fig.suptitle(style.wrapped(drawing.title), fontsize="medium", fontweight="bold")
    return fig


class _Scales:
    """Linear or logarithmic, and on a logarithmic y axis the floor at which zeros are drawn."""

    def __init__(self, drawing):
        xs = sorted({p.x for p in drawing.points()})
        positive = [v for v in drawing.values() if v > 0]
        self.log_x, self.log_y = drawing.log_x, drawing.log_y
        if drawing.categories is not None:
            self.log_x = False
        elif self.log_x is None:
            self.log_x = (len(xs) > 2 and style.wants_log(xs)
                          and xs[1] - xs[0] < (xs[-1] - xs[-2]) / 2)
        if self.log_y is None:
            self.log_y = style.wants_log(positive)
        if self.log_y and not positive:
            raise ResultsError(f"{drawing.y_label}: no value above 0, so no log scale")
        if self.log_x and xs[0] <= 0:
            raise ResultsError(f"{drawing.x_label}: 0 and less have no place on a log scale")
        self.low_x, self.high_x = xs[0], xs[-1]
        self.floor = min(positive) / 1.6 if self.log_y else -math.inf
        self.top = max(drawing.values())

    def y(self, value):
        return max(value, self.floor)


def _draw_series(axis, drawing, points, look, scales, shift):
    lines = [p for p in points if p.line is not None]
    _draw_line(axis, drawing, lines, look, scales, shift)
    seen = [p for p in points if p.marker is not None]
    _draw_intervals(axis, [p for p in seen if p.marker.low is not None], look, scales, shift)
    zeros = [p for p in seen if p.marker.value < scales.floor]
    shown = [p for p in seen if p.marker.value >= scales.floor]
    axis.plot([p.x + shift for p in shown], [p.marker.value for p in shown], linestyle="",
              marker=look["marker"], color=look["color"], markeredgecolor="white", zorder=3)
    axis.plot([p.x + shift for p in zeros], [scales.floor] * len(zeros), linestyle="", marker="v",
              color=look["color"], markerfacecolor="white", zorder=3)
    failed = [p for p in points if p.failed]
    bottom = scales.floor if scales.log_y else min(0, *drawing.values(), 0)
    axis.plot([p.x + shift for p in failed],
              [scales.y(p.line.value) if p.line else bottom for p in failed], marker="x",
              color=look["color"], linestyle="", markersize=1.6 * rcParams["lines.markersize"],
              markeredgewidth=1.3 * rcParams["lines.linewidth"], zorder=4)


def _draw_line(axis, drawing, points, look, scales, shift):
    xs = [p.x + shift for p in points]
    ys = [scales.y(p.line.value) for p in points]
    if drawing.categories is not None or len(points) == 1:
        axis.plot(xs, ys, color=look["color"], linestyle="", marker="_", zorder=2,
                  markersize=3 * rcParams["lines.markersize"], markeredgewidth=1.6)
        return
    stairs = "steps-mid" if drawing.steps else "default"
    axis.plot(xs, ys, color=look["color"], linestyle=look["linestyle"], drawstyle=stairs, zorder=2)
    if points and all(p.line.low is not None for p in points):
        axis.fill_between(xs, [scales.y(p.line.low) for p in points],
                          [scales.y(p.line.high) for p in points], color=look["color"],
                          alpha=0.15, linewidth=0, zorder=1)


def _draw_intervals(axis, points, look, scales, shift):
    if not points:
        return
    ys = [scales.y(p.marker.value) for p in points]
    down = [max(0.0, y - scales.y(p.marker.low)) for y, p in zip(ys, points)]
    up = [max(0.0, p.marker.high - y) for y, p in zip(ys, points)]
    axis.errorbar([p.x + shift for p in points], ys, [down, up], fmt="none",
                  ecolor=look["color"], zorder=3)


def _dress(axis, drawing, scales):
    if scales.log_x:
        axis.set_xscale("log")
        style.plain_log_ticks(axis.xaxis, scales.low_x, scales.high_x)
    elif scales.high_x >= 1e5 and drawing.categories is None:
        style.plain_ticks(axis.xaxis)
    elif drawing.whole_x:
        axis.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    if scales.log_y:
        axis.set_yscale("log")
        axis.set_ylim(scales.floor * 0.85, scales.top * 1.5)
        style.plain_log_ticks(axis.yaxis, scales.floor, scales.top)
    elif min(drawing.values()) >= 0:
        axis.set_ylim(bottom=0)
    if not scales.log_y and scales.top >= 1e5:
        style.plain_ticks(axis.yaxis)
    if drawing.categories is not None:
        axis.set_xticks(range(len(drawing.categories)), drawing.categories)
        axis.set_xlim(-0.5, len(drawing.categories) - 0.5)


def _legend(axis, drawing, looks, scales):
    points = drawing.points()
    has_lines, has_markers = any(p.line for p in points), any(p.marker for p in points)
    handles = [Line2D([], [], label=name, color=look["color"], markeredgecolor="white",
                      marker=look["marker"] if has_markers else "",
                      linestyle=look["linestyle"] if has_lines else "")
               for name, look in looks.items() if name]
    says = []
    if has_lines:
        says.append(f"line: {drawing.line}")
    if has_markers:
        known = any(p.marker and p.marker.low is not None for p in points)
        says.append(f"marker: {drawing.marker}" + (", 95 % interval" if known else ""))
    if any(p.marker and p.marker.value < scales.floor for p in points):
        handles.append(Line2D([], [], label=f"{drawing.marker} 0", color="#555555", marker="v",
                              markerfacecolor="white", linestyle=""))
    if any(p.failed for p in points):
        handles.append(Line2D([], [], label="failed", color="#555555", marker="x", linestyle="",
                              markersize=9, markeredgewidth=2))
    beside = {}
    if len(drawing.panels) > 1 or len(handles) > 6:
        beside = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)}
    legend = axis.legend(handles=handles, title="\n".join(says), handlelength=3.2,
                         alignment="left", **beside)
    legend.get_title().set_fontsize("small")

"""Turns a PaperDrawing into a matplotlib figure."""

from matplotlib import figure, rcParams, ticker
from matplotlib.lines import Line2D

from plots import style

GREY = "#555555"


def render(drawing, style_name):
    width, height = style.PANEL_INCHES[style_name]
    columns = len(drawing.panels)
    scale = 1.25 if columns == 1 else 0.75
    fig = figure.Figure(figsize=(width * scale * columns, height * 1.1))
    grid = fig.subplots(1, columns, sharex=True, sharey=True, squeeze=False)[0]
    looks = dict(zip(drawing.series_names(), style.looks()))
    floor = _floor(drawing)
    for axis, panel in zip(grid, drawing.panels):
        for series in panel.series:
            _draw(axis, series, looks[series.name], floor)
        if panel.name:
            axis.set_title(panel.name)
    _dress(grid, drawing, floor)
    _legend(grid[-1], drawing, looks)
    if columns == 1:
        grid[0].set_xlabel(drawing.x_label)
    else:
        fig.supxlabel(drawing.x_label, fontsize="medium")
    grid[0].set_ylabel(drawing.y_label)
    fig.suptitle(style.wrapped(drawing.title), fontsize="medium", fontweight="bold")
    return fig


def _floor(drawing):
    """Where zeros are drawn on a logarithmic y axis."""
    positive = [v for v in drawing.values() if v > 0]
    return min(positive) / 1.6 if drawing.log_y and positive else None


def _xy(points, floor):
    ys = [estimate.value for _, estimate in points]
    return [x for x, _ in points], ys if floor is None else [max(y, floor) for y in ys]


def _draw(axis, series, look, floor):
    colour = look["color"]
    xs, ys = _xy(series.predicted, floor)
    axis.plot(xs, ys, color=colour, linestyle=look["linestyle"], zorder=2)
    if series.predicted and all(e.low is not None for _, e in series.predicted):
        low, high = ([getattr(e, end) if floor is None else max(getattr(e, end), floor)
                      for _, e in series.predicted] for end in ("low", "high"))
        axis.fill_between(xs, low, high, color=colour, alpha=0.15, linewidth=0, zorder=1)
    xs, ys = _xy(series.paper, floor)
    axis.plot(xs, ys, linestyle="", marker=look["marker"], color=colour, markerfacecolor="none",
              markersize=1.25 * rcParams["lines.markersize"], zorder=3)
    xs, ys = _xy(series.paper_model, floor)
    axis.plot(xs, ys, linestyle="", marker="+", color=colour, zorder=6)
    _draw_measured(axis, series.measured, look, floor)
    bottom = floor if floor is not None else 0
    predicted = {x: e.value for x, e in series.predicted}
    axis.plot(series.failed, [predicted.get(x, bottom) for x in series.failed], linestyle="",
              marker="x", color=colour, markersize=1.6 * rcParams["lines.markersize"],
              markeredgewidth=1.3 * rcParams["lines.linewidth"], zorder=5)


def _draw_measured(axis, points, look, floor):
    xs, ys = _xy(points, floor)
    known = [(x, y, e) for x, y, (_, e) in zip(xs, ys, points) if e.low is not None]
    if known:
        down = [max(0.0, y - (e.low if floor is None else max(e.low, floor))) for _, y, e in known]
        up = [max(0.0, e.high - y) for _, y, e in known]
        axis.errorbar([x for x, _, _ in known], [y for _, y, _ in known], [down, up], fmt="none",
                      ecolor=look["color"], zorder=4)
    axis.plot(xs, ys, linestyle="", marker=look["marker"], color=look["color"],
              markeredgecolor="white", markersize=0.8 * rcParams["lines.markersize"], zorder=4)


def _dress(grid, drawing, floor):
    axis = grid[0]
    if drawing.log_x:
        xs = [x for s in drawing.series() for part in (s.paper, s.predicted, s.measured)
              for x, _ in part] or [1, 10]
        axis.set_xscale("log", base=2 if drawing.ticks else 10)
        if not drawing.ticks:
            style.plain_log_ticks(axis.xaxis, min(xs), max(xs))
    if drawing.ticks:
        axis.set_xticks([x for x, _ in drawing.ticks], [text for _, text in drawing.ticks])
        axis.xaxis.set_minor_locator(ticker.NullLocator())
    top = max(drawing.values(), default=1)
    if drawing.log_y and floor is not None:
        axis.set_yscale("log")
        axis.set_ylim(floor * 0.85, top * 1.5)
        style.plain_log_ticks(axis.yaxis, floor, top)
    else:
        axis.set_ylim(0, 1.08 * top)
    if drawing.beside:
        label, factor = drawing.beside
        second = grid[-1].secondary_yaxis("right", functions=(lambda y: y * factor,
                                                              lambda y: y / factor))
        second.set_ylabel(label)
        if drawing.log_y and floor is not None:
            style.plain_log_ticks(second.yaxis, floor * factor, top * factor)


def _legend(axis, drawing, looks):
    handles = [Line2D([], [], label=name, color=look["color"], linestyle=look["linestyle"],
                      marker=look["marker"], markeredgecolor="white")
               for name, look in looks.items()]
    parts = {part for s in drawing.series() for part in ("paper", "paper_model", "predicted",
                                                         "measured", "failed") if getattr(s, part)}
    meanings = (("paper", "paper's points", {"marker": "o", "markerfacecolor": "none"}),
                ("paper_model", "paper's model", {"marker": "+"}),
                ("predicted", "our prediction", {"linestyle": "-"}),
                ("measured", "our measurement, 95 %", {"marker": "o"}),
                ("failed", "failed", {"marker": "x", "markersize": 9, "markeredgewidth": 2}))
    for part, text, look in meanings:
        if part in parts:
            handles.append(Line2D([], [], label=text, color=GREY,
                                  **{"linestyle": "", "markeredgecolor": GREY, **look}))
    axis.legend(handles=handles, loc="upper left",
                bbox_to_anchor=(1.16 if drawing.beside else 1.0, 1.0), handlelength=3.2)

"""Heat maps of two-axis sweeps, and break-even maps: where one series beats another."""

import dataclasses
import math

from matplotlib import colors, figure, rcParams

from plots import estimates, style
from plots.records import ResultsError
from plots.sweep import group, is_number, key_of, parameter, select, varied
from plots.sweep_figure import quantity_of

NUMBER_INCHES = 0.036  # width of a number in a cell, for each point of font size
MAX_PANELS = 4


@dataclasses.dataclass(frozen=True)
class HeatMap:
    """Panels of cells: panels maps a name to {(x position, y position): value}.

    A value of None is a point of which nothing is known because it failed. ratio: the values are
    ratios, and 1 is the break-even, drawn as a line.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    value_label: str
    x_names: list
    y_names: list
    panels: dict
    ratio: bool = False

    def rows(self):
        yield ["panel", self.x_label, self.y_label, self.value_label]
        for panel, cells in self.panels.items():
            for (x, y), value in cells.items():
                yield [panel, self.x_names[x], self.y_names[y], value]


def plan_heat_map(records, request):
    """A quantity over two numeric parameters, a panel for each series."""
    x, y = _plane(records, request)
    others = [p for p, v in varied(records).items() if p not in (x, y) and len(v) <= MAX_PANELS]
    selection = select(records, x, (y,), request.facet or tuple(others[:1]), room=0)
    quantity = quantity_of(request.y)
    panels = {style.key_text(selection.facet, key): _cells(members, x, y, quantity)
              for key, members in group(selection.records, selection.facet).items()}
    return _heat_map(records, request, selection, panels, "heat_map", style.label(quantity), False)


def plan_break_even(records, request):
    """The ratio of a quantity between the first two series over two numeric parameters."""
    x, y = _plane(records, request)
    others = [p for p in varied(records) if p not in (x, y)]
    compared = (request.series or others[:1] or [None])[0]
    values = varied(records).get(compared, [])
    if len(values) < 2:
        raise ResultsError("a break-even map compares two series; sweep e.g. filters.allocation")
    selection = select(records, x, (y, compared), request.facet or (), room=0)
    quantity = quantity_of(request.y)
    panels = {}
    for key, members in group(selection.records, selection.facet).items():
        sides = [_cells([r for r in members if key_of(parameter(r, compared)) == key_of(value)],
                        x, y, quantity) for value in values[:2]]
        panels[style.key_text(selection.facet, key)] = {
            place: None if None in (sides[0][place], sides[1][place])
            else sides[0][place] / sides[1][place]
            for place in sides[0] if sides[1].get(place, 0) != 0}
    names = [style.value_text(compared, key_of(value)) for value in values[:2]]
    return _heat_map(records, request, selection, panels, "break_even",
                     f"{style.label(quantity)}: {names[0]} / {names[1]}", True)


def _plane(records, request):
    """The two numeric parameters with the most values, or as requested."""
    numeric = {p: v for p, v in varied(records).items() if all(map(is_number, v))}
    order = sorted(numeric, key=lambda p: -len(numeric[p]))
    if request.x:
        order = [request.x, *(p for p in order if p != request.x)]
    if len(order) < 2 or any(len(numeric.get(p, ())) < 3 for p in order[:2]):
        raise ResultsError("a map needs a sweep over two numeric parameters of three values each")
    return order[0], order[1]


def _cells(records, x, y, quantity):
    """{(x, y): value}: measured where there is a measurement, else predicted; None if it failed."""
    cells = {}
    for place, members in group(records, (x, y)).items():
        value = estimates.measured(members, quantity) or estimates.predicted(members, quantity)
        if value is not None:
            cells[place] = value.value
        elif any(r["status"] != "ok" for r in members):
            cells[place] = None
    return cells


def _heat_map(records, request, selection, panels, name, value_label, ratio):
    if all(value is None for cells in panels.values() for value in cells.values()):
        raise ResultsError(f"no record has a value for {value_label}")
    x, y = selection.x, selection.series[0]
    axes = varied(records)
    at_x = {value: i for i, value in enumerate(axes[x])}
    at_y = {value: i for i, value in enumerate(axes[y])}
    placed = {panel: {(at_x[i], at_y[j]): v for (i, j), v in cells.items()}
              for panel, cells in panels.items()}
    return HeatMap(name=name, title=style.title(request, selection, ""), x_label=style.label(x),
                   y_label=style.label(y), value_label=value_label, panels=placed, ratio=ratio,
                   x_names=[style.value_text(x, v) for v in axes[x]],
                   y_names=[style.value_text(y, v) for v in axes[y]])


def render(heat_map, style_name):
    width, height = style.PANEL_INCHES[style_name]
    fig = figure.Figure(figsize=(width * (0.35 + 0.65 * len(heat_map.panels)), height))
    grid = fig.subplots(1, len(heat_map.panels), sharex=True, sharey=True, squeeze=False)[0]
    norm, map_name = _colours(heat_map)
    for axis, (name, cells) in zip(grid, heat_map.panels.items()):
        known = {place: value for place, value in cells.items() if value is not None}
        table = [[known.get((x, y), math.nan) for x in range(len(heat_map.x_names))]
                 for y in range(len(heat_map.y_names))]
        image = axis.imshow(table, origin="lower", aspect="auto", cmap=map_name, norm=norm)
        axis.grid(False)
        if width * 0.65 / len(heat_map.x_names) > NUMBER_INCHES * rcParams["font.size"]:
            _write_values(axis, known, image)
        for x, y in cells.keys() - known.keys():
            axis.plot([x], [y], marker="x", color="#555555", markersize=9, markeredgewidth=2)
        if heat_map.ratio and min(known.values(), default=1) < 1 < max(known.values(), default=1):
            axis.contour(table, levels=[1.0], colors="black", linewidths=2)
        axis.set_title(name)
        _ticks(axis.set_xticks, heat_map.x_names)
        _ticks(axis.set_yticks, heat_map.y_names)
    bar = fig.colorbar(image, ax=list(grid), label=style.wrapped(heat_map.value_label, 30))
    if isinstance(norm, colors.LogNorm):
        style.plain_log_ticks(bar.ax.yaxis, norm.vmin, norm.vmax)
    fig.supxlabel(heat_map.x_label, fontsize="medium")
    fig.supylabel(heat_map.y_label, fontsize="medium")
    if heat_map.title:
        fig.suptitle(style.wrapped(heat_map.title), fontsize="medium", fontweight="bold")
    return fig


def _ticks(set_ticks, names):
    step = max(1, math.ceil(len(names) / 12))
    set_ticks(range(0, len(names), step), names[::step])


def _colours(heat_map):
    """(norm, colour map): ratios are light at 1 and dark both ways, else lightness is order."""
    values = [v for cells in heat_map.panels.values() for v in cells.values() if v is not None]
    low, high = min(values), max(values)
    if heat_map.ratio and low > 0:
        reach = max(high, 1 / low, 1.01)
        return colors.LogNorm(1 / reach, reach), "PuOr"
    if style.wants_log(values):
        return colors.LogNorm(low, high), "cividis"
    return colors.Normalize(low, high if high > low else low + 1), "cividis"


def _write_values(axis, cells, image):
    for (x, y), value in cells.items():
        red, green, blue, _ = image.cmap(image.norm(value))
        dark = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.45
        axis.text(x, y, f"{value:.2g}", ha="center", va="center", fontsize="x-small",
                  color="white" if dark else "black")

"""The frontier of lookup cost against update cost: what one buys with the other."""

from plots import estimates, style
from plots.drawing import Drawing, Panel, Point
from plots.records import ResultsError
from plots.sweep import group, select
from plots.sweep_figure import quantity_of

# Update costs that a record may have, the first one found is drawn.
UPDATE_COSTS = ("update_ios_per_entry", "copies_per_entry", "write_amplification",
                "update_latency_us.mean")


def plan(records, request):
    """request.y over an update cost; each series is one design at all values of what varies."""
    update = quantity_of(request.update_cost) if request.update_cost else _update_cost(records)
    lookup = quantity_of(request.y)
    selection = select(records, request.x, request.series, request.facet or ())
    heading = "What lookups and updates cost"
    if selection.x:
        heading += f"\nalong a line: {style.label(selection.x)}"
    panels = []
    for facet, members in group(selection.records, selection.facet).items():
        series = {style.key_text(selection.series, key): _points(lines, selection.x, update, lookup)
                  for key, lines in group(members, selection.series).items()}
        panels.append(Panel(style.key_text(selection.facet, facet), series))
    drawing = Drawing(name="frontier",
                      title=style.title(request, selection, heading),
                      x_label=style.label(update), y_label=style.label(lookup), panels=panels,
                      log_x=request.log_x, log_y=request.log_y)
    if not drawing.values():
        raise ResultsError(f"no record has both {update} and {lookup}")
    return drawing


def _update_cost(records):
    for quantity in UPDATE_COSTS:
        if estimates.predicted(records, quantity) or estimates.measured(records, quantity):
            return quantity
    raise ResultsError(f"no record has an update cost ({', '.join(UPDATE_COSTS)}); "
                       f"name its field with --update-cost")


def _points(records, path, update, lookup):
    """A line point where both costs are predicted, a marker where both are measured."""
    points = []
    for members in group(records, [path] if path else []).values():
        for estimate, is_line in ((estimates.predicted, True), (estimates.measured, False)):
            x, y = estimate(members, update), estimate(members, lookup)
            if x and y:
                points.append(Point(x.value, y if is_line else None, None if is_line else y))
    return sorted(points, key=lambda p: p.x)

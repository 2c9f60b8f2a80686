"""The main figure of a sweep: a quantity over one parameter, predicted and measured."""

from plots import estimates, style
from plots.drawing import Drawing, Panel, Point
from plots.records import ResultsError
from plots.sweep import MAX_FACETS, group, is_number, key_of, parameter, select

MAX_NAMED_SERIES = 16  # of series that were asked for by name


def quantity_of(y):
    """The field's name without "measured." or "predicted."."""
    return y.removeprefix("measured.").removeprefix("predicted.")


def plan(records, request):
    """The Drawing of request.y; ResultsError where nothing of it is in the records."""
    quantity = quantity_of(request.y)
    selection = select(records, request.x, request.series, request.facet)
    panels, categories = panels_of(selection, quantity)
    path = selection.x
    drawing = Drawing(
        name=quantity.replace(".", "_"), title=style.title(request, selection, request.question),
        x_label=style.label(path) if path else "", y_label=style.label(quantity), panels=panels,
        categories=categories, log_x=request.log_x, log_y=request.log_y)
    if not drawing.values():
        raise ResultsError(f"no record has predicted.{quantity} or measured.{quantity}")
    return drawing


def panels_of(selection, quantity):
    """(panels, names of the categories on x or None)."""
    path = selection.x
    xs = [parameter(r, path) if path else "" for r in selection.records]
    if any(x is None for x in xs):
        raise ResultsError(f"a record has no parameter {path}")
    keys = None
    if not all(map(is_number, xs)):
        keys = list(dict.fromkeys(map(key_of, xs)))
    panels = []
    for facet, members in group(selection.records, selection.facet).items():
        series = {style.key_text(selection.series, name): _points(lines, path, quantity, keys)
                  for name, lines in group(members, selection.series).items()}
        panels.append(Panel(style.key_text(selection.facet, facet), series))
    names = {name for panel in panels for name in panel.series}
    if len(names) > MAX_NAMED_SERIES or len(panels) > MAX_FACETS:
        raise ResultsError(f"{len(panels)} panels of {len(names)} series are too many to read; "
                           f"narrow with --where PATH=VALUE or choose other axes")
    return panels, keys and [style.value_text(path, key) for key in keys]


def _points(records, path, quantity, keys):
    points = []
    for members in group(records, [path] if path else []).values():
        value = parameter(members[0], path) if path else ""
        points.append(Point(keys.index(key_of(value)) if keys else value,
                            estimates.predicted(members, quantity),
                            estimates.measured(members, quantity),
                            sum(r["status"] != "ok" for r in members)))
    return sorted(points, key=lambda p: p.x)

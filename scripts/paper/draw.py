"""From a figure's records to what is drawn, by the figure's kind."""

from paper import beside, operations
from plots.records import ResultsError

KINDS = {"curve": beside.curve, "frontier": operations.frontier,
         "throughput": operations.throughput}


def drawing_of(figure, records, data):
    """A PaperDrawing; ResultsError where no record belongs to the figure."""
    drawing = KINDS[figure.kind](figure, records, data)
    if not any(s.predicted or s.measured or s.failed for s in drawing.series()):
        raise ResultsError(f"{figure.name}: no record belongs to this figure")
    return drawing

"""What a figure of a paper shows beside ours, before a pixel is drawn.

Every series has up to four parts: the paper's points, the paper's own model where it was plotted,
our prediction and our measurement. Each part has its own x, for an axis may itself be measured.
"""

import dataclasses

from plots.estimates import Estimate

PARTS = ("paper", "paper_model", "predicted", "measured")


@dataclasses.dataclass(frozen=True)
class PaperSeries:
    """Each part is a tuple of (x, Estimate) in order of x, `failed` the x of failed points."""

    name: str
    paper: tuple = ()
    paper_model: tuple = ()
    predicted: tuple = ()
    measured: tuple = ()
    failed: tuple = ()


@dataclasses.dataclass(frozen=True)
class PaperPanel:
    name: str  # "" for the only one
    series: tuple


@dataclasses.dataclass(frozen=True)
class PaperDrawing:
    """A whole figure.

    name     file name without ending
    ticks    ((x, text), ...) of the x axis; None for numbers
    beside   (label, factor) of a second y axis that shows y times factor; None for none
    """

    name: str
    title: str
    x_label: str
    y_label: str
    panels: tuple
    log_x: bool = False
    log_y: bool = False
    beside: tuple | None = None
    ticks: tuple | None = None

    def series(self):
        return [series for panel in self.panels for series in panel.series]

    def series_names(self):
        return list(dict.fromkeys(series.name for series in self.series()))

    def values(self):
        return [estimate.value for series in self.series() for part in PARTS
                for _, estimate in getattr(series, part)]

    def rows(self):
        """The figure as a table: a header, then a row for each value."""
        yield ["panel", "series", "part", self.x_label, self.y_label, "low", "high"]
        for panel in self.panels:
            for series in panel.series:
                for part in PARTS:
                    for x, estimate in getattr(series, part):
                        yield [panel.name, series.name, part, x, estimate.value, estimate.low,
                               estimate.high]
                for x in series.failed:
                    nothing = Estimate(None)
                    yield [panel.name, series.name, "failed", x, nothing.value, nothing.low,
                           nothing.high]

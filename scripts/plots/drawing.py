"""What a figure of lines shows, before a pixel is drawn: panels of series of points."""

import dataclasses

from plots.estimates import Estimate


@dataclasses.dataclass(frozen=True)
class Point:
    """One place of one series: its x, what the line and what the marker say there."""

    x: float
    line: Estimate | None
    marker: Estimate | None
    failed: int = 0  # repetitions that failed


@dataclasses.dataclass(frozen=True)
class Panel:
    """One facet: its name ("" for the only one) and {series name: points in order of x}."""

    name: str
    series: dict


@dataclasses.dataclass(frozen=True)
class Drawing:
    """A whole figure.

    name           file name without ending
    categories     names of x = 0, 1, ...; None where x is a number
    log_x, log_y   True, False, or None for what shows the values better
    line, marker   what lines and markers mean, e.g. "predicted" and "measured"
    steps          lines are drawn as stairs
    whole_x        x counts something: ticks at whole numbers only
    """

    name: str
    title: str
    x_label: str
    y_label: str
    panels: list
    categories: list | None = None
    log_x: bool | None = None
    log_y: bool | None = None
    line: str = "predicted"
    marker: str = "measured"
    steps: bool = False
    whole_x: bool = False

    def points(self):
        return [p for panel in self.panels for points in panel.series.values() for p in points]

    def values(self):
        """Every drawn value, without interval ends."""
        return [e.value for p in self.points() for e in (p.line, p.marker) if e is not None]

    def series_names(self):
        return list(dict.fromkeys(name for panel in self.panels for name in panel.series))

    def rows(self):
        """The figure as a table: a header, then a row for each point."""
        yield ["panel", "series", self.x_label, self.line, f"{self.line}_low",
               f"{self.line}_high", self.marker, f"{self.marker}_low", f"{self.marker}_high",
               "failed_repetitions"]
        nothing = Estimate(None)
        for panel in self.panels:
            for name, points in panel.series.items():
                for p in points:
                    line, marker = p.line or nothing, p.marker or nothing
                    x = p.x if self.categories is None else self.categories[int(p.x)]
                    yield [panel.name, name, x, line.value, line.low, line.high, marker.value,
                           marker.low, marker.high, p.failed]

"""The table of figures: name, what it shows, how it is planned and rendered."""

import dataclasses
from typing import Callable

from plots import frontier, heat_map, level_figures, lookup_figures, render_lines, sweep_figure


@dataclasses.dataclass(frozen=True)
class Request:
    """What the command line asks of a figure; None leaves the choice to the figure."""

    x: str | None = None
    y: str = "wasted_ios_per_lookup"
    series: tuple | None = None
    facet: tuple | None = None
    log_x: bool | None = None
    log_y: bool | None = None
    update_cost: str | None = None
    title: str | None = None
    question: str = ""  # the experiment's, heads the main figure


@dataclasses.dataclass(frozen=True)
class Figure:
    name: str
    summary: str
    plan: Callable    # (records, Request) -> something with name and rows(), or ResultsError
    render: Callable  # (what plan gave, style name) -> matplotlib figure


FIGURES = (
    Figure("sweep", "--y over the swept parameter, predicted lines and measured points",
           sweep_figure.plan, render_lines.render),
    Figure("ladder", "bits per key of each level", level_figures.plan_ladder, render_lines.render),
    Figure("fpr", "false-positive rate of each level", level_figures.plan_fpr,
           render_lines.render),
    Figure("histogram", "wasted I/Os of a lookup against their Poisson-binomial distribution",
           lookup_figures.plan_histogram, render_lines.render),
    Figure("latency", "quantiles of lookup latency", lookup_figures.plan_latency,
           render_lines.render),
    Figure("frontier", "lookup cost against update cost", frontier.plan, render_lines.render),
    Figure("heat-map", "--y over two swept numbers", heat_map.plan_heat_map, heat_map.render),
    Figure("break-even", "ratio of --y between two series over two swept numbers",
           heat_map.plan_break_even, heat_map.render),
)

"""The text of results/paper/README.md around its tables."""

from paper import table

HEAD = """# The papers' figures, beside ours

Written by `scripts/paper_results.py` from the records in this folder; do not edit.

    ./scripts/reproduce.sh

runs every config of `configs/paper`, draws the figures and writes this page. M17 is Monkey
(SIGMOD 2017), T18 its journal version (TODS 2018), D18 Dostoevsky (SIGMOD 2018). The papers' points
were read from the graphics of the published PDFs (`configs/paper/data/paper_figures.json`); their
milliseconds are divided by what their device takes for an I/O. Predictions take the runs and the
filters as they are; measurements are counts of a store on real files. Intervals are 95 %.
"""
CLAIMS = """
## What the papers claim

"-": the paper has no points that could be read, or nothing was measured.

"""
SETUP = """
## The default set-up

1 GB of 1 KB entries as 1023 buffers, inserted in random order, T=2, 1 MB buffer, 5 bits per key;
read with direct I/O. Each row is one trial with its own lookups.

"""
GAINS = """
## The gain, point by point

Uniform over Monkey at every point of the zero-result figures with `lookups: auto`. The measured
gain should lie within 10 % of the predicted one. The paper's gain over the predicted one tells how
far its own points are from the model; [gains.md](gains.md) has every point.

"""
GAIN_POINTS = """# Uniform over Monkey at every point of the zero-result figures

Written by `scripts/paper_results.py` from the records in this folder; do not edit. x is that of the
figure. Off: how far the gain lies from the predicted one. The paper's gain is that of its own
points.

"""
INSIDE = """
Of all distinct points, {} of {} counts lie inside their prediction's 95 % interval.
"""
ERRATA = """
## Where the sources are wrong

Each with the wrong form, the right one, and by how much they differ.

"""
RUNS = """
## What it takes

{points} points took {minutes:.1f} minutes on {cpus} cores ({cpu}), one dataset at a time and
removed after its points: the largest, 8191 buffers of monkey_11a, takes 8.8 GB, and a run asks for
11.7 GB before it begins. Load is that of the last minute, other work on the machine included. A
second run counts the same; `scripts/paper_results.py DIR --same-counts-as OTHER` compares two.

"""
ABSENT = """
### T18 figure 13F: throughput with range lookups

Not here: range lookups between point lookups and updates cannot be run yet.
"""
FIGURES = """
## The figures

"""


def gain_points(figures, drawings):
    """The page of every point's gain."""
    return GAIN_POINTS + table.table(
        ("figure", "uniform is", "x", "predicted gain", "measured", "off", "paper's", "off"),
        table.gain_points(figures, drawings))


def write(figures, drawings, findings, records, configs, errata, runs):
    """The whole page.

    figures    the table of figures
    drawings   {figure name: PaperDrawing} of those that have records
    findings   of every claim
    records    {config name: records}
    configs    {config name: Question}
    errata     {file name: title}
    runs       {config name: what its run took}, as paper_results.runs_of gives it
    """
    text = HEAD + CLAIMS + table.claims_table(findings)
    if "monkey_setup" in records:
        text += SETUP + table.table(
            ("allocation", "trial", "ideal R", "predicted R", "measured R", "its interval",
             "mean lookup here, µs"), table.setup_rows(records["monkey_setup"]))
    text += GAINS + table.table(
        ("figure", "points within 10 %", "measured / predicted gain", "paper's / predicted gain"),
        table.gain_rows(figures, drawings))
    text += INSIDE.format(*table.distinct_inside(records))
    if errata:
        text += ERRATA + "".join(f"- [{title}](errata/{name})\n" for name, title in errata.items())
    text += _runs(records, runs) if runs else ""
    return text + FIGURES + _figures(figures, drawings, records, configs) + ABSENT


def _runs(records, runs):
    machine = next(iter(runs.values()))
    text = RUNS.format(points=sum(len(records[name]) for name in runs), cpus=machine["cpus"],
                       minutes=sum(r["seconds"] for r in runs.values()) / 60, cpu=machine["cpu"])
    return text + table.table(
        ("figure", "points", "seconds", "load before", "load after"),
        [(name, len(records[name]), r["seconds"], r["load_before"], r["load_after"])
         for name, r in runs.items()])


def _figures(figures, drawings, records, configs):
    text = ""
    for figure in figures:
        if figure.name not in configs:
            continue
        config = configs[figure.name]
        text += f"### {figure.title}\n\n{config.question} Set-up: {config.setup}. "
        text += f"Departs: {config.departs}. Config: `configs/paper/{figure.name}.json`.\n\n"
        if figure.name not in drawings:
            text += "No records: it was not run.\n\n"
            continue
        inside, compared = table.inside_interval(records[figure.name])
        failed = [r for r in records[figure.name] if r["status"] != "ok"]
        text += f"{len(records[figure.name])} points"
        text += f", {len(failed)} failed" if failed else ""
        text += f"; {inside} of {compared} counts inside their prediction's interval.\n\n"
        text += f"![{figure.title}](figures/{figure.name}.svg)\n\n"
    return text

#!/usr/bin/python3
"""Draws the figures of bitladder's results from the emitted JSON alone.

Lines are predictions, markers measurements with 95 % intervals; failed points are marked. Beside
each figure stands a CSV of what it shows. Without options the axes are picked from the sweep, and
every figure is drawn for which the records have values.
"""

import argparse
import os
import sys

from plots import output, style
from plots.figures import FIGURES, Request
from plots.records import ResultsError, field, read_results
from plots.sweep import where


def parse(arguments):
    figures = "\n".join(f"  {f.name:<12}{f.summary}" for f in FIGURES)
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=f"figures:\n{figures}",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", metavar="RESULTS",
                        help="a directory of `bitladder run`, a results.json or a points.jsonl")
    parser.add_argument("-o", "--output", metavar="DIR",
                        help="where figures go (default: figures/ beside the first RESULTS)")
    parser.add_argument("--figure", action="append", choices=[f.name for f in FIGURES],
                        metavar="NAME", help="draw just this one; may be repeated")
    parser.add_argument("--x", metavar="PATH", help="parameter on the x axis")
    parser.add_argument("--y", metavar="FIELD", default=Request.y,
                        help="quantity on the y axis, as in the record (default: %(default)s)")
    parser.add_argument("--series", metavar="PATH", action="append",
                        help="parameter that tells the lines apart; may be repeated")
    parser.add_argument("--facet", metavar="PATH", action="append",
                        help="parameter that tells the panels apart; may be repeated")
    parser.add_argument("--where", metavar="PATH=VALUE", action="append", default=[],
                        help="draw only these records; may be repeated")
    parser.add_argument("--logx", action=argparse.BooleanOptionalAction, help="log scale on x")
    parser.add_argument("--logy", action=argparse.BooleanOptionalAction, help="log scale on y")
    parser.add_argument("--update-cost", metavar="FIELD", help="x axis of the frontier")
    parser.add_argument("--style", choices=style.STYLES, default="screen")
    parser.add_argument("--formats", default="svg,png", help="of svg, png, pdf (default: svg,png)")
    parser.add_argument("--title", help="default: the experiment's question")
    options = parser.parse_args(arguments)
    options.formats = options.formats.split(",")
    unknown = set(options.formats) - set(output.FORMATS)
    if unknown:
        parser.error(f"--formats {','.join(sorted(unknown))}: known are svg, png, pdf")
    return options


def request_of(options, results):
    return Request(x=options.x, y=options.y, log_x=options.logx, log_y=options.logy,
                   series=None if options.series is None else tuple(options.series),
                   facet=None if options.facet is None else tuple(options.facet),
                   update_cost=options.update_cost,
                   title=options.title, question=results.question())


def plans(records, request, wanted):
    """[(Figure, its plan)] of the wanted figures, or of the first one and all that are possible."""
    planned = []
    for figure in FIGURES:
        if wanted and figure.name not in wanted:
            continue
        try:
            planned.append((figure, figure.plan(records, request)))
        except ResultsError:
            if wanted or figure is FIGURES[0]:
                raise
    return planned


def run(options):
    results = read_results(options.results)
    records = where(results.records, options.where)
    planned = plans(records, request_of(options, results), options.figure)
    style.use(options.style)
    first = options.results[0]
    beside = first if os.path.isdir(first) else os.path.dirname(first)
    folder = options.output or os.path.join(beside, "figures")
    for figure, plan in planned:
        drawn = figure.render(plan, options.style)
        for path in output.write(folder, plan.name, drawn, plan.rows(), options.formats):
            print(path)
    for note in [*results.notes, *failures(records)]:
        print(f"plot: {note}", file=sys.stderr)


def failures(records):
    """One line for each of the first failed points."""
    failed = [r for r in records if r["status"] != "ok"]
    for record in failed[:20]:
        reason = field(record, "error") or record["status"]
        place = ", ".join(f"{path} {value}" for path, value in record["params"].items())
        yield f"failed point: {place}: {reason}"
    if len(failed) > 20:
        yield f"and {len(failed) - 20} more failed points"


def main(arguments):
    try:
        run(parse(arguments))
    except ResultsError as error:
        print(f"plot: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

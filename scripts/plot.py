#!/usr/bin/python3
"""Draws the figures of bitladder's results: predicted lines, measured points, 95 % intervals."""

import argparse
import os
import sys

from plots import lines, output, style
from plots.records import ResultsError, field, read_results
from plots.sweep import choose_axes, where

DEFAULT_Y = "measured.wasted_ios_per_lookup"


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+", metavar="RESULTS",
                        help="a directory of `bitladder run`, a results.json or a points.jsonl")
    parser.add_argument("-o", "--output", metavar="DIR",
                        help="where figures go (default: figures/ beside the first RESULTS)")
    parser.add_argument("--x", metavar="PATH", help="parameter on the x axis")
    parser.add_argument("--y", metavar="FIELD", default=DEFAULT_Y,
                        help="quantity on the y axis, as in the record (default: %(default)s)")
    parser.add_argument("--series", metavar="PATH", action="append",
                        help="parameter that tells the lines apart; may be repeated")
    parser.add_argument("--facet", metavar="PATH", action="append",
                        help="parameter that tells the panels apart; may be repeated")
    parser.add_argument("--where", metavar="PATH=VALUE", action="append", default=[],
                        help="draw only these records; may be repeated")
    parser.add_argument("--logx", action=argparse.BooleanOptionalAction, help="log scale on x")
    parser.add_argument("--logy", action=argparse.BooleanOptionalAction, help="log scale on y")
    parser.add_argument("--style", choices=style.STYLES, default="screen")
    parser.add_argument("--formats", default="svg,png", help="of svg, png, pdf (default: svg,png)")
    parser.add_argument("--title", help="default: the experiment's question")
    options = parser.parse_args(arguments)
    options.formats = options.formats.split(",")
    unknown = set(options.formats) - set(output.FORMATS)
    if unknown:
        parser.error(f"--formats {','.join(sorted(unknown))}: known are svg, png, pdf")
    return options


def run(options):
    results = read_results(options.results)
    for note in results.notes:
        print(f"plot: {note}", file=sys.stderr)
    records = where(results.records, options.where)
    drawing = lines.plan(records, choose_axes(records, options.x, options.series, options.facet),
                         options.y)
    style.use(options.style)
    title = results.question() if options.title is None else options.title
    figure = lines.draw(drawing, options.style, title, options.logx, options.logy)
    first = options.results[0]
    beside = first if os.path.isdir(first) else os.path.dirname(first)
    name = drawing.quantity.replace(".", "_")
    paths = output.write(options.output or os.path.join(beside, "figures"), name, figure,
                         lines.rows(drawing), options.formats)
    for path in paths:
        print(path)
    report_failures(records)


def report_failures(records):
    failed = [r for r in records if r["status"] != "ok"]
    for record in failed[:20]:
        reason = field(record, "error") or record["status"]
        print(f"plot: failed: {record['params']}: {reason}", file=sys.stderr)
    if len(failed) > 20:
        print(f"plot: and {len(failed) - 20} more failed points", file=sys.stderr)


def main(arguments):
    try:
        run(parse(arguments))
    except ResultsError as error:
        print(f"plot: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

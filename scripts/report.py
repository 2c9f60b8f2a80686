#!/usr/bin/python3
"""Writes bitladder's results as one page that opens offline in any browser.

The page has a summary, the results' provenance, every figure with values under the pointer, zoom
and switches, the records as a table, and sliders that compute the ladder of any tree.
"""

import argparse
import base64
import gzip
import html
import json
import os
import sys

from plots.records import ResultsError, read_results
from plots.report_data import page_data
from plots.sweep import where

SCRIPTS = os.path.dirname(os.path.abspath(__file__))
BUILD = "build/release"


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", metavar="RESULTS",
                        help="a directory of `bitladder run`, a results.json or a points.jsonl")
    parser.add_argument("-o", "--output", metavar="FILE",
                        help="default: report.html beside the first RESULTS")
    parser.add_argument("--where", metavar="PATH=VALUE", action="append", default=[],
                        help="take only these records; may be repeated")
    return parser.parse_args(arguments)


def built(name):
    """Bytes of a part of the page that the build makes."""
    folder = os.environ.get("BITLADDER_BINARY_DIR") or os.path.join(os.path.dirname(SCRIPTS), BUILD)
    path = os.path.join(folder, "report", name)
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}; build it first: cmake --preset release && "
                           f"cmake --build --preset release --target report_page") from None


def packed(data):
    """gzip in base64, without a time stamp: equal results give equal pages."""
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def page(data):
    """The text of the page for page_data's value."""
    with open(os.path.join(SCRIPTS, "report", "page.html"), encoding="utf-8") as file:
        text = file.read()
    parts = {
        "TITLE": html.escape(f"{', '.join(data['experiments'])}: bitladder report"),
        "STYLE": built("style.css").decode(),
        "DATA": packed(json.dumps(data, separators=(",", ":"), allow_nan=False).encode()),
        "PLAY": packed(built("play.wasm")),
        "SCRIPT": built("report.js").decode(),
    }
    head, *rest = text.split("@")
    out = [head]
    for name, after in zip(rest[::2], rest[1::2]):
        out += [parts[name], after]
    return "".join(out)


def run(options):
    results = read_results(options.results)
    results.records = where(results.records, options.where)
    first = options.results[0]
    beside = first if os.path.isdir(first) else os.path.dirname(first)
    path = options.output or os.path.join(beside, "report.html")
    text = page(page_data(results))
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path + ".part", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(path + ".part", path)
    except OSError as error:
        raise ResultsError(f"{error.filename or path}: {error.strerror}") from None
    print(path)
    for note in results.notes:
        print(f"report: {note}", file=sys.stderr)


def main(arguments):
    try:
        run(parse(arguments))
    except ResultsError as error:
        print(f"report: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

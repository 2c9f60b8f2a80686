#!/usr/bin/python3
"""Draws the papers' figures from records and writes the table of their claims.

    paper_results.py [DIR] [--same-counts-as OTHER]

Reads DIR/records/NAME for every figure of scripts/paper/figures.py that has records there, writes
DIR/figures, DIR/README.md, DIR/gains.md and an erratum on published points. DIR is results/paper
unless given.
With --configs it writes configs/paper/README.md from the configs instead. With --same-counts-as it
writes nothing and exits 1 unless the records of DIR and OTHER agree in everything but times.
"""

import argparse
import json
import os
import sys

from paper import claims, counts, draw, figures, guide, page, published, question, table
from plots import output, render_paper, style
from plots.records import ResultsError, read_results

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CONFIGS = os.path.join(ROOT, "configs", "paper")
CONFIGS_HEAD = """# One config a figure of the papers

Written by `scripts/paper_results.py --configs` from the configs' own questions; do not edit. M17 is
Monkey (SIGMOD 2017), T18 its journal version (TODS 2018), D18 Dostoevsky (SIGMOD 2018).
`./scripts/reproduce.sh` runs them. The configs in `configs/paper/full` take the place of their
namesakes with `--full`. `configs/paper/data/paper_figures.json` holds the papers' points, read from
the graphics of the published PDFs.

"""


def configs_page():
    """configs/paper/README.md."""
    rows = []
    for name, path in question.configs(CONFIGS).items():
        config = question.of_config(path)
        rows.append((f"`configs/paper/{name}.json`", config.figure, config.question, config.setup,
                     config.departs))
    return CONFIGS_HEAD + table.table(
        ("config", "figure", "question", "set-up", "departs from the paper"), rows)


def read_all(folder):
    """{config name: records} of every config that has records."""
    found = {}
    for name in question.configs(CONFIGS):
        place = os.path.join(folder, name)
        files = [os.path.join(place, file) for file in ("results.json", "points.jsonl")]
        if any(os.path.isfile(f) and os.path.getsize(f) > 0 for f in files):
            found[name] = read_results([place]).records
        elif os.path.isdir(place):
            print(f"paper_results: {name} has no records yet; not drawn", file=sys.stderr)
    return found


def run(folder):
    records = read_all(os.path.join(folder, "records"))
    if not records:
        raise ResultsError(f"{folder}: no records; run scripts/reproduce.sh")
    style.use("screen")
    drawings = drawings_of(records)
    for drawing in drawings.values():
        for path in output.write(os.path.join(folder, "figures"), drawing.name,
                                 render_paper.render(drawing, "screen"), drawing.rows(),
                                 ("svg", "png")):
            print(path)
    write_text(os.path.join(folder, "errata", "guide_figure_11a.md"),
               guide.figure_11a(published.load()))
    for name, text in pages(folder, records, drawings).items():
        write_text(os.path.join(folder, name), text)


def drawings_of(records):
    """{name: PaperDrawing} of the figures that have records."""
    data = published.load()
    return {figure.name: draw.drawing_of(figure, records[figure.name], data)
            for figure in figures.FIGURES if figure.name in records}


def pages(folder, records, drawings):
    """{file name: text} of what stands beside the figures."""
    findings = [claims.find(claim, drawings.get(claim.figure)) for claim in claims.CLAIMS]
    configs = {name: question.of_config(path) for name, path in question.configs(CONFIGS).items()}
    return {"README.md": page.write(figures.FIGURES, drawings, findings, records, configs,
                                    errata_of(os.path.join(folder, "errata")),
                                    runs_of(folder, records)),
            "gains.md": page.gain_points(figures.FIGURES, drawings)}


def runs_of(folder, records):
    """What the run of each figure took: {name: {"seconds", "load_before", "load_after", "cpus",
    "cpu"}}, without those that lack a file that says it."""
    runs = {}
    for name in records:
        took, manifest = (_json_of(os.path.join(folder, "records", name, file))
                          for file in ("took.json", "manifest.json"))
        if took and manifest:
            machine = manifest["machine"]
            runs[name] = {**took, "cpus": machine["cpus"], "cpu": machine["cpu"]}
    return runs


def _json_of(path):
    if not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def errata_of(folder):
    """{file name: title} of the errata in a folder."""
    titles = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".md"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                titles[name] = file.readline().removeprefix("# ").strip()
    return titles


def compare(folder, other):
    """Prints what differs; whether nothing does."""
    first, second = (read_all(os.path.join(f, "records")) for f in (folder, other))
    lines = [f"{name}: {line}" for name in sorted(set(first) | set(second))
             for line in counts.differences(first.get(name, []), second.get(name, []))]
    points = sum(map(len, first.values()))
    print("\n".join(lines) or f"{points} points, the same counts in both")
    return points > 0 and not lines


def write_text(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)
    print(path)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", metavar="DIR",
                        default=os.path.join(ROOT, "results", "paper"))
    parser.add_argument("--configs", action="store_true", help="write configs/paper/README.md")
    parser.add_argument("--same-counts-as", metavar="OTHER", help="compare two folders instead")
    options = parser.parse_args(arguments)
    try:
        if options.same_counts_as:
            return 0 if compare(options.folder, options.same_counts_as) else 1
        if options.configs:
            write_text(os.path.join(CONFIGS, "README.md"), configs_page())
        else:
            run(options.folder)
    except ResultsError as error:
        print(f"paper_results: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/python3
"""make_reports.py DIR: the pages that the browser tests open, and what they must say.

quickstart.html from the quickstart's kept results, failed.html from a made-up sweep of four
parameters with repetitions and failed points, whose records stay in DIR/failed.
"""

import os
import sys

SCRIPTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, SCRIPTS)
import report
from tests import synthetic

AXES = {"filters.bits_per_key": [1, 2, 4, 6, 8, 10], "filters.allocation": ["uniform", "monkey"],
        "tree.size_ratio": [2, 4, 8], "tree.merge_policy": ["leveling", "tiering"]}


def with_failures():
    records = [record for repetition in range(2)
               for record in synthetic.sweep(AXES, repetition=repetition, lookups=4096)]
    for place in range(0, len(records), 11):
        failed = records[place]
        records[place] = synthetic.record(failed["params"], repetition=failed["repetition"],
                                          status="failed", lookups=4096)
    for record in records:
        record["predicted"]["copies_per_entry"] = 3.5 * record["params"]["tree.size_ratio"]
    return records


def main(folder):
    failed = os.path.join(folder, "failed")
    os.makedirs(failed, exist_ok=True)
    synthetic.write_lines(failed, with_failures())
    quickstart = os.path.join(os.path.dirname(SCRIPTS), "results", "quickstart")
    for source, name in ((quickstart, "quickstart.html"), (failed, "failed.html")):
        if report.main([source, "-o", os.path.join(folder, name)]) != 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

#!/usr/bin/python3
"""A sweep that is killed over and over ends with the records of one that never was.

    kill_test.py BITLADDER SOURCE_DIR

`kill -9` at random moments of a run, then the same command again. The moments come from a seed
that is printed; BITLADDER_KILL_SEED sets it.
"""

import json
import os
import random
import subprocess
import tempfile
import time
import unittest

import cli_runner

from cli_runner import main, run, source

KILLS = 50
SEED = int(os.environ.get("BITLADDER_KILL_SEED", "20170514"))
# Two datasets with six points each, twice; counts alone, so that points may run side by side.
SWEEP = ["--set", "sweep.seed_data=[1,2]", "--set", "workload.timing=none", "--set",
         "workload.lookups=4000", "--set", "repetitions=2"]
POINTS = 24


def command(directory, *more):
    return ["run", source("configs", "smoke", "engine.json"), "-o", directory, *SWEEP, *more]


def records_of(directory):
    """(point, repetition) -> the record without what may differ between two right runs."""
    records = {}
    with open(os.path.join(directory, "results.json"), encoding="utf-8") as file:
        for record in json.load(file)["records"]:
            record["measured"].pop("kernel_read_bytes")
            key = (record["point_id"], record["repetition"])
            assert key not in records, key
            records[key] = record
    return records


def journal_of(directory):
    """The lines of the journal that an append has finished, and what follows them."""
    path = os.path.join(directory, "points.jsonl")
    if not os.path.exists(path):
        return [], b""
    with open(path, "rb") as file:
        *lines, rest = file.read().split(b"\n")
    return lines, rest


def run_and_kill(arguments, seconds):
    """Whether the run was still there to be killed."""
    process = subprocess.Popen([cli_runner.BITLADDER, *arguments], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    try:
        process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return True
    return False


class AKilledSweep(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def kill_often(self, directory, duration, rng):
        """Kills until KILLS runs have died; a sweep that got to its end starts afresh."""
        kills, finished, torn = 0, 0, 0
        before = []
        while kills < KILLS:
            fresh = ["--fresh"] if len(before) == POINTS else []
            died = run_and_kill(command(directory, "--jobs", str(rng.randint(1, 3)), *fresh),
                                rng.uniform(0, duration))
            kills += died
            finished += not died
            lines, rest = journal_of(directory)
            torn += rest != b""
            if not fresh:
                self.assertEqual(lines[:len(before)], before, "a finished record is lost")
            before = lines
            self.assertLess(finished, 4 * KILLS, "the runs end before they are killed")
        return finished, torn

    def test_ends_with_the_records_of_one_that_never_was(self):
        rng = random.Random(SEED)
        print(f"seed of the kills: {SEED}", flush=True)
        start = time.monotonic()
        self.assertEqual(run(*command(self.path("whole"))).returncode, 0)
        duration = time.monotonic() - start
        expected = records_of(self.path("whole"))
        self.assertEqual(len(expected), POINTS)

        killed = self.path("killed")
        finished, torn = self.kill_often(killed, 0.5 * duration, rng)
        result = run(*command(killed))
        self.assertEqual(result.returncode, 0, result.stderr)
        print(f"{KILLS} kills, {finished} runs to the end, {torn} torn lines", flush=True)
        self.assertEqual(records_of(killed), expected)
        self.assertFalse(os.path.exists(os.path.join(killed, "datasets")), "a dataset is left")


if __name__ == "__main__":
    main()

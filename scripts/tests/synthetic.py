"""Made-up records in the schema of the real ones: a full tree of size ratio 2 with ideal filters.

The values are those of theory plus sampling noise from a fixed seed, so that figures look real.
"""

import functools
import itertools
import json
import math
import os
import random

BETA = math.log(2) ** 2
LEVELS = 10


def ladder(bits, allocation):
    """Bits per key of levels 1..LEVELS of a full tree with size ratio 2 (the exact optimum)."""
    entries = [2.0 ** i for i in range(LEVELS)]
    if allocation == "uniform":
        return [bits] * LEVELS
    budget = bits * sum(entries)
    for unfiltered in range(LEVELS + 1):  # the largest levels get none
        kept = entries[:LEVELS - unfiltered]
        log_rate = -(budget * BETA + sum(n * math.log(n) for n in kept)) / max(sum(kept), 1)
        rates = [math.exp(log_rate) * n for n in kept]
        if not rates or max(rates) <= 1:
            return [-math.log(p) / BETA for p in rates] + [0.0] * unfiltered
    return [0.0] * LEVELS


def pmf_of(rates):
    """The distribution of the number of false positives of one lookup."""
    pmf = [1.0]
    for p in rates:
        pmf = [a * (1 - p) + b * p for a, b in zip(pmf + [0.0], [0.0] + pmf)]
    return pmf


def record(params, config=None, seed=0, repetition=0, lookups=16384, status="ok"):
    """One record of schema version 1."""
    noise = random.Random(json.dumps([params, seed, repetition]))
    bits = ladder(params.get("filters.bits_per_key", 5), params.get("filters.allocation", "monkey"))
    rates = [math.exp(-b * BETA) for b in bits]
    mean, pmf = sum(rates), pmf_of(rates)
    sd = math.sqrt(sum(p * (1 - p) for p in rates) / lookups + mean ** 2 * 1e-6)
    histogram = [0] * len(pmf)
    for ios in noise.choices(range(len(pmf)), weights=pmf, k=lookups):
        histogram[ios] += 1
    wasted = sum(i * n for i, n in enumerate(histogram))
    runs = []
    for level, (b, p) in enumerate(zip(bits, rates), 1):
        hits = sum(noise.random() < p for _ in range(lookups // 16)) * 16
        half = 1.96 * math.sqrt(max(hits, 1)) / lookups
        runs.append({
            "level": level, "run": 1, "entries": 1024 * 2 ** (level - 1),
            "bits_per_key_requested": b, "bits_per_key": b, "bits_per_key_at_creation": b,
            "filter_bits": int(b * 1024 * 2 ** (level - 1)), "fpr_predicted": p,
            "fpr_predicted_sd": p * 0.01, "fpr_from_filter": p, "fill_ratio": 0.5,
            "filter_probes": lookups, "false_positives": hits, "true_positives": 0,
            "fpr_measured": hits / lookups,
            "fpr_measured_ci95": [max(0.0, hits / lookups - half), hits / lookups + half],
            "block_reads": hits})
    latency = {"mean": 2 + 4 * mean, "p50": 2.1, "p90": 8 + mean, "p99": 20.3, "p999": 41.0,
               "max": 312.0}
    made = {
        "schema_version": 1, "experiment": "synthetic", "point_id": json.dumps(params),
        "repetition": repetition, "seed_data": 1, "seed_lookups": 1, "backend": "engine",
        "status": status, "params": params,
        "config": {"name": "synthetic", "question": "What do more filter bits buy?",
                   "backend": "engine", "tree": {"size_ratio": 2, "entries": 1047552},
                   **(config or {})},
        "tree": {"fingerprint": "0", "entries": 1047552, "runs": runs},
        "filter_memory": {"budget_bits": 0, "spent_bits": 0, "file_bytes": 0, "resident_bytes": 0},
        "predicted": {"wasted_ios_per_lookup": mean, "wasted_ios_per_lookup_sd": sd,
                      "wasted_ios_per_lookup_pi95": [mean - 1.96 * sd, mean + 1.96 * sd],
                      "ios_per_lookup_pmf": pmf, "latency_us": {**latency, "max": None}},
        "measured": {"lookups": lookups, "found": 0, "wasted_ios": wasted, "block_reads": wasted,
                     "wasted_ios_per_lookup": wasted / lookups,
                     "ios_per_lookup_histogram": histogram, "latency_us": latency},
        "comparison": {"wasted_ios_ratio": wasted / lookups / mean if mean else None,
                       "within_pi95": True},
    }
    if status != "ok":
        made["measured"], made["comparison"] = None, None
        made["error"] = "the disk is full"
    return made


def sweep(axes, **options):
    """Records of the Cartesian product of {dotted path: values}."""
    return [record(dict(zip(axes, values)), **options)
            for values in itertools.product(*axes.values())]


def quickstart():
    """Records of one sweep over bits and allocation, the caller's own to change."""
    return json.loads(_quickstart_text())


@functools.cache
def _quickstart_text():
    return json.dumps(sweep({"filters.bits_per_key": list(range(1, 11)),
                             "filters.allocation": ["uniform", "monkey"]}))


def write_lines(folder, records, tail=""):
    """Writes folder/points.jsonl; returns its path."""
    path = os.path.join(folder, "points.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(r) + "\n" for r in records)
        file.write(tail)
    return path

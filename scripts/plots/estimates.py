"""Predicted and measured values of a group of equal points (repetitions), with 95 % intervals."""

import dataclasses
import math

from plots.records import field, number

Z95 = 1.959963984540054
# Student's t, 97.5 %, for 1..30 degrees of freedom (any table of the distribution).
T975 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042)


# Parts of a record that are not told apart into predicted and measured.
OTHER_PARTS = ("comparison.", "filter_memory.", "tree.")


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval; the interval is None where it is not known."""

    value: float
    low: float | None = None
    high: float | None = None


def predicted(records, quantity):
    """The prediction shared by repetitions of one point; None where there is none."""
    for record in records:
        value = number(record, "predicted." + quantity)
        if value is not None:
            return Estimate(value, *_pair(record, f"predicted.{quantity}_pi95"))
    return None


def measured(records, quantity):
    """The mean over the repetitions that succeeded; None where there is none.

    The interval is the record's own, else the lookups' sampling for counts, else Student's over
    the repetitions.
    """
    path = quantity if quantity.startswith(OTHER_PARTS) else "measured." + quantity
    values = [(r, number(r, path)) for r in records if r["status"] == "ok"]
    values = [(r, v) for r, v in values if v is not None]
    if not values:
        return None
    mean = sum(v for _, v in values) / len(values)
    if len(values) == 1 and field(values[0][0], f"{path}_ci95") is not None:
        return Estimate(mean, *_pair(values[0][0], f"{path}_ci95"))
    if quantity == "wasted_ios_per_lookup":
        pooled = _pooled_count([r for r, _ in values])
        if pooled is not None:
            return pooled
    if len(values) == 1:
        return Estimate(mean)
    variance = sum((v - mean) ** 2 for _, v in values) / (len(values) - 1)
    t = T975[len(values) - 2] if len(values) - 2 < len(T975) else Z95
    half = t * math.sqrt(variance / len(values))
    return Estimate(mean, mean - half, mean + half)


def _pair(record, path):
    pair = field(record, path)
    if isinstance(pair, list) and len(pair) == 2 and None not in pair:
        return pair
    return None, None


def _pooled_count(records):
    """Wasted I/Os a lookup over all repetitions, with the score interval of count_interval."""
    lookups = sum(number(r, "measured.lookups") or 0 for r in records)
    counts = [number(r, "measured.wasted_ios") for r in records]
    if lookups <= 0 or None in counts:
        return None
    count = sum(counts)
    low, high = count_interval(count, dispersion(records, count))
    return Estimate(count / lookups, low / lookups, high / lookups)


def dispersion(records, count):
    """Variance over mean of a lookup's I/Os, from the histograms; 1 (Poisson) where they do not
    describe just the wasted I/Os."""
    histogram = {}
    for record in records:
        for ios, lookups in enumerate(field(record, "measured.ios_per_lookup_histogram") or []):
            histogram[ios] = histogram.get(ios, 0) + lookups
    total = sum(histogram.values())
    first = sum(i * n for i, n in histogram.items())
    if count == 0 or first != count:
        return 1.0
    second = sum(i * i * n for i, n in histogram.items())
    return (second / total - (first / total) ** 2) / (first / total)


def count_interval(count, phi):
    """95 % score interval of a count with variance phi x mean: the means mu for which
    (count - mu)^2 <= z^2 phi mu. Never negative; [0, 3.84] for no events at phi = 1."""
    shift = Z95 ** 2 * phi / 2
    half = Z95 * math.sqrt(phi * count + Z95 ** 2 * phi ** 2 / 4)
    return max(0.0, count + shift - half), count + shift + half

"""Numbers that a claim is judged by, taken from one part of a drawing: paper, predicted, measured.

Each takes {series name: ((x, Estimate), ...)} and gives an Estimate, None where there is nothing
to compare. Relative errors of two values add in quadrature (beside.ratio).
"""

import math

from paper.beside import nearest, ratio
from plots.estimates import Estimate


def part_of(drawing, part):
    """{series name: points} of one part of a drawing that has one panel."""
    return {s.name: getattr(s, part) for p in drawing.panels for s in p.series}


def part_of_panels(drawing, part, names):
    """[{series name: points}] of one part of a drawing, one for each named panel."""
    return [{s.name: getattr(s, part) for p in drawing.panels if p.name == name for s in p.series}
            for name in names]


def growth(name):
    """Last value over first."""
    def measure(part):
        points = part[name]
        return ratio(points[-1][1], points[0][1]) if len(points) > 1 else None
    return measure


def shared(part, above, below):
    """[(x, estimate of above, estimate of below)] where both have a value above 0."""
    pairs = [(x, a, nearest(part[below], x)) for x, a in part[above]]
    return [(x, a, b) for x, a, b in pairs if b is not None and min(a.value, b.value) > 0]


def saving(above, below):
    """1 - below/above, where it is largest."""
    def measure(part):
        ratios = [ratio(b, a) for _, a, b in shared(part, above, below)]
        return complement(min(ratios, key=lambda r: r.value)) if ratios else None
    return measure


def saving_at(above, below, place):
    """1 - below/above at one x."""
    def measure(part):
        found = [ratio(b, a) for x, a, b in shared(part, above, below) if abs(x - place) < 1e-9]
        return complement(found[0]) if found else None
    return measure


def saving_kept(above, below, place):
    """Saving at one x in the second of two panels over that in the first."""
    def measure(parts):
        first, second = (saving_at(above, below, place)(part) for part in parts)
        if first is None or second is None or first.value <= 0:
            return None
        return ratio(second, first)
    return measure


def difference_kept(above, below, place, reference):
    """above - below at one x over that at another, in the one panel given."""
    def measure(parts):
        gaps = {x: a.value - b.value for part in parts for x, a, b in shared(part, above, below)}
        found = [next((g for x, g in gaps.items() if abs(x - at) < 1e-9), None)
                 for at in (place, reference)]
        return None if None in found or found[1] <= 0 else Estimate(found[0] / found[1])
    return measure


def complement(estimate):
    if estimate.low is None:
        return Estimate(1 - estimate.value)
    return Estimate(1 - estimate.value, 1 - estimate.high, 1 - estimate.low)


def share_below(above, below):
    """Share of the x at which `below` costs less than `above`."""
    def measure(part):
        pairs = shared(part, above, below)
        return Estimate(sum(b.value < a.value for _, a, b in pairs) / len(pairs)) if pairs else None
    return measure


def worst_gain(above, below):
    """above/below, where it is smallest."""
    return _gain(above, below, min)


def best_gain(above, below):
    """above/below, where it is largest."""
    return _gain(above, below, max)


def _gain(above, below, pick):
    def measure(part):
        ratios = [ratio(a, b) for _, a, b in shared(part, above, below)]
        return pick(ratios, key=lambda r: r.value) if ratios else None
    return measure


def excess(reference, other):
    """other/reference - 1 of y, the largest over points of equal rank from the right; of curves
    whose points are one for each size ratio."""
    def measure(part):
        pairs = list(zip(part[reference][::-1], part[other][::-1]))
        ratios = [ratio(b, a) for (_, a), (_, b) in pairs if a.value > 0]
        if not ratios:
            return None
        most = max(ratios, key=lambda r: r.value)
        return Estimate(most.value - 1, *(None if e is None else e - 1
                                          for e in (most.low, most.high)))
    return measure


def cheaper_updates(reference, other):
    """1 - other/reference of x at the last point."""
    def measure(part):
        if not part[reference] or not part[other]:
            return None
        return Estimate(1 - part[other][-1][0] / part[reference][-1][0])
    return measure


def memory_saving(above, below):
    """1 - m/h, where it is largest: h bits per key of `above` and the m for which `below` costs as
    much, by straight lines through the logarithms of the costs."""
    def measure(part):
        savings = [_memory_saving(part[below], h, a) for h, a, _ in shared(part, above, below)
                   if h > 0]
        savings = [s for s in savings if s is not None]
        return max(savings, key=lambda s: s.value) if savings else None
    return measure


def _memory_saving(curve, bits, cost):
    values = [None if c is None or c <= 0 else _bits_for(curve, c)
              for c in (cost.value, cost.low, cost.high)]
    if values[0] is None:
        return None
    middle, most, least = (None if v is None else 1 - v / bits for v in values)
    return Estimate(middle, most, least) if None not in (most, least) else Estimate(middle)


def _bits_for(curve, cost):
    """x at which a falling curve has the value `cost`; None beyond its ends."""
    for (x0, e0), (x1, e1) in zip(curve, curve[1:]):
        if e0.value >= cost >= e1.value > 0:
            if e0.value == e1.value:
                return x0
            share = math.log(e0.value / cost) / math.log(e0.value / e1.value)
            return x0 + share * (x1 - x0)
    return None

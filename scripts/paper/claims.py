"""What the papers claim of their figures, and what the records say to it."""

import dataclasses
from typing import Callable

from paper import measures
from paper.measures import (best_gain, cheaper_updates, difference_kept, excess, growth,
                            memory_saving, saving, saving_at, saving_kept, share_below, worst_gain)
from plots.estimates import Estimate

HOLDS, IN_PART, NOT = "holds", "holds in part", "does not hold"
UNKNOWN = "not measured"


@dataclasses.dataclass(frozen=True)
class Claim:
    """One claim.

    says      the claim and, where it has one, the paper's number
    measure   part of the drawing -> Estimate (paper/measures.py)
    judge     (Estimate predicted, Estimate measured) -> verdict
    why       what explains the verdict or the distance to the paper
    percent   the number is a share
    panels    names of the panels whose series are measured, for figures that have several: the
              measure then takes a part for each
    """

    figure: str
    says: str
    measure: Callable
    judge: Callable
    why: str = ""
    percent: bool = False
    panels: tuple = ()


@dataclasses.dataclass(frozen=True)
class Finding:
    claim: Claim
    paper: Estimate | None
    predicted: Estimate | None
    measured: Estimate | None
    verdict: str


def as_predicted(low, high):
    """Holds where the measurement is within low..high times the prediction."""
    def judge(predicted, measured):
        if predicted is None or predicted.value == 0:
            return UNKNOWN
        return HOLDS if low <= measured.value / predicted.value <= high else NOT
    return judge


def between(low, high, in_part=None):
    """Holds in low..high, in part up to `in_part`."""
    def judge(_, measured):
        if low <= measured.value <= high:
            return HOLDS
        return IN_PART if in_part is not None and high < measured.value <= in_part else NOT
    return judge


def exceeds(target):
    """Holds from the claimed number on, for "more than"; in part from a quarter of it."""
    def judge(_, measured):
        if measured.value > target:
            return HOLDS
        return IN_PART if measured.value >= 0.25 * target else NOT
    return judge


def reaches(target):
    """Holds from 95 % of the claimed number on, in part from a quarter of it."""
    def judge(_, measured):
        most = measured.value if measured.high is None else measured.high
        if most >= 0.95 * target:
            return HOLDS
        return IN_PART if measured.value >= 0.25 * target else NOT
    return judge


def find(claim, drawing):
    """The Finding of a claim; `drawing` is None where the figure has no records."""
    if drawing is None:
        return Finding(claim, None, None, None, UNKNOWN)
    paper, predicted, measured = (
        claim.measure(measures.part_of_panels(drawing, part, claim.panels) if claim.panels
                      else measures.part_of(drawing, part))
        for part in ("paper", "predicted", "measured"))
    verdict = UNKNOWN if measured is None else claim.judge(predicted, measured)
    return Finding(claim, paper, predicted, measured, verdict)


LEVELDB, ROCKSDB, MONKEY = "uniform (LevelDB)", "uniform (RocksDB)", "Monkey"
NAVIGABLE, FIXED_UNIFORM = "navigable Monkey", "uniform, T=2 (LevelDB)"
ZERO, GENERAL = "Monkey, zero-result", "Monkey, general"
LEVELS = ("As many times as levels: each adds a run of the same rate. The papers' small trees were "
          "cheaper than their model, so their growth is steeper.")
NO_CACHE = "cache of 0 % of data"
CACHE = ("Under uniform every level wastes as many I/Os, and all levels but the largest two hold a "
         "quarter of the data: their blocks stay in the cache. The records' prediction leaves the "
         "cache out.")
FLAT = ("Eq. 7 is the limit of many levels; the exact optimum of a small tree lies a little off "
        "it, and the papers' devices grow slower with more data.")

CLAIMS = (
    Claim("monkey_11a", "R grows with log N under uniform: last over first point", growth(LEVELDB),
          as_predicted(0.9, 1.1), LEVELS),
    Claim("monkey_11a", "R stays flat under Monkey: last over first point", growth(MONKEY),
          between(0.8, 1.25), FLAT),
    Claim("monkey_11a", "Monkey is up to 80 % cheaper", saving(LEVELDB, MONKEY), reaches(0.8),
          "The gain is a matter of levels and bits alone: uniform's R is L exp(-h ln(2)^2). "
          "80 % at 5 bits takes 20 levels.", True),
    Claim("monkey_11b", "R grows with the entry size under uniform: last over first point",
          growth(LEVELDB), as_predicted(0.9, 1.1), LEVELS),
    Claim("monkey_11b", "R stays flat under Monkey: last over first point", growth(MONKEY),
          between(0.8, 1.25), FLAT),
    Claim("monkey_11c", "Monkey needs up to 60 % less memory for the same cost",
          memory_saving(LEVELDB, MONKEY), reaches(0.6),
          "At one bit per key. With all levels filtered it is ln(L/4)/ln(2)^2 = 1.9 bits per key "
          "less whatever the memory: 38 % of 5 bits, 19 % of 10.", True),
    Claim("monkey_11d", "Monkey is up to 30 % cheaper for existing keys", saving(LEVELDB, MONKEY),
          reaches(0.3), "Largest at c=0.9. The paper's LevelDB gets cheaper from c=0.5 on, where "
          "the model has more lookups go to the largest levels, the dearest ones; Monkey's points "
          "are close.", True),
    Claim("monkey_11e", "Monkey's lookups are cheaper at every size ratio and merge policy: share "
          "of designs", share_below(LEVELDB, MONKEY), reaches(1),
          "Updates cost the same under both, so each design is better.", True),
    Claim("monkey_11e", "largest saving among them", saving(LEVELDB, MONKEY), reaches(0.6),
          "Largest with many levels.", True),
    Claim("monkey_11f", "Navigable Monkey more than doubles LevelDB's throughput: smallest ratio",
          worst_gain(NAVIGABLE, FIXED_UNIFORM), exceeds(2),
          "Not where nine of ten operations are updates: 1.8, as in the paper's own points."),
    Claim("monkey_11f", "largest ratio", best_gain(NAVIGABLE, FIXED_UNIFORM), exceeds(2),
          "The paper's Monkey has fewer false positives at a large T than its model: see 11E."),
    Claim("monkey_12", "The gain shrinks behind a block cache: saving at c=0.5 with a cache of "
          "20 % of the data over that without", saving_kept(LEVELDB, MONKEY, 0.5), between(0, 0.9),
          CACHE, panels=(NO_CACHE, "cache of 20 % of data")),
    Claim("monkey_12", "with a cache of 40 %", saving_kept(LEVELDB, MONKEY, 0.5), between(0, 0.9),
          "Likewise. At c=0.3 nothing is left: Monkey costs 0.8 % more.",
          panels=(NO_CACHE, "cache of 40 % of data")),
    Claim("monkey_12", "and with skew: I/Os saved at c=0.1 over those at c=0.5, cache of 20 %",
          difference_kept(LEVELDB, MONKEY, 0.1, 0.5), between(0, 0.9),
          "In I/Os; as a share of what is left it is 26 % and 13 %.",
          panels=("cache of 20 % of data",)),
    Claim("tods_12a", "R grows with log N under uniform: last over first point", growth(ROCKSDB),
          as_predicted(0.9, 1.1), "The tree of 3 buffers has two levels and a sampled rate."),
    Claim("tods_12a", "R stays flat under Monkey: last over first point", growth(MONKEY),
          between(0.8, 1.25, 2.5), "The paper's flat model line is Eq. 7; the exact optimum of a "
          "tree of two levels costs less, so Monkey grows at first and is flat from 2^16 on."),
    Claim("tods_12b", "R grows with the entry size under uniform: last over first point",
          growth(ROCKSDB), as_predicted(0.9, 1.1), LEVELS),
    Claim("tods_12b", "R stays flat under Monkey: last over first point", growth(MONKEY),
          between(0.8, 1.25), FLAT),
    Claim("tods_12c", "Monkey needs less memory for the same cost (SSD), largest share saved",
          memory_saving(ROCKSDB, MONKEY), reaches(0.6), "As in 11C.", True),
    Claim("tods_12d", "Monkey needs less memory for the same cost (disk), largest share saved",
          memory_saving(ROCKSDB, MONKEY), reaches(0.6), "As in 11C.", True),
    Claim("tods_12e", "General Monkey is cheaper than zero-result Monkey for existing keys",
          saving(ZERO, GENERAL), reaches(0.05),
          "Keys uniform over all entries, as the paper's measurements suggest; the paper's model "
          "puts all of them in the largest level.", True),
    Claim("tods_12f", "The same on a disk", saving(ZERO, GENERAL), reaches(0.05),
          "Counts are those of 12E; only the price of an I/O differs.", True),
    Claim("tods_13a", "General Monkey gains more the more keys exist: at 100 %",
          saving_at(ZERO, GENERAL, 1.0), reaches(0.05), "As in 12E.", True),
    Claim("tods_13a", "and nothing where none exists: at 0 %", saving_at(ZERO, GENERAL, 0.0),
          between(-0.05, 0.05), "Both are one allocation there.", True),
    Claim("tods_13b", "General Monkey is cheapest for keys of the largest level: against uniform",
          saving_at(ROCKSDB, GENERAL, 10), reaches(0.3), "It knows which level the keys are in.",
          True),
    Claim("tods_13b", "and against zero-result Monkey", saving_at(ZERO, GENERAL, 10),
          reaches(0.15), "It leaves the largest level, whose filter helps no such lookup, without.",
          True),
    Claim("tods_13c", "Monkey's lookups are cheaper at every design (SSD): share of designs",
          share_below(ROCKSDB, MONKEY), reaches(1), "As in 11E. The paper's update times follow no "
          "count of blocks: a line through their ends puts those between up to 4.3 times too far "
          "right.", True),
    Claim("tods_13d", "the same on a disk", share_below(ROCKSDB, MONKEY), reaches(1), "As in 11E.",
          True),
    Claim("tods_13e", "Navigable Monkey beats RocksDB at every mix: smallest ratio of throughputs",
          worst_gain(NAVIGABLE, "uniform, T=2 (RocksDB)"), reaches(2),
          "The paper's store also tunes the buffer, which makes updates cheaper than any design at "
          "a fixed buffer."),
    Claim("dostoevsky", "Lazy leveling's lookups cost what leveling's do: largest excess over T",
          excess("leveling", "lazy leveling"), between(-0.1, 0.1, 0.5),
          "Of the same order, K^(1/T) = (T-1)^(1/T) times as much: its small levels have more "
          "runs, whose filters take few bits."),
    Claim("dostoevsky", "Lazy leveling's updates are cheaper than leveling's: at the largest T",
          cheaper_updates("leveling", "lazy leveling"), reaches(0.3),
          "Only the largest level is merged eagerly.", True),
)

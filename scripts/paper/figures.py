"""The table of figures: which records draw which series, and which of the papers' points they meet.

A figure's question, set-up and departures stand in its config (configs/paper/NAME.json).
"""

import dataclasses
from typing import Callable

from plots.sweep import parameter

UNIFORM, MONKEY, GENERAL = "uniform", "monkey", "monkey_general"
BITS = tuple(range(11))
ONE_TO_NINE = tuple(round(0.1 * i, 1) for i in range(1, 10))


@dataclasses.dataclass(frozen=True)
class Series:
    """One line of a figure.

    where         dotted path -> the value that its records have there
    chosen        (record -> whether it belongs to the series); None for all that `where` lets in
    points        name of the paper's measured points in paper_figures.json; None for none
    model         name of the points of the paper's own model
    """

    name: str
    where: dict
    points: str | None = None
    model: str | None = None
    chosen: Callable | None = None


@dataclasses.dataclass(frozen=True)
class Figure:
    """One figure of a paper.

    name      of its config, its records and its files
    place     where its points stand in paper_figures.json
    paper_x   x of the paper's points, in the order of the data
    x         record -> x
    io_us     what the paper's device takes for an I/O: turns its times into I/Os
    zero      every lookup is a zero-result one, so the ratio of the allocations is theirs alone
    panel     (record -> name of its panel); None for one panel
    kind      "curve": I/Os of a lookup over x; "frontier": over I/Os of an update; "throughput":
              operations a second over x
    update_us what the paper's device takes for a block that a merge reads or writes, read off the
              paper's own points; update_base_ms is what its updates take beside that
    """

    name: str
    title: str
    x_label: str
    x: Callable
    series: tuple
    place: tuple = ("", "")
    paper_x: tuple = ()
    io_us: float = 7751
    zero: bool = False
    log_x: bool = False
    log_y: bool = False
    ticks: tuple | None = None
    panel: Callable | None = None
    kind: str = "curve"
    update_us: float = 0
    update_base_ms: float = 0


def value_of(path):
    return lambda record: parameter(record, path)


def entry_bytes(record):
    """E: key, value and 16 bytes."""
    return parameter(record, "tree.key_bytes") + parameter(record, "tree.value_bytes") + 16


def of_distribution(name):
    """The value of {"NAME": value} in workload.distribution."""
    return lambda record: parameter(record, "workload.distribution")[name]


def lookup_share(record):
    """Share of the operations that are lookups."""
    return round(1 - parameter(record, "workload.updates_fraction"), 9)


def cache_share(record):
    """The block cache as a share of the data, for the name of a panel."""
    data = parameter(record, "tree.entries") * entry_bytes(record)
    return f"cache of {100 * parameter(record, 'storage.block_cache_bytes') / data:.0f} % of data"


def fluid(last_runs):
    """Whether a record's tree is a fluid one with Z = last_runs."""
    def chosen(record):
        policy = parameter(record, "tree.merge_policy")
        return isinstance(policy, dict) and policy["last_runs"] == last_runs
    return chosen


def allocations(*rows):
    """Series that differ in their allocation: (name, allocation, points, model)."""
    return tuple(Series(name, {"filters.allocation": allocation}, points, model)
                 for name, allocation, points, model in rows)


def powers(low, high):
    return tuple(2.0 ** i for i in range(low, high + 1))


def power_ticks(low, high, step=1):
    return tuple((2.0 ** i, f"2^{i}") for i in range(low, high + 1, step))


M17_PAIR = allocations(("uniform (LevelDB)", UNIFORM, "leveldb_ms", None),
                       ("Monkey", MONKEY, "monkey_ms", None))
T18_PAIR = allocations(("uniform (RocksDB)", UNIFORM, "rocksdb_ms", "rocksdb_model_ms"),
                       ("Monkey", MONKEY, "monkey_ms", "monkey_model_ms"))
T18_THREE = allocations(("uniform (RocksDB)", UNIFORM, "rocksdb_ms", "rocksdb_model_ms"),
                        ("Monkey, zero-result", MONKEY, "monkey_zero_ms", "monkey_zero_model_ms"),
                        ("Monkey, general", GENERAL, "monkey_general_ms",
                         "monkey_general_model_ms"))
ENTRIES = {"x_label": "entries", "x": value_of("tree.entries"), "log_x": True, "zero": True}
SIZES = {"x_label": "entry size (bytes)", "x": entry_bytes, "log_x": True, "zero": True}
FRONTIER = {"x_label": "block I/Os of an update", "x": None, "kind": "frontier", "log_x": True,
            "log_y": True}
# A block of a merge takes 0.0937 ms, as T=2 has 2.5 of them in 0.2343 ms (11E); on the SSD 0.0339
# ms beside 0.526 ms of each update, a line through the ends of 13C.
M17_UPDATES = {"update_us": 93.7}
T18_UPDATES = {"update_us": 33.9, "update_base_ms": 0.526}
MIX = {"x_label": "share of lookups", "x": lookup_share, "kind": "throughput"}
RECENCY = {"x_label": "c: the newest c of the entries get 1-c of the lookups",
           "x": of_distribution("temporality")}
MEMORY = {"x_label": "filter memory (bits per key)", "x": value_of("filters.bits_per_key"),
          "paper_x": BITS, "log_y": True}

FIGURES = (
    Figure("monkey_7", "M17 figure 7: lookup cost against filter memory, T=4",
           series=tuple(Series(f"{name}, {policy}",
                               {"filters.allocation": allocation, "tree.merge_policy": policy})
                        for policy in ("leveling", "tiering")
                        for name, allocation in (("uniform", UNIFORM), ("Monkey", MONKEY))),
           zero=True, **MEMORY),
    Figure("monkey_11a", "M17 figure 11A: zero-result lookups against the amount of data",
           series=M17_PAIR, place=("SIGMOD17_fig11", "A"), paper_x=powers(15, 23),
           ticks=power_ticks(15, 23), **ENTRIES),
    Figure("monkey_11b", "M17 figure 11B: zero-result lookups against the size of entries",
           series=M17_PAIR, place=("SIGMOD17_fig11", "B"), paper_x=powers(5, 12),
           ticks=tuple((x, f"{x:.0f}") for x in powers(5, 12)), **SIZES),
    Figure("monkey_11c", "M17 figure 11C: zero-result lookups against filter memory",
           series=M17_PAIR, place=("SIGMOD17_fig11", "C"), zero=True, **MEMORY),
    Figure("monkey_11d", "M17 figure 11D: lookups of existing keys against their recency",
           series=M17_PAIR, place=("SIGMOD17_fig11", "D"), paper_x=ONE_TO_NINE, **RECENCY),
    Figure("monkey_11e", "M17 figure 11E: lookups against updates",
           series=allocations(("uniform (LevelDB)", UNIFORM, "leveldb", None),
                              ("Monkey", MONKEY, "monkey", None)),
           place=("SIGMOD17_fig11", "E"), **FRONTIER, **M17_UPDATES),
    Figure("monkey_11f", "M17 figure 11F: throughput against the share of lookups",
           series=(Series("navigable Monkey", {"filters.allocation": MONKEY}, "navigable"),
                   Series("fixed Monkey, T=2", {"filters.allocation": MONKEY, "tree.size_ratio": 2},
                          "fixed"),
                   Series("uniform, T=2 (LevelDB)", {"filters.allocation": UNIFORM}, "leveldb")),
           place=("SIGMOD17_fig11", "F"), paper_x=ONE_TO_NINE, **MIX, **M17_UPDATES),
    Figure("monkey_12", "M17 figure 12: lookups of existing keys behind a block cache",
           series=M17_PAIR, panel=cache_share, **RECENCY),
    Figure("tods_12a", "T18 figure 12A: zero-result lookups against the amount of data, SSD",
           series=T18_PAIR, place=("TODS18_fig12", "A"), paper_x=powers(12, 21), io_us=360,
           ticks=power_ticks(12, 21), **ENTRIES),
    Figure("tods_12b", "T18 figure 12B: zero-result lookups against the size of entries, SSD",
           series=T18_PAIR, place=("TODS18_fig12", "B"), paper_x=powers(6, 12), io_us=360,
           ticks=tuple((x, f"{x:.0f}") for x in powers(6, 12)), **SIZES),
    Figure("tods_12c", "T18 figure 12C: zero-result lookups against filter memory, SSD",
           series=T18_PAIR, place=("TODS18_fig12", "C"), io_us=290, zero=True, **MEMORY),
    Figure("tods_12d", "T18 figure 12D: zero-result lookups against filter memory, disk",
           series=T18_PAIR, place=("TODS18_fig12", "D"), io_us=1900, zero=True, **MEMORY),
    Figure("tods_12e", "T18 figure 12E: lookups of existing keys against filter memory, SSD",
           series=T18_THREE, place=("TODS18_fig12", "E"), io_us=290, **MEMORY),
    Figure("tods_12f", "T18 figure 12F: lookups of existing keys against filter memory, disk",
           series=T18_THREE, io_us=1900, **MEMORY),
    Figure("tods_13a", "T18 figure 13A: lookups against the share of keys that exist, SSD",
           "share of lookups whose key exists", value_of("workload.existing_fraction"),
           T18_THREE, ("TODS18_fig13", "A"), tuple(0.1 * i for i in range(11)), 290),
    Figure("tods_13b", "T18 figure 13B: lookups of keys of one level, SSD",
           "level that holds the keys", of_distribution("target_level"), T18_THREE,
           ("TODS18_fig13", "B"), tuple(range(1, 11)), 290),
    Figure("tods_13c", "T18 figure 13C: lookups against updates, SSD",
           series=allocations(("uniform (RocksDB)", UNIFORM, "rocksdb", None),
                              ("Monkey", MONKEY, "monkey", None)),
           place=("TODS18_fig13", "C"), io_us=290, **FRONTIER, **T18_UPDATES),
    Figure("tods_13d", "T18 figure 13D: lookups against updates, disk",
           series=allocations(("uniform (RocksDB)", UNIFORM, None, None),
                              ("Monkey", MONKEY, None, None)), io_us=1900, **FRONTIER),
    Figure("tods_13e", "T18 figure 13E: throughput against the share of point lookups, SSD",
           series=(Series("navigable Monkey", {"filters.allocation": MONKEY}, "fully_navigable"),
                   Series("uniform, T=2 (RocksDB)", {"filters.allocation": UNIFORM}, "rocksdb")),
           place=("TODS18_fig13", "E"), paper_x=ONE_TO_NINE, io_us=290, **MIX, **T18_UPDATES),
    Figure("dostoevsky", "D18: lookups against updates under each merge policy",
           series=(Series("leveling, uniform", {"filters.allocation": UNIFORM,
                                                "tree.merge_policy": "leveling"}),
                   Series("tiering, uniform", {"filters.allocation": UNIFORM,
                                               "tree.merge_policy": "tiering"}),
                   Series("leveling", {"filters.allocation": MONKEY,
                                       "tree.merge_policy": "leveling"}),
                   Series("lazy leveling", {"filters.allocation": MONKEY,
                                            "tree.merge_policy": "lazy_leveling"}),
                   Series("tiering", {"filters.allocation": MONKEY,
                                      "tree.merge_policy": "tiering"}),
                   Series("fluid, Z=1", {"filters.allocation": MONKEY}, chosen=fluid(1)),
                   Series("fluid, Z=2", {"filters.allocation": MONKEY}, chosen=fluid(2))),
           **FRONTIER),
)


def figure_named(name):
    return next((figure for figure in FIGURES if figure.name == name), None)

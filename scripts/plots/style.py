"""How figures look: paper and screen style, series that differ without colour, words for fields."""

import itertools
import json
import math
import textwrap

import matplotlib
from matplotlib import ticker

from plots.sweep import key_of

# Okabe and Ito's colour-blind safe palette, ordered so that neighbours differ in lightness too.
COLOURS = ("#0072B2", "#E69F00", "#000000", "#CC79A7", "#009E73", "#56B4E9", "#D55E00", "#7F7F7F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
LINES = ("-", (0, (5, 2)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1.2)),
         (0, (8, 2, 1, 2, 1, 2)), (0, (2, 3)), (0, (10, 3)))

COMMON = {
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "grid.color": "#DDDDDD", "grid.linewidth": 0.6,
    "legend.frameon": False, "pdf.fonttype": 42, "svg.fonttype": "path",
    "svg.hashsalt": "bitladder", "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans", "axes.formatter.useoffset": False,
}
STYLES = {
    "screen": {"font.size": 11, "axes.titlesize": 12, "axes.linewidth": 0.9,
               "lines.linewidth": 1.8, "lines.markersize": 7, "errorbar.capsize": 4,
               "savefig.dpi": 150},
    "paper": {"font.size": 8, "axes.titlesize": 8, "axes.linewidth": 0.6, "legend.fontsize": 7,
              "lines.linewidth": 1.1, "lines.markersize": 4.2, "errorbar.capsize": 2,
              "savefig.dpi": 300},
}
PANEL_INCHES = {"screen": (7.2, 4.5), "paper": (3.4, 2.3)}

LABELS = {
    "filters.bits_per_key": "filter memory (bits per key)",
    "filters.memory_bytes": "filter memory (bytes)",
    "filters.allocation": "allocation",
    "filters.kind": "filter",
    "tree.size_ratio": "size ratio T",
    "tree.entries": "entries",
    "tree.merge_policy": "merge policy",
    "tree.value_bytes": "value size (bytes)",
    "tree.key_bytes": "key size (bytes)",
    "tree.buffer_bytes": "buffer (bytes)",
    "workload.existing_fraction": "share of lookups for existing keys",
    "storage.block_cache_bytes": "block cache (bytes)",
    "wasted_ios_per_lookup": "wasted I/Os per lookup",
    "latency_us.mean": "mean lookup latency (µs)",
    "latency_us.p50": "median lookup latency (µs)",
    "latency_us.p90": "90th percentile of lookup latency (µs)",
    "latency_us.p99": "99th percentile of lookup latency (µs)",
    "latency_us.p999": "99.9th percentile of lookup latency (µs)",
}
SHORT = {"filters.bits_per_key": "bits per key", "filters.memory_bytes": "filter memory",
         "tree.size_ratio": "T", "workload.existing_fraction": "existing lookups"}
UNITS = {"_bytes": "bytes", "_bits": "bits", "_us": "µs"}


def use(style):
    """Makes `style` ("screen" or "paper") the style of every figure from here on."""
    matplotlib.rcParams.update({**COMMON, **STYLES[style]})


def label(path):
    """Words for a dotted path, its unit in brackets; unknown paths become words by themselves."""
    if path in LABELS:
        return LABELS[path]
    words = path.split(".", 1)[-1].replace("_", " ").replace(".", " ")
    for ending, unit in UNITS.items():
        if path.endswith(ending):
            return f"{words.removesuffix(ending.replace('_', ' '))} ({unit})"
    return words


def _bytes_text(value):
    """Bytes in binary units where they are whole, else in decimal ones."""
    for unit, size in {"GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10}.items():
        if value and value % size == 0:
            return f"{value // size} {unit}"
    for unit, size in {"GB": 1e9, "MB": 1e6, "kB": 1e3}.items():
        if value >= size:
            return f"{value / size:.4g} {unit}"
    return f"{value:g} bytes"


def value_text(path, value):
    """A parameter's value as a reader writes it."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        if path.endswith("_bytes"):
            return _bytes_text(value)
        return f"{value:,}".replace(",", " ") if isinstance(value, int) else f"{value:g}"
    if value.startswith(("{", "[")):
        return value.translate(str.maketrans("_", " ", '{}"'))
    return value.replace("_", " ")


def key_text(paths, values):
    """Words for one series or facet: its values, numbers with their parameter's name."""
    parts = []
    for path, value in zip(paths, values):
        text = value_text(path, value)
        if isinstance(value, (int, float)):
            text = f"{SHORT.get(path) or label(path.removesuffix('_bytes'))} = {text}"
        parts.append(text)
    return ", ".join(parts)


def title(request, selection, heading):
    """The requested title, else the heading with the values at which parameters are held."""
    if request.title is not None:
        return request.title
    held = key_text(selection.held, map(key_of, selection.held.values()))
    return f"{heading}\n{held}" if held and heading else heading or held


def wrapped(text, columns=72):
    """Text in lines of at most so many characters."""
    return "\n".join(part for line in text.split("\n") for part in textwrap.wrap(line, columns))


def looks():
    """Endless (colour, marker, line style) that differ pairwise for 64 series."""
    for shift in itertools.count():
        for i, colour in enumerate(COLOURS):
            yield {"color": colour, "marker": MARKERS[(i + shift) % len(MARKERS)],
                   "linestyle": LINES[(i + shift) % len(LINES)]}


def wants_log(values):
    """Whether a log scale shows these values better: all positive and spread over 20 times."""
    values = [v for v in values if v is not None]
    positive = [v for v in values if v > 0]
    return len(positive) == len(values) > 1 and max(positive) >= 20 * min(positive)


def plain_ticks(axis):
    """Numbers in full with spaces (12 500 000) in place of a factor at the axis's end."""
    axis.set_major_formatter(ticker.FuncFormatter(
        lambda v, _: f"{v:,.10g}".replace(",", " ").replace("-", "\N{MINUS SIGN}")))


def plain_log_ticks(axis, low, high):
    """Plain numbers (0.05, 2, 1000; 1e-5 beyond) on a log axis from low to high."""
    decades = math.log10(high / low) if low > 0 else 9
    subs = (1, 2, 3, 5, 7) if decades < 1.1 else (1, 2, 5) if decades < 3.3 else (1,)
    axis.set_major_locator(ticker.LogLocator(base=10, subs=subs, numticks=20))
    axis.set_major_formatter(ticker.FuncFormatter(lambda v, _: _log_tick_text(v)))
    axis.set_minor_formatter(ticker.NullFormatter())


def _log_tick_text(value):
    if 1e-4 <= value < 1e6:
        return f"{value:g}"
    return f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")

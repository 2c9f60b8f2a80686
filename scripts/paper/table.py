"""results/paper/README.md, written from findings and drawings."""

from paper import beside
from paper.claims import UNKNOWN
from plots.records import field, number

RATIO_MARGIN = 0.1  # of measured over predicted gain, on zero-result figures


def text_of(estimate, percent=False):
    if estimate is None:
        return "-"
    scale, unit = (100, " %") if percent else (1, "")

    def one(value):
        return f"{value * scale:.3g}" if not percent else f"{value * scale:.1f}"
    if estimate.low is None:
        return one(estimate.value) + unit
    return f"{one(estimate.value)}{unit} [{one(estimate.low)}, {one(estimate.high)}]"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell).replace("|", "/") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def claims_table(findings):
    rows = [(f.claim.figure, f.claim.says, text_of(f.paper, f.claim.percent),
             text_of(f.predicted, f.claim.percent), text_of(f.measured, f.claim.percent),
             f"**{f.verdict}**" if f.verdict != UNKNOWN else f.verdict, f.claim.why)
            for f in findings]
    return table(("figure", "claim", "paper's points", "our prediction",
                  "our measurement, 95 %", "verdict", "why"), rows)


def gains(drawing, part):
    """{(panel, x): uniform over Monkey} of a figure, from its first and second series."""
    found = {}
    for panel in drawing.panels:
        for above, below in zip(panel.series[::2], panel.series[1::2]):
            pairs = {x: e for x, e in getattr(below, part)}
            for x, estimate in getattr(above, part):
                other = pairs.get(x)
                if other and other.value > 0 and estimate.value > 0:
                    found[panel.name, above.name, x] = beside.ratio(estimate, other)
    return found


def off_prediction(drawing):
    """[measured gain over predicted gain] at every point of a figure."""
    measured = gains(drawing, "measured")
    return [measured[key].value / estimate.value
            for key, estimate in gains(drawing, "predicted").items() if key in measured]


def papers_gain_over_ours(drawing):
    """[(paper's gain over predicted gain)] where the paper has a point."""
    predicted = [(key, e) for key, e in gains(drawing, "predicted").items()]
    found = []
    for (_, name, x), estimate in gains(drawing, "paper").items():
        near = beside.nearest([(k[2], e) for k, e in predicted if k[1] == name], x)
        if near is not None:
            found.append(estimate.value / near.value)
    return found


def gain_points(figures, drawings):
    """A row for each point of the zero-result figures: gains, and by how much they differ."""
    rows = []
    for figure in figures:
        drawing = drawings.get(figure.name)
        if not figure.zero or drawing is None:
            continue
        measured, papers = gains(drawing, "measured"), gains(drawing, "paper")
        for key, predicted in gains(drawing, "predicted").items():
            _, name, x = key
            paper = beside.nearest([(k[2], e) for k, e in papers.items() if k[1] == name], x)
            rows.append((figure.name, name, f"{x:g}", f"{predicted.value:.3f}",
                         *_beside(measured.get(key), predicted), *_beside(paper, predicted)))
    return rows


def _beside(estimate, predicted):
    """The value and how far it lies from the prediction."""
    if estimate is None:
        return "-", "-"
    return f"{estimate.value:.3f}", f"{100 * (estimate.value / predicted.value - 1):+.1f} %"


def spread(values):
    return f"{min(values):.3f} to {max(values):.3f}" if values else "-"


def gain_rows(figures, drawings):
    rows = []
    for figure in figures:
        drawing = drawings.get(figure.name)
        if not figure.zero or drawing is None:
            continue
        ours = off_prediction(drawing)
        inside = sum(abs(v - 1) <= RATIO_MARGIN for v in ours)
        rows.append((figure.name, f"{inside} of {len(ours)}", spread(ours),
                     spread(papers_gain_over_ours(drawing))))
    return rows


def inside_interval(records):
    """(points whose count lies in the prediction's interval, points that have one)."""
    flags = [field(r, "comparison.within_pi95") for r in records]
    flags = [f for f in flags if f is not None]
    return sum(flags), len(flags)


def distinct_inside(records):
    """(points whose count lies in its prediction's interval, points that have one) over all
    figures; points that two figures share count once."""
    flags = {(r["point_id"], r["repetition"]): field(r, "comparison.within_pi95")
             for members in records.values() for r in members}
    flags = [f for f in flags.values() if f is not None]
    return sum(flags), len(flags)


def setup_rows(records):
    """The default set-up: what each allocation was predicted to cost and cost."""
    rows = []
    for r in records:
        if r["status"] != "ok":
            rows.append((r["params"].get("filters.allocation"), r["repetition"], "-", "-", "-",
                         f"failed: {r.get('error', '')}", "-"))
            continue
        low, high = field(r, "predicted.wasted_ios_per_lookup_pi95") or (None, None)
        rows.append((r["params"]["filters.allocation"], r["repetition"],
                     f"{number(r, 'predicted.wasted_ios_per_lookup_ideal'):.4f}",
                     f"{number(r, 'predicted.wasted_ios_per_lookup'):.4f} [{low:.4f}, {high:.4f}]",
                     f"{number(r, 'measured.wasted_ios_per_lookup'):.4f}",
                     "inside" if field(r, "comparison.within_pi95") else "**outside**",
                     _time(number(r, "measured.latency_us.mean"))))
    return rows


def _time(us):
    return "-" if us is None else f"{us:.1f}"

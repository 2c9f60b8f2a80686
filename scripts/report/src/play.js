// The page "play": sliders for a tree, and at once its ladder, its wasted I/Os and its memory.
import { drawPanel } from "./draw_lines.js";
import { addHover } from "./hover.js";
import { h, picker } from "./html.js";
import { legendOf } from "./legend.js";
import { looksOf } from "./look.js";
import { formatBytes, formatNumber } from "./numbers.js";
import { scalesOf } from "./scales.js";

const BASELINE = "uniform";
const MOST_BITS = 24;
const START = {
  size_ratio: 10,
  levels: 4,
  log_entries: 9,
  bits_per_key: 8,
  existing_percent: 0,
  merge_policy: "leveling",
  filter: "bloom",
  policy: "monkey",
};
// name, label, least, most, step, text of a value
const SLIDERS = [
  ["size_ratio", "Size ratio T", 2, 20, 1, (v) => String(v)],
  ["levels", "Levels L", 1, 12, 1, (v) => String(v)],
  ["log_entries", "Entries", 4, 13, 0.1, (v) => formatNumber(entriesOf(v))],
  ["bits_per_key", "Bits per key", 0, MOST_BITS, 0.1, (v) => v.toFixed(1)],
  ["existing_percent", "Lookups for existing keys", 0, 95, 5, (v) => `${v} %`],
];

const words = (name) => name.replaceAll("_", " ");
// Entries to two digits, so that the command that is shown is short.
const entriesOf = (log) => Number((10 ** log).toPrecision(2));

export class Play {
  constructor(sim, colours) {
    this.sim = sim;
    this.colours = colours;
    this.state = { ...START };
    this.numbers = h("div", { class: "cards", role: "status", "aria-live": "polite" });
    this.ladder = h("div", { class: "panel" });
    this.curve = h("div", { class: "panel" });
    this.command = h("code");
    this.output = h("pre", { tabindex: "0", "aria-label": "What the command prints" });
    this.element = h(
      "section",
      { id: "play", "aria-label": "Play" },
      h("h1", {}, "Play"),
      h(
        "p",
        {},
        "Which runs should get the filter memory? The numbers come from the code behind ",
        h("code", {}, "bitladder allocate"),
        ", run in this page.",
      ),
      h(
        "div",
        { class: "play" },
        h(
          "form",
          { class: "card sliders" },
          ...SLIDERS.map((s) => this.slider(s)),
          ...this.pickers(),
        ),
        h("div", {}, this.numbers, h("div", { class: "card panels" }, this.ladder, this.curve)),
      ),
      h(
        "details",
        { class: "card" },
        h("summary", {}, "The same on the command line"),
        h("p", {}, this.command),
        this.output,
      ),
    );
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  slider([name, label, min, max, step, text]) {
    const output = h("output", {}, text(this.state[name]));
    const input = h("input", {
      type: "range",
      min,
      max,
      step,
      name,
      "aria-valuetext": text(this.state[name]),
      oninput: () => {
        this.state[name] = Number(input.value);
        output.textContent = text(this.state[name]);
        input.setAttribute("aria-valuetext", output.textContent);
        this.redraw();
      },
    });
    input.value = this.state[name];
    return h("label", { class: "slider" }, h("span", {}, label), output, input);
  }

  pickers() {
    const { merge_policies, filters, policies } = this.sim.catalog;
    const others = policies.filter((p) => p.name !== BASELINE && p.name !== "explicit");
    const lists = [
      ["merge_policy", "Merge policy", merge_policies],
      ["filter", "Filter", filters],
      ["policy", "Allocation", others.map((p) => p.name)],
    ];
    return lists.map(([name, label, names]) =>
      picker(label, [["", names.map((n) => [n, words(n)])]], this.state[name], (value) => {
        this.state[name] = value;
        this.redraw();
      }),
    );
  }

  ladders(changes = {}) {
    const { log_entries, existing_percent, ...rest } = { ...this.state, ...changes };
    return this.sim.ladders({
      ...rest,
      entries: entriesOf(log_entries),
      baseline: BASELINE,
      existing_fraction: existing_percent / 100,
    });
  }

  redraw() {
    if (this.element.clientWidth === 0) return; // not on show
    const answer = this.ladders();
    this.command.textContent = answer.command;
    this.output.textContent = answer.error ?? answer.text;
    if (answer.error) {
      this.numbers.replaceChildren(h("p", { class: "note" }, answer.error));
      this.ladder.replaceChildren();
      this.curve.replaceChildren();
      return;
    }
    this.drawNumbers(answer);
    this.draw(this.ladder, ladderDrawing(answer.policies));
    this.draw(this.curve, this.curveDrawing());
  }

  drawNumbers({ policies, bits_for_first_cost }) {
    const [first] = policies;
    const last = policies.at(-1);
    const stat = (id, number, what, more) =>
      h(
        "div",
        { class: "stat", id },
        h("b", {}, number),
        h("span", {}, what),
        h("small", {}, more),
      );
    const gain = first.wasted_ios_per_lookup / last.wasted_ios_per_lookup;
    this.numbers.replaceChildren(
      ...policies.map((p) =>
        stat(
          `r-${p.policy}`,
          String(Number(p.wasted_ios_per_lookup.toPrecision(6))),
          `wasted I/Os a lookup, ${words(p.policy)}`,
          `${formatBytes(p.spent_bits / 8)} of filters`,
        ),
      ),
      stat(
        "gain",
        Number.isFinite(gain) ? `${formatNumber(gain, 4)}×` : "–",
        "fewer with the same budget",
        savedText(first, bits_for_first_cost),
      ),
    );
  }

  // Wasted I/Os over bits per key, with a marker where the sliders stand.
  curveDrawing() {
    const bits = Array.from({ length: MOST_BITS + 1 }, (_, i) => i);
    const here = this.state.bits_per_key;
    const series = new Map();
    for (const x of [...new Set([...bits, here])].sort((a, b) => a - b)) {
      for (const { policy, wasted_ios_per_lookup: r } of this.ladders({ bits_per_key: x })
        .policies) {
        if (!series.has(policy)) series.set(policy, []);
        series.get(policy).push({ x, line: [r], marker: x === here ? [r] : null, failed: 0 });
      }
    }
    return {
      name: "wasted_ios",
      title: "Wasted I/Os over filter memory",
      xLabel: "bits per key",
      yLabel: "wasted I/Os per lookup",
      line: "theory",
      marker: "the sliders",
      categories: null,
      logY: true,
      panels: [
        { name: "", series: [...series].map(([name, points]) => ({ name: words(name), points })) },
      ],
    };
  }

  draw(panel, drawing) {
    const looks = looksOf(this.colours, drawing);
    const scales = scalesOf(drawing, new Set(), { x: false, y: drawing.logY ?? false }, null);
    const drawn = drawPanel(drawing, drawing.panels[0], looks, new Set(), scales, {
      width: Math.min(this.panelWidth(), 520),
      height: 260,
    });
    drawn.svg.setAttribute("tabindex", "0");
    drawn.svg.setAttribute("role", "img");
    drawn.svg.setAttribute("aria-label", `${drawing.title}. Arrow keys read values.`);
    const frame = h("div", { class: "frame" }, drawn.svg);
    addHover(frame, drawn, drawing);
    const legend = legendOf(drawing, looks, new Set(), scales, () => {});
    panel.replaceChildren(
      h("h4", {}, drawing.title),
      h("div", { class: "y-label" }, drawing.yLabel),
      frame,
      h("div", { class: "x-label" }, drawing.xLabel),
      h(
        "div",
        { class: "legend" },
        ...legend.map(({ swatch, text }) => h("span", { class: "says" }, swatch, text)),
      ),
    );
  }

  panelWidth() {
    const room = this.ladder.parentElement.clientWidth - 32;
    return Math.floor(room > 640 ? room / 2 - 12 : room);
  }
}

function ladderDrawing(policies) {
  return {
    name: "ladder",
    title: "The ladder",
    xLabel: "level (1 is the smallest)",
    yLabel: "bits per key",
    line: "theory",
    marker: "",
    steps: true,
    wholeX: true,
    categories: null,
    logY: false,
    panels: [
      {
        name: "",
        series: policies.map(({ policy, levels }) => ({
          name: words(policy),
          points: levels.map((l) => ({
            x: l.level,
            line: [l.bits_per_key],
            marker: [l.bits_per_key],
            failed: 0,
          })),
        })),
      },
    ],
  };
}

// How much less memory the last policy needs for the cost of the first.
function savedText(first, bits) {
  if (bits === null || first.spent_bits === 0) return "";
  const saved = 1 - bits / first.spent_bits;
  const share = `${formatNumber(100 * Math.abs(saved), 3)} % ${saved < 0 ? "more" : "less"}`;
  return `or ${share} memory (${formatBytes(bits / 8)}) for the cost of ${words(first.policy)}`;
}

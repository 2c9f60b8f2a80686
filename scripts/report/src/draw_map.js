// One panel of a heat map as SVG. Ratios are light at 1, the break-even, and dark both ways; other
// values go from dark to light. Cells of failed points hold a cross.
import * as Plot from "@observablehq/plot";
import { rgb } from "d3-color";
import { logTicks } from "./axes.js";
import { formatNumber, wantsLog } from "./numbers.js";

// The colour scale that all panels share.
export function mapColours(drawing) {
  const values = drawing.panels
    .flatMap((panel) => panel.cells.map((c) => c.value))
    .filter((v) => v !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (drawing.ratio && low > 0) {
    const reach = Math.max(high, 1 / low, 1.01);
    return { type: "diverging-log", scheme: "PuOr", pivot: 1, domain: [1 / reach, reach] };
  }
  return {
    type: wantsLog(values) ? "log" : "linear",
    scheme: "cividis",
    domain: low < high ? [low, high] : [low, low + 1],
  };
}

// {svg, hits, invert: null}; hits as of drawPanel, each with its cell.
export function drawMapPanel(drawing, panel, colours, size) {
  const known = panel.cells.filter((c) => c.value !== null);
  const unknown = panel.cells.filter((c) => c.value === null);
  const xs = drawing.xNames.map((_, i) => i);
  const ys = drawing.yNames.map((_, i) => i);
  const cell = (size.width - 88) / xs.length;
  const every = (names, room) => Math.max(1, Math.ceil(names.length / Math.max(1, room)));
  const step = { x: every(xs, (size.width - 88) / 42), y: every(ys, (size.height - 60) / 16) };
  const shade = Plot.scale({ color: colours });
  const svg = Plot.plot({
    ...size,
    marginLeft: 76,
    marginRight: 12,
    marginTop: 12,
    marginBottom: 30,
    className: "plot",
    style: { background: "transparent", color: "currentColor", fontSize: "12px" },
    padding: 0.04,
    color: colours,
    x: {
      domain: xs,
      label: null,
      ticks: xs.filter((i) => i % step.x === 0),
      tickFormat: (i) => drawing.xNames[i],
    },
    y: {
      domain: ys,
      reverse: true,
      label: null,
      ticks: ys.filter((i) => i % step.y === 0),
      tickFormat: (i) => drawing.yNames[i],
    },
    marks: [
      Plot.cell(known, { x: "x", y: "y", fill: "value" }),
      cell > 38
        ? Plot.text(known, {
            x: "x",
            y: "y",
            text: (c) => formatNumber(c.value, 3),
            fill: (c) => (isDark(shade.apply(c.value)) ? "white" : "black"),
          })
        : null,
      Plot.text(unknown, { x: "x", y: "y", text: () => "✕", fontSize: 16 }),
    ],
  });
  const [x, y] = [svg.scale("x"), svg.scale("y")];
  const hits = panel.cells.map((c) => ({
    px: x.apply(c.x) + x.bandwidth / 2,
    py: y.apply(c.y) + y.bandwidth / 2,
    series: "",
    cell: c,
  }));
  return { svg, hits, invert: null };
}

// Whether white stands out better than black on a colour.
function isDark(colour) {
  const { r, g, b } = rgb(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 115;
}

export function mapLegend(drawing, colours, width) {
  const label = drawing.valueLabel;
  const ticks = colours.type === "linear" ? 5 : logTicks(colours.domain);
  return Plot.legend({
    color: { ...colours, label, ticks, tickFormat: (v) => formatNumber(v, 3) },
    ticks,
    width: Math.min(340, width),
    style: { background: "transparent", color: "currentColor" },
  });
}

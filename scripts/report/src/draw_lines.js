// One panel of a drawing of lines as SVG: predictions as lines with their band, measurements as
// markers with their interval, failed points as crosses, zeros on a log scale at its floor.
import * as Plot from "@observablehq/plot";
import { axisMarks, isTilted } from "./axes.js";

const SPREAD = 0.6; // of a category's width, on which its series stand side by side

// {svg, hits: [{px, py, series, point}], invert(px, py) -> [x, y]}
export function drawPanel(drawing, panel, looks, hidden, scales, size) {
  const shown = panel.series.filter((series) => !hidden.has(series.name));
  const names = [...looks.keys()].filter((name) => !hidden.has(name));
  const shiftOf = (name) =>
    drawing.categories === null ? 0 : SPREAD * ((names.indexOf(name) + 0.5) / names.length - 0.5);
  const marks = shown.flatMap(({ name, points }) =>
    seriesMarks(drawing, points, looks.get(name), scales, shiftOf(name)),
  );
  const svg = Plot.plot({
    ...size,
    marginLeft: 58,
    marginRight: 12,
    marginTop: 12,
    marginBottom: isTilted(drawing, size.width) ? 64 : 30,
    className: "plot",
    style: {
      background: "transparent",
      color: "currentColor",
      fontSize: "12px",
      overflow: "visible",
    },
    x: { type: scales.logX ? "log" : "linear", domain: scales.x },
    y: { type: scales.logY ? "log" : "linear", domain: scales.y },
    marks: [...axisMarks(drawing, scales, size.width), ...marks],
  });
  const [x, y] = [svg.scale("x"), svg.scale("y")];
  const hits = shown.flatMap(({ name, points }) =>
    points.map((point) => ({
      px: x.apply(point.x + shiftOf(name)),
      py: y.apply(
        Math.max(
          (point.marker ?? point.line ?? [scales.y[0]])[0],
          scales.floor,
          scales.logY ? 0 : -Infinity,
        ),
      ),
      series: name,
      point,
    })),
  );
  return { svg, hits, invert: (px, py) => [x.invert(px), y.invert(py)] };
}

function seriesMarks(drawing, points, look, scales, shift) {
  const x = (p) => p.x + shift;
  const y = (value) => Math.max(value, scales.floor);
  const clip = true;
  const stroke = look.colour;
  const lines = points.filter((p) => p.line);
  const seen = points.filter((p) => p.marker);
  const zeros = seen.filter((p) => p.marker[0] < scales.floor);
  const above = seen.filter((p) => p.marker[0] >= scales.floor);
  const intervals = seen.filter((p) => p.marker[1] !== null && p.marker[1] !== undefined);
  const failed = points.filter((p) => p.failed);
  const bottom = scales.y[0];
  return [
    ...predictionMarks(drawing, lines, look, x, y),
    Plot.ruleX(intervals, {
      x,
      y1: (p) => y(p.marker[1]),
      y2: (p) => y(p.marker[2]),
      stroke,
      strokeWidth: 1.4,
      clip,
    }),
    Plot.dot(above, {
      x,
      y: (p) => p.marker[0],
      r: 4.2,
      symbol: look.symbol,
      fill: stroke,
      stroke: "var(--surface)",
      strokeWidth: 0.8,
      clip,
    }),
    Plot.dot(zeros, {
      x,
      y: scales.floor,
      r: 4.2,
      symbol: "triangle2",
      stroke,
      strokeWidth: 1.6,
      clip,
    }),
    Plot.dot(failed, {
      x,
      y: (p) => (p.line ? y(p.line[0]) : scales.logY ? scales.floor : Math.max(0, bottom)),
      r: 6,
      symbol: "times",
      stroke,
      strokeWidth: 2.6,
    }),
  ];
}

function predictionMarks(drawing, lines, look, x, y) {
  const value = (p) => y(p.line[0]);
  if (lines.length === 0) return [];
  if (drawing.categories || lines.length === 1) {
    return [
      Plot.text(lines, {
        x,
        y: value,
        text: () => "━",
        fill: look.colour,
        fontSize: 18,
        clip: true,
      }),
    ];
  }
  const curve = drawing.steps ? "step" : "linear";
  const bands = lines.every((p) => p.line[1] !== null && p.line[1] !== undefined)
    ? [
        Plot.areaY(lines, {
          x,
          y1: (p) => y(p.line[1]),
          y2: (p) => y(p.line[2]),
          curve,
          fill: look.colour,
          fillOpacity: 0.15,
          clip: true,
        }),
      ]
    : [];
  return [
    ...bands,
    Plot.line(lines, {
      x,
      y: value,
      curve,
      stroke: look.colour,
      strokeWidth: 2,
      strokeDasharray: look.dash,
      clip: true,
    }),
  ];
}

// The legend of a drawing of lines: a button for each series that switches it, and what lines,
// markers and crosses mean.
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolTriangle2,
  symbolWye,
} from "d3-shape";
import { h } from "./html.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  triangle2: symbolTriangle2,
  cross: symbolCross,
  star: symbolStar,
  wye: symbolWye,
};

// [{element, text, swatch}]; toggle(name) hides or shows a series.
export function legendOf(drawing, looks, hidden, scales, toggle) {
  const points = drawing.panels.flatMap((panel) => panel.series.flatMap((series) => series.points));
  const has = { line: points.some((p) => p.line), marker: points.some((p) => p.marker) };
  const series = [...looks]
    .filter(([name]) => name)
    .map(([name, look]) => {
      const swatch = swatchOf(look, has);
      const element = h(
        "button",
        {
          type: "button",
          class: "series",
          "aria-pressed": String(!hidden.has(name)),
          onclick: () => toggle(name),
        },
        swatch,
        name,
      );
      return { element, text: name, swatch };
    });
  const says = [];
  if (has.line) says.push(`${drawing.categories ? "dash" : "line"}: ${drawing.line}`);
  if (has.marker && drawing.marker) {
    const known = points.some((p) => p.marker && p.marker[1] !== null && p.marker[1] !== undefined);
    says.push(`marker: ${drawing.marker}${known ? ", 95 % interval" : ""}`);
  }
  if (points.some((p) => p.marker && p.marker[0] < scales.floor))
    says.push(`▽ ${drawing.marker} 0`);
  if (points.some((p) => p.failed)) says.push("✕ failed");
  return [
    ...series,
    { element: h("span", { class: "says" }, says.join(" · ")), text: says.join(" · ") },
  ];
}

function swatchOf(look, has) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width: 36, height: 14, "aria-hidden": "true" })) {
    svg.setAttribute(name, value);
  }
  if (has.line) {
    const line = document.createElementNS(SVG, "line");
    for (const [name, value] of Object.entries({
      x1: 1,
      x2: 35,
      y1: 7,
      y2: 7,
      stroke: look.colour,
      "stroke-width": 2,
      "stroke-dasharray": look.dash,
    })) {
      line.setAttribute(name, value);
    }
    svg.append(line);
  }
  if (has.marker) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", symbol(SHAPES[look.symbol], 55)());
    path.setAttribute("transform", "translate(18,7)");
    path.setAttribute("fill", look.colour);
    svg.append(path);
  }
  return svg;
}

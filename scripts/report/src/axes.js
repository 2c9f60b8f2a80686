// Where ticks stand and what is written at them.
import * as Plot from "@observablehq/plot";
import { ticks as linearTicks } from "d3-array";
import { formatNumber } from "./numbers.js";

// Powers of ten, and 2 and 5 times them where there is room; linear ones in a narrow range.
export function logTicks([low, high]) {
  const leads = Math.log10(high / low) > 3.3 ? [1] : [1, 2, 5];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); ++power) {
    for (const lead of leads) {
      const tick = Number(`${lead}e${power}`);
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  if (ticks.length < 2) return linearTicks(low, high, 4);
  const step = Math.ceil(ticks.length / 12);
  return ticks.filter((_, i) => i % step === 0);
}

function wholeTicks([low, high], room) {
  const step = Math.max(1, Math.ceil((high - low) / room));
  return linearTicks(low, high, (high - low) / step).filter(Number.isInteger);
}

function ticksX(drawing, scales, width) {
  if (drawing.categories) return drawing.categories.map((_, i) => i);
  if (scales.logX) return logTicks(scales.x);
  if (drawing.wholeX) return wholeTicks(scales.x, Math.max(2, width / 45));
  return linearTicks(...scales.x, Math.max(3, Math.floor(width / 80)));
}

// Whether the names of the categories are too long to stand side by side.
export function isTilted(drawing, width) {
  if (drawing.categories === null) return false;
  const longest = Math.max(...drawing.categories.map((name) => name.length));
  return longest > (width - 70) / drawing.categories.length / 7;
}

// Grid, ticks and their text. (Plot itself leaves out some of the texts on a log scale.)
export function axisMarks(drawing, scales, width) {
  const x = ticksX(drawing, scales, width);
  const y = scales.logY ? logTicks(scales.y) : linearTicks(...scales.y, 6);
  const nameOf = (v) => (drawing.categories ? (drawing.categories[v] ?? "") : formatNumber(v, 6));
  const tickRotate = isTilted(drawing, width) ? -30 : 0;
  return [
    drawing.categories ? null : Plot.gridX(x),
    Plot.gridY(y),
    Plot.axisX(x, { text: nameOf, tickRotate, label: null }),
    Plot.axisY(y, { text: (v) => formatNumber(v, 6), label: null }),
    Plot.ruleX([scales.x[0]], { strokeOpacity: 0.4 }),
    Plot.ruleY([scales.y[0]], { strokeOpacity: 0.4 }),
  ];
}

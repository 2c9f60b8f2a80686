// The scales of a drawing of lines: linear or logarithmic, their ranges, and where zeros go.
import { wantsLog } from "./numbers.js";

const allPoints = (drawing, hidden) =>
  drawing.panels.flatMap((panel) =>
    panel.series.filter((s) => !hidden.has(s.name)).flatMap((s) => s.points),
  );

// What a drawing asks for by itself.
export function wantedLogs(drawing) {
  const points = allPoints(drawing, new Set());
  const xs = [...new Set(points.map((p) => p.x))].sort((a, b) => a - b);
  const ys = points
    .flatMap((p) => [p.line, p.marker])
    .filter((e) => e)
    .map((e) => e[0]);
  const widening = xs.length > 2 && xs[1] - xs[0] < (xs.at(-1) - xs.at(-2)) / 2;
  return {
    x: drawing.categories === null && !drawing.wholeX && widening && wantsLog(xs),
    y: drawing.logY ?? wantsLog(ys.filter((y) => y > 0)),
  };
}

// {logX, logY, x: [low, high], y: [low, high], floor}: floor is where zeros stand on a log scale.
export function scalesOf(drawing, hidden, logs, zoom) {
  const points = allPoints(drawing, hidden);
  const xs = points.map((p) => p.x);
  const ends = points.flatMap((p) =>
    [p.line, p.marker]
      .filter((e) => e)
      .flatMap((e) => e.filter((v) => v !== null && v !== undefined)),
  );
  const values = points
    .flatMap((p) => [p.line, p.marker])
    .filter((e) => e)
    .map((e) => e[0]);
  const positive = values.filter((v) => v > 0);
  const logX = logs.x && drawing.categories === null && Math.min(...xs) > 0;
  const logY = logs.y && positive.length > 0;
  const floor = logY ? Math.min(...positive) / 1.6 : -Infinity;
  return {
    logX,
    logY,
    floor,
    x: zoom?.x ?? rangeX(drawing, xs, logX),
    y: zoom?.y ?? rangeY(ends, logY, floor),
  };
}

function rangeX(drawing, xs, log) {
  if (xs.length === 0) return [0, 1];
  if (drawing.categories) return [-0.5, drawing.categories.length - 0.5];
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (low === high) return log ? [low / 2, low * 2] : [low - 0.5, low + 0.5];
  const step = (high - low) * 0.03;
  return log
    ? [low * (low / high) ** 0.03, high * (high / low) ** 0.03]
    : drawing.wholeX
      ? [low - 0.5, high + 0.5]
      : [low - step, high + step];
}

function rangeY(ends, log, floor) {
  if (ends.length === 0) return [0, 1];
  const high = Math.max(...ends);
  if (log) return [floor * 0.85, Math.max(high, floor) * 1.3];
  const low = Math.min(0, ...ends);
  return high === low
    ? [low - 1, high + 1]
    : [low < 0 ? low - 0.05 * (high - low) : 0, high + 0.05 * (high - low)];
}

// The range around its middle, `factor` as wide, and moved by `shift` of its width.
export function rescaled([low, high], log, factor, shift = 0) {
  const [a, b] = log ? [Math.log(low), Math.log(high)] : [low, high];
  const [middle, half] = [(a + b) / 2 + shift * (b - a), ((b - a) / 2) * factor];
  const range = [middle - half, middle + half];
  return log ? range.map(Math.exp) : range;
}

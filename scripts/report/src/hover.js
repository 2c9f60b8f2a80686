// Values under the pointer, and with the arrow keys: one readout a panel.
import { formatEstimate, formatNumber } from "./numbers.js";
import { h } from "./html.js";

const REACH = 60; // pixels from the pointer to the nearest point

// Lets a panel tell the values of its points. `frame` holds the svg and has position: relative.
export function addHover(frame, drawn, drawing) {
  const box = h("div", { class: "readout", role: "status", hidden: true });
  const ring = h("div", { class: "ring", hidden: true });
  frame.append(ring, box);
  const hits = drawn.hits.filter((hit) => Number.isFinite(hit.px) && Number.isFinite(hit.py));
  let current = -1;

  const hide = () => {
    box.hidden = ring.hidden = true;
  };
  const show = (place) => {
    current = place;
    const hit = hits[place];
    box.replaceChildren(...linesOf(hit, drawing).map((line) => h("div", {}, line)));
    box.hidden = ring.hidden = false;
    ring.style.left = `${hit.px}px`;
    ring.style.top = `${hit.py}px`;
    const width = frame.clientWidth;
    box.style.left = `${Math.max(0, Math.min(hit.px + 12, width - box.offsetWidth))}px`;
    const above = hit.py - box.offsetHeight - 12;
    box.style.top = `${above > 4 ? above : hit.py + 14}px`;
  };
  const nearest = (event) => {
    const area = drawn.svg.getBoundingClientRect();
    const [px, py] = [event.clientX - area.left, event.clientY - area.top];
    const distances = hits.map((hit) => Math.hypot(hit.px - px, hit.py - py));
    const least = Math.min(...distances);
    return least <= REACH ? distances.indexOf(least) : -1;
  };
  const follow = (event) => {
    const place = nearest(event);
    if (place < 0) hide();
    else show(place);
  };
  drawn.svg.addEventListener("pointermove", follow);
  drawn.svg.addEventListener("pointerdown", follow);
  drawn.svg.addEventListener("pointerleave", hide);
  drawn.svg.addEventListener("blur", hide);
  drawn.svg.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return hide();
    const next = neighbour(hits, current, event.key);
    if (next === null || event.shiftKey) return undefined;
    event.preventDefault();
    return show(next);
  });
}

// The place of the point to which an arrow key leads: along the series, or to another series.
function neighbour(hits, current, key) {
  if (!key.startsWith("Arrow") || hits.length === 0) return null;
  if (current < 0) return 0;
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  if (key === "ArrowLeft" || key === "ArrowRight")
    return (current + step + hits.length) % hits.length;
  const names = [...new Set(hits.map((hit) => hit.series))];
  const name = names[(names.indexOf(hits[current].series) + step + names.length) % names.length];
  const others = hits.flatMap((hit, i) => (hit.series === name && i !== current ? [i] : []));
  const away = (i) => Math.abs(hits[i].px - hits[current].px);
  return others.length ? others.reduce((best, i) => (away(i) < away(best) ? i : best)) : current;
}

function linesOf(hit, drawing) {
  if (hit.cell) {
    const { x, y, value } = hit.cell;
    return [
      `${drawing.xLabel}: ${drawing.xNames[x]}`,
      `${drawing.yLabel}: ${drawing.yNames[y]}`,
      `${drawing.valueLabel}: ${value === null ? "failed" : formatNumber(value)}`,
    ];
  }
  const { point, series } = hit;
  const at = drawing.categories ? drawing.categories[point.x] : formatNumber(point.x);
  return [
    ...(series ? [series] : []),
    ...(drawing.xLabel ? [`${drawing.xLabel}: ${at}`] : []),
    ...(point.line ? [`${drawing.line}: ${formatEstimate(point.line)}`] : []),
    ...(point.marker ? [`${drawing.marker}: ${formatEstimate(point.marker)}`] : []),
    ...(point.failed ? [`failed: ${point.failed}`] : []),
  ];
}

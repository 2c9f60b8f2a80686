// Zoom of a panel: a rectangle drawn with the mouse, or the keys + - 0 and Shift with an arrow.
import { h } from "./html.js";
import { rescaled } from "./scales.js";

const LEAST = 8; // pixels: a shorter drag is a click
const KEYS = { "+": 0.5, "=": 0.5, "-": 2 };
const MOVES = {
  ArrowLeft: [-0.25, 0],
  ArrowRight: [0.25, 0],
  ArrowUp: [0, 0.25],
  ArrowDown: [0, -0.25],
};

// setZoom({x, y}) or setZoom(null) for everything.
export function addZoom(frame, drawn, scales, setZoom) {
  const box = h("div", { class: "brush", hidden: true });
  frame.append(box);
  let start = null;
  const placeOf = (event) => {
    const area = drawn.svg.getBoundingClientRect();
    return [event.clientX - area.left, event.clientY - area.top];
  };
  const rectangle = (a, b) => [0, 1].map((i) => [Math.min(a[i], b[i]), Math.max(a[i], b[i])]);
  drawn.svg.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    start = placeOf(event);
    drawn.svg.setPointerCapture(event.pointerId);
  });
  drawn.svg.addEventListener("pointermove", (event) => {
    if (start === null) return;
    const [[left, right], [top, bottom]] = rectangle(start, placeOf(event));
    Object.assign(box.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
    box.hidden = right - left < LEAST;
  });
  drawn.svg.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const [[left, right], [top, bottom]] = rectangle(start, placeOf(event));
    start = null;
    box.hidden = true;
    if (right - left < LEAST || bottom - top < LEAST) return;
    const [low, high] = [drawn.invert(left, bottom), drawn.invert(right, top)];
    setZoom({ x: [low[0], high[0]], y: [low[1], high[1]] });
  });
  drawn.svg.addEventListener("dblclick", () => setZoom(null));
  drawn.svg.addEventListener("keydown", (event) => {
    const move = event.shiftKey ? MOVES[event.key] : undefined;
    if (event.key === "0") setZoom(null);
    else if (move) setZoom(moved(scales, 1, move));
    else if (event.key in KEYS) setZoom(moved(scales, KEYS[event.key]));
    else return;
    event.preventDefault();
  });
}

// The ranges of `scales`, `factor` as wide and moved by shares of their widths.
export function moved(scales, factor, [right, up] = [0, 0]) {
  return {
    x: rescaled(scales.x, scales.logX, factor, right),
    y: rescaled(scales.y, scales.logY, factor, up),
  };
}

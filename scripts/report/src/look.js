// How series look: colour, symbol and dashes, so that they differ without colour too.

const SYMBOLS = ["circle", "square", "triangle", "diamond", "triangle2", "cross", "star", "wye"];
const DASHES = ["", "7 3", "1.5 2.5", "9 3 2 3", "4 2", "10 3 2 3 2 3", "2 5", "14 4"];

// The look of the n-th series: pairwise different for 64 of them.
export function lookOf(colours, n) {
  const shift = Math.floor(n / colours.length);
  const colour = colours[n % colours.length];
  return {
    colour: colour === "#000000" ? "currentColor" : colour,
    symbol: SYMBOLS[(n + shift) % SYMBOLS.length],
    dash: DASHES[(n + shift) % DASHES.length],
  };
}

// {series name: look} over all panels of a drawing.
export function looksOf(colours, drawing) {
  const names = drawing.panels.flatMap((panel) => panel.series.map((series) => series.name));
  return new Map([...new Set(names)].map((name, n) => [name, lookOf(colours, n)]));
}

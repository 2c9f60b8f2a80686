// From points to drawings: what a figure shows before a pixel is drawn.
//
// A drawing of lines: {name, title, held, xLabel, yLabel, line, marker, steps, wholeX, categories,
// panels, note}; a panel {name, series: [{name, points: [{x, line, marker, failed}]}]}, where line
// and marker are [value, low, high] or null.
import { estimatesOf, sidesOf } from "./data.js";
import { axesWith, groupPoints, heldPoints, heldText } from "./roles.js";

const MAX_SERIES = 16;
const MAX_PANELS = 9;

// Panels of series by the roles; pointsOf(places) gives a series' points.
function panelsOf(data, roles, places, pointsOf) {
  const held = heldPoints(data, roles, places);
  const groups = groupPoints(data, held, axesWith(roles, "panels"));
  const names = new Set();
  let left = Math.max(0, groups.size - MAX_PANELS);
  const panels = [...groups].slice(0, MAX_PANELS).map(([name, members]) => {
    const series = [];
    for (const [label, line] of groupPoints(data, members, axesWith(roles, "lines"))) {
      if (!names.has(label) && names.size >= MAX_SERIES) {
        ++left;
        continue;
      }
      names.add(label);
      const points = pointsOf(line);
      if (points.length > 0) series.push({ name: label, points });
    }
    return { name, series };
  });
  const note =
    left > 0 ? "Only the first lines and panels are drawn; choose fewer to see the others." : "";
  return { panels: panels.filter((panel) => panel.series.length > 0), note };
}

// The words above a drawing, and the values at which parameters are held.
function titled(heading, data, roles) {
  const held = heldText(data, roles);
  return { title: held ? `${heading}, at ${held}` : heading, held };
}

// A quantity over the axis with role x.
export function planSweep(data, roles, places, { quantity }) {
  const [x] = axesWith(roles, "x");
  const axis = x === undefined ? null : data.axes[x];
  const numbers = axis !== null && axis.numbers;
  const pointsOf = (line) =>
    line
      .map((p) => {
        const [predicted, measured] = estimatesOf(data, quantity, p);
        const at = axis === null ? 0 : data.points.at[p][x];
        return {
          x: numbers ? axis.values[at] : at,
          line: predicted,
          marker: measured,
          failed: data.points.failed[p],
        };
      })
      .filter((p) => p.line || p.marker || p.failed)
      .sort((a, b) => a.x - b.x);
  const label = data.quantities[quantity].label;
  return {
    name: quantity.replaceAll(".", "_"),
    ...titled(label, data, roles),
    xLabel: axis ? axis.label : "",
    yLabel: label,
    line: "predicted",
    marker: "measured",
    categories: axis === null ? [""] : numbers ? null : axis.texts,
    ...panelsOf(data, roles, places, pointsOf),
  };
}

// The curves of single points: ladders, rates, histograms, latencies.
export function planCurve(data, roles, places, { curve }) {
  const { rows, title, x_label, y_label, line, marker, steps, whole_x, categories, log_y } =
    data.curves[curve];
  const pointsOf = (members) =>
    members.slice(0, 1).flatMap((p) =>
      rows[p].map(([x, ...six]) => {
        const [predicted, measured] = sidesOf(six);
        return { x, line: predicted, marker: measured, failed: 0 };
      }),
    );
  return {
    name: curve,
    ...titled(title, data, roles),
    xLabel: x_label,
    yLabel: y_label,
    line: line ?? "predicted",
    marker: marker ?? "measured",
    steps,
    wholeX: whole_x,
    categories: categories ?? null,
    logY: log_y,
    ...panelsOf(data, roles, places, pointsOf),
  };
}

// Lookup cost against update cost, along the axis with role x.
export function planFrontier(data, roles, places, { quantity, cost }) {
  const pointsOf = (line) =>
    line
      .flatMap((p) => {
        const [lookups, updates] = [estimatesOf(data, quantity, p), estimatesOf(data, cost, p)];
        return [0, 1].flatMap((side) =>
          lookups[side] && updates[side]
            ? [
                {
                  x: updates[side][0],
                  line: side === 0 ? lookups[0] : null,
                  marker: side === 1 ? lookups[1] : null,
                  failed: 0,
                },
              ]
            : [],
        );
      })
      .sort((a, b) => a.x - b.x);
  return {
    name: "frontier",
    ...titled("What lookups and updates cost", data, roles),
    xLabel: data.quantities[cost].label,
    yLabel: data.quantities[quantity].label,
    line: "predicted",
    marker: "measured",
    categories: null,
    ...panelsOf(data, roles, places, pointsOf),
  };
}

// A map: {name, title, held, xLabel, yLabel, valueLabel, xNames, yNames, ratio, panels}; a panel
// {name, cells: [{x, y, value, failed}]}, x and y being places of values.
export function planMap(data, roles, places, { quantity }) {
  const [[x], [y], [compare]] = ["x", "y", "compare"].map((role) => axesWith(roles, role));
  const valueOf = (p) => {
    const [predicted, measured] = estimatesOf(data, quantity, p);
    return (measured ?? predicted ?? [null])[0];
  };
  const label = data.quantities[quantity].label;
  const panels = [...groupPoints(data, heldPoints(data, roles, places), axesWith(roles, "panels"))]
    .slice(0, MAX_PANELS)
    .map(([name, members]) => ({
      name,
      cells:
        compare === undefined
          ? cellsOf(data, members, x, y, valueOf)
          : ratioCells(data, members, x, y, compare, valueOf),
    }));
  const sides =
    compare === undefined ? "" : `: ${data.axes[compare].texts.slice(0, 2).join(" / ")}`;
  return {
    name: compare === undefined ? "heat_map" : "break_even",
    panels,
    note: "",
    ...titled(label + sides, data, roles),
    valueLabel: label + sides,
    xLabel: data.axes[x].label,
    yLabel: data.axes[y].label,
    xNames: data.axes[x].texts,
    yNames: data.axes[y].texts,
    ratio: compare !== undefined,
  };
}

function cellsOf(data, members, x, y, valueOf) {
  return members
    .map((p) => ({
      x: data.points.at[p][x],
      y: data.points.at[p][y],
      value: valueOf(p),
      failed: data.points.failed[p],
    }))
    .filter((cell) => cell.value !== null || cell.failed);
}

// The first value of the compared axis over its second.
function ratioCells(data, members, x, y, compare, valueOf) {
  const cells = [0, 1].map((side) =>
    cellsOf(
      data,
      members.filter((p) => data.points.at[p][compare] === side),
      x,
      y,
      valueOf,
    ),
  );
  return cells[0].flatMap((cell) => {
    const other = cells[1].find((c) => c.x === cell.x && c.y === cell.y);
    if (!other || other.value === 0) return [];
    const known = cell.value !== null && other.value !== null;
    return [{ ...cell, value: known ? cell.value / other.value : null }];
  });
}

// A drawing as a table: a header, then rows.
export function rowsOf(drawing) {
  if (drawing.valueLabel) {
    return [
      ["panel", drawing.xLabel, drawing.yLabel, drawing.valueLabel],
      ...drawing.panels.flatMap((panel) =>
        panel.cells.map((c) => [panel.name, drawing.xNames[c.x], drawing.yNames[c.y], c.value]),
      ),
    ];
  }
  const { line, marker } = drawing;
  const header = [
    "panel",
    "series",
    drawing.xLabel,
    line,
    `${line}_low`,
    `${line}_high`,
    marker,
    `${marker}_low`,
    `${marker}_high`,
    "failed_repetitions",
  ];
  const none = [null, null, null];
  return [
    header,
    ...drawing.panels.flatMap((panel) =>
      panel.series.flatMap(({ name, points }) =>
        points.map((p) => [
          panel.name,
          name,
          drawing.categories ? drawing.categories[p.x] : p.x,
          ...(p.line ?? none),
          ...(p.marker ?? none),
          p.failed,
        ]),
      ),
    ),
  ];
}

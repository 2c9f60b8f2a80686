// What each varied parameter does in a figure: it is the x axis, tells lines or panels apart, or is
// held at one value. A role is one of the names below or the place of the value held.

export const ROLES = {
  x: "x axis",
  y: "y axis",
  lines: "lines",
  panels: "panels",
  compare: "compared",
};
const MAX_LINES = 8;

const numeric = (data) => data.axes.map((_, i) => i).filter((i) => data.axes[i].numbers);

// Roles of a figure over x, as plot.py picks them.
export function sweepRoles(data) {
  const { x, series, facet, held } = data.selection;
  return data.axes.map((_, i) =>
    i === x ? "x" : series.includes(i) ? "lines" : facet.includes(i) ? "panels" : held[i],
  );
}

// Roles of a figure of single trees: x joins the lines while they are few, else it is held.
export function treeRoles(data) {
  const roles = sweepRoles(data);
  const { x, held } = data.selection;
  if (x === null) return roles;
  const lines = roles.reduce(
    (n, role, i) => (role === "lines" ? n * data.axes[i].values.length : n),
    1,
  );
  roles[x] = lines * data.axes[x].values.length <= MAX_LINES ? "lines" : held[x];
  return roles;
}

// Roles of a map: the two numbers with the most values, the next parameter as panels or compared;
// null where there are no two numbers of three values.
export function mapRoles(data, rest) {
  const order = numeric(data).sort(
    (a, b) => data.axes[b].values.length - data.axes[a].values.length,
  );
  if (order.length < 2 || data.axes[order[1]].values.length < 3) return null;
  const roles = [...data.selection.held];
  roles[order[0]] = "x";
  roles[order[1]] = "y";
  const other = data.axes.findIndex(
    (axis, i) => !order.slice(0, 2).includes(i) && (rest === "compare" || axis.values.length <= 4),
  );
  if (rest === "compare" && other < 0) return null;
  if (other >= 0) roles[other] = rest;
  return roles;
}

// The roles after axis `changed` takes `role`: who had a role that only one may have is held.
export function withRole(data, roles, changed, role) {
  const single = ["x", "y", "compare"].includes(role);
  return roles.map((old, axis) => {
    if (axis === changed) return role;
    return single && old === role ? data.selection.held[axis] : old;
  });
}

// Roles with each held value among those of the visible points (its own, else the middle one).
export function effectiveRoles(data, roles, points) {
  return roles.map((role, axis) => {
    if (typeof role !== "number") return role;
    const seen = [...new Set(points.map((p) => data.points.at[p][axis]))].sort((a, b) => a - b);
    return seen.includes(role) || seen.length === 0 ? role : seen[(seen.length - 1) >> 1];
  });
}

export const axesWith = (roles, role) => roles.flatMap((r, axis) => (r === role ? [axis] : []));

// The points at which every held axis has its value.
export function heldPoints(data, roles, points) {
  return points.filter((p) =>
    roles.every((role, axis) => typeof role !== "number" || data.points.at[p][axis] === role),
  );
}

// Points by their values on axes: Map of name -> points, in the order of the values.
export function groupPoints(data, points, axes) {
  const groups = new Map();
  const order = (p) => axes.map((axis) => data.points.at[p][axis]);
  const sorted = [...points].sort((a, b) => {
    const [left, right] = [order(a), order(b)];
    const place = left.findIndex((value, i) => value !== right[i]);
    return place < 0 ? 0 : left[place] - right[place];
  });
  for (const point of sorted) {
    const name = axes.map((axis) => data.axes[axis].names[data.points.at[point][axis]]).join(", ");
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(point);
  }
  return groups;
}

// Words for the axes that are held where they vary: "T = 4, leveling".
export function heldText(data, roles) {
  return roles
    .flatMap((role, axis) => (typeof role === "number" ? [data.axes[axis].names[role]] : []))
    .join(", ");
}

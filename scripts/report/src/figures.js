// Which figures these results have.
import { Figure } from "./figure.js";
import { planCurve, planFrontier, planMap, planSweep } from "./plan.js";
import { mapRoles, sweepRoles, treeRoles } from "./roles.js";

const quantities = (data) =>
  Object.entries(data.quantities).map(([name, { label }]) => [
    name,
    label === name ? name : `${label} (${name})`,
  ]);

export function figuresOf(data) {
  const [main] = Object.keys(data.quantities);
  if (main === undefined) return curveFigures(data);
  const y = { quantity: ["y axis", quantities(data)] };
  const specs = [
    {
      id: "sweep",
      heading: "Sweep",
      plan: planSweep,
      roles: sweepRoles(data),
      allowed: ["x", "lines", "panels"],
      fields: { quantity: main },
      choices: y,
    },
  ];
  const maps = [
    ["heat-map", "Heat map", "panels"],
    ["break-even", "Break-even", "compare"],
  ];
  for (const [id, heading, rest] of maps) {
    const roles = mapRoles(data, rest);
    const allowed = rest === "compare" ? ["x", "y", "panels", "compare"] : ["x", "y", "panels"];
    if (roles)
      specs.push({
        id,
        heading,
        plan: planMap,
        roles,
        allowed,
        fields: { quantity: main },
        choices: { quantity: ["value", quantities(data)] },
      });
  }
  const figures = specs.map((spec) => new Figure(data, spec));
  return [...figures, ...curveFigures(data), ...frontierFigures(data, main)];
}

function curveFigures(data) {
  return Object.entries(data.curves).map(
    ([curve, { title }]) =>
      new Figure(data, {
        id: curve.replaceAll("_", "-"),
        heading: title,
        plan: planCurve,
        roles: treeRoles(data),
        allowed: ["lines", "panels"],
        fields: { curve },
      }),
  );
}

function frontierFigures(data, main) {
  if (data.update_costs.length === 0) return [];
  return [
    new Figure(data, {
      id: "frontier",
      heading: "Lookup against update cost",
      plan: planFrontier,
      roles: sweepRoles(data),
      allowed: ["x", "lines", "panels"],
      fields: { quantity: main, cost: data.update_costs[0] },
      choices: {
        quantity: ["y axis", quantities(data)],
        cost: ["update cost", data.update_costs.map((name) => [name, data.quantities[name].label])],
      },
    }),
  ];
}

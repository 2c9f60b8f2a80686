// The filter at the top of the page: each parameter at all its values or at one of them.
import { button, h, picker } from "./html.js";

// onchange(filter): filter[axis] is the place of a value, or null for all.
export function filterBar(data, onchange) {
  const filter = data.axes.map(() => null);
  const count = h("span", { class: "count", role: "status" });
  const pickers = data.axes.map((axis, i) =>
    picker(
      axis.label,
      [["", [["", "all"], ...axis.texts.map((text, place) => [String(place), text])]]],
      "",
      (value) => {
        filter[i] = value === "" ? null : Number(value);
        onchange(filter);
      },
    ),
  );
  const reset = button("All points", () => {
    filter.fill(null);
    for (const label of pickers) label.querySelector("select").value = "";
    onchange(filter);
  });
  const element = h(
    "div",
    { class: "filter", role: "group", "aria-label": "Filter by parameter" },
    h("strong", {}, "Filter"),
    ...pickers,
    reset,
    count,
  );
  return {
    element,
    filter,
    say: (text) => {
      count.textContent = text;
    },
  };
}

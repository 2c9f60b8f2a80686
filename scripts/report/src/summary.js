// What came out, in numbers, and where it comes from.
import { h } from "./html.js";
import { formatNumber } from "./numbers.js";

const MOST_FAILURES = 50;

export function summaryOf(data) {
  const { records, points, failed, compared, inside, gain } = data.summary;
  const cards = [
    [formatNumber(points), "points", records > points ? `${formatNumber(records)} records` : ""],
  ];
  if (compared > 0) {
    cards.push([
      `${formatNumber(inside)} of ${formatNumber(compared)}`,
      "measurements inside the predicted interval",
      "95 % of them are expected there",
    ]);
  }
  if (gain) {
    const [pairs, low, high] = gain;
    const range =
      pairs === 1 || low === high
        ? formatNumber(high, 3)
        : `${formatNumber(low, 3)} to ${formatNumber(high, 3)}`;
    cards.push([
      `${range}×`,
      "fewer wasted I/Os with Monkey than uniform",
      `at equal memory, ${pairs} pairs`,
    ]);
  }
  if (failed.length > 0)
    cards.push([formatNumber(failed.length), "failed", "drawn as crosses, listed below"]);
  return h(
    "section",
    { class: "summary", "aria-label": "Summary" },
    h("h1", {}, data.experiments.join(", ")),
    data.question ? h("p", { class: "question" }, data.question) : null,
    h(
      "div",
      { class: "cards" },
      ...cards.map(([number, what, more]) =>
        h(
          "div",
          { class: "stat" },
          h("b", {}, number),
          h("span", {}, what),
          more ? h("small", {}, more) : null,
        ),
      ),
    ),
    ...data.notes.map((note) => h("p", { class: "note" }, note)),
    failures(failed),
  );
}

function failures(failed) {
  if (failed.length === 0) return null;
  const rows = failed
    .slice(0, MOST_FAILURES)
    .map(({ place, repetition, reason }) =>
      h(
        "li",
        {},
        h(
          "b",
          {},
          [place, repetition ? `repetition ${repetition}` : ""].filter((t) => t).join(", ") ||
            "the point",
        ),
        `: ${reason}`,
      ),
    );
  const more = failed.length - MOST_FAILURES;
  return h(
    "details",
    { class: "failures", open: failed.length <= 5 },
    h("summary", {}, `${formatNumber(failed.length)} failed`),
    h(
      "ul",
      {},
      ...rows,
      more > 0 ? h("li", {}, `and ${formatNumber(more)} more, in the table below`) : null,
    ),
  );
}

export function provenanceOf(data) {
  const sources = data.sources.map(({ path, manifest, config }) =>
    h(
      "details",
      { class: "source", open: data.sources.length === 1 },
      h("summary", {}, path),
      manifest
        ? h("dl", {}, ...pairs(manifest))
        : h("p", {}, "No manifest stands beside these records."),
      config
        ? h(
            "details",
            {},
            h("summary", {}, "Config"),
            h("pre", {}, JSON.stringify(config, null, 2)),
          )
        : null,
    ),
  );
  return h(
    "section",
    { class: "card", id: "provenance", "aria-label": "Provenance" },
    h("h3", {}, "Provenance"),
    ...sources,
  );
}

// <dt> and <dd> of everything in a JSON object.
function pairs(object, prefix = "") {
  return Object.entries(object).flatMap(([name, value]) => {
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return pairs(value, `${prefix}${name}.`);
    const text = Array.isArray(value)
      ? value.map((v) => (typeof v === "object" ? JSON.stringify(v) : v)).join(", ")
      : String(value);
    return [h("dt", {}, `${prefix}${name}`.replaceAll("_", " ")), h("dd", {}, text)];
  });
}

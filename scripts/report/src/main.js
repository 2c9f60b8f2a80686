// Puts the page together: results with their filter, figures and records; and the page to play.
import { readData, unpack, visiblePoints } from "./data.js";
import { figuresOf } from "./figures.js";
import { filterBar } from "./filter.js";
import { h } from "./html.js";
import { formatNumber } from "./numbers.js";
import { Play } from "./play.js";
import { makeSim } from "./sim.js";
import { provenanceOf, summaryOf } from "./summary.js";
import { RecordTable } from "./table.js";

function resultsPage(data) {
  const figures = figuresOf(data);
  const table = new RecordTable(data);
  const bar = filterBar(data, () => refresh());
  const refresh = () => {
    const places = visiblePoints(data, bar.filter);
    bar.say(`${formatNumber(places.length)} of ${formatNumber(data.points.at.length)} points`);
    for (const figure of figures) figure.show(places);
    table.show(bar.filter);
  };
  const element = h(
    "div",
    { id: "results" },
    summaryOf(data),
    data.axes.length ? bar.element : null,
    h("div", { class: "figures" }, ...figures.map((figure) => figure.element)),
    table.element,
    provenanceOf(data),
  );
  return { element, refresh };
}

// One of the two pages, named by the address's fragment, is on show.
function switchPages(pages, links) {
  const name = location.hash === "#play" ? "play" : "results";
  for (const [other, page] of Object.entries(pages)) page.element.hidden = other !== name;
  for (const link of links) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  pages[name].refresh();
}

async function main() {
  const data = await readData();
  const play = new Play(await makeSim(await unpack("play-wasm")), data.colours);
  const pages = {
    results: resultsPage(data),
    play: { element: play.element, refresh: () => play.redraw() },
  };
  const links = [h("a", { href: "#results" }, "Results"), h("a", { href: "#play" }, "Play")];
  document
    .querySelector("main")
    .replaceChildren(...Object.values(pages).map((page) => page.element));
  document.querySelector("nav").append(...links);
  addEventListener("hashchange", () => {
    switchPages(pages, links);
    scrollTo(0, 0);
  });
  switchPages(pages, links);
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => {
  document.querySelector("main").textContent =
    `This browser cannot show the report (${error.message}); one of the last three years can.`;
  throw error;
});

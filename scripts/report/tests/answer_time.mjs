// node answer_time.mjs REPORT: how long a report takes to open and to answer, in milliseconds from
// the event until the next frame is painted. By hand; no test, since a busy machine is slow.
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const binaries = process.env.BITLADDER_BINARY_DIR ?? path.join(root, "build/release");
const { chromium } = createRequire(path.join(binaries, "report/npm/x.js"))("playwright-core");
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: process.getuid() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({
  viewport: { width: 1280, height: 900 },
  bypassCSP: true,
});

const started = performance.now();
await page.goto(`file://${path.resolve(process.argv[2])}`);
await page.waitForSelector("html[data-ready]", { state: "attached" });
console.log(`open: ${(performance.now() - started).toFixed(0)}`);

// Median of several times from a change in the page until it is painted.
async function time(name, change) {
  const times = [];
  for (let i = 0; i < 5; ++i) {
    times.push(
      await page.evaluate(
        async ([source, turn]) => {
          const painted = () =>
            new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          await painted();
          const before = performance.now();
          new Function("turn", source)(turn);
          await painted();
          return performance.now() - before;
        },
        [change, i],
      ),
    );
  }
  const sorted = times.sort((a, b) => a - b);
  console.log(`${name}: median ${sorted[2].toFixed(0)}, most ${sorted[4].toFixed(0)}`);
}

const select = (which) => `const s = document.querySelector(${JSON.stringify(which)});
  s.selectedIndex = 1 + turn % (s.options.length - 1); s.dispatchEvent(new Event("change"));`;
const click = (which) => `document.querySelector(${JSON.stringify(which)}).click();`;
await time("switch a series", click("#sweep .series"));
await time("log scale", click("#sweep .actions input"));
await time("another quantity", select("#sweep select"));
await time("filter the page", select(".filter select"));
await page.evaluate(click(".filter button"));
await time("sort the records", click("#records th:nth-child(4) button"));
await time("next page", click("#records .actions:last-child button:nth-child(2)"));
await page.evaluate('document.querySelector("#records input[type=search]").value = "5"');
await time(
  "search the records",
  'document.querySelector("#records input").dispatchEvent(new Event("input"));',
);
await page.evaluate('location.hash = "#play"');
await time(
  "move a slider",
  `const s = document.querySelector("#play input[name=bits_per_key]");
  s.value = turn + 3; s.dispatchEvent(new Event("input"));`,
);
await browser.close();

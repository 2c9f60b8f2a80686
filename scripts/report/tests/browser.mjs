// Headless Chromium for the page tests: reports made afresh, pages that tell of errors and of
// requests, screenshots kept in the build folder.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) =>
  existsSync(file),
);
const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, "../../..");
export const binaries = process.env.BITLADDER_BINARY_DIR;
const made = path.join(binaries, "report", "tests");
const screenshots = path.join(binaries, "report", "screenshots");

// null, with a line that says why, where there is no Chromium.
export async function launch() {
  if (!CHROMIUM) {
    console.log("page tests skipped: no chromium; scripts/setup.sh installs it");
    return null;
  }
  mkdirSync(made, { recursive: true });
  mkdirSync(screenshots, { recursive: true });
  execFileSync("/usr/bin/python3", ["-B", path.join(here, "make_reports.py"), made]);
  const { chromium } = createRequire(path.join(binaries, "report/npm/x.js"))("playwright-core");
  // Chromium's sandbox does not start for root.
  const args = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

// A page of a report, ready, in a window without a network. `name` is quickstart or failed.
// page.check() fails after any console error, exception or request beyond the file.
export async function open(
  browser,
  name,
  { hash = "", width = 1280, height = 900, dark = false } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    offline: true,
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) troubles.push(`request: ${request.url()}`);
  });
  page.check = () => assert.deepEqual(troubles, []);
  page.picture = (picture) =>
    page.screenshot({
      path: path.join(screenshots, `${picture}.png`),
      fullPage: true,
    });
  await page.goto(`file://${path.join(made, `${name}.html`)}${hash}`);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  return page;
}

export const recordsOfQuickstart = () =>
  JSON.parse(readFileSync(path.join(root, "results/quickstart/results.json"))).records;

export const recordsWithFailures = () =>
  readFileSync(path.join(made, "failed", "points.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

// The text that a click on the button of that name saves.
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await download.path(), "utf8");
}

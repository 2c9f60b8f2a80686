// The page of results in headless Chromium, used as a reader does: what it shows is what the
// records say.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launch, open, recordsOfQuickstart, recordsWithFailures, saved } from "./browser.mjs";

const browser = await launch();
const skip = browser === null;
after(() => browser?.close());

const R = "wasted_ios_per_lookup";
const figure = (page, id) => page.locator(`#${id}`);
const markers = (page, id) =>
  figure(page, id).locator("g[aria-label=dot] :is(path, circle)").count();
const readout = (page, id) => figure(page, id).locator(".readout").first();

test("The quickstart's report opens without errors or requests", { skip }, async () => {
  const page = await open(browser, "quickstart");
  assert.equal(await page.locator("h1").first().innerText(), "quickstart");
  for (const id of ["sweep", "ladder", "fpr-by-level", "ios-per-lookup", "latency"]) {
    assert.equal(await figure(page, id).locator(".frame svg").count(), 1, id);
  }
  await page.picture("quickstart_light");
  page.check();
});

test("The report of a sweep with failed points opens, marks and lists them", { skip }, async () => {
  const page = await open(browser, "failed");
  const failed = recordsWithFailures().filter((r) => r.status === "failed");
  assert.ok(failed.length > 5);
  const summary = await page.locator(".summary").innerText();
  assert.match(summary, new RegExp(`${failed.length}\\s*failed`));
  await page.locator(".failures summary").click();
  assert.equal(await page.locator(".failures li").count(), failed.length);
  assert.match(await page.locator(".failures").innerText(), /the disk is full/);
  assert.match(await figure(page, "sweep").locator(".legend").innerText(), /✕ failed/);
  for (const id of ["heat-map", "break-even", "frontier"]) {
    assert.ok((await figure(page, id).locator(".frame svg").count()) > 0, id);
  }
  await page.picture("failed_light");
  page.check();
});

test("The pointer over a marker tells the record's own values", { skip }, async () => {
  const page = await open(browser, "quickstart");
  const record = recordsOfQuickstart().find(
    (r) => r.params["filters.allocation"] === "uniform" && r.params["filters.bits_per_key"] === 1,
  );
  await figure(page, "sweep").locator("g[aria-label=dot] :is(path, circle)").first().hover();
  const text = await readout(page, "sweep").innerText();
  assert.match(text, /uniform/);
  assert.match(text, /bits per key\): 1\n/);
  assert.ok(text.includes(`predicted: ${Number(record.predicted[R].toPrecision(5))}`), text);
  assert.ok(text.includes(`measured: ${Number(record.measured[R].toPrecision(5))}`), text);
  page.check();
});

test("Arrow keys read the values of a figure", { skip }, async () => {
  const page = await open(browser, "quickstart");
  await figure(page, "sweep").locator(".frame svg").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await readout(page, "sweep").innerText(), /uniform\n.*: 2\n/);
  await page.keyboard.press("ArrowDown");
  assert.match(await readout(page, "sweep").innerText(), /monkey\n.*: 2\n/);
  await page.keyboard.press("Escape");
  assert.equal(await readout(page, "sweep").isVisible(), false);
  page.check();
});

test("A series can be switched off and on", { skip }, async () => {
  const page = await open(browser, "quickstart");
  assert.equal(await markers(page, "sweep"), 20);
  const button = figure(page, "sweep").getByRole("button", { name: "monkey" });
  await button.click();
  assert.equal(await markers(page, "sweep"), 10);
  assert.equal(await button.getAttribute("aria-pressed"), "false");
  await page.keyboard.press("Enter"); // the focus stays on the button, though it was redrawn
  assert.equal(await markers(page, "sweep"), 20);
  page.check();
});

test("A filter by parameter holds for figures and records alike", { skip }, async () => {
  const page = await open(browser, "quickstart");
  await page.locator(".filter select").nth(1).selectOption({ label: "monkey" });
  assert.equal(await markers(page, "sweep"), 10);
  assert.equal(await page.locator("#records tbody tr").count(), 10);
  assert.match(await page.locator(".filter .count").innerText(), /10 of 20/);
  await page.getByRole("button", { name: "All points" }).click();
  assert.equal(await markers(page, "sweep"), 20);
  page.check();
});

test("Another quantity, other axes and other scales can be chosen", { skip }, async () => {
  const page = await open(browser, "failed");
  const sweep = figure(page, "sweep");
  await sweep.getByLabel("size ratio T").selectOption({ label: "x axis" });
  assert.equal(await sweep.locator(".x-label").first().innerText(), "size ratio T");
  assert.notEqual(await sweep.getByLabel("filter memory").inputValue(), "x");
  await sweep.getByLabel("merge policy").selectOption({ label: "= tiering" });
  assert.equal(await sweep.locator(".panel").count(), 1);
  await sweep.getByLabel("y axis").selectOption("latency_us.p99");
  assert.match(await sweep.locator(".y-label").innerText(), /99th percentile/);
  const before = await sweep.locator("g[aria-label='y-axis tick label']").textContent();
  const log = sweep.getByLabel("log y");
  await log.setChecked(!(await log.isChecked()));
  assert.notEqual(await sweep.locator("g[aria-label='y-axis tick label']").textContent(), before);
  page.check();
});

test("A rectangle zooms in and Show all zooms out", { skip }, async () => {
  const page = await open(browser, "quickstart");
  const svg = figure(page, "sweep").locator(".frame svg");
  const ticks = () =>
    figure(page, "sweep").locator("g[aria-label='x-axis tick label']").textContent();
  const all = await ticks();
  const box = await svg.boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.7, { steps: 3 });
  await page.mouse.up();
  assert.notEqual(await ticks(), all);
  await figure(page, "sweep").getByRole("button", { name: "Show all" }).click();
  assert.equal(await ticks(), all);
  await svg.focus();
  await page.keyboard.press("+");
  assert.notEqual(await ticks(), all);
  await page.keyboard.press("0");
  assert.equal(await ticks(), all);
  page.check();
});

test("A click on a heading sorts the records, a second one turns the order", { skip }, async () => {
  const page = await open(browser, "quickstart");
  const path = `measured.${R}`;
  const head = page.locator(`#records th[data-path="${path}"]`);
  const column = await head.evaluate((th) => th.cellIndex);
  const shown = () => page.locator(`#records tbody td:nth-child(${column + 1})`).allInnerTexts();
  const sorted = recordsOfQuickstart()
    .map((r) => r.measured[R])
    .sort((a, b) => a - b);
  const texts = sorted.map((v) => String(Number(v.toPrecision(6))));
  await head.getByRole("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  assert.deepEqual(await shown(), texts);
  await page.keyboard.press("Enter");
  assert.deepEqual(await shown(), texts.reverse());
  page.check();
});

test("The records' page turns, search narrows and columns can be chosen", { skip }, async () => {
  const page = await open(browser, "failed");
  const records = recordsWithFailures();
  const rows = page.locator("#records tbody tr");
  assert.equal(await rows.count(), 50);
  await page.locator("#records").getByRole("button", { name: "Next" }).click();
  assert.match(await page.locator("#records").innerText(), /page 2 of 3/);
  await page.getByLabel("Search the records").fill("disk full");
  assert.equal(await rows.count(), records.filter((r) => r.status === "failed").length);
  await page.locator("#records .chooser summary").click();
  await page.locator("#records").getByLabel("measured.wasted_ios", { exact: true }).check();
  assert.equal(await page.locator('#records th[data-path="measured.wasted_ios"]').count(), 1);
  page.check();
});

test("CSV and SVG of a figure can be saved", { skip }, async () => {
  const page = await open(browser, "quickstart");
  const csv = await saved(page, figure(page, "sweep").getByRole("button", { name: `${R}.csv` }));
  const [header, ...rows] = csv.trim().split("\n");
  assert.match(header, /^panel,series,filter memory \(bits per key\),predicted,/);
  assert.equal(rows.length, 20);
  for (const record of recordsOfQuickstart()) {
    const { "filters.allocation": allocation, "filters.bits_per_key": bits } = record.params;
    const row = rows
      .map((r) => r.split(","))
      .find((r) => r[1] === allocation && Number(r[2]) === bits);
    assert.ok(Math.abs(Number(row[6]) / record.measured[R] - 1) < 1e-9, row.join());
  }
  const svg = await saved(page, figure(page, "sweep").getByRole("button", { name: `${R}.svg` }));
  const parsed = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      errors: document.querySelectorAll("parsererror").length,
      markers: document.querySelectorAll("g[aria-label=dot] :is(path, circle)").length,
    };
  }, svg);
  assert.deepEqual(parsed, { errors: 0, markers: 20 });
  const table = await saved(
    page,
    page.locator("#records").getByRole("button", { name: "records.csv" }),
  );
  assert.equal(table.trim().split("\n").length, 21);
  page.check();
});

test("On a phone nothing is wider than the screen, in the dark neither", { skip }, async () => {
  for (const name of ["quickstart", "failed"]) {
    const page = await open(browser, name, { width: 360, height: 740, dark: true });
    const [wide, screen] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= screen, `${name}: ${wide} pixels`);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.ok(
      ground.match(/\d+/g).every((part) => part < 60),
      ground,
    );
    await page.picture(`${name}_phone_dark`);
    page.check();
  }
});

// The page "play" in headless Chromium: what its sliders show is what `bitladder allocate` prints.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { after, test } from "node:test";
import { binaries, launch, open } from "./browser.mjs";

const browser = await launch();
const skip = browser === null;
after(() => browser?.close());

const play = (options) => open(browser, "quickstart", { hash: "#play", ...options });
const cost = (page, policy) => page.locator(`#r-${policy} b`).innerText();

async function move(page, name, value) {
  await page.locator(`#play input[name=${name}]`).fill(String(value));
}

// What `bitladder allocate` prints for flags, to the six digits of its table.
function allocated(...flags) {
  const out = execFileSync(path.join(binaries, "bitladder"), ["allocate", ...flags]).toString();
  return Object.fromEntries(
    [...out.matchAll(/^(\w+): (\S+) wasted/gm)].map(([, policy, r]) => [policy, String(Number(r))]),
  );
}

test("The sliders' cost is that of bitladder allocate to the digits shown", { skip }, async () => {
  const page = await play();
  await move(page, "size_ratio", 4);
  await move(page, "levels", 7);
  await move(page, "log_entries", 8);
  await move(page, "bits_per_key", 5.5);
  const tree = ["--entries", "1e8", "--size-ratio", "4", "--levels", "7", "--bits-per-key", "5.5"];
  for (const [filter, merge, percent] of [
    ["bloom", "leveling", 0],
    ["ribbon", "tiering", 0],
    ["ideal", "lazy_leveling", 50],
  ]) {
    await page.locator("#play").getByLabel("Filter", { exact: true }).selectOption(filter);
    await page.locator("#play").getByLabel("Merge policy").selectOption(merge);
    await move(page, "existing_percent", percent);
    const expected = allocated(
      ...tree,
      "--filter",
      filter,
      "--merge-policy",
      merge,
      "--existing-per-missing",
      String(percent / (100 - percent)),
    );
    assert.equal(await cost(page, "uniform"), expected.uniform, filter);
    assert.equal(await cost(page, "monkey"), expected.monkey, filter);
  }
  page.check();
});

test("The command on the page, typed, prints the text on the page", { skip }, async () => {
  const page = await play();
  await page.locator("#play details summary").click();
  const command = await page.locator("#play details code").innerText();
  const [program, ...words] = command.split(" ");
  assert.equal(program, "bitladder");
  const printed = execFileSync(path.join(binaries, "bitladder"), words).toString();
  assert.equal(await page.locator("#play details pre").textContent(), printed);
  page.check();
});

test("The ladder follows a slider moved by keys", { skip }, async () => {
  const page = await play();
  const steps = () =>
    page.locator("#play .panel").first().locator("g[aria-label=dot] :is(path, circle)").count();
  assert.equal(await steps(), 8); // four levels, two policies
  await page.locator("#play input[name=levels]").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await steps(), 10);
  assert.equal(await page.locator("#play input[name=levels]").getAttribute("aria-valuetext"), "5");
  page.check();
});

test("The memory is the bits of all entries", { skip }, async () => {
  const page = await play();
  await move(page, "log_entries", 9);
  await move(page, "bits_per_key", 8);
  assert.match(await page.locator("#r-monkey").innerText(), /\b1 GB of filters/);
  await move(page, "bits_per_key", 4);
  assert.match(await page.locator("#r-monkey").innerText(), /\b500 MB of filters/);
  page.check();
});

test("The two pages are reached by links, and by the keyboard", { skip }, async () => {
  const page = await open(browser, "quickstart");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#play").isVisible(), true);
  assert.equal(await page.locator("#results").isVisible(), false);
  assert.equal(await page.locator("nav a[aria-current]").innerText(), "Play");
  page.check();
});

test("On a phone and on a wide screen, light and dark, nothing sticks out", { skip }, async () => {
  for (const [name, options] of [
    ["play_phone", { width: 360, height: 740 }],
    ["play_dark", { dark: true }],
    ["play_light", {}],
  ]) {
    const page = await play(options);
    const [wide, screen] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= screen, `${name}: ${wide} pixels`);
    await page.picture(name);
    page.check();
  }
});

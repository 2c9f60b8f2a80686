// play.wasm says what `bitladder allocate` says: the command that the page shows, typed, prints the
// numbers that the page has. Both come from the same sources, by two compilers and two libraries of
// logarithms, so digits beyond the tenth may differ.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeSim } from "../src/sim.js";

const binaries = process.env.BITLADDER_BINARY_DIR;
const sim = await makeSim(readFileSync(path.join(binaries, "report", "play.wasm")));
const START = {
  entries: 1e9,
  size_ratio: 4,
  levels: 7,
  merge_policy: "leveling",
  bits_per_key: 8,
  filter: "bloom",
  existing_fraction: 0,
  baseline: "uniform",
  policy: "monkey",
};

function near(actual, expected, what) {
  const size = Math.max(Math.abs(actual), Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= 1e-10 * size, `${what}: ${actual}, not ${expected}`);
}

function assertSameAsTheCommand(settings) {
  const answer = sim.ladders(settings);
  const [, ...words] = answer.command.split(" ");
  const typed = execFileSync(path.join(binaries, "bitladder"), [...words, "--json"]);
  const expected = JSON.parse(typed).policies;
  assert.deepEqual(
    answer.policies.map((p) => p.policy),
    expected.map((p) => p.policy),
  );
  answer.policies.forEach((ladder, i) => {
    for (const name of ["budget_bits", "spent_bits", "wasted_ios_per_lookup"]) {
      near(ladder[name], expected[i][name], `${answer.command}: ${name}`);
    }
    assert.equal(ladder.levels.length, expected[i].levels.length);
    ladder.levels.forEach((level, l) => {
      for (const name of ["level", "runs", "entries", "bits_per_key", "fpr"]) {
        near(level[name], expected[i].levels[l][name], `${answer.command}: level ${l + 1} ${name}`);
      }
    });
  });
}

test("The ladder is that of the command for every filter and merge policy", () => {
  for (const filter of sim.catalog.filters) {
    for (const merge_policy of sim.catalog.merge_policies) {
      assertSameAsTheCommand({ ...START, filter, merge_policy });
    }
  }
});

test("The ladder is that of the command for every policy but the explicit one", () => {
  for (const { name } of sim.catalog.policies.filter((p) => p.name !== "explicit")) {
    assertSameAsTheCommand({ ...START, policy: name, existing_fraction: 0.5 });
  }
});

test("The ladder is that of the command at both ends of every slider", () => {
  const ends = {
    size_ratio: [2, 20],
    levels: [1, 12],
    entries: [1e4, 1e13],
    bits_per_key: [0, 0.1, 24],
    existing_fraction: [0.05, 0.95],
  };
  for (const [name, values] of Object.entries(ends)) {
    for (const value of values) assertSameAsTheCommand({ ...START, [name]: value });
  }
});

test("The text is what the command prints", () => {
  const { command, text } = sim.ladders(START);
  const [, ...words] = command.split(" ");
  assert.equal(text, execFileSync(path.join(binaries, "bitladder"), words).toString());
});

test("Monkey 2017's example costs what the README says", () => {
  // 9000, 90000, 900000, 9000000 entries are T = 10, L = 4 of 9999000.
  const { policies } = sim.ladders({
    ...START,
    entries: 9999000,
    size_ratio: 10,
    levels: 4,
    bits_per_key: 10,
    filter: "ideal",
  });
  assert.deepEqual(
    policies.map((p) => p.wasted_ios_per_lookup.toPrecision(6)),
    ["0.0327702", "0.0117448"],
  );
});

// node build.mjs NODE_MODULES OUTPUT_DIR: bundles src/main.js and src/style.css into the two files
// that scripts/report.py puts into a page. NODE_MODULES holds what package-lock.json locks.
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [nodeModules, output] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { build } = createRequire(path.join(nodeModules, "x.js"))("esbuild");
const source = path.join(path.dirname(fileURLToPath(import.meta.url)), "src");

await build({
  entryPoints: { report: path.join(source, "main.js"), style: path.join(source, "style.css") },
  outdir: output,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome100", "firefox113", "safari16.4"],
  charset: "utf8",
  legalComments: "eof",
  nodePaths: [nodeModules],
  logLevel: "warning",
});

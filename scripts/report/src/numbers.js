// Numbers as a reader writes them.

const MINUS = "\u2212";

// `digits` significant digits, in powers of ten far from 1; thousands set apart by narrow spaces.
export function formatNumber(value, digits = 5) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) {
    return value
      .toExponential(digits - 1)
      .replace(/\.?0+e/, "e")
      .replace("e+", "e")
      .replace("-", MINUS);
  }
  const short = Number.isInteger(value) ? value : Number(value.toPrecision(digits));
  const [whole, fraction] = String(Math.abs(short)).split(".");
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
  return (short < 0 ? MINUS : "") + grouped + (fraction ? "." + fraction : "");
}

// "value [low, high]", without what is not known.
export function formatEstimate(estimate) {
  const [value, low, high] = estimate;
  if (low === null || low === undefined) return formatNumber(value);
  return `${formatNumber(value)} [${formatNumber(low, 4)}, ${formatNumber(high, 4)}]`;
}

const BYTES = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];

export function formatBytes(bytes) {
  let unit = 0;
  for (; bytes >= 1000 && unit + 1 < BYTES.length; ++unit) bytes /= 1000;
  return `${formatNumber(bytes, 4)} ${BYTES[unit]}`;
}

// Whether a log scale shows these values better: all positive and spread over 20 times.
export function wantsLog(values) {
  return (
    values.length > 1 && Math.min(...values) > 0 && Math.max(...values) >= 20 * Math.min(...values)
  );
}

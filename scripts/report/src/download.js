// What a reader takes along: CSV of a table, SVG of a figure.

const SVG = "http://www.w3.org/2000/svg";

export function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function csvField(value) {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvOf = (rows) => rows.map((row) => row.map(csvField).join(",") + "\n").join("");

// One SVG of a figure's panels, one below the other, with title, labels and legend, on a ground of
// its own: colours are those of the theme in which it is seen.
export function svgOf(drawing, panels, legend) {
  const style = getComputedStyle(document.body);
  const width = Math.max(360, ...panels.map(({ svg }) => Number(svg.getAttribute("width"))));
  const root = document.createElementNS(SVG, "svg");
  let top = 8;
  const write = (text, x, { size = 12, anchor = "start", colour = "currentColor" } = {}) => {
    const element = document.createElementNS(SVG, "text");
    for (const [name, value] of Object.entries({
      x,
      y: top,
      "font-size": size,
      "text-anchor": anchor,
      fill: colour,
    })) {
      element.setAttribute(name, value);
    }
    element.textContent = text;
    root.append(element);
  };
  for (const line of wrapped(drawing.title, Math.floor(width / 7.5))) {
    top += 16;
    write(line, 8, { size: 14 });
  }
  for (const { name, svg } of panels) {
    if (name) {
      top += 18;
      write(name, 8);
    }
    top += 16;
    write(drawing.yLabel, 8, { size: 11 });
    const copy = svg.cloneNode(true);
    copy.setAttribute("y", top + 4);
    root.append(copy);
    top += Number(svg.getAttribute("height")) + 4;
    write(drawing.xLabel, width / 2, { size: 11, anchor: "middle" });
  }
  for (const { text, colour, swatch } of legend) {
    top += 18;
    if (swatch) {
      const copy = swatch.cloneNode(true);
      copy.setAttribute("x", 8);
      copy.setAttribute("y", top - 11);
      root.append(copy);
    }
    write(text, swatch ? 50 : 8, { colour });
  }
  root.setAttribute("xmlns", SVG);
  root.setAttribute("viewBox", `0 0 ${width} ${top + 12}`);
  root.setAttribute("width", width);
  root.setAttribute("height", top + 12);
  root.setAttribute("font-family", "system-ui, sans-serif");
  root.setAttribute(
    "style",
    `background: ${style.backgroundColor}; color: ${style.color}; ` +
      `--surface: ${style.backgroundColor}`,
  );
  return new XMLSerializer().serializeToString(root);
}

function wrapped(text, columns) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1).length + word.length >= columns && lines.at(-1)) lines.push("");
    lines[lines.length - 1] += (lines.at(-1) ? " " : "") + word;
  }
  return lines;
}

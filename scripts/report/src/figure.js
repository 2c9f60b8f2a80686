// A figure on the page: controls for what its axes mean, the panels, a legend that switches series,
// zoom and downloads. Redrawn whole at each change; a figure has few points.
import { csvOf, save, svgOf } from "./download.js";
import { drawMapPanel, mapColours, mapLegend } from "./draw_map.js";
import { drawPanel } from "./draw_lines.js";
import { addHover } from "./hover.js";
import { button, checkbox, h, picker } from "./html.js";
import { legendOf } from "./legend.js";
import { looksOf } from "./look.js";
import { rowsOf } from "./plan.js";
import { ROLES, effectiveRoles, withRole } from "./roles.js";
import { scalesOf, wantedLogs } from "./scales.js";
import { addZoom, moved } from "./zoom.js";

const MOST_WIDTH = 1000; // pixels; wider panels are not easier to read
const MANY_PANELS_WIDTH = 340; // the least where several stand side by side

// spec: {id, heading, plan(data, roles, places, fields) -> drawing, roles, allowed: names of roles,
// fields: {name: value}, choices: {name: [label, [[value, text], ...]]}}
export class Figure {
  constructor(data, spec) {
    this.data = data;
    this.spec = spec;
    this.roles = spec.roles;
    this.fields = { ...spec.fields };
    this.logs = null; // as the drawing wants until the reader says otherwise
    this.zoom = null;
    this.hidden = new Set();
    this.places = data.points.at.map((_, place) => place);
    this.controls = h("div", { class: "controls" });
    this.title = h("p", { class: "figure-title" });
    this.panels = h("div", { class: "panels" });
    this.legend = h("div", { class: "legend" });
    this.note = h("p", { class: "note" });
    this.actions = h("div", { class: "actions" });
    this.element = h(
      "section",
      { class: "card figure", id: spec.id, "aria-label": spec.heading },
      h("h3", {}, spec.heading),
      this.controls,
      this.title,
      this.panels,
      this.legend,
      this.note,
      this.actions,
    );
    new ResizeObserver(() => this.resized()).observe(this.panels);
  }

  // Draws the points at these places of the data.
  show(places) {
    this.places = places;
    this.redraw();
  }

  change(parts) {
    Object.assign(this, parts);
    this.redraw();
  }

  resized() {
    if (this.width !== undefined && this.width !== this.panels.clientWidth) this.redraw();
  }

  redraw() {
    this.width = this.panels.clientWidth;
    if (this.width === 0) return; // not on show; redrawn when it is
    const focus = this.element.contains(document.activeElement) ? placeOfFocus(this.element) : null;
    const roles = effectiveRoles(this.data, this.roles, this.places);
    this.drawing = this.spec.plan(this.data, roles, this.places, this.fields);
    this.drawControls(roles);
    this.title.textContent = this.drawing.held ? `At ${this.drawing.held}` : "";
    this.note.textContent = this.drawing.note;
    this.note.hidden = !this.drawing.note;
    if (this.drawing.panels.length === 0) this.drawNothing();
    else if (this.drawing.valueLabel) this.drawMap();
    else this.drawLines();
    this.drawActions();
    if (focus !== null) restoreFocus(this.element, focus);
  }

  drawNothing() {
    this.drawn = [];
    this.scales = null;
    this.panels.replaceChildren(h("p", { class: "empty" }, "No point here has a value."));
    this.legend.replaceChildren();
  }

  drawLines() {
    const { drawing, hidden } = this;
    const looks = looksOf(this.data.colours, drawing);
    this.scales = scalesOf(drawing, hidden, this.logs ?? wantedLogs(drawing), this.zoom);
    this.drawPanels((panel, size) => drawPanel(drawing, panel, looks, hidden, this.scales, size));
    this.legendEntries = legendOf(drawing, looks, hidden, this.scales, (name) => {
      if (!hidden.delete(name)) hidden.add(name);
      this.redraw();
    });
    this.legend.replaceChildren(...this.legendEntries.map((entry) => entry.element));
  }

  drawMap() {
    this.scales = null;
    const colours = mapColours(this.drawing);
    this.drawPanels((panel, size) => drawMapPanel(this.drawing, panel, colours, size));
    this.legendEntries = [];
    this.legend.replaceChildren(mapLegend(this.drawing, colours, this.width));
  }

  drawPanels(draw) {
    const count = this.drawing.panels.length;
    const columns = Math.max(1, Math.min(count, Math.floor(this.width / MANY_PANELS_WIDTH)));
    const width = Math.min(columns > 1 ? this.width / columns - 8 : MOST_WIDTH, this.width);
    const size = {
      width: Math.floor(width),
      height: Math.round(Math.min(360, Math.max(220, width * 0.62))),
    };
    this.drawn = this.drawing.panels.map((panel) => ({ name: panel.name, ...draw(panel, size) }));
    this.panels.replaceChildren(...this.drawn.map((drawn) => this.panelElement(drawn)));
  }

  panelElement(drawn) {
    const label =
      `${this.drawing.title}${drawn.name ? `, ${drawn.name}` : ""}. Arrow keys read values` +
      (drawn.invert ? ", + and - zoom, 0 shows everything." : ".");
    drawn.svg.setAttribute("tabindex", "0");
    drawn.svg.setAttribute("role", "img");
    drawn.svg.setAttribute("aria-label", label);
    const frame = h("div", { class: "frame" }, drawn.svg);
    if (drawn.invert) addZoom(frame, drawn, this.scales, (zoom) => this.change({ zoom }));
    addHover(frame, drawn, this.drawing);
    return h(
      "div",
      { class: "panel" },
      drawn.name ? h("h4", {}, drawn.name) : null,
      h("div", { class: "y-label" }, this.drawing.yLabel),
      frame,
      h("div", { class: "x-label" }, this.drawing.xLabel),
    );
  }

  drawControls(roles) {
    const controls = Object.entries(this.spec.choices ?? {}).map(([name, [label, options]]) =>
      picker(label, [["", options]], this.fields[name], (value) =>
        this.change({ fields: { ...this.fields, [name]: value }, logs: null, zoom: null }),
      ),
    );
    this.data.axes.forEach((axis, i) => {
      const shown = this.spec.allowed.map((role) => [role, ROLES[role]]);
      const held = axis.texts.map((text, place) => [String(place), `= ${text}`]);
      controls.push(
        picker(
          axis.label,
          [
            ["Shown as", shown],
            ["Only", held],
          ],
          String(roles[i]),
          (value) =>
            this.change({
              roles: withRole(this.data, this.roles, i, value in ROLES ? value : Number(value)),
              zoom: null,
              hidden: new Set(),
            }),
        ),
      );
    });
    this.controls.replaceChildren(...controls);
  }

  drawActions() {
    const { drawing, scales } = this;
    const zooms =
      scales === null
        ? []
        : [
            drawing.categories ? null : checkbox("log x", scales.logX, (x) => this.setLog({ x })),
            checkbox("log y", scales.logY, (y) => this.setLog({ y })),
            button("Zoom in", () => this.change({ zoom: moved(scales, 0.5) })),
            button("Zoom out", () => this.change({ zoom: moved(scales, 2) })),
            button("Show all", () => this.change({ zoom: null }), { disabled: this.zoom === null }),
          ];
    const downloads = [
      button("CSV", () => save(`${drawing.name}.csv`, "text/csv", csvOf(rowsOf(drawing))), {
        "aria-label": `Download ${drawing.name}.csv`,
      }),
      button(
        "SVG",
        () =>
          save(
            `${drawing.name}.svg`,
            "image/svg+xml",
            svgOf(drawing, this.drawn, this.legendEntries),
          ),
        { "aria-label": `Download ${drawing.name}.svg` },
      ),
    ];
    this.actions.replaceChildren(
      ...zooms.filter((z) => z),
      ...(drawing.panels.length ? downloads : []),
    );
  }

  setLog(part) {
    const { logX, logY } = this.scales;
    this.change({ logs: { x: logX, y: logY, ...part }, zoom: null });
  }
}

// What can have the focus is rebuilt at each change; its place in the figure stays.
const FOCUSABLE = "select, button, input, svg[tabindex]";

function placeOfFocus(element) {
  return [...element.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
}

function restoreFocus(element, place) {
  element.querySelectorAll(FOCUSABLE)[place]?.focus({ preventScroll: true });
}

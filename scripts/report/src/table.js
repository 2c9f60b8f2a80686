// The records as a table: sorted by a click on a heading, searched, paged, with chosen columns.
import { csvOf, save } from "./download.js";
import { button, checkbox, h } from "./html.js";
import { formatNumber } from "./numbers.js";

const PAGE = 50;

export class RecordTable {
  constructor(data) {
    this.columns = data.table;
    this.shown = new Set(data.table.filter((c) => c.shown).map((c) => c.path));
    this.axes = data.axes.map((axis) => ({
      ...axis,
      column: data.table.find((c) => c.path === axis.path),
    }));
    this.filter = data.axes.map(() => null);
    this.sort = { path: null, down: false };
    this.page = 0;
    this.search = h("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search the records",
      oninput: () => this.refresh(),
    });
    this.table = h("table");
    this.pager = h("div", { class: "actions" });
    this.chooser = h(
      "details",
      { class: "chooser" },
      h("summary", {}, "Columns"),
      h(
        "div",
        { class: "checks" },
        ...this.columns.map((column) =>
          checkbox(column.path, this.shown.has(column.path), (on) => {
            if (on) this.shown.add(column.path);
            else this.shown.delete(column.path);
            this.draw();
          }),
        ),
      ),
    );
    this.element = h(
      "section",
      { class: "card", id: "records", "aria-label": "Records" },
      h("h3", {}, "Records"),
      h(
        "div",
        { class: "actions" },
        this.search,
        button("CSV", () => this.download(), { "aria-label": "Download records.csv" }),
      ),
      this.chooser,
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of records" },
        this.table,
      ),
      this.pager,
    );
    this.refresh();
  }

  show(filter) {
    this.filter = [...filter];
    this.refresh();
  }

  // Which records are there, in which order.
  refresh() {
    const words = this.search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word);
    const shown = this.shownColumns();
    const rows = this.columns.length ? this.columns[0].values.map((_, row) => row) : [];
    this.rows = rows.filter(
      (row) =>
        this.axes.every(
          ({ column, values }, axis) =>
            this.filter[axis] === null ||
            !column ||
            column.values[row] === values[this.filter[axis]],
        ) &&
        words.every((word) =>
          shown.some((column) => String(column.values[row]).toLowerCase().includes(word)),
        ),
    );
    const column = this.columns.find((c) => c.path === this.sort.path);
    if (column)
      this.rows.sort((a, b) => compare(column.values[a], column.values[b], this.sort.down));
    this.page = 0;
    this.draw();
  }

  shownColumns() {
    return this.columns.filter((column) => this.shown.has(column.path));
  }

  sortBy(path) {
    this.sort = { path, down: this.sort.path === path && !this.sort.down };
    this.refresh();
    this.table.querySelector(`th[data-path="${CSS.escape(path)}"] button`)?.focus();
  }

  draw() {
    const columns = this.shownColumns();
    const head = columns.map((column) => {
      const sorted = this.sort.path === column.path;
      const direction = this.sort.down ? "descending" : "ascending";
      return h(
        "th",
        { scope: "col", "data-path": column.path, "aria-sort": sorted ? direction : "none" },
        button(column.label + (sorted ? (this.sort.down ? " ▼" : " ▲") : ""), () =>
          this.sortBy(column.path),
        ),
      );
    });
    const body = this.rows.slice(this.page * PAGE, (this.page + 1) * PAGE).map((row) =>
      h(
        "tr",
        {},
        ...columns.map(({ values }) =>
          h(
            "td",
            {
              class:
                typeof values[row] === "number"
                  ? "number"
                  : values[row] === "failed"
                    ? "failed"
                    : "",
            },
            cellText(values[row]),
          ),
        ),
      ),
    );
    this.table.replaceChildren(h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body));
    this.drawPager();
  }

  drawPager() {
    const pages = Math.max(1, Math.ceil(this.rows.length / PAGE));
    const go = (page) => {
      this.page = page;
      this.draw();
    };
    const status = h(
      "span",
      { role: "status" },
      `${formatNumber(this.rows.length)} records` +
        (pages > 1 ? `, page ${this.page + 1} of ${pages}` : ""),
    );
    this.pager.replaceChildren(
      ...(pages > 1
        ? [
            button("Previous", () => go(this.page - 1), { disabled: this.page === 0 }),
            button("Next", () => go(this.page + 1), { disabled: this.page + 1 >= pages }),
          ]
        : []),
      status,
    );
  }

  download() {
    const columns = this.shownColumns();
    const rows = this.rows.map((row) => columns.map((column) => column.values[row]));
    save("records.csv", "text/csv", csvOf([columns.map((column) => column.path), ...rows]));
  }
}

function cellText(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  return formatNumber(value, 6);
}

// What does not exist comes last, whatever the direction.
function compare(a, b, down) {
  if (a === null || b === null) return (a === null) - (b === null);
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  return down ? -order : order;
}

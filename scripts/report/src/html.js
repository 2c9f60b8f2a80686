// Elements from JavaScript, without a framework.

// An element with attributes and children; "on..." attributes are listeners, true and false switch
// an attribute on and off, strings among the children become text.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A <select> in a label. groups: [[group name or "", [[value, text], ...]], ...]
export function picker(label, groups, value, onchange) {
  const select = h("select", { "aria-label": label, onchange: () => onchange(select.value) });
  for (const [name, options] of groups) {
    const elements = options.map(([key, text]) => h("option", { value: key }, text));
    if (name) select.append(h("optgroup", { label: name }, ...elements));
    else select.append(...elements);
  }
  select.value = value;
  return h("label", { class: "control" }, h("span", {}, label), select);
}

export function checkbox(label, checked, onchange) {
  const box = h("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  box.checked = checked;
  return h("label", { class: "check" }, box, label);
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

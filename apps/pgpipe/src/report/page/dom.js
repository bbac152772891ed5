// Elements with attributes and children. Text only ever becomes text: nothing of a result is read as markup.
function element(name, attributes = {}, ...children) {
  const made = name === "svg" || element.svg.has(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}
element.svg = new Set(["line", "circle"]);

let lastId = 0;
function freshId() {
  lastId += 1;
  return "id-" + lastId;
}

// A section under a heading that it is labelled by.
function section(level, title, ...children) {
  const heading = element("h" + level, { id: freshId() }, title);
  return element("section", { "aria-labelledby": heading.id }, heading, ...children);
}

// A table that scrolls by itself where it is wider than the page. Cells are strings or elements; those of the first
// column head their lines.
function table(caption, note, heads, lines, textColumns = []) {
  const kind = (i) => (textColumns.includes(i) ? "text" : null);
  const title = element("caption", { id: freshId() },
    element("span", {}, caption, note ? element("small", {}, note) : null));
  const head = heads.map((each, i) => element("th", { scope: "col", class: i === 0 ? "text" : kind(i) }, each));
  const body = element("tbody");
  for (const line of lines) {
    body.append(element("tr", {}, ...line.map((cell, i) => {
      if (i === 0) return element("th", { scope: "row" }, cell);
      if (cell instanceof HTMLTableCellElement) return cell;
      return element("td", { class: kind(i) }, cell);
    })));
  }
  return element("div", { class: "table", role: "region", tabindex: 0, "aria-labelledby": title.id },
    element("table", {}, title, element("thead", {}, element("tr", {}, ...head)), body));
}

// Values that belong to names.
function list(pairs) {
  const all = element("dl");
  for (const [name, value] of pairs) all.append(element("dt", {}, name), element("dd", {}, value));
  return all;
}

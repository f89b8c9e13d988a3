// Details of the launch, of the chosen line, and the compiler's remarks.

function overview() {
  const cards = el("dl", {class: "cards"});
  for (const [label, value] of data.facts)
    cards.append(el("div", {}, el("dt", {}, label), el("dd", {class: value.length > 16 ? "long" : null}, value)));
  return [...data.notes.map(note => el("p", {class: "quiet"}, note)), cards];
}

const lineLink = (app, id, line, text) =>
    el("button", {type: "button", class: "link", onclick: () => app.go(id, line)},
       text ?? `${panes.get(id).title} ${numberOf(panes.get(id), line)}`);

function costTable(id, line) {
  const costs = data.costs?.lines[id]?.[line];
  if (!costs) return null;
  return el(
      "table", {}, el("caption", {}, "Costs"),
      el("tbody", {}, ...data.costs.columns.map(([title, meaning], column) => {
        const total = data.costs.totals[column];
        return el(
            "tr", {title: meaning}, el("th", {scope: "row"}, title), el("td", {class: "amount"}, spaced(costs[column])),
            el("td", {class: "amount quiet"}, total ? `${(100 * costs[column] / total).toFixed(1)} %` : ""));
      })));
}

function linkTable(app, chosen) {
  const rows =
      [...panes.keys()]
          .filter(id => id !== chosen.id && chosen.relatives.get(id)?.length)
          .map(
              id => el(
                  "tr", {}, el("th", {scope: "row"}, panes.get(id).title),
                  el("td", {},
                     lineLink(app, id, chosen.relatives.get(id)[0], ranges(panes.get(id), chosen.relatives.get(id)))),
                  el("td", {class: "amount quiet"}, plural(chosen.relatives.get(id).length, "line"))));
  return el("table", {}, el("caption", {}, "Linked lines"), el("tbody", {}, ...rows));
}

function remarksOf(chosen) {
  const lines = new Set(chosen.relatives.get("source") ?? []);
  const found = data.remarks.filter(remark => lines.has(remark.line));
  if (!found.length) return null;
  return el("div", {}, el("h3", {}, "Remarks"), remarkList(null, found));
}

function remarkList(app, remarks) {
  return el(
      "ul", {class: "plain"},
      ...remarks.map(
          remark =>
              el("li", {}, el("span", {class: "badge"}, remark.severity), " ",
                 app && remark.line !== null ?
                     lineLink(app, "source", remark.line, `line ${numberOf(panes.get("source"), remark.line)}`) :
                     null,
                 " ", remark.text)));
}

/** The tab that follows the chosen line. */
function lineDetails(app, panel, layouts) {
  return chosen => {
    if (!chosen) {
      panel.replaceChildren(
          el("p", {class: "quiet"}, "Choose a line in any pane: by a click, or by the arrow keys and Enter."));
      return;
    }
    const pane = panes.get(chosen.id);
    panel.replaceChildren(
        el("h3", {}, `${pane.title}, line ${numberOf(pane, chosen.line)}`),
        el("code", {class: "line-text", tabindex: "0", role: "region", "aria-label": "text of the line"},
           pane.lines[chosen.line].trim()),
        el("div", {class: "columns"}, linkTable(app, chosen),
           ...[costTable(chosen.id, chosen.line), remarksOf(chosen), layouts.linksFor(chosen)].filter(Boolean)));
  };
}

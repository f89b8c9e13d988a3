// The state of the page: the selection, the view, and its listeners.

class App {
  constructor() {
    this.column = 0;
    this.chosen = null;
    this.listeners = [];
    this.codePanes = new Map([...panes.values()].map(pane => [pane.id, new CodePane(pane, this)]));
    this.status = document.getElementById("status");
  }

  /** A line of a pane, or nothing (null); all panes show the linked lines. */
  choose(id, line) {
    this.chosen = id === null ? null : {id, line, relatives: relatives(id, line)};
    for (const [each, codePane] of this.codePanes)
      codePane.light(this.chosen?.relatives.get(each) ?? [], each === id ? line : null);
    this.listeners.forEach(tell => tell(this.chosen));
    this.say(this.chosen ? this.summary() : "nothing chosen");
  }

  /** As choose, where the line may be out of view. */
  go(id, line) {
    this.setShown(id, true);
    const codePane = this.codePanes.get(id);
    this.choose(id, line);
    codePane.show(codePane.rowOf.get(line));
    codePane.list.focus({preventScroll: true});
  }

  summary() {
    const {id, line, relatives: found} = this.chosen;
    const others = [...found]
                       .filter(([other, lines]) => other !== id && lines.length)
                       .map(([other, lines]) => `${panes.get(other).title} ${ranges(panes.get(other), lines)}`);
    return `${panes.get(id).title} line ${numberOf(panes.get(id), line)}. ` +
        (others.length ? `Linked: ${others.join("; ")}` : "Linked to nothing");
  }

  say(text) {
    this.status.textContent = text;
  }

  shown() {
    return [...this.codePanes.values()].filter(codePane => !codePane.element.hidden);
  }

  setShown(id, shown) {
    const codePane = this.codePanes.get(id);
    if (!shown && this.shown().length === 1) return;
    codePane.element.hidden = !shown;
    document.getElementById(`toggle-${id}`).setAttribute("aria-pressed", String(shown));
    if (shown && this.chosen)
      codePane.light(this.chosen.relatives.get(id) ?? [], id === this.chosen.id ? this.chosen.line : null);
  }

  /** The focus goes to the next pane, to its linked line. */
  focusNext(codePane, by) {
    const order = this.shown(), next = order[order.indexOf(codePane) + by];
    if (!next) return;
    if (next.litList.length) next.show(next.rowOf.get(next.nearest(next.litList)));
    next.list.focus();
  }

  setColumn(column) {
    this.column = column;
    this.codePanes.forEach(codePane => codePane.draw());
  }

  /** The next line with the text, from the pane that has the focus on; says how many there are. */
  search(text, by = 1) {
    const query = text.trim().toLowerCase();
    this.codePanes.forEach(codePane => {
      codePane.query = query;
      codePane.draw();
    });
    if (!query) return this.say("");
    const found = this.shown().flatMap(
        codePane =>
            codePane.pane.lines.flatMap((each, line) => each.toLowerCase().includes(query) ? [{codePane, line}] : []));
    if (!found.length) return this.say(`“${text}” is in none of the panes shown`);
    const at = this.searched?.query === query ? this.searched.at + by : 0;
    this.searched = {query, at: (at + found.length) % found.length};
    const {codePane, line} = found[this.searched.at];
    codePane.show(codePane.rowOf.get(line));
    this.say(
        `${this.searched.at + 1} of ${found.length}: ${codePane.pane.title} line ${numberOf(codePane.pane, line)}`);
  }
}

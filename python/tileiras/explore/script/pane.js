// One form of the kernel: a list of lines of which only those in view are in the document.

const ROW = 18, MARGIN = 20;
const HEAT = value => `rgb(var(--heat) / ${(0.08 + 0.5 * value).toFixed(3)})`;

class CodePane {
  constructor(pane, owner) {
    Object.assign(this, {pane, owner, cursor: 0, lit: new Set(), litList: [], chosen: null, query: ""});
    this.rows = this.makeRows();
    this.rowOf = new Map(this.rows.flatMap((row, index) => row.line === undefined ? [] : [[row.line, index]]));
    this.build();
    new ResizeObserver(() => this.draw()).observe(this.list);
  }

  /** Lines, and remarks below the line that they describe. */
  makeRows() {
    const notes = Map.groupBy(notesOf(this.pane.id), note => note.line);
    return this.pane.lines.flatMap((_, line) => [{line}, ...(notes.get(line) ?? []).map(note => ({note}))]);
  }

  build() {
    const {pane} = this, title = `title-${pane.id}`;
    const widest = Math.min(LONGEST, Math.max(...pane.lines.map(line => line.length)));
    this.whole = el("div", {
      class: "whole",
      role: "presentation",
      style: `height:${this.rows.length * ROW}px; min-width:calc(${widest}ch + 130px)`
    });
    this.list =
        el("div", {
          class: "lines code",
          role: "listbox",
          tabindex: "0",
          "aria-label": `${pane.title}, lines`,
          "aria-multiselectable": "true",
          id: `lines-${pane.id}`,
          onscroll: () => this.scrolled(),
          onkeydown: event => this.key(event),
          onpointerdown: event => this.pressed = event.button === 0 ? [event.clientX, event.clientY] : null,
          onpointerup: event => this.released(event),
          // Not by a pointer: by assistive technology.
          onclick: event => event.detail === 0 && this.chooseAt(event.target.closest("[data-row]")?.dataset.row)
        },
           this.whole);
    this.count = el("span", {class: "count"});
    this.strip = el("div", {class: "strip", "aria-hidden": "true", onclick: event => this.jump(event)});
    const step = (by, label, sign) => el(
        "button",
        {type: "button", title: label, "aria-label": `${label}, ${pane.title}`, onclick: () => this.toLit(by)}, sign);
    this.element =
        el("section", {class: "pane", id: `pane-${pane.id}`, "aria-labelledby": title},
           el("header", {}, el("h2", {id: title}, pane.title), this.count, step(-1, "Previous linked line", "↑"),
              step(1, "Next linked line", "↓")),
           el("div", {class: "frame"}, this.list, this.strip));
  }

  /** Creates the rows in view, in their current state. */
  draw() {
    const [first, last] = this.drawn = this.inView();
    this.whole.replaceChildren(...this.rows.slice(first, last).map((row, offset) => this.row(row, first + offset)));
    this.list.setAttribute("aria-activedescendant", `${this.pane.id}-${this.cursor}`);
  }

  /** The rows in view and some more, by tens: not every step of scrolling makes rows. */
  inView() {
    const first = Math.floor(this.list.scrollTop / ROW / 10) * 10 - MARGIN;
    const count = Math.ceil(this.list.clientHeight / ROW / 10) * 10 + 10 + 2 * MARGIN;
    return [Math.max(0, first), Math.min(this.rows.length, first + count)];
  }

  scrolled() {
    if (String(this.inView()) !== String(this.drawn)) this.draw();
  }

  row(row, index) {
    if (row.note)
      return el(
          "div", {
            class: "row note",
            role: "option",
            "aria-disabled": "true",
            "aria-setsize": this.rows.length,
            "aria-posinset": index + 1,
            style: `top:${index * ROW}px`
          },
          el("span", {class: "mark", "aria-hidden": "true"}, "i"), el("span", {class: "number"}),
          this.costs() && el("span", {class: "cost"}), `${row.note.severity}: ${row.note.text.replace(/\s+/g, " ")}`);
    const {line} = row, lit = this.lit.has(line), chosen = this.chosen === line;
    const classes =
        ["row", lit && "lit", chosen && "chosen", index === this.cursor && "cursor"].filter(Boolean).join(" ");
    return el(
        "div", {
          class: classes,
          role: "option",
          id: `${this.pane.id}-${index}`,
          "aria-setsize": this.rows.length,
          "aria-posinset": index + 1,
          "aria-selected": String(chosen || lit),
          "data-row": index,
          style: `top:${index * ROW}px`
        },
        el("span", {class: "mark", "aria-hidden": "true"},
           chosen  ? "◆" :
               lit ? "▸" :
                     ""),
        el("span", {class: "number"}, String(numberOf(this.pane, line))), this.cost(line),
        el("span", {}, ...this.text(line)));
  }

  text(line) {
    const text = this.pane.lines[line], at = this.query ? text.toLowerCase().indexOf(this.query) : -1;
    if (at < 0) return coloured(text, this.pane.language);
    const end = at + this.query.length;
    return [
      ...coloured(text.slice(0, at), this.pane.language), el("mark", {}, text.slice(at, end)),
      ...coloured(text.slice(end), this.pane.language)
    ];
  }

  costs() {
    return data.costs && data.costs.lines[this.pane.id];
  }

  /** The line's cost, of the kind that is shown; the darker, the closer to the pane's most expensive line. */
  cost(line) {
    const costs = this.costs();
    if (!costs) return null;
    const value = costs[line]?.[this.owner.column] ?? 0;
    const most = this.most ??=
        data.costs.columns.map((_, column) => Math.max(1, ...Object.values(costs).map(each => each[column])));
    const style = value ? `background:${HEAT(value / most[this.owner.column])}` : null;
    return el("span", {class: "cost", style}, value ? short(value) : "");
  }

  /** Shows which lines belong to the chosen one. */
  light(lines, chosen) {
    this.lit = new Set(lines);
    this.litList = lines;
    this.chosen = chosen;
    this.count.textContent =
        lines.length ? plural(lines.length, "linked line") : plural(this.pane.lines.length, "line");
    const share = line => `${(100 * this.rowOf.get(line) / this.rows.length).toFixed(2)}%`;
    const marks = new Map(lines.map(line => [share(line), line === chosen]));
    this.strip.replaceChildren(
        ...[...marks].map(([top, own]) => el("i", {style: `top:${top}`, class: own && "chosen"})));
    if (chosen === null && lines.length) this.show(this.rowOf.get(this.nearest(lines)));
    this.draw();
  }

  /** The first of the most expensive lines, by the cost that is shown. */
  dearest(lines) {
    const costs = this.costs();
    const cost = line => costs?.[line]?.[this.owner.column] ?? 0;
    return lines.reduce((best, line) => cost(line) > cost(best) ? line : best, lines[0]);
  }

  nearest(lines) {
    const top = this.list.scrollTop / ROW, bottom = top + this.list.clientHeight / ROW - 1;
    return lines.find(line => this.rowOf.get(line) >= top && this.rowOf.get(line) <= bottom) ?? this.dearest(lines);
  }

  /** Moves the cursor, and scrolls only if it is out of view. */
  show(index, centre = true) {
    this.cursor = index;
    const height = this.list.clientHeight, top = index * ROW;
    if (top < this.list.scrollTop || top + ROW > this.list.scrollTop + height)
      this.list.scrollTop = centre  ? Math.max(0, top - height / 3) :
          top < this.list.scrollTop ? top :
                                      top + ROW - height;
    this.draw();
  }

  toLit(by) {
    const order = by > 0 ? this.litList : this.litList.toReversed();
    const next = order.find(line => by * (this.rowOf.get(line) - this.cursor) > 0) ?? order[0];
    if (next !== undefined) this.show(this.rowOf.get(next));
    this.owner.say(next === undefined ? "no linked line here" : `line ${numberOf(this.pane, next)}`);
  }

  choose(index) {
    const {line} = this.rows[index];
    if (line !== undefined) this.owner.choose(this.pane.id, line);
  }

  /**
   * A click that isn't a selection of text. It is found by its position: rows may be recreated while the button is down,
   * and then there is no click event.
   */
  released(event) {
    const [x, y] = this.pressed ?? [NaN, NaN];
    this.pressed = null;
    if (Math.abs(event.clientX - x) < 4 && Math.abs(event.clientY - y) < 4 && !String(getSelection()))
      this.chooseAt(Math.floor((event.clientY - this.whole.getBoundingClientRect().top) / ROW));
  }

  chooseAt(index) {
    const row = this.rows[index];
    if (!row || row.note) return;
    this.cursor = Number(index);
    this.choose(this.cursor);
  }

  jump(event) {
    const share = (event.clientY - this.strip.getBoundingClientRect().top) / this.strip.clientHeight;
    const target = share * this.rows.length;
    const near =
        this.litList.map(line => this.rowOf.get(line)).sort((a, b) => Math.abs(a - target) - Math.abs(b - target))[0];
    this.show(near !== undefined && Math.abs(near - target) < this.rows.length / 40 ? near : Math.floor(target));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.list.clientHeight / ROW) - 2);
    const moves = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity};
    if (event.key in moves)
      this.move(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ")
      this.choose(this.cursor);
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      this.owner.focusNext(this, event.key === "ArrowRight" ? 1 : -1);
    else if (event.key === "n" || event.key === "N")
      this.toLit(event.key === "n" ? 1 : -1);
    else
      return;
    event.preventDefault();
  }

  /** To another line, past remarks. */
  move(by) {
    const last = this.rows.length - 1, sign = Math.sign(by);
    let index = Math.min(last, Math.max(0, this.cursor + by));
    while (this.rows[index]?.note) index += sign;
    if (this.rows[index]) this.show(index, false);
  }
}

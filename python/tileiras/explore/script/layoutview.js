// The tab of layouts: a list, the drawing of the chosen one, and a description of the elements that a thread holds.

const BANKS = "Shared memory has 32 banks of four bytes, eight adjacent units of 16 bytes: " +
    "elements in the same one are not accessed at the same time. Choose an element to see its bank.";

class LayoutView {
  constructor(app, panel) {
    this.app = app;
    this.layouts = data.layouts.map((entry, number) => new Layout(entry, number));
    this.panel = panel;
    if (!this.layouts.length) {
      panel.append(el("p", {class: "quiet"}, "No tile of this kernel has a layout of two elements or more."));
      return;
    }
    this.list = el("div", {class: "list", role: "group", "aria-label": "Layouts"});
    this.drawing = el("div", {class: "drawing"});
    panel.append(el("div", {class: "layout-view"}, this.list, this.drawing));
    const alike = Map.groupBy(data.mmas, mma => JSON.stringify([mma.operands, mma.atom]));
    this.entries = [
      ...[...alike.values()].map(mmas => ({
                                   mma: mmas[0],
                                   title: this.mmaTitle(mmas[0]),
                                   lines: mmas.map(mma => mma.line)
                                 })),
      ...this.layouts.map(
          layout => ({layout, title: layout.title, lines: [...new Set(layout.uses.map(([line]) => line))]}))
    ];
    this.buttons = this.entries.map(
        (entry, number) =>
            el("button", {type: "button", onclick: () => this.open(number)}, entry.title,
               el("small", {}, `${panes.get("tileas").title} line ${ranges(panes.get("tileas"), entry.lines)}`)));
    this.list.append(...this.buttons);
    this.drawn = false;
  }

  mmaTitle({operands}) {
    const [a, b, accumulator] = operands.map(number => this.layouts[number].shape.join("×"));
    return `MMA ${a} · ${b} → ${accumulator}`;
  }

  /** Draws when the tab is first seen. */
  wake() {
    if (!this.drawn && this.entries) this.open(this.requested ?? 0);
  }

  open(number) {
    this.drawn = true;
    this.current = this.entries[number];
    this.buttons.forEach((button, each) => button.setAttribute("aria-current", String(each === number)));
    const layouts =
        this.current.mma ? this.current.mma.operands.map(n => this.layouts[n]) : [this.current.layout];
    this.kind ??= "thread";
    const choices = [...new Set(layouts.flatMap(layout => Object.keys(kinds(layout))))];
    if (!choices.includes(this.kind)) this.kind = choices[0];
    this.size = this.fitting(layouts);
    this.shown = layouts;
    this.thread = {warp: 0, lane: 0};
    this.element = null;
    this.render(choices);
  }

  /** A size of cells that fits the available space, large enough to read where possible. */
  fitting(layouts) {
    const columns = layouts.length > 1 ? layouts[0].columns + layouts[1].columns : layouts[0].columns;
    return Math.max(4, Math.min(24, Math.floor((this.drawing.clientWidth - 40) / columns)));
  }

  render(choices) {
    const select =
        el("select", {
          id: "kind",
          onchange: event => {
            this.kind = event.target.value;
            this.draw();
          }
        },
           ...choices.map(kind => el("option", {value: kind, selected: kind === this.kind}, kind)));
    const zoom = el("input", {
      type: "range",
      id: "zoom",
      min: 4,
      max: 30,
      value: this.size,
      oninput: event => {
        this.size = Number(event.target.value);
        this.draw();
      }
    });
    const controls = [
      el("span", {class: "field"}, el("label", {"for": "kind"}, "by "), select),
      el("span", {class: "field"}, el("label", {"for": "zoom"}, "size "), zoom)
    ];
    if (this.shown.some(layout => layout.inputs.includes("lane"))) controls.push(...this.threadFields());
    this.canvases = el("div", {class: "canvases"});
    this.legend = el("div", {class: "legend"});
    this.words = el("p", {"aria-live": "polite"});
    this.drawing.replaceChildren(
        el("h3", {}, this.current.title), this.where(), el("div", {class: "controls"}, ...controls), this.words,
        this.legend, this.canvases, this.bases());
    this.draw();
  }

  where() {
    const lines = this.current.lines.slice(0, 12);
    return el(
        "p", {class: "quiet"}, this.current.mma?.atom ?? "", this.current.mma ? " at " : "At ",
        ...lines.flatMap((line, i) => [i ? ", " : "", lineLink(this.app, "tileas", line)]),
        this.current.lines.length > lines.length ? ` and ${this.current.lines.length - lines.length} more` : "");
  }

  threadFields() {
    const most = input => Math.max(...this.shown.map(layout => layout.extents[input] ?? 1)) - 1;
    return ["warp", "lane"].map(
        input => el("span", {class: "field"}, el("label", {"for": `of-${input}`}, input), " ", el("input", {
                      type: "number",
                      id: `of-${input}`,
                      min: 0,
                      max: most(input),
                      value: 0,
                      oninput: event => {
                        this.thread[input] = Math.min(most(input), Math.max(0, Number(event.target.value) || 0));
                        this.element = null;
                        this.draw();
                      }
                    })));
  }

  bases() {
    return el(
        "details", {}, el("summary", {}, "As the compiler writes it"),
        ...this.shown.map(layout => el("code", {class: "line-text"}, layout.text)));
  }

  draw() {
    const pick = layout => element => {
      this.element = {layout, element};
      this.draw();
    };
    const names = this.current.mma ? ["A", "B", "accumulator"] : [undefined];
    const drawings = this.shown.map(
        (layout, i) => new Drawing(
            layout, kinds(layout)[this.kind] ? this.kind : Object.keys(kinds(layout))[0], this.size, pick(layout),
            `${names[i] ? `${names[i]}: ` : ""}${layout.title}${layout.repeated}`));
    drawings.forEach(drawing => {
      drawing.picked = new Set(this.picked(drawing.layout));
      drawing.draw();
    });
    // As on paper: A left of the accumulator, B above it.
    this.canvases.replaceChildren(
        ...(drawings.length === 3 ? [el("span"), drawings[1].element, drawings[0].element, drawings[2].element] :
                                    drawings.map(drawing => drawing.element)));
    this.words.textContent = this.inWords();
    this.drawLegend();
  }

  /** The marked elements: those that the thread holds, or the one that was clicked and its copies. */
  picked(layout) {
    if (this.element?.layout === layout) return [this.element.element];
    return layout.inputs.includes("lane") && !this.element ? this.held(layout, this.thread) : [];
  }

  held(layout, thread) {
    const limit = input => thread[input] % (layout.extents[input] ?? 1);
    return [...layout.elements.keys()]
        .filter(place => layout.index(place, "lane") === limit("lane") && layout.index(place, "warp") === limit("warp"))
        .map(place => layout.elements[place]);
  }

  inWords() {
    if (this.element) {
      const {layout, element} = this.element, holders = layout.holders(element);
      return `Element (${layout.coordinate(element).join(", ")}): ${
                 holders.slice(0, 4).map(place => layout.describe(place)).join("; ")}` +
          (holders.length > 4 ? `; and ${holders.length - 4} more places` : "");
    }
    const layout = this.shown.findLast(each => each.inputs.includes("lane"));
    if (!layout) return BANKS;
    const held = this.held(layout, this.thread), shown = held.slice(0, 16);
    return `Lane ${this.thread.lane} of warp ${this.thread.warp} holds ${
               plural(held.length, "element")} in its registers, in order: ` +
        shown.map(element => `(${layout.coordinate(element).join(", ")})`).join(" ") +
        (held.length > shown.length ? " …" : "");
  }

  drawLegend() {
    const layout = this.shown.at(-1), kind = kinds(layout)[this.kind] ? this.kind : Object.keys(kinds(layout))[0];
    const of = kind === "thread" ? place => layout.index(place, "warp") : kinds(layout)[kind];
    const word = {thread: "warp", "16-byte unit of eight": "unit", "bank of 32": "bank"}[kind] ?? kind;
    const values = [...new Set(Array.from(layout.first, place => place < 0 ? -1 : of(place)))]
                       .filter(v => v >= 0)
                       .sort((a, b) => a - b);
    this.legend.replaceChildren(
        ...values.slice(0, SWATCHES)
            .map(
                value => el(
                    "span", {"data-label": value, style: `--swatch: var(--c${value % SWATCHES})`}, `${word} ${value}`)),
        ...(values.length > SWATCHES ? [`and so on, in turn: ${values.length} in all`] : []),
        el("em", {},
           (kind === "thread" ? "numbers are lanes" : "") +
               (this.size < READABLE ? " – larger cells show numbers" : "")));
  }

  /** Links to the layouts of the lines of nv_tileas that belong to a chosen line. */
  linksFor(chosen) {
    const lines = new Set(chosen.relatives.get("tileas") ?? []);
    const found = (this.entries ??
                   []).flatMap((entry, number) => entry.lines.some(line => lines.has(line)) ? [[entry, number]] : []);
    if (!found.length) return null;
    return el(
        "div", {}, el("h3", {}, "Layouts"),
        el("ul", {class: "plain"},
           ...found.slice(0, 8).map(
               ([entry, number]) =>
                   el("li", {},
                      el("button", {
                        type: "button",
                        class: "link",
                        onclick: () => {
                          this.requested = number;
                          showTab("layouts");
                          this.open(number);
                        }
                      },
                         entry.title)))));
  }
}

// The plan of pipelined loops, drawn: the work of each part of a multiprocessor over time, and the contents of each
// stage.

// The margins left of cycle 0, and right of the last one, for its number.
const LANE = 26, LABEL = 118, NUMBER = 48;
const shortName = name => name.replace(/^nv_tileas\.(async\.)?/, "");

const MODEL = "A model of one multiprocessor: the best that the plan can reach, not a measurement. " +
    "Numbers and colours are iterations of the loop. ";
const AHEAD = "A dedicated warp loads the operands here: it runs as far ahead as its rings have stages, see below. ";

class ScheduleView {
  constructor(app, panel) {
    this.app = app;
    this.events = [];
    if (!data.loops.length)
      panel.append(
          el("p", {class: "quiet"}, "No loop of this kernel prefetches with async copies: no plan to draw."));
    this.loops = el("div", {});
    panel.append(this.loops, ...this.agents());
    app.listeners.push(chosen => this.light(chosen));
  }

  /** Draws when the tab is first seen, and its width is known. */
  wake() {
    if (this.events.length) return;
    this.loops.replaceChildren(...data.loops.map(loop => this.loop(loop)));
    this.light(this.app.chosen);
  }

  loop(loop) {
    const steps = Math.max(...loop.operations.map(operation => operation.step)) + 1;
    const end = Math.max(...loop.operations.map(operation => operation.start + operation.length));
    const wide = Math.max(560, this.loops.clientWidth - 24);
    const scale = Math.max((wide - LABEL - NUMBER) / end, 70 / loop.cycles);
    const rows = this.rows(loop), first = [0];
    rows.forEach((own, i) => first.push(first[i] + own.count));
    const slots = loop.ahead + 1, parts = first.at(-1), lanes = parts + slots;
    const svg = el("svg", {
      width: LABEL + end * scale + NUMBER,
      height: (lanes + 1) * LANE + 56,
      role: "group",
      "aria-label": `Schedule of the loop: ${plural(steps, "iteration")}, ${
          loop.cycles} cycles apart; the table below says the same in words`
    });
    this.axis(svg, loop, end, scale, lanes);
    loop.tracks.forEach((track, i) => this.lane(svg, track, 40 + first[i] * LANE, LABEL + end * scale, rows[i].count));
    loop.operations.forEach(operation => {
      const {track} = operation, row = first[track] + rows[track].of.get(operation);
      svg.append(this.operation(operation, row, scale));
    });
    this.buffers(svg, loop, scale, 40 + (parts + 1) * LANE, LABEL + end * scale);
    return el(
        "section", {},
        el("h3", {},
           `${loop.line === null ? "Loop" : `Loop in line ${this.sourceLine(loop)}`}: copies run ${
               plural(loop.ahead, "iteration")} ahead, ${loop.cycles} cycles an iteration`),
        el("p", {class: "quiet"}, MODEL, data.agents.length ? AHEAD : "",
           loop.line === null ? "" : lineLink(this.app, "tileaa", loop.line, "To the loop")),
        el("div", {class: "timeline", tabindex: "0", role: "region", "aria-label": "Schedule drawn"}, svg),
        this.table(loop));
  }

  /** For each track, the row of an operation: overlapping iterations are drawn below each other. */
  rows(loop) {
    return loop.tracks.map((_, track) => {
      const of = new Map(), ends = [];
      const own = loop.operations.filter(operation => operation.track === track);
      for (const operation of own.sort((a, b) => a.start - b.start)) {
        const free = ends.findIndex(end => end <= operation.start), row = free < 0 ? ends.length : free;
        ends[row] = operation.start + operation.length;
        of.set(operation, row);
      }
      return {of, count: Math.max(1, ends.length)};
    });
  }

  /** The number of the loop's line in the source, or in nv_tileaa where that isn't known. */
  sourceLine(loop) {
    const [line] = relatives("tileaa", loop.line).get("source") ?? [];
    return line === undefined ? `${numberOf(panes.get("tileaa"), loop.line)} of nv_tileaa` :
                                numberOf(panes.get("source"), line);
  }

  axis(svg, loop, end, scale, lanes) {
    const every = loop.cycles * Math.max(1, Math.ceil(60 / (loop.cycles * scale)));
    for (let cycle = 0; cycle <= end; cycle += every) {
      const x = LABEL + cycle * scale;
      svg.append(
          el("line", {x1: x, x2: x, y1: 26, y2: (lanes + 1) * LANE + 46, class: "axis"}),
          el("text", {x: x + 3, y: 20, class: "quiet"}, String(cycle)));
    }
    svg.append(el("text", {x: 0, y: 20, class: "quiet"}, "cycle"));
  }

  lane(svg, title, y, width, rows = 1) {
    const below = y + rows * LANE - 1;
    svg.append(
        el("text", {x: 0, y: y + 17}, title), el("line", {x1: 0, x2: width, y1: below, y2: below, class: "axis"}));
  }

  box(x, y, width, step, label, title, attributes = {}) {
    return el(
        "g", attributes, el("title", {}, title),
        el("rect", {x, y, width: Math.max(2, width - 1), height: LANE - 6, rx: 3, fill: `var(--c${step % SWATCHES})`}),
        width > 7 * label.length + 8 ? el("text", {x: x + 4, y: y + 14}, label) :
            width > 16               ? el("text", {x: x + 4, y: y + 14}, String(step)) :
                                       null);
  }

  operation(operation, row, scale) {
    const {step, stage, start, length, name, line} = operation;
    const title = `step ${step}: ${name}, stage ${stage}, cycles ${start} to ${start + length}`;
    const go = () => line !== null && this.app.go("tileaa", line);
    const element = this.box(
        LABEL + start * scale, 42 + row * LANE, length * scale, step, `${step} ${shortName(name)}`, title,
        {class: "event", onclick: go});
    this.events.push({element, line});
    return element;
  }

  /** A stage is occupied from the first copy into it to the last operation that reads it. */
  buffers(svg, loop, scale, y, width) {
    svg.append(el("text", {x: 0, y: y - 8, class: "quiet"}, "ring of buffers"));
    const slots = loop.ahead + 1;
    for (let slot = 0; slot < slots; ++slot) this.lane(svg, `stage ${slot}`, y + slot * LANE, width);
    loop.taken.forEach(({step, from, full, until}) => {
      const row = y + 2 + step % slots * LANE;
      svg.append(this.box(
          LABEL + from * scale, row, (until - from) * scale, step, `${step} filled, then read`,
          `stage ${step % slots}: step ${step}, filled in cycles ${from} to ${full}, read until ${until}`));
    });
  }

  table(loop) {
    const first = loop.operations.filter(operation => operation.step === 0);
    return el(
        "details", {}, el("summary", {}, "As a table"),
        el("table", {},
           el("thead", {},
              el("tr", {},
                 ...["operation", "part", "stage", "from cycle", "cycles", "line"].map(
                     title => el("th", {scope: "col"}, title)))),
           el("tbody", {},
              ...first.map(
                  operation =>
                      el("tr", {}, el("td", {}, operation.name), el("td", {}, loop.tracks[operation.track]),
                         el("td", {class: "amount"}, String(operation.stage)),
                         el("td", {class: "amount"}, String(operation.start)),
                         el("td", {class: "amount"}, String(operation.length)),
                         el("td", {}, operation.line === null ? "" : lineLink(this.app, "tileaa", operation.line)))))));
  }

  /** The warps of each agent, and the pipelines between them. */
  agents() {
    const parts = [];
    if (data.agents.length)
      parts.push(
          el("table", {}, el("caption", {}, "Agents: groups of specialised warps"),
             el("thead", {},
                el("tr", {},
                   ...["work", "agents", "warps", "registers a thread", "operations", ""].map(
                       title => el("th", {scope: "col"}, title)))),
             el("tbody", {},
                ...data.agents.map(
                    group =>
                        el("tr", {}, el("td", {}, group.does), el("td", {class: "amount"}, String(group.agents)),
                           el("td", {}, `${group.first} to ${group.first + group.agents * group.warps - 1}`),
                           el("td", {class: "amount"}, group.registers === null ? "" : String(group.registers)),
                           el("td", {class: "amount"}, String(group.operations)),
                           el("td", {}, lineLink(this.app, "tileas", group.line)))))));
    if (data.rings.length)
      parts.push(
          el("table", {}, el("caption", {}, "Buffers in shared memory"),
             el("thead", {},
                el("tr", {},
                   ...["buffer", "stages", "from byte", "bytes", ""].map(title => el("th", {scope: "col"}, title)))),
             el("tbody", {},
                ...data.rings.map(
                    ring =>
                        el("tr", {}, el("td", {}, ring.title), el("td", {class: "amount"}, String(ring.stages)),
                           el("td", {class: "amount"}, ring.offset === null ? "" : spaced(ring.offset)),
                           el("td", {class: "amount"}, ring.bytes === null ? "" : spaced(ring.bytes)),
                           el("td", {}, lineLink(this.app, "tileas", ring.line)))))));
    return parts.length ? [el("div", {class: "columns", style: "margin-top:18px"}, ...parts)] : [];
  }

  light(chosen) {
    const lines = new Set(chosen?.relatives.get("tileaa") ?? []);
    this.events.forEach(({element, line}) => element.classList.toggle("lit", line !== null && lines.has(line)));
  }
}

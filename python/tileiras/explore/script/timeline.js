// The launch over time: warps and engines of its first block, by logical time.

const LOGICAL =
    "On the emulator, in logical time: a warp takes a tick for each instruction, and a waiting warp continues " +
    "when the work that it waits for is done. It shows dependences between warps, not the times of hardware.";

class TimelineView {
  constructor(app, panel) {
    this.app = app;
    this.events = [];
    const run = data.run;
    if (!run) {
      panel.append(el("p", {class: "quiet"}, "Nothing was launched, so there is nothing to show over time."));
      return;
    }
    this.run = run;
    this.end = Math.max(1, ...run.slices.map(slice => slice.start + slice.length));
    this.holder = el("div", {class: "timeline", tabindex: "0", role: "region", "aria-label": "Launch drawn over time"});
    const zoom = el("input", {
      type: "range",
      id: "run-zoom",
      min: 1,
      max: 40,
      value: 1,
      oninput: event => this.draw(Number(event.target.value))
    });
    panel.append(
        el("h3", {}, run.block),
        el("p", {class: "quiet"}, LOGICAL, run.left_out ? ` ${plural(run.left_out, "later slice")} left out.` : ""),
        el("div", {class: "controls"}, el("label", {"for": "run-zoom"}, "zoom"), zoom), this.holder, this.table());
    app.listeners.push(chosen => this.light(chosen));
  }

  wake() {
    if (this.run && !this.drawn) this.draw(1);
  }

  draw(zoom) {
    this.drawn = true;
    const label = 160, scale = (Math.max(500, this.holder.clientWidth - label - 20) * zoom) / this.end;
    const svg = el("svg", {
      width: label + this.end * scale + 8,
      height: (this.run.tracks.length + 1) * LANE + 8,
      role: "group",
      "aria-label": `${plural(this.run.tracks.length, "track")}; the table below says the same in words`
    });
    const every = 10 ** Math.ceil(Math.log10(90 / scale));
    for (let tick = 0; tick <= this.end; tick += every) {
      const x = label + tick * scale;
      svg.append(
          el("line", {x1: x, x2: x, y1: 20, y2: (this.run.tracks.length + 1) * LANE, class: "axis"}),
          el("text", {x: x + 3, y: 14, class: "quiet"}, spaced(tick)));
    }
    this.run.tracks.forEach((track, i) => svg.append(el("text", {x: 0, y: LANE * (i + 1) + 12}, track)));
    this.events = this.run.slices.map(slice => this.slice(slice, label, scale));
    svg.append(...this.events.map(event => event.element));
    this.holder.replaceChildren(svg);
    this.light(this.app.chosen);
  }

  slice(slice, label, scale) {
    const {track, start, length, name, at, wait, line} = slice;
    const width = Math.max(1, length * scale), x = label + start * scale, y = LANE * (track + 1) - 4;
    const place = line === null ? name : `${numberOf(panes.get("source"), line)}`;
    const words = wait ? name : line === null ? name : `line ${place}`;
    const element = el(
        "g", {class: wait ? "event wait" : "event", onclick: () => line !== null && this.app.go("source", line)},
        el("title", {},
           `${this.run.tracks[track]}: ${name}${at === name ? "" : ` at ${at}`}, ticks ${start} to ${start + length}`),
        el("rect",
           {x, y, width, height: LANE - 6, rx: 2, fill: wait ? "var(--panel)" : `var(--c${(line ?? 7) % SWATCHES})`}),
        width > 6.4 * words.length + 6 ? el("text", {x: x + 3, y: y + 14}, words) : null);
    return {element, line};
  }

  /** For each track, how much of the time it worked and waited. */
  table() {
    const rows = this.run.tracks.map((track, number) => {
      const own = this.run.slices.filter(slice => slice.track === number);
      const sum = wait => own.filter(slice => slice.wait === wait).reduce((all, slice) => all + slice.length, 0);
      const longest = own.filter(slice => slice.wait).sort((a, b) => b.length - a.length)[0];
      return el(
          "tr", {}, el("th", {scope: "row"}, track), el("td", {class: "amount"}, spaced(sum(false))),
          el("td", {class: "amount"}, spaced(sum(true))),
          el("td", {}, longest ? `${longest.name.replace("wait: ", "")}, ${plural(longest.length, "tick")}` : ""),
          el("td", {}, longest && longest.line !== null ? lineLink(this.app, "source", longest.line) : ""));
    });
    return el(
        "table", {style: "margin-top:12px"}, el("caption", {}, "Ticks of each track"),
        el("thead", {},
           el("tr", {},
              ...["", "busy", "waiting", "longest wait", "at"].map(
                  (title, i) => el("th", {scope: "col", class: i === 1 || i === 2 ? "amount" : null}, title)))),
        el("tbody", {}, ...rows));
  }

  light(chosen) {
    const lines = new Set(chosen?.relatives.get("source") ?? []);
    this.events.forEach(({element, line}) => element.classList.toggle("lit", line !== null && lines.has(line)));
  }
}

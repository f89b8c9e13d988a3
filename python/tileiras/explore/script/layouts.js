// Drawings of layouts: the thread that holds each element of a tile, and the addresses of a buffer's elements.

const SWATCHES = 8;
const READABLE = 15;  // size of a cell from which on it has a number
const decode = text => new Uint32Array(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);

/** A layout: `places[element]` are the input indices that hold it, `index(place, input)` its index of one input. */
class Layout {
  constructor(entry, number) {
    Object.assign(this, entry, {number});
    this.elements = decode(entry.elements);
    this.inputs = Object.keys(entry.extents);
    this.rows = entry.shape.slice(0, -1).reduce((a, b) => a * b, 1);
    this.columns = entry.shape.at(-1) ?? 1;
  }

  /** The first input index of each element. */
  get first() {
    if (!this.firstPlaces) {
      this.firstPlaces = new Int32Array(this.rows * this.columns).fill(-1);
      for (let place = this.elements.length; place-- > 0;) this.firstPlaces[this.elements[place]] = place;
    }
    return this.firstPlaces;
  }

  index(place, input) {
    for (const each of this.inputs) {
      if (each === input) return place % this.extents[each];
      place = Math.floor(place / this.extents[each]);
    }
    return 0;
  }

  holders(element) {
    return [...this.elements.keys()].filter(place => this.elements[place] === element);
  }

  coordinate(element) {
    const parts = [];
    for (const size of this.shape.toReversed()) {
      parts.unshift(element % size);
      element = Math.floor(element / size);
    }
    return parts;
  }

  /** The position of an offset: the four-byte bank, and the 16-byte unit among eight adjacent ones. */
  bank(place) {
    return Math.floor(place * this.bits / 32) % 32;
  }
  unit(place) {
    return Math.floor(place * this.bits / 128) % 8;
  }

  get title() {
    const where = this.buffer ?
        ("tensor_lane" in this.extents || "tensor_column" in this.extents ? "tensor memory" : "shared memory") :
        "registers";
    return `${this.shape.join("×") || "scalar"} ${this.element} in ${where}${
        this.stages > 1 ? `, ${this.stages} stages` : ""}`;
  }

  /** How often each element is held, if that is more than once. */
  get repeated() {
    const times = this.elements.length / (this.rows * this.columns);
    return times > 1 ? `, each element held ${times} times` : "";
  }

  describe(place) {
    if (this.buffer && this.inputs.every(input => input === "offset"))
      return `offset ${place}, byte ${place * this.bits / 8}: bank ${this.bank(place)}, 16-byte unit ${
          this.unit(place)}`;
    const [lane, warp] = [this.index(place, "lane"), this.index(place, "warp")];
    const parts = this.inputs.map(input => `${input.replace("_", " ")} ${this.index(place, input)}`);
    return parts.join(", ") + (this.inputs.includes("lane") ? ` (thread ${32 * warp + lane})` : "");
  }
}

/** How cells are distinguished: a number for each, by which it is coloured and labelled. */
function kinds(layout) {
  if (layout.buffer && "offset" in layout.extents)
    return {"16-byte unit of eight": place => layout.unit(place), "bank of 32": place => layout.bank(place)};
  if (layout.buffer) return {"tensor lane": place => layout.index(place, "tensor_lane")};
  return {
    thread: place => layout.index(place, "lane"),
    warp: place => layout.index(place, "warp"),
    register: place => layout.index(place, "register")
  };
}

class Drawing {
  constructor(layout, kind, size, onPick, caption) {
    Object.assign(this, {layout, kind, size, picked: new Set()});
    this.canvas = el("canvas", {role: "img", onclick: event => onPick(this.at(event))});
    this.element = el("figure", {}, el("figcaption", {}, caption ?? layout.title), this.canvas);
    this.draw();
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / this.size),
          row = Math.floor((event.clientY - box.top) / this.size);
    return Math.min(this.layout.rows - 1, row) * this.layout.columns + Math.min(this.layout.columns - 1, column);
  }

  draw() {
    const {layout, size, canvas} = this, scale = devicePixelRatio || 1,
                         style = getComputedStyle(document.documentElement);
    const colours = [...Array(SWATCHES).keys()].map(i => style.getPropertyValue(`--c${i}`).trim());
    const [text, strong] = ["--text", "--focus"].map(name => style.getPropertyValue(name).trim());
    canvas.width = layout.columns * size * scale;
    canvas.height = layout.rows * size * scale;
    canvas.style.width = `${layout.columns * size}px`;
    canvas.setAttribute(
        "aria-label",
        `${layout.title}, ${layout.rows} rows and ${layout.columns} columns, by ${this.kind}; ` +
            "the fields above say the same in words");
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.font = `${Math.min(12, Math.floor(size * .52))}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const of = kinds(layout)[this.kind], group = this.kind === "thread" ? place => layout.index(place, "warp") : of;
    layout.first.forEach((place, element) => {
      const x = element % layout.columns * size, y = Math.floor(element / layout.columns) * size;
      if (place < 0) return;
      context.fillStyle = colours[group(place) % SWATCHES];
      context.fillRect(x, y, size - (size > 5 ? 1 : 0), size - (size > 5 ? 1 : 0));
      if (size >= READABLE) {
        context.fillStyle = text;
        context.fillText(String(of(place)), x + size / 2, y + size / 2 + 1);
      }
    });
    // In small cells there would be more lines than colours.
    if (size >= 9 || !layout.buffer) this.outline(context, group, text);
    context.strokeStyle = strong;
    context.lineWidth = Math.max(2, size / 7);
    for (const element of this.picked)
      context.strokeRect(
          element % layout.columns * size + 1, Math.floor(element / layout.columns) * size + 1, size - 2, size - 2);
  }

  /** Lines where one colour ends and another begins, so that no information is given by colours alone. */
  outline(context, group, text) {
    const {layout, size} = this, {first, columns, rows} = layout;
    context.strokeStyle = text;
    context.lineWidth = size > 8 ? 1.5 : 1;
    context.beginPath();
    for (let element = 0; element < first.length; ++element) {
      const column = element % columns, row = Math.floor(element / columns), own = group(first[element]);
      const [x, y] = [column * size, row * size];
      if (column + 1 < columns && group(first[element + 1]) !== own) {
        context.moveTo(x + size - .5, y);
        context.lineTo(x + size - .5, y + size);
      }
      if (row + 1 < rows && group(first[element + columns]) !== own) {
        context.moveTo(x, y + size - .5);
        context.lineTo(x + size, y + size - .5);
      }
    }
    context.stroke();
  }
}

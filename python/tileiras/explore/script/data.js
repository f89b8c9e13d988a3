// The page's data, and small helpers that every other file uses.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const panes = new Map(data.panes.map(pane => [pane.id, {...pane, lines: pane.text.split("\n")}]));
const notesOf = id => id === "source" ? data.remarks.filter(remark => remark.line !== null) : [];
const numberOf = (pane, line) => pane.numbers ? pane.numbers[line] : line + 1;
const spaced = value => String(value).replace(/\B(?=(\d{3})+$)/g, "\u2009");
const plural = (count, word) => `${spaced(count)} ${word}${count === 1 ? "" : "s"}`;

/** 1234567 as "1.2M": at most four characters and a letter. */
function short(value) {
  for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e4, "k"]])
    if (value >= size) {
      const scaled = value / (letter === "k" ? 1e3 : size);
      return (scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)) + letter;
    }
  return String(value);
}

/** An element: attributes by name ("class", "aria-…"), listeners as functions ("onclick"), then children. */
function el(tag, attributes = {}, ...children) {
  const svg = ["svg", "g", "rect", "text", "line", "title", "path"].includes(tag);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      made.addEventListener(name.slice(2), value);
    else if (value === true)
      made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** The ranges of a sorted list of lines, as people write them: "3, 5–8". */
function ranges(pane, lines) {
  const parts = [];
  for (let i = 0; i < lines.length;) {
    let end = i;
    while (end + 1 < lines.length && lines[end + 1] === lines[end] + 1) ++end;
    const [first, last] = [numberOf(pane, lines[i]), numberOf(pane, lines[end])];
    parts.push(first === last ? `${first}` : `${first}–${last}`);
    i = end + 1;
  }
  return parts.length > 6 ? `${parts.slice(0, 6).join(", ")} and more` : parts.join(", ");
}

// Links between lines: the lines that a line came from, and those that were made from it.

const children = new Map();  // id of a pane -> [id of each pane that was made from it]
const becomes = new Map();   // "parent>child" -> for each line of the parent, the lines of the child
for (const pane of panes.values()) {
  if (!pane.parent) continue;
  children.set(pane.parent, [...(children.get(pane.parent) ?? []), pane.id]);
  const lines = panes.get(pane.parent).lines.map(() => []);
  pane.parents.forEach((parents, line) => parents.forEach(parent => lines[parent]?.push(line)));
  becomes.set(`${pane.parent}>${pane.id}`, lines);
}

const sorted = lines => [...lines].sort((a, b) => a - b);

function descend(id, lines, found, except) {
  for (const child of children.get(id) ?? []) {
    if (child === except) continue;
    const links = becomes.get(`${id}>${child}`);
    const reached = new Set();
    for (const line of lines) links[line].forEach(each => reached.add(each));
    found.set(child, sorted(reached));
    descend(child, reached, found);
  }
}

/** For each pane, the lines that a line came from or became; those made from the same line where panes part. */
function relatives(id, line) {
  const found = new Map([[id, [line]]]);
  descend(id, [line], found);
  let at = id, lines = [line];
  while (panes.get(at).parent) {
    const parent = panes.get(at).parent, reached = new Set();
    for (const each of lines) panes.get(at).parents[each].forEach(other => reached.add(other));
    found.set(parent, sorted(reached));
    // Machine code and LLVM IR are made from the same stage: from one to the other, through it.
    if (!found.has((children.get(parent) ?? []).find(child => child !== at))) descendSiblings(parent, reached, at, found);
    [at, lines] = [parent, reached];
  }
  return found;
}

function descendSiblings(parent, lines, except, found) {
  const siblings = new Map();
  descend(parent, lines, siblings, except);
  for (const [id, each] of siblings)
    if (!found.has(id)) found.set(id, each);
}

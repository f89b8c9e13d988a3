"""The costs of a launch, line by line, in every form of the kernel.

The emulator counts by line of the PTX. The cost of a line of an earlier form is the cost of the PTX lines that mainly
came from it, so each form's lines add up to the same totals, except for PTX lines without an origin in it.
"""
import json

# The numbers of a line (JsonReport.h) that the page shows: name, title, meaning.
COLUMNS = [("issues", "instructions", "instructions that warps issued"),
           ("sectors", "sectors", "32-byte sectors of global memory"),
           ("passes", "wavefronts", "passes over the banks of shared memory"),
           ("async bytes", "async bytes", "bytes that asynchronous copies moved"),
           ("stalls", "stalls", "instructions of other warps while one waited here")]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def by_line(report, panes):
    """For each pane, the numbers of its lines: {line: [number of each column]}."""
    places = [report["costs"].index(name) for name, _, _ in COLUMNS]
    ptx = panes["ptx"]
    at = {number: line for line, number in enumerate(ptx.numbers)}
    own = {}
    for number, costs in report["ptx"].items():
        own[at[int(number)]] = [costs[place] for place in places]
    sums = {"ptx": own}
    for pane in panes.values():
        if pane.id != "ptx" and (path := _path("ptx", pane.id, panes)) is not None:
            sums[pane.id] = _carry(own, path)
    return sums


def _path(pane, goal, panes):
    """For each pane, the pane that its links lead to; None where none do."""
    path = []
    while pane != goal:
        path.append(panes[pane])
        pane = panes[pane].parent
        if pane is None:
            return None
    return path


def _carry(costs, path):
    """Numbers by line, moved along the first of each line's links."""
    sums = {}
    for line, numbers in costs.items():
        for pane in path:
            parents = pane.parents[line] if line is not None else []
            line = parents[0] if parents else None
        if line is not None:
            known = sums.setdefault(line, [0] * len(numbers))
            sums[line] = [a + b for a, b in zip(known, numbers)]
    return sums


def totals(report):
    """The sums of each column over the whole launch."""
    places = [report["costs"].index(name) for name, _, _ in COLUMNS]
    return [sum(costs[place] for costs in report["ptx"].values()) for place in places]

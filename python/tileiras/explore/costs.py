"""What a launch cost, line by line, in every form of the kernel.

The emulator counts by line of the PTX. A line of an earlier form costs what those lines of the PTX cost that mainly
came from it, so each form's lines add up to the same sums, but for what came from nowhere in it.
"""
import json

# Of the numbers of a line (JsonReport.h), those that the page shows: name, title, what it counts.
COLUMNS = [("issues", "instructions", "instructions that warps issued"),
           ("sectors", "sectors", "32-byte sectors of global memory"),
           ("passes", "wavefronts", "passes over the banks of shared memory"),
           ("async bytes", "async bytes", "bytes that asynchronous copies moved"),
           ("stalls", "stalls", "instructions of other warps while one waited here")]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def by_line(report, panes):
    """For each pane, its lines' numbers: {line: [number of each column]}."""
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
    """The panes whose links lead from a pane to one that it came from; None where none do."""
    path = []
    while pane != goal:
        path.append(panes[pane])
        pane = panes[pane].parent
        if pane is None:
            return None
    return path


def _carry(costs, path):
    """Numbers by line, taken along the first of each line's links."""
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

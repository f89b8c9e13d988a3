"""The schedule of pipelined loops: the compiler's plan (tileas-print-schedule), and the agents that execute it."""
import json
import math
import re

from .layouts import element_bits


def loops(path, panes, symbol):
    """For each pipelined loop of a kernel: its operations by iteration, in cycles of the plan's model."""
    try:
        with open(path, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
    except FileNotFoundError:
        return []
    names, tracks, found = {}, {}, {}
    for event in events:
        if event["ph"] == "M" and event["name"] == "process_name":
            names[event["pid"]] = event["args"]["name"]
        elif event["ph"] == "M":
            tracks.setdefault(event["pid"], {})[event["tid"]] = event["args"]["name"]
        else:
            found.setdefault(event["pid"], []).append(event)
    return [_loop(names[number], tracks[number], events, panes) for number, events in sorted(found.items())
            if names[number].startswith(f"@{symbol}, ")]


def _loop(name, tracks, events, panes):
    ahead = max(event["args"]["step"] for event in events)
    operations = [{"step": event["args"]["step"], "stage": event["args"]["stage"], "track": event["tid"],
                   "start": event["ts"], "length": event["dur"], "name": event["name"],
                   "line": _line(event["args"]["place"], panes["tileaa"])} for event in events]
    at = re.search(r"loop at (.*)", name)[1]
    loop = {"line": _line(at, panes["tileaa"]), "ahead": ahead, "cycles": _cycles(operations),
            "tracks": [tracks[number] for number in sorted(tracks)], "operations": operations}
    return loop | {"taken": _taken(loop)}


def _taken(loop):
    """The time in which each iteration occupies its stage: from its first copy, full after its last, until it has been
    read."""
    taken = []
    for step in range(loop["ahead"] + 1):
        own = [operation for operation in loop["operations"] if operation["step"] == step]
        ends = {}
        for operation in own:
            ends.setdefault(loop["tracks"][operation["track"]], []).append(operation["start"] + operation["length"])
        copies = [o["start"] for o in own if loop["tracks"][o["track"]] == "copies"]
        readers = ends.get("shared memory", []) + ends.get("tensor", [])
        if copies and readers:
            taken.append({"step": step, "from": min(copies), "full": max(ends["copies"]), "until": max(readers)})
    return taken


def _cycles(operations):
    """The initiation interval: the time between an operation and the same one of the next iteration."""
    steps = {}
    for operation in operations:
        steps.setdefault(operation["step"], []).append(operation["start"])
    return steps[1][0] - steps[0][0] if 1 in steps else max(o["start"] + o["length"] for o in operations)


def _line(place, pane):
    """The line of nv_tileaa that a location "tileaa:LINE:COLUMN" names."""
    found = re.fullmatch(rf"{pane.id}:(\d+):\d+", place)
    return int(found[1]) - 1 if found else None


class Agents:
    """Collects the agents on targets with warp specialisation: a visitor of stages.Tracer."""

    def __init__(self):
        self.groups, self.rings = [], []

    def __call__(self, stage, module, lines):
        if stage != "tileas":
            return
        for op, line in zip(module.operation.walk(), lines):
            if op.name == "nv_tileas.agent_switch":
                self.groups += _groups(op, line)
            elif op.name == "nv_tileas.alloc_tensor":
                self.rings += _ring(op, line)


def _groups(op, line):
    numbers = {name: [int(n) for n in re.findall(r"-?\d+", str(value).split(":", 1)[1])]
               for name, value in op.attributes.items() if str(value).startswith("array<i32")}
    registers = numbers.get("max_regs") or [None] * len(numbers["num_warps"])
    groups = zip(numbers["num_agents_per_group"], numbers["num_warps"], numbers["warp_id"], registers, op.regions)
    return [{"line": line, "agents": agents, "warps": warps, "first": first, "registers": most,
             "does": _job(_inside(region)), "operations": len(_inside(region))}
            for agents, warps, first, most, region in groups]


def _inside(region):
    """Names of all operations of a region."""
    return [inner.name for block in region for op in block.operations for inner in (op, *op.walk())]


def _job(names):
    if any(name.endswith("dot") for name in names):
        return "starts MMAs"
    if any("tma_load" in name or name.endswith("async.copy") for name in names):
        return "loads operands"
    return "other work"


def _ring(op, line):
    text = str(op.result_types[0])
    shape = re.match(r"!nv_tileaa\.memref<((?:\d+x)*)(\w+), shared", text)
    if not shape:
        return []
    sizes = [int(n) for n in re.findall(r"\d+", shape[1])]
    stages = re.search(r"stages = (\d+)", text)
    count = int(stages[1]) if stages else 1
    offset = op.attributes.get("offset")
    return [{"line": line, "stages": count, "title": "×".join(map(str, sizes)) + " " + shape[2],
             "bytes": math.prod(sizes) * element_bits(shape[2]) // 8 * count,
             "offset": int(str(offset).split(" ")[0]) if offset is not None else None}]

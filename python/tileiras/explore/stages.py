"""The forms of a kernel between source and PTX, and the links between lines of consecutive forms.

Every operation has a location, and passes keep it: the results of an operation have its location, and a merged
operation has the fused locations of all its sources. So before each stage every operation's location is set to the line
that it is printed on, and after the stage an operation's location has the lines that it came from. LLVM takes the last
of them for lines of a source, which it writes into its own text and as `.loc` into PTX."""
import difflib
import os
import re
import warnings

import tileiras
from tileiras.passmanager import PassManager, pipeline

from .model import Pane

_MLIR_STAGES = {"tile": "Tile IR", "tileaa": "nv_tileaa", "tileas": "nv_tileas", "cute": "cute_nvgpu",
                "llvm": "LLVM dialect"}
_SCOPES = "builtin.module(ensure-debug-info-scope-on-llvm-func{emission-kind=DebugDirectivesOnly})"
_FUNCTION = re.compile(r"\s*(\.\w+\s+)*\.(entry|func)\b")
_DEBUG = re.compile(r"\s*(\.loc|\.file)\b|\$L__(tmp|func_begin|func_end)\d+:")


def places(module):
    """For each operation, the lines of its location, in the order of `walk`."""
    return [op.location.places for op in module.operation.walk()]


class Tracer:
    """Runs a module through the stages. `visit` is called with the stage and the module before it continues, with the
    line of each operation (from 0) by its index in `walk`."""

    def __init__(self, kernel, module, folder, visit=lambda stage, module, lines: None):
        self.kernel, self.module, self.folder, self.visit = kernel, module, folder, visit
        self.panes, self.notes = [], []

    def run(self):
        """Panes of MLIR, LLVM IR and PTX; the source's lines are the tile stage's parents as (file, line)."""
        names = list(_MLIR_STAGES)
        for earlier, stage in zip([None, *names], names):
            if earlier:
                self._run(pipeline(self.kernel.arch, earlier, stage, opt_level=self.kernel.opt_level,
                                   enable_extended_smem=True))
            self.panes.append(self._snapshot(stage, earlier))
        self._run(_SCOPES)
        self.panes.append(_llvm_ir(self._compile("llvmir")))
        self.panes.append(self._ptx(self._compile("ptx"), self.kernel.ptx))
        return self.panes

    def _ptx(self, linked, real):
        """The PTX that runs, linked by the PTX whose lines were tracked: the same code except for `.loc`."""
        code, tracked = _code(real.rstrip("\0\n ")), _code(linked.rstrip("\0\n "))
        parents, matched = [[] for _ in code], 0
        for start, other, size in _matching([line for _, line, _ in code], [line for _, line, _ in tracked]):
            matched += size
            for index, (_, _, place) in enumerate(tracked[other:other + size], start):
                if place is not None and place >= 0 and code[index][1].strip():
                    parents[index] = [place]
        if matched < len(code):
            self.notes.append(f"{len(code) - matched} lines of the PTX are linked to nothing, because the program was "
                              "compiled in another way than this page can follow.")
        return Pane("ptx", "PTX", "ptx", [line for _, line, _ in code], "llvm", parents,
                    [index + 1 for index, _, _ in code])

    def schedule_file(self):
        return os.path.join(self.folder, "schedule.json")

    def _run(self, passes):
        if "to=tileas" in passes:
            passes = re.sub(r"schedule-trace-file=[^ }]*", f"schedule-trace-file={self.schedule_file()}", passes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            PassManager.parse(passes, context=self.module.context).run(self.module)

    def _snapshot(self, stage, earlier):
        """The text of the module; operations get the lines that they are printed on as their locations."""
        before = places(self.module)
        path = os.path.join(self.folder, stage)
        self._run(f"builtin.module(snapshot-op-locations{{filename={path}}})")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.rstrip("\n").split("\n")
        stands_on = [next((line - 1 for name, line, _ in found if name == path), None)
                     for found in places(self.module)]
        parents = [[] for _ in lines]
        for came_from, line in zip(before, stands_on):
            if line is not None:
                parents[line] += [(name, number) for name, number, _ in came_from
                                  if (name, number) not in parents[line]]
        if earlier:
            parents = [[number - 1 for name, number in each if name == os.path.join(self.folder, earlier)]
                       for each in parents]
        self.visit(stage, self.module, stands_on)
        return Pane(stage, _MLIR_STAGES[stage], "mlir", lines, earlier or "source", parents)

    def _compile(self, stage):
        return tileiras.compile(self.module, self.kernel.arch, opt_level=self.kernel.opt_level, emit=stage,
                                debug_info="lineinfo", enable_extended_smem=True, name=self.kernel.file)


def _llvm_ir(text):
    """LLVM's text without its metadata, linked by the lines that it gives."""
    known = {name: int(line) - 1 for name, line in re.findall(r"^(!\d+) = !DILocation\(line: (\d+)", text, re.M)}
    lines, parents = [], []
    for line in text.rstrip().split("\n"):
        if line.startswith("!"):
            continue
        place = re.search(r"!dbg (!\d+)", line)
        parents.append([known[place[1]]] if place and known.get(place[1], -1) >= 0 else [])
        lines.append(re.sub(r",? !dbg !\d+", "", line))
    while lines and not lines[-1]:
        del lines[-1], parents[-1]
    return Pane("llvmir", "LLVM IR", "llvm", lines, "llvm", parents)


def _code(ptx):
    """(index, text, line that the last `.loc` before it names) of each line that isn't debug information."""
    place, found = None, []
    for index, line in enumerate(ptx.split("\n")):
        if re.match(r"\s*\.section\b", line):
            break
        if loc := re.match(r"\s*\.loc\s+\d+\s+(\d+)", line):
            place = int(loc[1]) - 1
        elif not _DEBUG.match(line):
            found.append((index, line, place))
        if _FUNCTION.match(line):
            place = None
    return found


def _matching(lines, others):
    """Blocks of equal lines: (start, start in the others, number of lines)."""
    if lines == others:
        return [(0, 0, len(lines))]
    return difflib.SequenceMatcher(None, lines, others, False).get_matching_blocks()

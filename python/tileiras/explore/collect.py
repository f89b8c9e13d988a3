"""Collects all parts of the page for one kernel."""
import re
import tempfile

from . import costs, entries, layouts, remarks, sass, schedule, sources, stages, timeline
from .page import pane_data

_SHOWN = ["source", "tileas", "ptx"]


def collect(kernel, roots, launch=None):
    """The page's data, with the source of files below `roots`. `launch` is called with the kernel, when its PTX is
    known, to launch it."""
    with tempfile.TemporaryDirectory(prefix="tileiras-explore-") as folder:
        ptx, messages = remarks.compile_with_remarks(kernel)
        kernel.ptx = kernel.ptx or ptx
        if launch and not kernel.launch:
            kernel.launch = launch(kernel, folder)
        collectors = [layouts.Collector(), schedule.Agents()]
        tracer = stages.Tracer(kernel, entries.read(kernel.data, kernel.file), folder,
                               lambda *seen: [each(*seen) for each in collectors])
        panes = {pane.id: pane for pane in tracer.run()}
        source, left_out = sources.attach(panes["tile"], roots)
        if source:
            panes = {"source": source} | panes
        code, reason = sass.disassemble(kernel.ptx, panes["ptx"], folder)
        if code:
            panes["sass"] = code
        loops = schedule.loops(tracer.schedule_file(), panes, kernel.symbol)
        report = costs.read(f"{kernel.launch}.costs.json") if kernel.launch else None
        run = timeline.read(kernel.launch, source)
    return {"panes": [pane_data(pane) for pane in panes.values()], "remarks": remarks.place(messages, source),
            "costs": _costs(report, panes), "facts": _facts(report, panes),
            "notes": tracer.notes + left_out + collectors[0].notes() + [reason] * bool(reason),
            "layouts": collectors[0].layouts, "mmas": collectors[0].mmas, "loops": loops, "run": run,
            "agents": collectors[1].groups, "rings": collectors[1].rings,
            "shown": [name for name in _SHOWN if name in panes], "start": _start(panes, kernel.symbol)}


def _costs(report, panes):
    if not report:
        return None
    return {"columns": [[title, meaning] for _, title, meaning in costs.COLUMNS], "totals": costs.totals(report),
            "lines": costs.by_line(report, panes)}


def _facts(report, panes):
    """Label and value of each card of the overview."""
    facts = [[f"lines of {pane.title}", _spaced(len(pane.lines))] for pane in panes.values()]
    if not report:
        return facts
    extents = " × ".join(map(str, report["grid"])), " × ".join(map(str, report["block"]))
    launch = [["grid", extents[0]], ["threads of a block", extents[1]],
              *([label, _spaced(value)] for label, value in report["facts"].items())]
    counters = [[label, _spaced(value)] for label, value in report["counters"].items()
                if isinstance(value, int) and value]
    return launch + counters + facts


def _spaced(value):
    """A number with thin spaces between its thousands; other texts are returned unchanged."""
    return f"{int(value):,}".replace(",", "\u2009") if str(value).isdigit() else value


def _start(panes, symbol):
    """The line of the source that the kernel begins on."""
    if "source" not in panes:
        return 0
    tile = panes["tile"]
    return next((parents[0] for text, parents in zip(tile.lines, tile.parents)
                 if re.search(rf"\bentry @{re.escape(symbol)}\b", text) and parents), 0)

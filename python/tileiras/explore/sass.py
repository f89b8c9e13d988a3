"""Machine code: PTX assembled by ptxas and disassembled by nvdisasm, where both are available."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from .model import Pane

_INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;?\s*(?:/\*.*)?$")
# The PTX that was assembled is part of the cubin, under this name.
_PTX_LINE = re.compile(r"^\s*//## File \"\.nv_debug_ptx_txt\", line (\d+)")


def find(program):
    """A program of the toolkit: named by the environment (TILEIRAS_PTXAS, TILEIRAS_NVDISASM), on PATH, in a toolkit, or
    in this Python's packages. None if there is none."""
    named = os.environ.get(f"TILEIRAS_{program.upper()}")
    if named == "none":
        return None
    folders = [os.path.join(os.environ[v], "bin") for v in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(v)]
    folders += [str(p) for p in pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/bin")]
    return named or shutil.which(program) or shutil.which(program, path=os.pathsep.join(folders))


def disassemble(ptx, pane, folder):
    """The pane, or the reason for its absence."""
    tools = {name: find(name) for name in ("ptxas", "nvdisasm")}
    missing = [name for name, path in tools.items() if not path]
    if missing:
        return None, f"No machine code, because there is no {' and no '.join(missing)}."
    source, cubin = os.path.join(folder, "kernel.ptx"), os.path.join(folder, "kernel.cubin")
    with open(source, "w", encoding="utf-8") as file:
        file.write(ptx.rstrip("\0"))
    target = re.search(r"^\.target\s+(\w+)", ptx, re.M)[1]
    commands = [[tools["ptxas"], "-lineinfo", "--enable-extended-smem=true", f"-arch={target}", source, "-o", cubin],
                [tools["nvdisasm"], "-c", "-gp", cubin]]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            return None, f"No machine code, because {os.path.basename(command[0])} failed: {said[0] if said else ''}"
    return read(done.stdout, pane), None


def read(listing, ptx):
    """The instructions of a listing of nvdisasm -gp, linked by the lines of the PTX that it names."""
    at = {number: line for line, number in enumerate(ptx.numbers)}
    lines, parents, place = [], [], None
    for line in listing.splitlines():
        if found := _PTX_LINE.match(line):
            place = at.get(int(found[1]))
        elif found := _INSTRUCTION.match(line):
            lines.append("    " + found[1])
            parents.append([place] if place is not None else [])
        elif re.match(r"\s*\.?[\w.$]+:", line):
            lines.append(line.strip())
            parents.append([])
    while lines and lines[-1].strip() in ("NOP", "") or lines and lines[-1].endswith(":"):
        del lines[-1], parents[-1]
    return Pane("sass", "SASS", "sass", lines, "ptx", parents)

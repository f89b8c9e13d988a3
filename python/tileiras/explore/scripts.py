"""Kernels of a program of cuTile Python, found by running it on the emulator.

A kernel's signature is known when it is launched: types, constants, alignment. So the program is run as
`python -m tileiras.emulate` runs it, and every compilation and every launch writes files. Kernels that it only
exports (export_kernel) are found as well, without the costs of a launch.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

from tileiras._root import COMPILER_FOLDER, SetupError, find_program

from . import compiler
from .entries import entries
from .model import ExploreError, Kernel


def run(script, arguments, arch, folder):
    """Kernels in the order in which they were first launched, then those that were compiled or exported only."""
    places = {name: pathlib.Path(folder, name) for name in ("bin", "compiled", "launches", "ptx", "exported")}
    for place in places.values():
        place.mkdir()
    _run(script, arguments, arch, places)
    kernels = [*_launched(places), *_exported(places["exported"], arch)]
    known, found = set(), []
    for kernel in kernels:
        if (kernel.symbol, kernel.data) not in known:
            known.add((kernel.symbol, kernel.data))
            found.append(kernel)
    if not found:
        raise ExploreError(f"{script}: error: no kernel was launched or exported{_defined(script)}\n"
                           "note: a kernel's types and constants come with its launch: add one, on arrays of "
                           "tileiras.emulator, or give bytecode (.tileirbc)")
    return found


def _run(script, arguments, arch, places):
    try:
        program = find_program("tileiras")
    except SetupError as error:
        raise ExploreError(f"error: {error}") from None
    wrapper = places["bin"] / "tileiras"
    command = shlex.join([sys.executable, compiler.__file__, str(places["compiled"]), str(program)])
    wrapper.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    wrapper.chmod(0o755)
    environment = os.environ | {
        COMPILER_FOLDER: str(places["bin"]), "EMULATED_REPORT_DIR": str(places["launches"]),
        "EMULATED_PTX_DIR": str(places["ptx"]), "CUDA_TILE_DUMP_BYTECODE": str(places["exported"]),
        # Earlier compilations would be found in its cache.
        "CUDA_TILE_CACHE_DIR": ""}
    command = [sys.executable, "-m", "tileiras.emulate", "--arch", arch, script, *arguments]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    if done.returncode:
        raise ExploreError(f"{script}: error: the program ended with exit status {done.returncode}\n"
                           f"{done.stderr.rstrip()}")


def _launched(places):
    """Kernels that the compiler was called for: those that were launched first, with their first launch."""
    calls = sorted(places["compiled"].glob("*.json"), key=lambda path: int(path.stem.split("-")[0]))
    compiled = [kernel for path in calls for kernel in _compiled(path)]
    launched = []
    for path in sorted(places["launches"].glob("*.costs.json"), key=lambda p: int(p.name.split("-")[1])):
        report = json.loads(path.read_text())
        ptx = pathlib.Path(report["program"]).read_text().rstrip("\0")
        kernel = next((k for k in compiled if (k.ptx, k.symbol) == (ptx, report["kernel"]) and not k.launch), None)
        if kernel:
            kernel.launch = str(path)[:-len(".costs.json")]
            launched.append(kernel)
    return launched + [kernel for kernel in compiled if not kernel.launch]


def _compiled(path):
    """The kernels of one call of the compiler; none for cuTile's probes."""
    arguments = json.loads(path.read_text())
    level = next((int(a[2:]) for a in arguments if re.fullmatch(r"-O[0-3]", a)), None)
    arch, ptx = arguments[arguments.index("--gpu-name") + 1], path.with_suffix(".ptx").read_text()
    return _kernels(path.with_suffix(".tileirbc"), arch, level, ptx)


def _exported(folder, arch):
    for path in sorted(folder.glob("*.tileirbc"), key=lambda p: p.stat().st_mtime_ns):
        yield from _kernels(path, arch)


def _kernels(path, arch, level=None, ptx=None):
    data = path.read_bytes()
    return [Kernel(name, symbol, data, "<bytecode>", arch, level, ptx) for name, symbol in entries(data, str(path))]


def _defined(script):
    """", though it defines …": kernels that a text search finds."""
    text = pathlib.Path(script).read_text(encoding="utf-8", errors="replace")
    names = re.findall(r"@\w*(?:\.\w+)*\.?kernel\b[^\n]*\n(?:[ \t]*@[^\n]*\n)*[ \t]*def (\w+)", text)
    return f", though it defines {', '.join(names)}" if names else ""

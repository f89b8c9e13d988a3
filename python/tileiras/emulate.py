"""Runs a cuTile Python program on a machine without GPU, driver or CUDA toolkit.

    python -m tileiras.emulate [options] SCRIPT [arguments]
    python -m tileiras.emulate [options] -m MODULE [arguments]
    python -m tileiras.emulate [options] -c CODE [arguments]
    python -m tileiras.emulate [options] - [arguments]               the program comes from standard input

The program is run as `python SCRIPT arguments` would, with Tileiras as the compiler and the emulator as the GPU. Its
arrays are those of CuPy, for which there is a stand-in, tensors of torch on the "cuda" device, or `tileiras.emulator`'s.

A program or a notebook that is already running calls `tileiras.emulate.install()`; TILEIRAS_EMULATE=1 (or =sm_100) in the
environment does the same at Python's start where the wheel is installed; and pytest has --tileiras-emulate
(`tileiras.pytest_plugin`).
"""
from __future__ import annotations

import argparse
import functools
import importlib.util
import os
import re
import subprocess
import sys

from tileiras import _programs
from tileiras._root import SetupError, find_program


def _digits(text: str) -> tuple[str, ...]:
    """"sm_90", "90" or "9.0" as ("9", "0"). Raises ValueError for anything else."""
    match = re.fullmatch(r"(?:sm_)?(\d+)\.?(\d)[af]?", text)
    if not match:
        raise ValueError(f"'{text}' is no GPU such as sm_90")
    return match.groups()


@functools.cache
def capability(text: str) -> str:
    """The compute capability of a GPU's name, such as "9.0" of "sm_90". Raises ValueError where the compiler doesn't know it."""
    digits = _digits(text)
    # The compiler knows them, and names them in its message.
    compiler = [str(find_program("tileiras")), os.devnull, "-o", "-", "--gpu-name", "sm_" + "".join(digits)]
    said = subprocess.run(compiler, stdin=subprocess.DEVNULL, capture_output=True, text=True).stderr
    if expected := re.search(r"expected one of: [^)\n]*", said):
        raise ValueError(f"there is no GPU '{text}' to emulate ({expected[0]})")
    return ".".join(digits)


def schedule_name(text: str) -> str:
    """The same name. Raises ValueError where it isn't a schedule's."""
    if not re.fullmatch(r"inorder|adversarial|random(:\d+)?", text):
        raise ValueError(f"there is no schedule '{text}' (expected one of: inorder, random:SEED, adversarial)")
    return text


def install(arch: str | None = None, *, schedule: str | None = None, checks: bool | None = None,
            sticky: bool | None = None, max_instructions: int | None = None, stall_limit: int | None = None) -> None:
    """From now on cuTile Python programs of this process run on the emulator, and CuPy's and torch's arrays with them.

    For programs that already run: notebooks, IDEs, test suites. It has to come before `import cuda.tile`. Children of this
    process are emulated as well. The environment, or the default, decides what isn't given.

    arch              GPU to emulate, such as "sm_90" (the default)
    schedule          "inorder", "random:SEED" or "adversarial": in which order what may overlap happens
    checks            whether to look for races and other mistakes in every grid; by default in those of fewer than 256 CTAs
    sticky            whether each call fails after a kernel's mistake, as on a GPU; by default outside of pytest
    max_instructions  warp instructions after which a launch is ended
    stall_limit       warp instructions without progress after which a launch is ended, 0 for no limit

    Raises ValueError for a GPU or a schedule that doesn't exist, and SetupError where cuda.tile has been imported already,
    or the emulated driver isn't built.
    """
    chosen = {
        "EMULATED_CC": None if arch is None else capability(arch),
        "EMULATED_SCHEDULE": None if schedule is None else schedule_name(schedule),
        "EMULATED_CHECKS": checks, "EMULATED_STICKY": sticky,
        "EMULATED_MAX_INSTRUCTIONS": max_instructions, "EMULATED_STALL_LIMIT": stall_limit,
    }
    os.environ.update({name: str(int(value) if isinstance(value, bool) else value)
                       for name, value in chosen.items() if value is not None})
    from tileiras.emulator._setup import prepare
    prepare()  # at once, so that what is missing is said here
    _programs.install()


def install_at_start(chosen: str) -> None:
    """Obeys TILEIRAS_EMULATE at Python's start: nothing is loaded before the program imports cuda.tile or torch. A
    name that is no GPU's is said on standard error."""
    try:
        if chosen != "1":
            os.environ["EMULATED_CC"] = ".".join(_digits(chosen))
    except ValueError as error:
        print(f"tileiras: TILEIRAS_EMULATE={chosen}: {error}", file=sys.stderr)
        return
    _programs.install()


def _argument(parse):
    """A type for argparse, which shows no other errors' messages."""
    def parsed(text):
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
    return parsed


def _number_from(least):
    def parse(text):
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is no number from {least} on")
        return text
    return parse


def _parser():
    parser = argparse.ArgumentParser(prog="python -m tileiras.emulate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--arch", "--gpu-name", type=_argument(capability), dest="EMULATED_CC", metavar="sm_XX",
                        help="GPU to emulate (sm_90)")
    parser.add_argument("--schedule", dest="EMULATED_SCHEDULE", type=_argument(schedule_name), metavar="SCHEDULE",
                        help="inorder, random:SEED or adversarial: in which order what may overlap happens")
    parser.add_argument("--checks", action="store_const", const="1", dest="EMULATED_CHECKS",
                        help="look for races and other mistakes in large grids too")
    parser.add_argument("--no-checks", action="store_const", const="0", dest="EMULATED_CHECKS",
                        help="look for no races or other mistakes but wrong addresses")
    parser.add_argument("--host-pointers", action="store_const", const="1", dest="EMULATED_HOST_POINTERS",
                        help="kernels may use any memory of the process, unchecked")
    parser.add_argument("--threads", dest="EMULATED_THREADS", type=_number_from(0), metavar="N",
                        help="host threads that run a grid without checks (all cores)")
    parser.add_argument("--sms", dest="EMULATED_SMS", type=_number_from(1), metavar="N",
                        help="multiprocessors of the GPU (4)")
    parser.add_argument("--max-instructions", dest="EMULATED_MAX_INSTRUCTIONS", type=_number_from(0), metavar="N",
                        help="end a launch after N warp instructions")
    parser.add_argument("--stall-limit", dest="EMULATED_STALL_LIMIT", type=_number_from(0), metavar="N",
                        help="end a launch after N warp instructions without progress, 0 for no limit (2^32)")
    parser.add_argument("--sticky", action="store_const", const="1", dest="EMULATED_STICKY",
                        help="each call fails after a kernel's mistake, as on a GPU (the default outside of pytest)")
    parser.add_argument("--no-sticky", action="store_const", const="0", dest="EMULATED_STICKY",
                        help="later calls work (the default under pytest)")
    parser.add_argument("--counters", action="store_const", const="1", dest="EMULATED_COUNTERS",
                        help="print what each launch did")
    parser.add_argument("--report", dest="EMULATED_REPORT_DIR", metavar="DIR",
                        help="write a page of costs by line and a trace for Perfetto of each launch there")
    parser.add_argument("--source-root", action="append", default=[], metavar="DIR",
                        help="show source files below DIR, too, in pages of --report (those below the program's folder)")
    parser.add_argument("--keep-ptx", dest="EMULATED_PTX_DIR", metavar="DIR", help="keep the PTX of each kernel there")
    parser.add_argument("--log", action="store_const", const="1", dest="EMULATED_LOG",
                        help="print each call of the driver API and its result")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("-m", action="store_const", const="module", default="script", dest="kind",
                       help="SCRIPT is a module's name")
    kinds.add_argument("-c", action="store_const", const="code", dest="kind", help="SCRIPT is the program's text")
    parser.add_argument("script", metavar="SCRIPT", help="- reads the program from standard input")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    return parser


def _missing(options):
    """The reason why no program has that name, or None."""
    if options.kind != "module":
        is_file = options.kind == "script" and options.script != "-"
        return None if not is_file or os.path.exists(options.script) else f"there is no program '{options.script}'"
    package = options.script.partition(".")[0]  # its modules are known after it has been imported, which happens later
    sys.path.insert(0, "")
    found = importlib.util.find_spec(package)
    del sys.path[0]
    return None if found else f"there is no module '{package}'"


def main(argv: list[str] | None = None) -> None:
    parser = _parser()
    try:
        options = parser.parse_args(argv)
        if fault := _missing(options):
            parser.error(fault)
        for name, value in vars(options).items():
            if name.startswith("EMULATED_") and value is not None:
                os.environ[name] = value
        folder = os.path.dirname(options.script) if options.kind == "script" else os.curdir
        os.environ["EMULATED_SOURCE_ROOT"] = os.pathsep.join(map(os.path.abspath, [folder, *options.source_root]))
        from tileiras.emulator import _setup  # this replaces the driver by the emulator
    except SetupError as error:
        sys.exit(f"tileiras.emulate: {error}")
    try:
        _programs.run(options.script, options.arguments, options.kind)
    except ModuleNotFoundError as error:
        if error.name not in ("cuda", "cuda.tile"):
            raise
        parser.error("the program needs cuTile Python, which isn't installed: pip install cuda-tile")


if __name__ == "__main__":
    main()

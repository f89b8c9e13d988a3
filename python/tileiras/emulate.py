"""Runs a cuTile Python program on a machine without GPU, driver or CUDA toolkit.

    python -m tileiras.emulate [options] SCRIPT [arguments]
    python -m tileiras.emulate [options] -m MODULE [arguments]

The program is run as `python SCRIPT arguments` would, with Tileiras as the compiler and the emulator as the GPU. Its
arrays are those of CuPy, for which there is a stand-in, tensors of torch on the "cuda" device, or `tileiras.emulator`'s.
"""
from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys

from tileiras import _programs
from tileiras._root import SetupError, find_program


def _capability(text):
    """"sm_90", "90" or "9.0" as "9.0"."""
    match = re.fullmatch(r"(?:sm_)?(\d+)\.?(\d)[af]?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is no GPU such as sm_90")
    # The compiler knows them, and names them in its message.
    compiler = [find_program("tileiras"), os.devnull, "-o", "-", "--gpu-name", "sm_" + "".join(match.groups())]
    said = subprocess.run(compiler, stdin=subprocess.DEVNULL, capture_output=True, text=True).stderr
    if expected := re.search(r"expected one of: [^)\n]*", said):
        raise argparse.ArgumentTypeError(f"there is no GPU '{text}' to emulate ({expected[0]})")
    return ".".join(match.groups())


def _schedule(text):
    if not re.fullmatch(r"inorder|adversarial|random(:\d+)?", text):
        raise argparse.ArgumentTypeError(f"there is no schedule '{text}' (expected one of: inorder, random:SEED, adversarial)")
    return text


def _number_from(least):
    def parse(text):
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is no number from {least} on")
        return text
    return parse


def _parser():
    parser = argparse.ArgumentParser(prog="python -m tileiras.emulate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--arch", "--gpu-name", type=_capability, dest="EMULATED_CC", metavar="sm_XX",
                        help="GPU to emulate (sm_90)")
    parser.add_argument("--schedule", dest="EMULATED_SCHEDULE", type=_schedule, metavar="SCHEDULE",
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
    parser.add_argument("-m", action="store_true", dest="is_module", help="SCRIPT is a module's name")
    parser.add_argument("script", metavar="SCRIPT")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    return parser


def _missing(options):
    """The reason why no program has that name, or None."""
    if not options.is_module:
        return None if os.path.exists(options.script) else f"there is no program '{options.script}'"
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
        folder = os.curdir if options.is_module else os.path.dirname(options.script)
        os.environ["EMULATED_SOURCE_ROOT"] = os.pathsep.join(map(os.path.abspath, [folder, *options.source_root]))
        from tileiras.emulator import _setup  # this replaces the driver by the emulator
    except SetupError as error:
        sys.exit(f"tileiras.emulate: {error}")
    try:
        _programs.run(options.script, options.arguments, options.is_module)
    except ModuleNotFoundError as error:
        if error.name not in ("cuda", "cuda.tile"):
            raise
        parser.error("the program needs cuTile Python, which isn't installed: pip install cuda-tile")


if __name__ == "__main__":
    main()

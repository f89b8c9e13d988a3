"""Runs a cuTile Python program on a machine without GPU, driver or CUDA toolkit.

    python -m tileiras.emulate [options] SCRIPT [arguments]
    python -m tileiras.emulate [options] -m MODULE [arguments]

The program is run as `python SCRIPT arguments` would, with Tileiras as the compiler and the emulator as the GPU. Its
arrays are those of CuPy, for which there is a stand-in, tensors of torch on the "cuda" device, or `tileiras.emulator`'s.
"""
import argparse
import os
import re
import runpy
import sys

from tileiras import _programs
from tileiras.emulator._setup import SetupError, prepare


def _capability(text):
    """"sm_90", "90" or "9.0" as "9.0"."""
    match = re.fullmatch(r"(?:sm_)?(\d+)\.?(\d)[af]?", text)
    if not match:
        raise argparse.ArgumentTypeError(f"'{text}' is no GPU such as sm_90")
    return ".".join(match.groups())


def _parser():
    parser = argparse.ArgumentParser(prog="python -m tileiras.emulate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--arch", type=_capability, dest="EMULATED_CC", metavar="sm_XX",
                        help="GPU to emulate (sm_90)")
    parser.add_argument("--schedule", dest="EMULATED_SCHEDULE", metavar="SCHEDULE",
                        help="inorder, random:SEED or adversarial: in which order what may overlap happens")
    parser.add_argument("--checks", action="store_const", const="1", dest="EMULATED_CHECKS",
                        help="look for races and other mistakes in large grids too")
    parser.add_argument("--no-checks", action="store_const", const="0", dest="EMULATED_CHECKS",
                        help="look for no races or other mistakes but wrong addresses")
    parser.add_argument("--host-pointers", action="store_const", const="1", dest="EMULATED_HOST_POINTERS",
                        help="kernels may use any memory of the process, unchecked")
    parser.add_argument("--threads", dest="EMULATED_THREADS", metavar="N",
                        help="host threads that run a grid without checks (all cores)")
    parser.add_argument("--sms", dest="EMULATED_SMS", metavar="N", help="multiprocessors of the GPU (4)")
    parser.add_argument("--max-instructions", dest="EMULATED_MAX_INSTRUCTIONS", metavar="N",
                        help="end a launch after so many warp instructions")
    parser.add_argument("--counters", action="store_const", const="1", dest="EMULATED_COUNTERS",
                        help="print what each launch did")
    parser.add_argument("--report", dest="EMULATED_REPORT_DIR", metavar="DIR",
                        help="write a page of costs by line and a trace for Perfetto of each launch there")
    parser.add_argument("--keep-ptx", dest="EMULATED_PTX_DIR", metavar="DIR", help="keep the PTX of each kernel there")
    parser.add_argument("--log", action="store_const", const="1", dest="EMULATED_LOG",
                        help="print each call of the driver API and its result")
    parser.add_argument("-m", action="store_true", dest="is_module", help="SCRIPT is a module's name")
    parser.add_argument("script", metavar="SCRIPT")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    return parser


def main(argv=None):
    options = _parser().parse_args(argv)
    for name, value in vars(options).items():
        if name.startswith("EMULATED_") and value is not None:
            os.environ[name] = value
    try:
        prepare()
    except SetupError as error:
        sys.exit(f"tileiras.emulate: {error}")
    _programs.install()
    sys.argv = [options.script, *options.arguments]
    if options.is_module:
        sys.path.insert(0, "")
        runpy.run_module(options.script, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(options.script)))
        runpy.run_path(options.script, run_name="__main__")


if __name__ == "__main__":
    main()

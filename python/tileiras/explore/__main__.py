"""Writes a page that shows the compilation of a kernel.

    tileiras-explore KERNEL.py -o page.html [--gpu-name sm_90] [-- arguments of the program]
    tileiras-explore K.tileirbc -o page.html [--grid 4,4 --arg array:a.npy …]

KERNEL.py is a program of cuTile Python. It is run on the emulator, as `python -m tileiras.emulate` does; its
launches determine the signatures of its kernels, and their costs. Bytecode (.tileirbc) or Tile IR as text
(.mlir) is compiled as it is, and run if there are arguments for it. The page needs no network.
"""
import argparse
import os
import pathlib
import sys
import tempfile

from tileiras import ir

from . import launches, page, scripts
from .collect import collect
from .entries import entries
from .model import ExploreError, Kernel

_NO_LAUNCH = ("No costs, because nothing was launched: a program launches its kernel itself, for bytecode and text "
              "there are --grid and --arg.")
_BYTECODE = b"\x7fTileIR\0"


def _parser():
    parser = argparse.ArgumentParser(prog="tileiras-explore", description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", metavar="KERNEL.py|.tileirbc|.mlir")
    parser.add_argument("-o", dest="output", metavar="PAGE.html", required=True, help="the page to write")
    parser.add_argument("--gpu-name", "--arch", default="sm_90", metavar="sm_XX",
                        help="GPU to compile for and to emulate (sm_90)")
    parser.add_argument("-O", dest="opt_level", type=int, choices=range(4), metavar="N",
                        help="optimisation of bytecode and text, 0 to 3 (3)")
    parser.add_argument("--kernel", metavar="NAME", help="the kernel to look at (the first that is launched)")
    parser.add_argument("--grid", metavar="X[,Y[,Z]]", help="blocks of a launch, for bytecode and text")
    parser.add_argument("--arg", action="append", default=[], metavar="ARG",
                        help="an argument of a launch, in order, as tileiras-run takes them")
    parser.add_argument("--shared", metavar="BYTES", help="dynamic shared memory of a launch")
    parser.add_argument("--source-root", action="append", default=[], metavar="DIR",
                        help="show source files below DIR, too (those below the input's folder)")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="of the program, after --")
    return parser


def main(argv: list[str] | None = None) -> None:
    options = _parser().parse_args(argv)
    try:
        with tempfile.TemporaryDirectory(prefix="tileiras-explore-") as folder:
            _explore(options, folder)
    except ExploreError as error:
        sys.exit(str(error))
    except ir.MLIRError as error:
        sys.exit(str(error))
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")


def _explore(options, folder):
    kernel, others = _choose(_kernels(options, folder), options)
    has_launch = options.grid or options.arg or options.shared
    if has_launch and kernel.launch:
        raise ExploreError("error: --grid, --arg and --shared are for kernels without a launch; the program has "
                           f"launched {kernel.name} itself")
    roots = [os.path.dirname(os.path.abspath(options.input)), *options.source_root]
    data = collect(kernel, roots, (lambda *job: launches.run(job[0], options, job[1])) if has_launch else None)
    if not data["costs"]:
        data["notes"].append(_NO_LAUNCH)
    level = 3 if kernel.opt_level is None else kernel.opt_level
    page.write(options.output, kernel.name, f"{kernel.arch}, -O{level}, from {pathlib.Path(options.input).name}", data)
    print(f"{options.output}: {kernel.name} for {kernel.arch}" +
          (f"; --kernel also takes {', '.join(others)}" if others else ""))


def _kernels(options, folder):
    path = pathlib.Path(options.input)
    if path.suffix == ".py":
        if not path.is_file():
            raise ExploreError(f"{path}: error: no such file")
        if options.opt_level is not None:
            raise ExploreError("error: -O is for bytecode and text; a program says it for each kernel "
                               "(ct.kernel(opt_level=…))")
        return scripts.run(str(path), options.arguments, options.gpu_name, folder)
    if options.arguments:
        raise ExploreError("error: arguments after -- are for a program of Python")
    data = _read(path)
    found = entries(data, str(path))
    if not found:
        raise ExploreError(f"{path}: error: there is no kernel in it")
    return [Kernel(name, symbol, data, str(path), options.gpu_name, options.opt_level) for name, symbol in found]


def _read(path):
    """Bytecode, recognised by its first bytes, or text."""
    data = path.read_bytes()
    if data.startswith(_BYTECODE):
        return data
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ExploreError(f"{path}: error: expected Tile IR as bytecode or text, got neither") from None


def _choose(kernels, options):
    """The requested kernel, and the names of the others."""
    names = list(dict.fromkeys(kernel.name for kernel in kernels))
    requested = options.kernel or names[0]
    if requested not in names:
        raise ExploreError(f"{options.input}: error: there is no kernel '{requested}' "
                           f"(expected one of: {', '.join(names)})")
    return next(kernel for kernel in kernels if kernel.name == requested), [name for name in names if name != requested]


if __name__ == "__main__":
    main()

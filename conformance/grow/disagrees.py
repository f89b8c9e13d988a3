#!/usr/bin/env python3
"""Exits with 1 if the interpreter runs a program and the compiled one does not do the same: the question that
`tileiras-reduce --test` asks. Arrays are those of a random program that failed (Interpreter.write_test).

    disagrees.py FOLDER BUILD_DIR ARCH LEVEL ERROR PROGRAM.mlir

ERROR is how it failed, Mismatch or Failed: with fewer operations a program may race, and fail for that."""
import pathlib
import pickle
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)
from grow.compare import Mismatch, compare
from grow.execute import Emulator, Failed, Interpreter, Written


def main(folder, build_dir, arch, level, kind, path):
    with open(pathlib.Path(folder) / "program.pickle", "rb") as file:
        grid, arguments = pickle.load(file)
    program = Written(pathlib.Path(path).read_text(), arguments, grid)
    try:
        expected = Interpreter(pathlib.Path(build_dir) / "bin", folder).run(program)
    except Failed:
        return 0  # an invalid program proves nothing
    emulator = Emulator(build_dir)
    try:
        compare(program, expected, emulator.run(program, arch, int(level)), arch)
    except (Failed, Mismatch) as error:
        print(error)
        return int(type(error).__name__ == kind)
    finally:
        emulator.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

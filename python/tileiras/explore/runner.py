"""Runs a script as `python -m tileiras.emulate` does, with another program in the place of the compiler.

    python -m tileiras.explore.runner FOLDER SCRIPT [arguments]      FOLDER holds that program, `tileiras`
"""
import os
import runpy
import sys

from tileiras.emulator._setup import prepare


def main(folder, script, *arguments):
    prepare()
    os.environ["PATH"] = os.pathsep.join([folder, os.environ["PATH"]])
    sys.argv = [script, *arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])

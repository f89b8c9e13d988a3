"""Replaces the program `tileiras` while a script is explored: calls it, and keeps its inputs and outputs.

It also lets kernels use as much shared memory as in a cubin, which is more than in PTX for the driver.
"""
import json
import os
import pathlib
import subprocess
import sys
import time


def main(folder, program, *arguments):
    status = subprocess.run([program, *arguments, "--enable-extended-smem"]).returncode
    if status == 0 and "-o" in arguments and pathlib.Path(arguments[0]).is_file():
        keep(pathlib.Path(folder), arguments)
    return status


def keep(folder, arguments):
    name = f"{time.time_ns()}-{os.getpid()}"
    (folder / f"{name}.tileirbc").write_bytes(pathlib.Path(arguments[0]).read_bytes())
    made = pathlib.Path(arguments[arguments.index("-o") + 1]).read_bytes()
    (folder / f"{name}.ptx").write_bytes(made.rstrip(b"\0"))
    (folder / f"{name}.json").write_text(json.dumps(arguments))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

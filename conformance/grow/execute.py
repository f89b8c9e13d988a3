"""Runs programs: interpreted, by a separate program, and compiled and emulated, in a process that may crash without
taking the tests along.

The result of either is a list with the bytes of each argument that is an array, None for the others."""
import dataclasses
import multiprocessing
import os
import pathlib
import pickle
import re
import subprocess
import sys

import numpy as np

from .program import Array, Program

LIMIT = 120  # seconds for one run


@dataclasses.dataclass
class Written(Program):
    """A program in a file, and the arrays that it is launched on."""
    written: str
    arrays: list
    grid: tuple = (1, 1, 1)
    since: int = 0

    def text(self):
        return self.written

    @property
    def arguments(self):
        return self.arrays


class Failed(AssertionError):
    """A valid program was refused, could not be run to its end, or ended the process."""


class Interpreter:
    """`tileiras-interpret` on the text of a program, with its files in a folder."""

    def __init__(self, bin_dir, work_dir):
        self.bin_dir = pathlib.Path(bin_dir).resolve()
        self.program = self.bin_dir / "tileiras-interpret"
        self.work_dir = pathlib.Path(work_dir)

    def write_test(self, program, arch, level, error):
        """The program that `tileiras-reduce --test` runs for a failed one: disagrees.py on its arrays."""
        with open(self.work_dir / "program.pickle", "wb") as file:
            pickle.dump((program.grid, program.arguments), file)
        path = self.work_dir / "disagrees"
        script = pathlib.Path(__file__).with_name("disagrees.py")
        path.write_text(f"#!/bin/sh\nexec {sys.executable} {script} {self.work_dir} {self.bin_dir.parent} "
                        f"{arch} {level} {type(error).__name__} \"$1\"\n")
        path.chmod(0o755)
        return path

    def command(self, program):
        """The command line, after its files are written."""
        source = self.work_dir / "program.mlir"
        source.write_text(program.text())
        command = [self.program, source, "--grid", ",".join(map(str, program.grid))]
        for n, argument in enumerate(program.arguments):
            if isinstance(argument, Array):
                path = self.work_dir / f"{n}.in.npy"
                np.save(path, argument.data)
                command += ["--arg", f"ptr:{path}", "--out", f"{n}={self.work_dir / f'{n}.out.npy'}"]
            else:
                command += ["--arg", f"u{8 * argument.value.itemsize}:{argument.value[0]}"]
        return [str(c) for c in command]

    def run(self, program):
        done = subprocess.run(self.command(program), capture_output=True, text=True, timeout=LIMIT)
        if done.returncode:
            raise Failed(f"interpreter: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return [np.load(self.work_dir / f"{n}.out.npy") if isinstance(a, Array) else None
                for n, a in enumerate(program.arguments)]


def serve(connection, python_dir, fault):
    """Compiles and runs each request; sends back results, or the error. The programs' output is discarded."""
    sys.path.insert(0, str(python_dir))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    import tileiras

    while (job := connection.recv()) is not None:
        text, arch, level, grid, arguments, schedule = job
        try:
            ptx = tileiras.compile(text, arch, opt_level=level, emit="ptx", enable_extended_smem=True)
        except Exception as error:  # any error is an answer
            connection.send(("compiler", f"{type(error).__name__}: {error}"))
            continue
        if fault:
            ptx = re.sub(*fault, ptx)
        passed = [tileiras.Pointer(a) if a.ndim else a[()] for a in arguments]
        try:
            tileiras.run(ptx, passed, grid, schedule=schedule)
            connection.send(("done", arguments))
        except Exception as error:
            connection.send(("emulator", f"{type(error).__name__}: {error}"))


class Emulator:
    """Compiles and emulates in a separate process, which is started again after a crash. `fault`: a replacement (old,
    new) in the PTX of every program, which simulates a mistake of the compiler."""

    def __init__(self, build_dir, fault=None):
        self.fault = fault
        self.python_dir = pathlib.Path(build_dir) / "python"
        self.process = None

    def start(self):
        context = multiprocessing.get_context("fork")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.python_dir, self.fault), daemon=True)
        self.process.start()
        theirs.close()

    def close(self):
        if self.process:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None

    def run(self, program, arch, level, schedule="inorder"):
        if not self.process:
            self.start()
        arguments = [a.data.copy() if isinstance(a, Array) else a.value.reshape(()) for a in program.arguments]
        where = f"{arch} -O{level}"
        try:
            self.connection.send((program.text(), arch, level, program.grid, arguments, schedule))
            if not self.connection.poll(LIMIT):
                raise TimeoutError
            outcome, answer = self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            status = self.process.exitcode
            self.close()
            raise Failed(f"{where}: the process ended with {status}") from None
        except TimeoutError:
            self.close()
            raise Failed(f"{where}: not done after {LIMIT} s") from None
        if outcome != "done":
            raise Failed(f"{where}: {outcome}: {answer}")
        return [a if isinstance(given, Array) else None for a, given in zip(answer, program.arguments, strict=True)]

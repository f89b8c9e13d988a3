"""A launch of a kernel that is given without one: by the options of tileiras-run."""
import os
import subprocess

from tileiras._root import SetupError, find_program

from .model import ExploreError


def run(kernel, options, folder):
    """Runs the kernel's PTX; returns the prefix of the paths of the emulator's files."""
    try:
        program = find_program("tileiras-run")
    except SetupError as error:
        raise ExploreError(f"error: {error}") from None
    path, source = os.path.join(folder, "launch"), os.path.join(folder, "launch.ptx")
    with open(source, "w", encoding="utf-8") as file:
        file.write(kernel.ptx)
    command = [str(program), source, "--kernel", kernel.symbol, "--grid", options.grid or "1",
               f"--report={path}.costs.json", f"--trace={path}.json"]
    for argument in options.arg:
        command += ["--arg", argument]
    if options.shared:
        command += ["--shared", options.shared]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise ExploreError((done.stderr or done.stdout).rstrip())
    return path

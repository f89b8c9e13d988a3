"""Launches PTX of other compilers, where pointers are plain and scalars are as the program declares them."""
import numpy as np

import kit


def scalars(arguments):
    """Python integers as int32; everything else as it is."""
    return [np.int32(a) if isinstance(a, int) else a for a in arguments]


class Machine(kit.Emulator):
    """The emulator, for programs that have only pointers as parameters and are launched with a block and dynamic shared
    memory."""
    checks = []

    def array_argument(self, path):
        return f"ptr:{path}"


def launch(machine, ptx, kernel, grid, arguments, block=None, shared=0, schedules=("inorder",)):
    """Runs `kernel` of PTX text; returns the arguments' arrays as they are after the last run, None for scalars."""
    path = machine.work_dir / f"{kernel}.ptx"
    path.write_text(ptx)
    options = [f"--shared={shared}"] if shared else []
    if block:
        options += [f"--block={','.join(map(str, block))}"]
    return machine.launch(path, kernel, grid, arguments, options, schedules)[-1]

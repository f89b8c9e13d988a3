"""Kernels that are written as text of the dialect, for operations that cuTile Python lacks.

Such a kernel is called `k`. An array is three of its parameters, as cuTile passes them: pointer, size and stride."""
import subprocess

import kit


def parameters(**arrays):
    """The parameters of arrays of one dimension, by name and type of their elements."""
    return ", ".join(f"%{name}: tile<ptr<{element}>>, %{name}_size: tile<i32>, %{name}_stride: tile<i32>"
                     for name, element in arrays.items())


def kernel(parameters, body):
    return f"cuda_tile.module @m {{\n  entry @k({parameters}) {{\n{body}\n    return\n  }}\n}}\n"


def spread(name, shape, element):
    """A scalar `%name` as a tile `%name_t` of this shape, a list of sizes."""
    ones, sizes = "x".join("1" for _ in shape), "x".join(map(str, shape))
    return (f"    %{name}_1 = reshape %{name} : tile<{element}> -> tile<{ones}x{element}>\n"
            f"    %{name}_t = broadcast %{name}_1 : tile<{ones}x{element}> -> tile<{sizes}x{element}>\n")


def bytecode_of(text, bin_dir):
    command = [bin_dir / "tileiras-translate", "--mlir-to-cudatilebc", "-"]
    done = subprocess.run(list(map(str, command)), input=text.encode(), capture_output=True)
    assert not done.returncode, done.stderr.decode()
    return done.stdout


def launch(target, bin_dir, text, grid, *arguments):
    """Like `Target.launch`, for a kernel that is text."""
    grid = (grid, 1, 1) if isinstance(grid, int) else grid
    program = target.compiler.compile(bytecode_of(text, bin_dir), target.arch, target.level)
    given = [a.array if isinstance(a, kit.Out) else a for a in arguments]
    runs = target.backend.launch(program, "k", grid, given, schedules=target.schedules)
    return kit.agreed([kit.outputs(arguments, after) for after in runs], target.schedules)

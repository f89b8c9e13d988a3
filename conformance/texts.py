"""Kernels that are written as text of the dialect: of operations that cuTile Python has no words for.

A kernel of a text is called `k`. An array is three of its parameters, as cuTile passes them: pointer, size and stride."""
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
    """As `Target.launch`, for a kernel that is text."""
    grid = (grid, 1, 1) if isinstance(grid, int) else grid
    program = target.compiler.compile(bytecode_of(text, bin_dir), target.arch, target.level)
    given = [a.array if isinstance(a, kit.Out) else a for a in arguments]
    first, *others = [kit.outputs(arguments, after) for after in target.backend.launch(program, "k", grid, given)]
    for schedule, other in zip(kit.SCHEDULES[1:], others):
        for a, b in zip(*(r if isinstance(r, list) else [r] for r in (first, other)), strict=True):
            assert a.tobytes() == b.tobytes(), f"the results of {kit.SCHEDULES[0]} and {schedule} differ"
    return first

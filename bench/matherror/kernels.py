"""A kernel for each function: text of Tile IR, the compiler, the emulator."""
import pathlib
import subprocess

import numpy as np

TILE = 1024
TEXT = """\
!v = !cuda_tile.tensor_view<{size}x{kind}, strides=[1]>
!p = !cuda_tile.partition_view<tile=({tile}), tensor_view<{size}x{kind}, strides=[1]>>
!i = !cuda_tile.tile<i32>
!t = !cuda_tile.tile<{tile}x{kind}>
cuda_tile.module @m {{
  entry @f({parameters}) {{
    %i, %j, %k = get_tile_block_id : !i
{loads}    %r = {operation}
    %ar = assume div_by<16>, %pr : !cuda_tile.tile<ptr<{kind}>>
    %vr = make_tensor_view %ar, shape = [{size}], strides = [1] : !v
    %qr = make_partition_view %vr : !p
    %tr = store_view_tko weak %r, %qr[%i] : !t, !p, !i -> !cuda_tile.token
    return
  }}
}}
"""
LOAD = """\
    %a{o} = assume div_by<16>, %p{o} : !cuda_tile.tile<ptr<{kind}>>
    %v{o} = make_tensor_view %a{o}, shape = [{size}], strides = [1] : !v
    %q{o} = make_partition_view %v{o} : !p
    %{o}, %t{o} = load_view_tko weak %q{o}[%i] : !p, !i -> !t, !cuda_tile.token
"""


def text(function, kind, size, tile=TILE):
    """The module of a function, of arrays of `size` numbers; of None, which copies."""
    names = "xy"[:function.operands] if function else "x"
    operation = f"{function.name} " + ", ".join(f"%{o}" for o in names) + " : !t" if function else "absf %x : !t"
    return TEXT.format(kind=kind, size=size, tile=tile, operation=operation,
                       parameters=", ".join(f"%p{o}: !cuda_tile.tile<ptr<{kind}>>" for o in names + "r"),
                       loads="".join(LOAD.format(o=o, kind=kind, size=size) for o in names))


def instructions(ptx):
    """The number of instructions in a text of PTX."""
    return sum(line.startswith("\t") and line.endswith(";") and not line.lstrip().startswith(".") for line in ptx.splitlines())


class Kernels:
    """Compiles with one compiler and device library, and runs the result."""

    def __init__(self, compiler, runner, library, folder, arch="sm_80"):
        self.compiler, self.runner, self.library, self.arch = compiler, runner, library, arch
        self.folder = pathlib.Path(folder)

    def compile(self, function, kind, size, tile=TILE):
        """The path of its PTX."""
        source, ptx = self.folder / "f.mlir", self.folder / f"{tile}.ptx"
        source.write_text(text(function, kind, size, tile))
        subprocess.run([self.compiler, source, "-o", ptx, "--emit=ptx", "--gpu-name", self.arch, "-O3",
                        f"--device-library={self.library}"], check=True)
        return ptx

    def count(self, function, kind):
        """PTX instructions of one element: those of a kernel with one for each thread, minus those that move it."""
        with_function, with_absf = (instructions(self.compile(f, kind, 128, 128).read_text()) for f in (function, None))
        return with_function - (with_absf - 1)

    def run(self, ptx, operands):
        """The results for arrays of a multiple of TILE numbers."""
        command = [self.runner, ptx, f"--grid={len(operands[0]) // TILE}", "--no-check", "--schedule=inorder",
                   "--host-threads=1"]
        for n, operand in enumerate(operands):
            np.save(self.folder / f"{n}.npy", operand)
            command.append(f"--arg=ptr:{self.folder / f'{n}.npy'}")
        kind = f"f{8 * operands[0].itemsize}"
        command += [f"--arg=ptr:zeros:{kind}:{len(operands[0])}", f"--out={len(operands)}={self.folder / 'r.npy'}"]
        subprocess.run(command, check=True)
        return np.load(self.folder / "r.npy")

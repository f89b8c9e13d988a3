"""The model's figures of a cubin, as a record."""
import dataclasses

from . import cubin, loops, machines, sass
from .simulate import simulate


@dataclasses.dataclass
class Figures:
    kernel: cubin.Kernel
    loop: loops.Loop
    workers: int
    result: object


def workers(kernel, found):
    """Warps of a CTA that run the hot loop: where another loop only feeds it, a warpgroup or a single warp is for that one."""
    if any(loop.feeds for loop in found) and kernel.warps > 4:
        return kernel.warps - (kernel.warps % 4 or 4)
    return kernel.warps


def measure(path, arch, ctas=None):
    """The hot loop of the kernel in a cubin; None where it has no loop with work."""
    kernel = cubin.read(path)
    found = loops.innermost_loops(sass.disassemble(path)[kernel.name])
    loop = loops.hot_loop(found)
    if loop is None:
        return None
    machine = machines.machine(arch)
    together = ctas or machines.resident(machine, kernel.warps, kernel.registers, kernel.shared)
    count = workers(kernel, found)
    return Figures(kernel, loop, count, simulate(loop, machine, count, together, kernel.ring))

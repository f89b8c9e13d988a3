"""The model's figures of a cubin, as a record."""
import dataclasses

from . import alternation, channels, cubin, loops, machines, partitions, sass
from .simulate import simulate


@dataclasses.dataclass
class Figures:
    kernel: cubin.Kernel
    loop: loops.Loop
    workers: int
    result: object


def workers(kernel, found):
    """The warps of a CTA that run the hot loop: where another loop only feeds it, a warpgroup or a single warp runs
    that one."""
    if any(loop.feeds for loop in found) and kernel.warps > 4:
        return kernel.warps - (kernel.warps % 4 or 4)
    return kernel.warps


def read(path):
    """The kernel of a cubin, its machine code, and its loops with work."""
    kernel = cubin.read(path)
    function = sass.disassemble(path)[kernel.name]
    return kernel, function, loops.innermost_loops(function)


def measure(path, arch, ctas=None):
    """The hot loop of the kernel in a cubin; None where it has no loop with work."""
    kernel, function, found = read(path)
    loop = loops.hot_loop(found)
    return simulated(kernel, function, found, loop, arch, ctas) if loop else None


def simulated(kernel, function, found, loop, arch, ctas=None):
    """The model's figures of the hot loop, with the loop of another partition that copies its tiles where there is one
    and all channels between both are found."""
    machine = machines.machine(arch)
    together = ctas or machines.resident(machine, kernel.warps, kernel.registers, kernel.shared)
    count = workers(kernel, found)
    feeder, between = channels.find(loop, found, function)
    result = (partitions.simulate(loop, machine, count, together, feeder, between) if feeder else
              simulate(loop, machine, count, together, kernel.ring))
    return Figures(kernel, loop, count, result)


def tensor_memory_loop(kernel, found, arch, multiply_adds):
    """The model's figures of the loop in which threads process accumulators in tensor memory. It is run alone, without
    waits for MMAs; but where two agents run in ping-pong, whose phases follow from their waits, with both MMAs of an
    iteration, of `multiply_adds` in all. None where there is no such loop. Of two that a loop was split into, for
    iterations with a special case and without, the shorter one, which has most iterations."""
    reading = [loop for loop in found if loop.count("LDTM") and not loop.tensor]
    if not reading:
        return None
    loop = min(reading, key=lambda l: len(l.instructions))
    machine, count = machines.machine(arch), workers(kernel, found)
    if places := alternation.find(loop):
        mma = multiply_adds / 2 / (machine.tensor["f16"] * machines.PARTS)
        return alternation.simulate(loop, machine, count, places, mma)
    return simulate(loop, machine, count, ring=None)

"""What a hot loop spends beside its work, and how much of its work goes on beside products: counts, no simulation."""
import dataclasses
import re

from . import opcodes


@dataclasses.dataclass
class Waste:
    instructions: int  # of a warp, a step
    spills: int
    moves: int
    to_uniform: int  # R2UR: values of a warp that reach the scalar registers through vector registers
    barriers: int
    registers: int  # the launch has for a thread
    budget: int  # that a thread of the hot loop may have
    overlap: float  # cycles of other instructions beside products in flight, by the products' cycles; nan without


def budget(kernel):
    """Registers that a thread of the hot loop can have: by setmaxnreg where there is any, else what the launch leaves."""
    return max(kernel.pool, default=min(255, 65536 // (32 * kernel.warps) // 8 * 8))


def pending(instruction):
    return int(re.search(r"0x([0-9a-f]+)", instruction.operands)[1], 16)


def overlap(loop, machine):
    """Of each group of products in flight: the stall counts of what stands between its last product and the wait that
    covers it, by the cycles of its products. The loop is walked twice, for waits of the next step."""
    code = loop.instructions * 2
    costs = [opcodes.cost(machine.name, i.opcode) for i in code]
    commits = [k for k, i in enumerate(code) if "gsb0" in i.operands and opcodes.in_flight(i.opcode)]
    beside = products = 0.0
    first = 0
    for number, commit in enumerate(commits[:len(commits) // 2]):
        group = [c.busy for c, i in zip(costs[first:commit + 1], code[first:commit + 1]) if opcodes.in_flight(i.opcode)]
        first = commit + 1
        for k in range(commit + 1, len(code)):
            later = sum(c <= k for c in commits[number + 1:])
            if code[k].opcode.startswith("WARPGROUP.DEPBAR") and pending(code[k]) <= later:
                beside += sum(max(1, i.stall) for i in code[commit + 1:k] if not opcodes.in_flight(i.opcode))
                break
        products += sum(group)
    return beside / products if products else float("nan")


def waste(kernel, loop, machine=None):
    """Without a machine, of which nothing is known of how long products take, there is no overlap."""
    return Waste(len(loop.instructions), loop.count(r"LDL|STL"), loop.count(r"MOV|UMOV|IMAD\.MOV|CS2R"), loop.count(r"R2UR"),
                 loop.count(r"BAR\.(SYNC|RED)"), kernel.registers, budget(kernel),
                 overlap(loop, machine) if machine else float("nan"))

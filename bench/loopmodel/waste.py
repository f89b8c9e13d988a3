"""The overhead of a hot loop, and how much of its work overlaps MMAs: counts, no simulation."""
import dataclasses
import re

from . import opcodes


@dataclasses.dataclass
class Waste:
    instructions: int  # per warp and iteration
    spills: int
    moves: int
    to_uniform: int  # R2UR: values of a warp that are copied from vector registers to uniform ones
    barriers: int
    registers: int  # per thread, by the launch
    budget: int  # registers that a thread of the hot loop may have
    overlap: float  # cycles of other instructions that overlap MMAs in flight, by the MMAs' cycles; nan without


def budget(kernel):
    """The registers that a thread of the hot loop can have: by setmaxnreg where there is any, else by the launch."""
    return max(kernel.pool, default=min(255, 65536 // (32 * kernel.warps) // 8 * 8))


def pending(instruction):
    return int(re.search(r"0x([0-9a-f]+)", instruction.operands)[1], 16)


def overlap(loop, machine):
    """For each group of MMAs in flight: the stall counts between its last MMA and the wait that covers it, by the
    cycles of its MMAs. The loop is walked twice, for waits of the next iteration."""
    code = loop.instructions * 2
    costs = [opcodes.cost(machine.name, i.opcode) for i in code]
    commits = [k for k, i in enumerate(code) if "gsb0" in i.operands and opcodes.in_flight(i.opcode)]
    hidden = mmas = 0.0
    first = 0
    for number, commit in enumerate(commits[:len(commits) // 2]):
        group = [c.busy for c, i in zip(costs[first:commit + 1], code[first:commit + 1]) if opcodes.in_flight(i.opcode)]
        first = commit + 1
        for k in range(commit + 1, len(code)):
            later = sum(c <= k for c in commits[number + 1:])
            if code[k].opcode.startswith("WARPGROUP.DEPBAR") and pending(code[k]) <= later:
                hidden += sum(max(1, i.stall) for i in code[commit + 1:k] if not opcodes.in_flight(i.opcode))
                break
        mmas += sum(group)
    return hidden / mmas if mmas else float("nan")


def waste(kernel, loop, machine=None):
    """Without a machine, MMAs have no known duration, and there is no overlap."""
    return Waste(len(loop.instructions), loop.count(r"LDL|STL"), loop.count(r"MOV|UMOV|IMAD\.MOV|CS2R"), loop.count(r"R2UR"),
                 loop.count(r"BAR\.(SYNC|RED)"), kernel.registers, budget(kernel),
                 overlap(loop, machine) if machine else float("nan"))

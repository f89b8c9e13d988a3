"""Loops of a function's machine code, and the hot one.

Loops are natural loops: a back edge goes to a block that dominates its source. So blocks that the assembler places at
the end of a function, in which a warp waits for an mbarrier, don't make a loop of the whole function."""
import collections
import dataclasses
import re

TARGET = re.compile(r"\.L_x_\d+|\$[\w$.]+")
TENSOR = re.compile(r"^(H|HG|I|IG|Q|QG|B|D|O|UTC\w*)MMA\b")
MEMORY = re.compile(r"^(LDG|STG|LDGSTS|UTMALDG|UTMASTG|UBLKCP|ATOMG?|REDG?|LDS|STS|LDSM|STSM|ATOMS)\b")
TENSOR_MEMORY = re.compile(r"^(LDTM|STTM)\b")
GLOBAL = re.compile(r"^(LDG|STG|LDGSTS|UTMALDG|UTMASTG|UTMAREDG|UBLKCP|UBLKRED|ATOMG?|REDG?|LD|ST)\b")
BULK_LOAD = re.compile(r"^(UTMALDG|UBLKCP)\b")


@dataclasses.dataclass
class Loop:
    """The instructions that an iteration executes, in order, without polling and without code after the last back
    edge."""
    instructions: list

    def count(self, pattern):
        return sum(bool(re.match(pattern, i.opcode)) for i in self.instructions)

    @property
    def tensor(self):
        return self.count(TENSOR)

    @property
    def feeds(self):
        """Whether the loop only copies tiles, for other warps to compute on."""
        return not self.tensor and not self.count(r"LDS|LDSM|STS") and bool(self.count(BULK_LOAD))


def blocks(function):
    """The first instructions of the basic blocks, their ends, and for each block its successors."""
    code, labels = function.instructions, function.labels
    jumps = {}
    for i, instruction in enumerate(code):
        targets = [labels[t] for t in TARGET.findall(instruction.operands) if t in labels]
        if instruction.base in ("BRA", "BRX", "JMP", "BRXU", "JMX"):
            condition = re.search(r"U?P\d|UR\d", instruction.operands.split("`")[0])
            jumps[i] = targets, bool(instruction.guard or instruction.base == "BRA" and condition)
        elif instruction.base == "CALL" and targets:  # some loops are left by a call of a local label
            jumps[i] = targets, True
        elif instruction.base in ("EXIT", "RET", "KILL"):
            jumps[i] = [], bool(instruction.guard)
    starts = sorted({0} | set(labels.values()) | {t for to, _ in jumps.values() for t in to} | {i + 1 for i in jumps})
    starts = [s for s in starts if s < len(code)]
    number = {start: k for k, start in enumerate(starts)}
    ends = starts[1:] + [len(code)]
    successors = []
    for k, end in enumerate(ends):
        targets, falls = jumps.get(end - 1, ([], True))
        successors.append([number[t] for t in targets if t in number] + ([k + 1] if falls and end < len(code) else []))
    return starts, ends, successors


def reverse_postorder(successors):
    order, seen, stack = [], {0}, [(0, iter(successors[0]))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successors[successor])))
                break
        else:
            order.append(block)
            stack.pop()
    return order[::-1]


def dominators(successors):
    """Block -> the set of its dominators, as bits of an integer, for the blocks that can be reached."""
    order = reverse_postorder(successors)
    before = collections.defaultdict(list)
    for block in order:
        for successor in successors[block]:
            before[successor].append(block)
    found, changed = {0: 1}, True
    while changed:
        changed = False
        for block in order[1:]:
            common = ~0
            for predecessor in before[block]:
                common &= found.get(predecessor, ~0)
            common |= 1 << block
            changed |= found.get(block) != common
            found[block] = common
    return found, before


def natural_loops(successors):
    """Header -> (blocks of the loop, sources of its back edges)."""
    dominating, before = dominators(successors)
    found = {}
    for block, over in dominating.items():
        for header in successors[block]:
            if not over >> header & 1:
                continue
            body, latches = found.setdefault(header, ({header}, set()))
            latches.add(block)
            work = [block]
            while work:
                b = work.pop()
                if b not in body:
                    body.add(b)
                    work += before[b]
    return found


def innermost_loops(function):
    """The loops that hold tensor or memory work and no inner loop that does."""
    if not function.instructions:
        return []
    starts, ends, successors = blocks(function)
    nest = natural_loops(successors)
    inside = lambda chosen: [i for b in sorted(chosen) for i in function.instructions[starts[b]:ends[b]]]
    works = lambda chosen: any(kind.match(i.opcode) for i in inside(chosen) for kind in (TENSOR, MEMORY, TENSOR_MEMORY))
    found = []
    for header, (body, latches) in sorted(nest.items()):
        nested = [other for inner, (other, _) in nest.items() if inner != header and inner in body]
        if not works(body) or any(works(other) for other in nested):
            continue
        polling = set().union(*nested) if nested else set()
        iteration = {b for b in body - polling if b <= max(latches)} or body
        found.append(Loop(inside(iteration)))
    return found


def hot_loop(loops):
    """The loop with most MMAs, else with most memory instructions; a loop that only feeds others if there is no other.

    Of two that a loop was split into, for iterations with a special case and without, the shorter one, which has most
    iterations."""
    return max(loops, key=lambda l: (not l.feeds, l.tensor, l.count(MEMORY), -len(l.instructions)), default=None)

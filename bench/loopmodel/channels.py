"""Channels between the loops of a kernel's partitions: which loop copies the tiles that the hot one waits for.

A channel is a circular buffer with two mbarriers for each stage, "full" and "empty". An instruction's address gives its
mbarrier exactly: SYNCS has the offset of the first stage's as an immediate, and the stage in a register. Both compilers
place the mbarriers of all stages of a kind one after the other, the full ones first, so that the distance of the two
offsets gives the number of stages. The bytes of a tile are those that the arrival of its copies expects."""
import dataclasses
import re

ADDRESS = re.compile(r"\[(?:U?R\d+|U?RZ)(?:\+U?RZ)?(?:\+(0x[0-9a-f]+))?\]")
WAIT = re.compile(r"SYNCS\.PHASECHK.*TRYWAIT")
RELEASE = re.compile(r"SYNCS\.ARRIVE.*A1T0")  # one arrival, no bytes
EXPECT = re.compile(r"SYNCS\.ARRIVE\.TRANS64$")  # an arrival that expects bytes
COPY = re.compile(r"UTMALDG|UBLKCP")


@dataclasses.dataclass
class Channel:
    full: int  # offset of the first stage's mbarrier
    empty: int
    stages: int
    bytes: int  # of a tile
    # Tiles that a release is late after the wait of its iteration: 0, or 1 where the tile of the iteration before is
    # released.
    late: int
    wait: int  # places in the hot loop
    release: int
    claim: int  # places in the loop that copies: its wait for an empty stage, its copies, their arrival
    copies: list
    arrive: int


def offset(instruction):
    """The offset of an instruction's mbarrier; None where the address is all in registers."""
    found = ADDRESS.search(instruction.operands)
    return int(found[1], 16) if found and found[1] else None


def places(loop, pattern):
    """Offset of an mbarrier -> the place of the instruction that uses it so."""
    return {offset(i): k for k, i in enumerate(loop.instructions) if pattern.match(i.opcode) and offset(i) is not None}


def expected_bytes(function, arrival):
    """The bytes that an arrival expects: the constant that its last operand was set to, in the code before it."""
    register = arrival.operands.split(",")[-1].strip()
    setting = re.compile(rf"{register}, (?:R?Z?,? ?)*(0x[0-9a-f]+)$")
    end = next(k for k, i in enumerate(function.instructions) if i is arrival)
    for instruction in reversed(function.instructions[:end]):
        if re.match(rf"{register},", instruction.operands):
            found = setting.match(instruction.operands) if "MOV" in instruction.opcode else None
            return int(found[1], 16) if found else None
    return None


def late(loop, wait, release):
    """Whether a release is of the tile of the iteration before: it precedes the wait, or MMAs that read the tile may
    still be in flight."""
    if release < wait:
        return 1
    pending = [i for i in loop.instructions[wait:release] if i.opcode.startswith("WARPGROUP.DEPBAR")]
    return int(bool(pending) and int(re.search(r"0x([0-9a-f]+)", pending[-1].operands)[1], 16) > 0)


def between(hot, loop, function):
    """The channels from a loop that copies to the hot loop. Tiles that are released together share their empty mbarriers,
    which the loop that copies waits for before the first of them."""
    waits, releases = places(hot, WAIT), places(hot, RELEASE)
    claims, arrivals = places(loop, WAIT), places(loop, EXPECT)
    copies = [k for k, i in enumerate(loop.instructions) if COPY.match(i.opcode)]
    found, first = [], 0
    for full, arrive in sorted(arrivals.items(), key=lambda a: a[1]):
        own = [k for k in copies if first <= k < arrive]
        first = arrive
        empty = max((e for e, at in claims.items() if at < arrive and e in releases), key=claims.get, default=None)
        size = expected_bytes(function, loop.instructions[arrive])
        if full in waits and empty and own and size:
            found.append(Channel(full, empty, 0, size, late(hot, waits[full], releases[empty]), waits[full],
                                 releases[empty], claims[empty], own, arrive))
    for channel in found:
        distances = [channel.empty - c.full for c in found if c.empty == channel.empty and c.full < channel.empty]
        channel.stages = min(distances, default=8) // 8
    return found


def find(hot, loops, function):
    """The loop that copies the hot loop's tiles, and its channels; none unless they are all that the hot loop waits
    for."""
    for loop in loops:
        if loop.feeds and loop is not hot:
            found = between(hot, loop, function)
            if found and {c.full for c in found} == set(places(hot, WAIT)):
                return loop, found
    return None, []

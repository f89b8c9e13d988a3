"""Runs a loop on a machine: every warp of every CTA that the SM holds, in order, for some iterations.

A warp issues its next instruction when its last one's stall count is over, the scoreboards in its mask are free, the
pipe is free, and its scheduler selects it: of those that are ready the one that issued longest ago. Each cycle between
two instructions of a warp is attributed to the cause of the wait."""
import collections
import dataclasses
import math
import re

from . import opcodes, queues
from .machines import FIRST_LEVEL_BYTES, PARTS, SHARED_BYTES

# cycles of work that may queue before a pipe of the SM (an estimate: four matrix loads for each sub-partition)
QUEUED = 64


@dataclasses.dataclass
class Result:
    cycles: float  # cycles of an iteration of all CTAs of the SM
    ctas: int
    warps: int  # in a CTA, for this loop
    bound: float  # cycles of the tensor pipes at their best rate, for the same MMAs; 0 where there are none
    causes: dict  # cause of a wait -> cycles an iteration
    busy: dict  # pipe -> share of the cycles
    # bytes of copies left pending at a wait for copies, the least of the steady iterations; nan without
    in_flight: float
    # fraction of the cycles spent on instructions other than MMAs that overlaps an MMA in flight of any warp; nan
    # without
    hidden: float
    # index of an instruction in the loop -> cycles an iteration that a warp waited before it, without stall counts
    waits: dict

    @property
    def share(self):
        """The fraction of the tensor bound that the loop reaches."""
        return self.bound / self.cycles


def spilled_bytes(loop):
    """Bytes of local memory that a thread uses in an iteration: those that it reads, or writes where these are more."""
    moved = lambda base: sum(opcodes.access_bytes(i.opcode) for i in loop.instructions if i.base == base)
    return max(moved("LDL"), moved("STL"))


def misses_first_level(loop, threads):
    """Whether the threads of an SM spill more in an iteration than the first-level cache holds."""
    return threads * spilled_bytes(loop) > FIRST_LEVEL_BYTES


class Code:
    """The instructions of a loop, with what each costs on a machine whose SM runs it with this number of threads."""

    def __init__(self, loop, machine, threads):
        self.instructions = loop.instructions
        self.costs = [opcodes.cost(machine.name, i.opcode) for i in self.instructions]
        if misses_first_level(loop, threads):
            self.costs = [opcodes.local_miss(machine, i) if i.base in ("LDL", "STL") else c
                          for i, c in zip(self.instructions, self.costs)]
        # Only scoreboards are waited for.
        self.simple = [i.base not in ("DEPBAR", "WARPGROUP", "SYNCS") for i in self.instructions]
        # Instructions that use no pipe, or are never executed. An async MMA is issued when the tensor cores are free: that
        # warpgroups' MMAs alternate is what attention's times show.
        self.unpiped = [i.guard == "!PT" or c.pipe == opcodes.NONE for i, c in zip(self.instructions, self.costs)]
        self.operand_bytes = [opcodes.operand_bytes(i) for i in self.instructions]


class Warp:
    def __init__(self, number, cta, part, code):
        self.number, self.cta, self.part, self.code = number, cta, part, code
        self.at, self.iteration = 0, 0  # the next instruction
        self.issued = -1.0
        self.ready = 0.0
        self.after = "fixed latency"  # the reason for the last stall count
        self.boards = queues.Scoreboards()
        self.copied = 0.0  # when all copies so far have arrived
        self.mma_done = 0.0  # when all MMAs so far are done
        self.started, self.committed = 0, []  # bytes of copies: of no group yet, and of each group
        self.groups = []  # when each committed group of MMAs is done
        self.blocked = False
        self.begins = [0.0]
        self.own = None  # the result of Simulation.constraint, until the warp issues or is released


class Simulation:
    iterations = 10  # for each warp; the first half fills queues

    def __init__(self, loop, machine, warps, ctas, ring=1):
        self.code, self.machine = Code(loop, machine, 32 * warps * ctas), machine
        self.of_cta = warps
        self.warps = [Warp(k, k // warps, k % PARTS, self.code) for k in range(warps * ctas)]
        self.ctas = ctas
        self.free = [collections.defaultdict(float) for _ in range(PARTS)]  # pipe -> when
        self.scheduler = [0.0] * PARTS
        self.queue = {pipe: 0.0 for pipe in opcodes.QUEUES}  # when the queued work is done
        self.shared = queues.Port(SHARED_BYTES)
        self.copies = queues.Copies(machine, self.shared)
        self.barriers = {}
        self.left = []  # bytes pending at each wait for copies, of all warps
        self.causes, self.busy, self.waited = collections.Counter(), collections.Counter(), collections.Counter()
        # cycles of other instructions in steady iterations, and those of them that overlap MMAs
        self.others = self.hidden = 0.0
        self.waits, self.events = {}, collections.defaultdict(list)
        if ring:
            self.rings(loop, ring)

    def rings(self, loop, stages):
        """Assigns each wait for an mbarrier to its release, or to the copy that the loop starts itself."""
        positions = lambda pattern: [k for k, i in enumerate(loop.instructions) if re.match(pattern, i.opcode)]
        waits = positions(r"SYNCS\.PHASECHK")
        own = positions(r"UTMALDG|UBLKCP")
        events = own or positions(r"SYNCS\.ARRIVE")
        latency = self.machine.bulk_latency
        for cta in range(self.ctas):
            for k, at in enumerate(waits):
                distance = max(1, stages - 1) if own else stages
                ring = queues.Ring(distance, self.of_cta, latency)
                self.waits[cta, at] = ring
                event = events[k * len(events) // len(waits)] if events else len(loop.instructions) - 1
                self.events[cta, event].append(ring)

    def constraint(self, warp):
        """The earliest time of the warp's next instruction as far as the warp itself is concerned, and the reason."""
        instruction = warp.code.instructions[warp.at]
        if not instruction.wait and warp.code.simple[warp.at]:
            return warp.ready, warp.after
        found = [(warp.ready, warp.after)] + [warp.boards.peek(b) for b in instruction.waits_for]
        if instruction.base == "DEPBAR":
            board, pending = self.depbar(instruction)
            found.append((warp.boards.peek(board, pending)[0], "copies in flight"))
        elif instruction.opcode.startswith("WARPGROUP.DEPBAR"):
            pending = int(re.search(r"0x([0-9a-f]+)", instruction.operands)[1], 16)
            found.append((max(warp.groups[:len(warp.groups) - pending], default=0.0), "MMAs in flight"))
        elif instruction.base == "SYNCS":
            arrival = self.arrival(warp)
            if arrival is None:
                return None, None
            found.append((arrival, "tiles by TMA"))
        return max(found)

    def arrival(self, warp):
        """The time when an mbarrier that the warp waits for has completed; None as long as that can't be known."""
        ring = self.waits.get((warp.cta, warp.at))
        return ring.arrival(warp.iteration) if ring else 0.0

    @staticmethod
    def depbar(instruction):
        board = re.search(r"SB(\d)", instruction.operands)
        pending = re.search(r"0x([0-9a-f]+)", instruction.operands)
        return int(board[1]) if board else 0, int(pending[1], 16) if pending else 0

    def pipe_free(self, warp):
        """The time when the pipe accepts the warp's next instruction."""
        cost = warp.code.costs[warp.at]
        if warp.code.unpiped[warp.at]:
            return 0.0
        return self.queue[cost.pipe] - QUEUED if cost.pipe in self.queue else self.free[warp.part][cost.pipe]

    def next(self):
        """The warp that issues next, and the time."""
        best, first = None, (math.inf, 0.0)
        for warp in self.warps:
            if warp.blocked or warp.iteration >= self.iterations and warp.code is self.code:
                continue
            if warp.own is None and (found := self.constraint(warp))[0] is not None:
                warp.own, warp.reason = found
            if warp.own is None or warp.own > first[0]:
                continue
            at = max(warp.own, self.pipe_free(warp), self.scheduler[warp.part])
            if (at, warp.issued) < first:
                best, first = warp, (at, warp.issued)
        return best, first[0]

    def run(self):
        while (found := self.next())[0]:
            warp, at = found
            if warp.code is self.code:
                self.account(warp, at, warp.own, warp.reason)
            self.issue(warp, at)
        workers = [w for w in self.warps if w.code is self.code]
        if any(w.iteration < self.iterations for w in workers):
            raise ValueError("the partitions' loops wait for each other")
        steady = self.iterations // 2
        # A warp that issues its first instruction late has begun an iteration late: the mean over warps and iterations.
        spans = [(w.begins[self.iterations] - w.begins[steady]) / (self.iterations - steady) for w in workers]
        cycles = sum(spans) / len(spans)
        counted = len(workers) * self.iterations
        bound = sum(c.multiply_adds / self.machine.tensor.get(c.element, self.machine.tensor["f16"]) for c in self.code.costs)
        return Result(cycles, self.ctas, self.of_cta, bound * len(workers) / PARTS,
                      {cause: c / counted for cause, c in self.causes.most_common()}, self.utilisation(cycles, workers),
                      min(self.left) * len(workers) if self.left else math.nan, self.hidden_share(),
                      {k: w / counted for k, w in self.waited.most_common(12)})

    def utilisation(self, cycles, workers):
        """The share of the cycles that each pipe is busy, and each port of the SM."""
        busy = {pipe: b / self.iterations / (1 if pipe in self.queue else PARTS) / cycles for pipe, b in self.busy.items()}
        end = max(w.begins[-1] for w in workers)
        for name, port in (("shared port", self.shared), ("cache port", self.copies.cache)):
            if port.moved:
                busy[name] = port.moved / port.rate / max(end, port.end)
        return busy

    def hidden_share(self):
        """MMAs that a warp waits for at once overlap none of its own work, but that of other warps."""
        if not self.others or not any(opcodes.in_flight(i.opcode) for i in self.code.instructions):
            return math.nan
        return self.hidden / self.others

    def measure_hidden(self, warp, instruction, cost, at):
        """Counts the cycles until the warp's next instruction can issue, without waits."""
        if warp.code is not self.code or warp.iteration < self.iterations // 2 or cost.pipe == opcodes.TENSOR:
            return
        cycles = max(1, instruction.stall)
        self.others += cycles
        self.hidden += min(cycles, max(0.0, self.free[warp.part][opcodes.TENSOR] - at))

    def account(self, warp, at, own, reason):
        """Divides the time since the warp's last instruction among the causes of its waits."""
        self.causes["issue"] += 1
        after = warp.issued + 1
        stalled = min(max(warp.ready, after), at)
        waited = min(max(own, stalled), at)
        self.causes[warp.after] += stalled - after
        self.causes[reason] += waited - stalled
        pipe = self.pipe_free(warp)
        contended = min(max(pipe, waited), at)
        self.causes[f"pipe {warp.code.costs[warp.at].pipe}"] += contended - waited
        self.causes["other warps"] += at - contended
        self.waited[warp.at] += at - stalled

    def issue(self, warp, at):
        instruction, cost = warp.code.instructions[warp.at], warp.code.costs[warp.at]
        self.scheduler[warp.part] = at + 1
        self.busy["issue"] += 1
        warp.own = None
        warp.issued = at
        for board in instruction.waits_for:
            warp.boards.wait(board)
        if instruction.base == "DEPBAR":
            board, pending = self.depbar(instruction)
            warp.boards.wait(board, pending)
            if warp.committed and warp.iteration >= self.iterations // 2:
                self.left.append(warp.started + sum(warp.committed[len(warp.committed) - pending:]))
        end, operands = self.execute(warp, instruction, cost, at)
        if instruction.write != 7:
            warp.boards.set(instruction.write, end, cost.kind)
        if instruction.read != 7:
            warp.boards.set(instruction.read, operands, "operands")
        warp.after = "MMAs" if cost.pipe == opcodes.TENSOR else "fixed latency"
        warp.ready = at + max(1, instruction.stall)
        self.measure_hidden(warp, instruction, cost, at)
        for ring in self.events.get((warp.cta, warp.at), ()):
            ring.begin(warp.iteration, at)
        self.synchronise(warp, instruction, at)
        warp.at += 1
        if warp.at == len(warp.code.instructions):
            warp.at, warp.iteration = 0, warp.iteration + 1
            warp.begins.append(warp.ready)

    def execute(self, warp, instruction, cost, at):
        """The time of the result, and the time when the operands are read."""
        if instruction.guard == "!PT":
            return at + 2, at + 2
        if cost.pipe in self.queue:
            begin = max(self.queue[cost.pipe], at)
            done = begin + cost.busy
            if cost.pipe == opcodes.SHARED and cost.kind != "shuffle":
                done = max(done, self.shared.take(begin, cost.busy * SHARED_BYTES))
            self.queue[cost.pipe] = done
            self.busy[cost.pipe] += cost.busy
            if cost.bytes:
                warp.started += cost.bytes
                warp.copied = max(warp.copied, self.copies.start(at, cost.bytes, self.machine.global_latency))
            return done - cost.busy + cost.latency, done + 8
        if cost.pipe == opcodes.TENSOR:
            free = self.free[warp.part]
            begin = max(free[cost.pipe], at)
            free[cost.pipe] = begin + cost.busy
            if size := warp.code.operand_bytes[warp.at]:
                free[cost.pipe] = max(free[cost.pipe], self.shared.take(begin, size))
            self.busy[cost.pipe] += cost.busy
            warp.mma_done = free[cost.pipe] + cost.latency - cost.busy
            if "gsb0" in instruction.operands:
                warp.groups.append(warp.mma_done)
            return warp.mma_done, at + 4
        if cost.pipe == opcodes.NONE:
            if instruction.base == "LDGDEPBAR":
                warp.committed.append(warp.started)
                warp.started = 0
                return warp.copied, at + 8
            return at + cost.latency, at + 8
        free = self.free[warp.part]
        free[cost.pipe] = at + cost.busy
        self.busy[cost.pipe] += cost.busy
        return at + cost.latency, at + 4

    def synchronise(self, warp, instruction, at):
        """A barrier of the CTA or of some of its warps."""
        if not re.match(r"BAR\.(SYNC|RED)", instruction.opcode):
            return
        numbers = re.findall(r"\b(0x[0-9a-f]+)\b", instruction.operands)
        parties = min(self.of_cta, int(numbers[-1], 16) // 32) if "," in instruction.operands and numbers else self.of_cta
        parties = max(1, parties)
        key = warp.cta, warp.at, warp.number % self.of_cta // parties
        barrier = self.barriers.setdefault(key, queues.Barrier(parties, self.machine.barrier_latency))
        warp.blocked = True
        released, time = barrier.arrive(warp, at)
        for other in released:
            other.blocked, other.own = False, None
            if time > other.ready:
                other.ready, other.after = time, "barrier"


def simulate(loop, machine, warps, ctas=1, ring=1):
    """The loop in its steady state on an SM that holds `ctas` CTAs of `warps` warps each; without a ring there are no
    waits for mbarriers."""
    return Simulation(loop, machine, warps, ctas, ring).run()

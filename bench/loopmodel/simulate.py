"""Runs a loop on a machine: every warp of every CTA that the SM holds, in order, for some iterations.

A warp issues its next instruction when its last one's stall count is over, the scoreboards in its mask are free, the
pipe is free, and its scheduler selects it: of those that are ready the one that issued longest ago. Each cycle between
two instructions of a warp is attributed to the cause of the wait."""
import collections
import dataclasses
import math
import re

from . import opcodes, queues
from .machines import PARTS

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


class Warp:
    def __init__(self, number, cta, part):
        self.number, self.cta, self.part = number, cta, part
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
        self.code, self.machine = loop.instructions, machine
        self.costs = [opcodes.cost(machine.name, i.opcode) for i in self.code]
        self.simple = [i.base not in ("DEPBAR", "WARPGROUP", "SYNCS") for i in self.code]  # only scoreboards are waited for
        # Instructions that use no pipe, are never executed, or go to the queue of MMAs.
        self.unpiped = [i.guard == "!PT" or c.pipe == opcodes.NONE or opcodes.in_flight(i.opcode)
                        for i, c in zip(self.code, self.costs)]
        self.of_cta = warps
        self.warps = [Warp(k, k // warps, k % PARTS) for k in range(warps * ctas)]
        self.ctas = ctas
        self.free = [collections.defaultdict(float) for _ in range(PARTS)]  # pipe -> when
        self.scheduler = [0.0] * PARTS
        self.queue = {pipe: 0.0 for pipe in opcodes.QUEUES}  # when the queued work is done
        self.copies = queues.Copies(machine)
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
        positions = lambda pattern: [k for k, i in enumerate(self.code) if re.match(pattern, i.opcode)]
        waits = positions(r"SYNCS\.PHASECHK")
        own = positions(r"UTMALDG|UBLKCP")
        events = own or positions(r"SYNCS\.ARRIVE")
        latency = self.machine.bulk_latency
        for cta in range(self.ctas):
            for k, at in enumerate(waits):
                distance = max(1, stages - 1) if own else stages
                ring = queues.Ring(distance, self.of_cta, latency)
                self.waits[cta, at] = ring
                event = events[k * len(events) // len(waits)] if events else len(self.code) - 1
                self.events[cta, event].append(ring)

    def constraint(self, warp):
        """The earliest time of the warp's next instruction as far as the warp itself is concerned, and the reason."""
        instruction = self.code[warp.at]
        if not instruction.wait and self.simple[warp.at]:
            return warp.ready, warp.after
        found = [(warp.ready, warp.after)] + [warp.boards.peek(b) for b in instruction.waits_for]
        if instruction.base == "DEPBAR":
            board, pending = self.depbar(instruction)
            found.append((warp.boards.peek(board, pending)[0], "copies in flight"))
        elif instruction.opcode.startswith("WARPGROUP.DEPBAR"):
            pending = int(re.search(r"0x([0-9a-f]+)", instruction.operands)[1], 16)
            found.append((max(warp.groups[:len(warp.groups) - pending], default=0.0), "MMAs in flight"))
        elif (warp.cta, warp.at) in self.waits:
            arrival = self.waits[warp.cta, warp.at].arrival(warp.iteration)
            if arrival is None:
                return None, None
            found.append((arrival, "tiles by TMA"))
        return max(found)

    @staticmethod
    def depbar(instruction):
        board = re.search(r"SB(\d)", instruction.operands)
        pending = re.search(r"0x([0-9a-f]+)", instruction.operands)
        return int(board[1]) if board else 0, int(pending[1], 16) if pending else 0

    def pipe_free(self, warp):
        """The time when the pipe accepts the warp's next instruction."""
        cost = self.costs[warp.at]
        if self.unpiped[warp.at]:
            return 0.0
        return self.queue[cost.pipe] - QUEUED if cost.pipe in self.queue else self.free[warp.part][cost.pipe]

    def next(self):
        """The warp that issues next, and the time."""
        best, first = None, (math.inf, 0.0)
        for warp in self.warps:
            if warp.blocked or warp.iteration >= self.iterations:
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
            self.account(warp, at, warp.own, warp.reason)
            self.issue(warp, at)
        steady = self.iterations // 2
        # A warp that issues its first instruction late has begun an iteration late: the mean over warps and iterations.
        spans = [(w.begins[self.iterations] - w.begins[steady]) / (self.iterations - steady) for w in self.warps]
        cycles = sum(spans) / len(spans)
        counted = len(self.warps) * self.iterations
        bound = sum(c.multiply_adds / self.machine.tensor.get(c.element, self.machine.tensor["f16"]) for c in self.costs)
        busy = {pipe: self.busy[pipe] / self.iterations / (1 if pipe in self.queue else PARTS) / cycles for pipe in self.busy}
        return Result(cycles, self.ctas, self.of_cta, bound * len(self.warps) / PARTS,
                      {cause: c / counted for cause, c in self.causes.most_common()}, busy,
                      min(self.left) * len(self.warps) if self.left else math.nan, self.hidden_share(),
                      {k: w / counted for k, w in self.waited.most_common(12)})

    def hidden_share(self):
        """MMAs that a warp waits for at once overlap none of its own work, but that of other warps."""
        if not self.others or not any(opcodes.in_flight(i.opcode) for i in self.code):
            return math.nan
        return self.hidden / self.others

    def measure_hidden(self, warp, instruction, cost, at):
        """Counts the cycles until the warp's next instruction can issue, without waits."""
        if warp.iteration < self.iterations // 2 or cost.pipe == opcodes.TENSOR:
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
        self.causes[f"pipe {self.costs[warp.at].pipe}"] += contended - waited
        self.causes["other warps"] += at - contended
        self.waited[warp.at] += at - stalled

    def issue(self, warp, at):
        instruction, cost = self.code[warp.at], self.costs[warp.at]
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
        if warp.at == len(self.code):
            warp.at, warp.iteration = 0, warp.iteration + 1
            warp.begins.append(warp.ready)

    def execute(self, warp, instruction, cost, at):
        """The time of the result, and the time when the operands are read."""
        if instruction.guard == "!PT":
            return at + 2, at + 2
        if cost.pipe in self.queue:
            done = self.queue[cost.pipe] = max(self.queue[cost.pipe], at) + cost.busy
            self.busy[cost.pipe] += cost.busy
            if cost.bytes:
                warp.started += cost.bytes
                warp.copied = max(warp.copied, self.copies.start(at, cost.bytes))
            return done - cost.busy + cost.latency, done + 8
        if cost.pipe == opcodes.TENSOR:
            free = self.free[warp.part]
            free[cost.pipe] = max(free[cost.pipe], at) + cost.busy
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

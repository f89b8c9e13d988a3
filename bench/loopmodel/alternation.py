"""Two agents that do every second step of a loop, and the products whose sums they take and change.

The compiler's AlternateSteps.h says what they do. A step has four waits for barrier objects and four arrivals:

  wait for the turn to read, wait for sums; arrive: they are read; arrive: the turn is over;
  wait for the turn to change, wait for the other sums; arrive: they are changed; arrive: the turn is over

Both products of a step take the same time in tensor pipes that do one at a time, in the order in which they can start.
What tcgen05 needs beside that is not published (G); an arrival is seen as late as at a barrier."""
import dataclasses
import re

from .simulate import Simulation

AGENTS = 2
READ, CHANGE = range(2)  # turns


@dataclasses.dataclass
class Places:
    """Numbers of instructions of a step. A wait is over when the branch on its result is taken."""
    turns: dict  # wait -> turn
    ends: dict  # arrival -> turn
    sums: int  # wait for the sums that are read
    free: int  # arrival behind that
    others: int  # wait for the sums that are changed
    handed: int  # arrival behind that


def find(loop):
    """The places in a loop that agents alternate in; None in others."""
    code = loop.instructions
    number = lambda pattern: [k for k, i in enumerate(code) if re.match(pattern, i.opcode)]
    waits, arrivals, reads = number(r"SYNCS\.PHASECHK"), number(r"SYNCS\.ARRIVE"), number("LDTM")
    if len(waits) != 4 or len(arrivals) != 4 or not reads or loop.count("BAR"):
        return None
    branches = number("BRA")
    # The assembler may begin the loop anywhere: sums are read behind the first two waits.
    first = sum(w < reads[0] for w in waits) - 2
    turn, sums, change, others = [next((b for b in branches if b > w), branches[0])
                                  for w in (waits[(first + k) % 4] for k in range(4))]
    first = sum(a < reads[0] for a in arrivals)
    free, read, handed, changed = (arrivals[(first + k) % 4] for k in range(4))
    return Places({turn: READ, change: CHANGE}, {read: READ, changed: CHANGE}, sums, free, others, handed)


class Alternation(Simulation):
    iterations = 24  # until agents and products have found their places

    def __init__(self, loop, machine, warps, places, product):
        self.places, self.product = places, product  # cycles
        self.latency = machine.barrier_latency
        self.over = {}  # (turn, step) -> when each warp's turn was over
        self.arrived = {}  # (arrival, step) -> when each warp did
        self.ready = {(places.sums, 0): 0.0, (places.others, 0): 0.0}  # (wait, step) -> when it is over
        self.tensor = 0.0  # when the products so far are done
        super().__init__(loop, machine, warps, 1, ring=None)
        self.of_agent = warps // AGENTS

    def agent(self, warp):
        return warp.number // self.of_agent

    def step(self, warp):
        return AGENTS * warp.iteration + self.agent(warp)

    def constraint(self, warp):
        found = super().constraint(warp)
        if warp.at in self.places.turns:
            before = self.over.get((self.places.turns[warp.at], self.step(warp) - 1), [])
            if self.step(warp) and len(before) < self.of_agent:
                return None, None
            return max(found, (max(before, default=0.0) + self.latency, "the other agent"))
        if warp.at in (self.places.sums, self.places.others):
            ready = self.ready.get((warp.at, self.step(warp)))
            return (None, None) if ready is None else max(found, (ready, "MMAs"))
        return found

    def issue(self, warp, at):
        place, step = warp.at, self.step(warp)
        super().issue(warp, at)
        if place in self.places.ends:
            self.over.setdefault((self.places.ends[place], step), []).append(at)
            self.look_again()
        # The sums of the next step can be made, and what this step has changed.
        for arrival, wait in ((self.places.free, self.places.sums), (self.places.handed, self.places.others)):
            if place == arrival:
                arrived = self.arrived.setdefault((arrival, step), [])
                arrived.append(at)
                if len(arrived) == self.of_agent:
                    self.tensor = max(self.tensor, max(arrived) + self.latency) + self.product
                    self.ready[wait, step + 1] = self.tensor + self.latency
                    self.look_again()

    def look_again(self):
        for warp in self.warps:
            warp.own = None


def simulate(loop, machine, warps, places, product):
    """The loop in its steady state; the cycles are those of one step, which each agent does every second of. Both products
    take `product` cycles."""
    result = Alternation(loop, machine, warps, places, product).run()
    return dataclasses.replace(result, cycles=result.cycles / AGENTS)

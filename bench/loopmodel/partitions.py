"""Runs the hot loop together with the loop of another partition that copies its tiles, through their channels.

A warp of each CTA runs the loop that copies. It claims a stage when all warps of the hot loop have released it, starts the
copies of a tile, and the tile is full when these have passed the ports of the second-level cache and of shared memory."""
import collections

from . import queues
from .machines import ARRIVAL_LATENCY, PARTS
from .simulate import Code, Simulation, Warp


class Partitions(Simulation):
    def __init__(self, loop, machine, warps, ctas, feeder, channels):
        super().__init__(loop, machine, warps, ctas, ring=None)
        self.feeder = Code(feeder, machine, 32 * ctas)
        self.warps += [Warp(warps * ctas + k, k, (warps + k) % PARTS, self.feeder) for k in range(ctas)]
        self.states = [[queues.Channel(c, warps, ARRIVAL_LATENCY) for c in channels] for _ in range(ctas)]
        # place of an instruction -> indices of channels
        self.full, self.released = self.index(channels, "wait"), self.index(channels, "release")
        self.claimed, self.expected = self.index(channels, "claim"), self.index(channels, "arrive")
        self.copied = {at: k for k, c in enumerate(channels) for at in c.copies}

    @staticmethod
    def index(channels, place):
        found = collections.defaultdict(list)
        for k, channel in enumerate(channels):
            found[getattr(channel, place)].append(k)
        return found

    def arrival(self, warp):
        states = self.states[warp.cta]
        if warp.code is self.code:
            times = [states[k].full(warp.iteration) for k in self.full[warp.at]]
        else:
            times = [states[k].empty(warp.iteration) for k in self.claimed[warp.at]]
        return None if None in times else max(times, default=0.0)

    def issue(self, warp, at):
        place, iteration, states = warp.at, warp.iteration, self.states[warp.cta]
        super().issue(warp, at)
        if warp.code is self.code:
            for k in self.released[place]:
                states[k].release(iteration, at)
            return
        if place in self.copied:
            state = states[self.copied[place]]
            size = state.channel.bytes / len(state.channel.copies)
            state.arriving = max(state.arriving, self.copies.start(at, size, self.machine.bulk_latency))
        for k in self.expected[place]:
            states[k].tiles.append(max(states[k].arriving, at))
            states[k].arriving = 0.0


def simulate(loop, machine, warps, ctas, feeder, channels):
    return Partitions(loop, machine, warps, ctas, feeder, channels).run()

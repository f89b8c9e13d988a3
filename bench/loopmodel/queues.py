"""Asynchronous work of a warp: scoreboards, copies, MMAs, mbarriers."""
import collections
import math


class Scoreboards:
    """The six scoreboards of a warp: counters of outstanding work, here the times at which it ends, in issue order."""

    def __init__(self):
        self.ends = [[] for _ in range(6)]  # lists of (time, kind)

    def set(self, board, end, kind):
        self.ends[board].append((end, kind))

    def wait(self, board, pending=0):
        """The time when at most `pending` items of the scoreboard are left, and the kind of the last one waited for."""
        ends = self.ends[board]
        over = ends[:len(ends) - pending]
        self.ends[board] = ends[len(over):]
        return max(over, default=(-math.inf, "fixed latency"))

    def peek(self, board, pending=0):
        ends = self.ends[board]
        return max(ends[:len(ends) - pending], default=(-math.inf, "fixed latency"))


class Copies:
    """Copies from the second-level cache into shared memory: bytes one after the other, then a latency."""

    def __init__(self, machine):
        self.machine = machine
        self.free = 0.0

    def start(self, now, size):
        """The time when `size` bytes that are requested now have arrived."""
        self.free = max(self.free, now) + size / self.machine.bytes_from_cache
        return self.free + self.machine.global_latency


class Ring:
    """A circular buffer of tiles that TMA fills: a wait for the tile of an iteration, and the event that lets TMA start
    that tile.

    The event is counted in iterations too: the release of the same stage `distance` iterations before, by all warps of
    the CTA, or the instruction that starts the copy, where the loop itself has it. The first tiles have already
    arrived."""

    def __init__(self, distance, warps, latency):
        self.distance = distance
        self.warps = warps
        self.latency = latency
        self.begun = collections.defaultdict(list)

    def begin(self, iteration, now):
        self.begun[iteration].append(now)

    def arrival(self, iteration):
        """The time when the tile of an iteration has arrived; None as long as that can't be known."""
        if iteration < self.distance:
            return 0.0
        begun = self.begun[iteration - self.distance]
        return max(begun) + self.latency if len(begun) >= self.warps else None


class Barrier:
    """A barrier of some warps: the last arrival releases all."""

    def __init__(self, warps, latency):
        self.warps = warps
        self.latency = latency
        self.waiting = []

    def arrive(self, warp, now):
        """The released warps, and when; none before the last arrival."""
        self.waiting.append((now, warp))
        if len(self.waiting) < self.warps:
            return [], None
        released, self.waiting = self.waiting, []
        return [w for _, w in released], max(t for t, _ in released) + self.latency

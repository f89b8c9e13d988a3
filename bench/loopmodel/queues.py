"""What goes on beside the instructions of a warp: scoreboards, copies, products in flight, barrier objects."""
import collections
import math


class Scoreboards:
    """The six scoreboards of a warp: counters of what is under way, here the times at which it ends, in issue order."""

    def __init__(self):
        self.ends = [[] for _ in range(6)]  # of (time, kind)

    def set(self, board, end, kind):
        self.ends[board].append((end, kind))

    def wait(self, board, pending=0):
        """When at most `pending` of what set the scoreboard is left, and what is waited for last."""
        ends = self.ends[board]
        over = ends[:len(ends) - pending]
        self.ends[board] = ends[len(over):]
        return max(over, default=(-math.inf, "fixed latency"))

    def peek(self, board, pending=0):
        ends = self.ends[board]
        return max(ends[:len(ends) - pending], default=(-math.inf, "fixed latency"))


class Copies:
    """Copies from the second-level cache into shared memory: bytes one behind the other, then a latency."""

    def __init__(self, machine):
        self.machine = machine
        self.free = 0.0

    def start(self, now, size):
        """When `size` bytes that are asked for now are there."""
        self.free = max(self.free, now) + size / self.machine.bytes_from_cache
        return self.free + self.machine.global_latency


class Ring:
    """A ring of tiles that TMA fills: a wait for the tile of a step, and what lets TMA begin with that tile.

    What lets it begin is counted in steps too: the release of the same stage `distance` steps before, by all warps of the
    CTA, or the instruction that starts the copy, where the loop itself has it. The first tiles are there already."""

    def __init__(self, distance, warps, latency):
        self.distance = distance
        self.warps = warps
        self.latency = latency
        self.begun = collections.defaultdict(list)

    def begin(self, step, now):
        self.begun[step].append(now)

    def arrival(self, step):
        """When the tile of a step is there; None as long as that can't be known."""
        if step < self.distance:
            return 0.0
        begun = self.begun[step - self.distance]
        return max(begun) + self.latency if len(begun) >= self.warps else None


class Barrier:
    """A barrier of some warps: who comes last lets all go on."""

    def __init__(self, warps, latency):
        self.warps = warps
        self.latency = latency
        self.waiting = []

    def arrive(self, warp, now):
        """The warps that go on, and when; nobody before the last has come."""
        self.waiting.append((now, warp))
        if len(self.waiting) < self.warps:
            return [], None
        released, self.waiting = self.waiting, []
        return [w for _, w in released], max(t for t, _ in released) + self.latency

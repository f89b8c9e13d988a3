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


class Port:
    """A port that moves `rate` bytes in a cycle, for whoever asks first, in slots of some cycles."""
    SLOT = 16

    def __init__(self, rate):
        self.rate, self.size = rate, rate * self.SLOT
        self.left = {}  # slot -> bytes that it can still move
        self.full = -1  # slots up to this one have nothing left
        self.moved = self.end = 0.0

    def take(self, start, size):
        """The time when `size` bytes have been moved, from `start` on."""
        self.moved += size
        slot, end = max(int(start // self.SLOT), self.full + 1), start
        while size > 0:
            left = self.left.get(slot, self.size)
            if moved := min(left, size):
                self.left[slot] = left - moved
                size -= moved
                end = self.SLOT * (slot + 1 - self.left[slot] / self.size)
            if self.left[slot] == 0 and slot == self.full + 1:
                del self.left[slot]
                self.full = slot
            slot += 1
        self.end = max(self.end, end)
        return max(end, start)


class Copies:
    """Copies from the second-level cache into shared memory: they pass the cache's port and then that of shared memory,
    piece by piece."""
    PIECE = 1024

    def __init__(self, machine, shared):
        self.machine, self.shared = machine, shared
        self.cache = Port(machine.bytes_from_cache)

    def start(self, now, size, latency):
        """The time when `size` bytes that are requested now have arrived."""
        end = arrived = now + latency
        while size > 0:
            piece = min(size, self.PIECE)
            size -= piece
            end = self.cache.take(end, piece)
            arrived = self.shared.take(end, piece)
        return arrived


class Channel:
    """The state of a channel: when each tile has arrived, and each stage has been released. The first waits of the loop
    that copies find all stages empty."""

    def __init__(self, channel, warps, latency):
        self.channel, self.warps, self.latency = channel, warps, latency
        self.depth = channel.stages - channel.late
        self.tiles, self.arriving = [], 0.0
        self.releases = collections.defaultdict(list)

    def release(self, number, now):
        self.releases[number].append(now)

    def full(self, number):
        return self.tiles[number] if number < len(self.tiles) else None

    def empty(self, number):
        """The time when the stage of a tile is known to be empty; None as long as that can't be known."""
        if number < max(1, self.depth):
            return 0.0
        releases = self.releases[number - max(1, self.depth)]
        return max(releases) + self.latency if len(releases) >= self.warps else None


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

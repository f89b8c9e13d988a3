"""Comparison of the records of two compilers, and the reasons where ours is worse."""
import json
import math

# Multiply-adds of an iteration of the kernels whose threads work while MMAs run in tensor memory: of 128 queries and
# 128 keys.
ITERATION_WORK = {f"attention_f16_d{size}{causal}": 2 * 128 * 128 * size for size in (64, 128) for causal in ("", "_causal")}


def get(record, *path):
    for key in path:
        record = record.get(key) if isinstance(record, dict) else None
    return record


def mean(ratios):
    """The geometric mean, without missing values."""
    ratios = [r for r in ratios if r]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def quotient(ours, theirs):
    return ours / theirs if ours and theirs else None


def issue_ratio(ours, theirs):
    """Instructions that a warp issues for the same work: in the hot loop for an MMA of the same size, or for an access
    to global memory where there are no MMAs; of the whole kernel where there is no loop. None for tcgen05: its opcodes
    don't give the size of an MMA, and the loop is that of the MMA warp, next to others that compute."""
    if any(get(r, "loop", "tensor") and not r["loop"]["work"] for r in (ours, theirs)):
        return None
    return quotient(*map(issued, (ours, theirs)))


def issued(record):
    loop = get(record, "loop")
    if not loop:
        return get(record, "instructions")
    count = loop["waste"]["instructions"]
    if loop["tensor"]:
        return count / loop["work"]
    return count / max(1, loop["accesses"])


class Reasons:
    """The reasons why kernels miss a mark, from a list of {mark, kernels, archs, reason}. An unused reason is stale."""

    def __init__(self, path):
        self.entries = json.loads(path.read_text()) if path.exists() else []
        self.used, self.missing = set(), []

    def list(self, mark, arch, found):
        """A line for each of `found`, pairs of a kernel and the text to show."""
        return "".join(f"* {kernel} {shown}: {self.find(mark, kernel, arch)}\n" for kernel, shown in found)

    def known(self, mark, kernel, arch):
        """The reason, None where there is none."""
        for number, entry in enumerate(self.entries):
            if entry["mark"] == mark and kernel in entry["kernels"] and arch in entry["archs"]:
                self.used.add((number, kernel, arch))
                return entry["reason"]
        return None

    def find(self, mark, kernel, arch):
        reason = self.known(mark, kernel, arch)
        if reason is None:
            self.missing.append(f"{kernel} on {arch} has no reason ({mark})")
        return reason or "no reason is written down"

    def faults(self):
        stale = [f"a reason that nothing needs: {entry['mark']}, {kernel} on {arch}"
                 for number, entry in enumerate(self.entries) for kernel in entry["kernels"] for arch in entry["archs"]
                 if (number, kernel, arch) not in self.used]
        return self.missing + stale

"""The model's shares of a card's nominal rate next to the measured ones, and how far they are from each other."""
import dataclasses
import math

from . import machines

# Large problems whose arrays fit the second-level cache, which is the only level that the model has.
SIZES = {"matmul": "4096", "attention": "16x16384"}
ELEMENTS = {"f8e4m3": "f8"}
RESULT_BYTES = {"tf32": 4, "i8": 4}  # of an element; 2 of others
MIN_SPEARMAN, MAX_RMS, MAX_OF_ATTENTION = 0.95, 0.12, 0.15


@dataclasses.dataclass
class Pair:
    kernel: str
    compiler: str
    model: float  # shares of the nominal rate
    measured: float
    spills: bool  # more than the first-level cache holds
    busiest: str

    @property
    def error(self):
        return self.model / self.measured - 1

    @property
    def attention(self):
        return self.kernel.startswith("attention")


def outside(record, time):
    """Cycles of a CTA outside its loop, by its cycles in it: the first tile has to arrive, and the result has to leave. They
    overlap other CTAs' loops where an SM holds several."""
    if record["ctas"] > 1:
        return 0.0
    machine = machines.machine(record["card"])
    tile = list(map(int, time["tile"].split("x")))
    if time["like"][0] == "attention":
        steps, result = int(time["size"].split("x")[1]) / tile[1], 2 * tile[0] * time["like"][1]
    else:
        steps, result = int(time["size"]) / tile[2], tile[0] * tile[1] * RESULT_BYTES.get(time["like"][1], 2)
    around = machine.bulk_latency + result / machine.bytes_from_cache + machine.global_latency
    return around / (steps * record["cycles"])


def pairs(records, times):
    """Records of `model-error`, each with the rate of the same kernel, in the order of the measured shares."""
    measured = {(t["kernel"], t["compiler"]): t for t in times
                if t.get("unit") == "TFLOP/s" and t["size"] == SIZES[t["kernel"].split("_")[0]] and not t.get("hints")}
    found = []
    for r in records:
        time = measured.get((r["kernel"], r["compiler"]))
        if time is None:
            continue
        element = "f16" if r["kernel"].startswith("attention") else time["like"][1]
        nominal = machines.nominal_rate(r["card"], ELEMENTS.get(element, element))
        busiest = max(r["busy"], key=r["busy"].get)
        share = r["share"] / (1 + outside(r, time))
        found.append(Pair(r["kernel"], r["compiler"], share, time["rate"] / nominal, r["spills"],
                          f"{busiest} {min(1, r['busy'][busiest]):.0%}"))
    return sorted(found, key=lambda p: -p.measured)


def ranks(values):
    """The rank of each value, those of equal values averaged."""
    return [sum(v < value for v in values) + (sum(v == value for v in values) - 1) / 2 for value in values]


def spearman(first, second):
    """The correlation of the ranks."""
    a, b = ranks(first), ranks(second)
    mean = (len(a) - 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    return both / math.sqrt(sum((x - mean)**2 for x in a) * sum((y - mean)**2 for y in b))


def rms(found):
    return math.sqrt(sum(p.error**2 for p in found) / len(found))


def products(found):
    """The kernels that the model is judged by: matrix products that don't thrash the first-level cache."""
    return [p for p in found if not p.attention and not thrashes(p)]


def thrashes(pair):
    """Kernels that spend most of their time on spills, of which the model has no more than the bytes and a latency."""
    return pair.spills and pair.measured < 0.1


def section(records, times, table):
    found = pairs(records, times)
    if not found:
        return ""
    judged = products(found)
    lines = [[p.kernel, p.compiler, f"{p.model:.2f}", f"{p.measured:.2f}", f"{p.error:+.0%}", p.busiest,
              "yes" if p.spills else ""] for p in found]
    attention = [p for p in found if p.attention and p.compiler == "ours"]
    order = spearman([p.model for p in judged], [p.measured for p in judged])
    everything = [p for p in found if not p.attention]
    return (
        "## Model and card\n\n"
        "Share of the nominal rate of an H200, by the model and measured (`data/gpu.jsonl`, products of 4096, attention of 16x16384). "
        "The matrix units have one factor, 0.76, since the card's power doesn't let them reach their rate. Two more numbers were "
        "chosen with these times in view: the SMs share 5,120 bytes a cycle of the second-level cache, as GA100's do, and a poll of an "
        "mbarrier takes 62 of the 92 cycles of a hand-off. A CTA that has an SM to itself also waits for its first tile and "
        "for its result to leave. *Spills*: more than the first-level cache holds.\n\n" +
        table(["kernel", "compiler", "model", "measured", "error", "busiest", "spills"], lines) +
        f"\n{len(judged)} products that don't spend most of their time on spills: rank correlation (Spearman) {order:.2f}, rms error "
        f"{rms(judged):.1%}, largest {max((abs(p.error) for p in judged)):.0%}. All {len(everything)} products: "
        f"{spearman([p.model for p in everything], [p.measured for p in everything]):.2f}, {rms(everything):.0%}. Attention of "
        f"ours: errors of {min(p.error for p in attention):+.0%} to {max(p.error for p in attention):+.0%}.\n\n"
        "What the model lacks:\n\n"
        "* Launches, the instructions of prologues and epilogues, and the last, partly filled wave of CTAs: 3 % of a product of 4096.\n"
        "* Memory past the second-level cache, and misses of it: products of 8192 are slower on the card.\n"
        "* Power by kernel: a kernel that a port limits gets more of the clock than one that keeps the matrix units busy.\n"
        "* Evictions of the first-level cache: kernels that thrash it come out a third too fast.\n"
        "* Bank conflicts, branches inside an iteration, and the order in which two warpgroups' MMAs are issued, on which attention "
        "depends: the model takes that of its first arrivals.\n"
        "* The kernels were compiled by this version, and timed with the version that `data/gpu.jsonl` names.\n")


def faults(records, times):
    """The marks that the model misses, as lines."""
    found = pairs(records, times)
    judged = products(found)
    if len(judged) < 12:
        return []
    order = spearman([p.model for p in judged], [p.measured for p in judged])
    said = [f"loop model: rank correlation {order:.3f}"] if order < MIN_SPEARMAN else []
    said += [f"loop model: rms error {rms(judged):.3f}"] if rms(judged) > MAX_RMS else []
    return said + [f"loop model: {p.kernel} is off by {p.error:+.0%}" for p in found
                   if p.attention and p.compiler == "ours" and abs(p.error) > MAX_OF_ATTENTION]

"""The page of times on a GPU, from data/gpu.jsonl: a line about the card, then rows as `bench/gpu run` writes them.

A problem is compared by the best kernel that was recorded for each compiler, because a user tunes: a tile that is slow
with one compiler is a tile that its user doesn't keep. The tile and hints are given next to each figure, and all
recorded kernels are listed after the comparison."""
import collections

from ratios import mean, quotient

FAST = ", fast accumulation"
TRITON = ("Triton", f"Triton{FAST}", "torch.compile", "FlexAttention")
BEST = ("problem", "size", "ours", "tile", "closed compiler", "tile", "Triton", "library", "ours / closed", "ours / Triton",
        "ours / library")
MARKS = {"gpu, closed": "closed", "gpu, library": "library"}
MIN_RATIO = 0.97  # relative to the other's rate; smaller differences are within the spread
# Elements of an accumulator that four warps hold in registers. The closed compiler spills larger ones, so a problem for
# which nothing smaller was recorded is not evidence about it as its users see it.
MAX_ACCUMULATOR = 128 * 128
NAMES = {"f8e4m3": "e4m3"}


def page(rows, table, section, reasons):
    facts, rows = rows[0], rows[1:]
    everything = problems_of(rows)
    problems = [p for p in everything if p.rates["ours"]]
    tuned = ", ".join(sorted({r["hints"] for r in rows if "hints" in r})) or None
    return "\n".join([introduction(facts, tuned),
                      *tensor_part([p for p in problems if p.unit == "TFLOP/s"], table, section, reasons),
                      *unmeasured_part(everything, table),
                      *memory_part([p for p in problems if p.unit == "GB/s"], tuned, table, section, reasons),
                      "## All kernels\n\nEach kernel that was recorded.\n",
                      table(("kernel", "tile and hints", "size", "ours", "closed compiler", "unit"), kernel_cells(rows))])


def introduction(facts, tuned):
    others = (f" Triton and the libraries were measured in another sitting, with version `{facts['references']}`."
              if "references" in facts else "")
    return ("# Times on a GPU\n\n"
            f"{facts['gpu']}, driver {facts['driver']}, {facts['date']}, version `{facts['version']}` of the compiler, the "
            f"closed compiler 13.5, CUDA 13.5's `ptxas` for both; torch {facts['torch']}, Triton {facts['triton']}. `bench/gpu "
            "run`: medians between two events on the GPU, with inputs that aren't in the second-level cache, while work before "
            "them keeps the GPU busy. Each result was compared with torch's. A ratio above 1 says that ours is the faster.\n\n"
            "Both compilers were given the same kernels; a problem has the best of them on each side, with its tile. Tuned were "
            + (f"tiles and these hints: {tuned}. " if tuned else "tiles only: no kernel has a hint (`occupancy`, `num_ctas`, "
               "`num_worker_warps`). ") + f"Libraries choose their tiles themselves.{others}\n\n"
            f"Bytes count once for each array: a copy by torch of 8 GiB in all reaches {facts['copy']:.0f} GB/s. *Triton*: the "
            "matrix product of Triton's tutorial with one configuration, FlexAttention, and kernels by torch.compile; *library*: the "
            "fastest of cuBLAS, cuDNN, FlashAttention 2, and torch's own kernels. MMAs of e4m3 accumulate in f32; products with "
            "*fast accumulation*, in the fewer bits of the tensor cores, are problems of their own. cuBLAS multiplies i8 by `torch._int_mm`, which is "
            "no limit of the card.\n")


def tensor_part(problems, table, section, reasons):
    compared = [p for p in problems if p.comparable]
    alone = sorted({f"{p.name} ({p.best('closed')[1]})" for p in problems if not p.comparable})
    note = ("" if not alone else "For these problems only a tile was recorded whose accumulator the closed compiler spills, so "
            f"that its time is no best and isn't compared: {', '.join(alone)}.\n")
    return ["## Matrix products and attention, TFLOP/s\n", table(BEST, [p.cells() for p in problems]), note,
            f"Geometric mean of ours / closed: {mean([p.ratio('closed') for p in compared]):.2f}, of {len(compared)} problems.\n",
            same_tile(problems),
            slower(problems, "closed", section, reasons),
            f"Geometric mean of ours / library: {mean([p.ratio('library') for p in compared]):.2f}, of the same problems.\n",
            slower(problems, "library", section, reasons)]


def same_tile(problems):
    """The means over kernels that both compilers were given, each against itself: next to best against best, what a user
    sees who tunes nothing. A tile whose accumulator the closed compiler spills counts apart."""
    pairs = [(label, ratio) for p in problems for label, ratio in p.same_tile()]
    few = [ratio for label, ratio in pairs if accumulator(label) <= MAX_ACCUMULATOR]
    many = [ratio for label, ratio in pairs if accumulator(label) > MAX_ACCUMULATOR]
    text = f"On the same tile with the same hints it is {mean(few):.2f}, of {len(few)} measurements" if few else ""
    if many:
        text += (f"{'; on' if few else 'On'} tiles whose accumulator has more than 128 x 128 elements, which the closed compiler "
                 f"spills and its users drop, {mean(many):.2f}, of {len(many)}")
    return f"{text}.\n" if text else ""


def unmeasured_part(problems, table):
    """The problems with fast accumulation, for which no kernel of ours is on record."""
    rows = [[p.name, p.size, *(show(*p.best(of)) for of in ("closed", "Triton", "library"))]
            for p in problems if p.is_fast and not p.rates["ours"]]
    return [] if not rows else ["These problems were not measured with ours, whose kernels for them are newer:\n",
                                table(("problem", "size", "closed compiler", "Triton", "library"), rows)]


def memory_part(problems, tuned, table, section, reasons):
    ratios = [p.ratio("library") for p in problems]
    return ["## Bound by memory, GB/s\n",
            f"Geometric mean of ours / closed: {mean([p.ratio('closed') for p in problems]):.2f}.\n" if tuned else
            "Users of the closed compiler tune such kernels by the hint `occupancy`, which was not tried here on either side: "
            "its figures are those of untuned kernels, and no mean is formed with them.\n",
            table(BEST, [p.cells() for p in problems]), slower(problems, "closed", section, reasons),
            f"Geometric mean of ours / library: {mean(ratios):.2f}, of {sum(r is not None for r in ratios)} problems.\n",
            slower(problems, "library", section, reasons)]


def slower(problems, rival, section, reasons):
    """The problems on which ours is slower than `rival`, each with the worst size and the reason."""
    worst = {}
    for problem in problems:
        ratio = problem.ratio(rival)
        if ratio and ratio < MIN_RATIO and ratio < worst.get(problem.name, (1,))[0]:
            worst[problem.name] = ratio, problem.size
    mark = next(m for m, r in MARKS.items() if r == rival)
    return section(f"Slower than {'the closed compiler' if rival == 'closed' else 'the library'}",
                   reasons.list(mark, "sm_90", [(name, f"{ratio:.2f} at {size}") for name, (ratio, size) in worst.items()]))


class Problem:
    """The rates recorded for one problem: (rate, tile or name) of each compiler and reference."""

    def __init__(self, like, unit):
        self.like, self.unit, self.rates = like, unit, collections.defaultdict(list)

    @property
    def size(self):
        return self.like[-1].replace("x", "×")

    @property
    def name(self):
        kind, *facts = self.like[:-1]
        if kind == "matmul":
            form = facts[0].removesuffix(" fast")
            return (f"matmul {NAMES.get(form, form)}" + FAST * self.is_fast +
                    (", B transposed" if facts[1] and form == "f16" else ""))
        if kind == "attention":
            return f"attention, heads of {facts[0]}" + (", causal" if facts[1] else "")
        return " ".join(map(str, (kind, *facts)))

    @property
    def comparable(self):
        """Whether a tile was recorded on which the closed compiler can be fast."""
        return any(accumulator(tile) <= MAX_ACCUMULATOR for _, tile in self.rates["closed"])

    def best(self, of):
        names = {"ours": ["ours"], "closed": ["closed"], "Triton": TRITON,
                 "library": [n for n in self.rates if n not in ("ours", "closed", *TRITON)]}[of]
        # Who accumulates in fewer bits than f32 is compared with those who do so, too.
        same = [n for n in names if n in ("ours", "closed") or n.endswith(FAST) == self.is_fast]
        return max(((rate, label.removesuffix(FAST)) for name in same for rate, label in self.rates[name]),
                   default=(None, None))

    @property
    def is_fast(self):
        return self.like[0] == "matmul" and self.like[1].endswith(" fast")

    def same_tile(self):
        """The label of each kernel that both compilers were timed with, and ours / closed."""
        closed = {label: rate for rate, label in self.rates["closed"]}
        return [(label, quotient(rate, closed[label])) for rate, label in self.rates["ours"] if label in closed]

    def ratio(self, rival):
        if rival == "closed" and not self.comparable:
            return None
        return quotient(self.best("ours")[0], self.best(rival)[0])

    def cells(self):
        ours, closed = self.best("ours"), self.best("closed")
        others = [show(*self.best(of)) for of in ("Triton", "library")]
        ratios = [self.ratio(rival) for rival in ("closed", "Triton", "library")]
        return [self.name, self.size, f"{ours[0]:.0f}", ours[1], show(closed[0], ""), closed[1] or "–", *others,
                *("–" if r is None else f"{r:.2f}" for r in ratios)]


def accumulator(tile):
    """Elements of the first two extents of a tile: "128x256x64", "128x256x64 occupancy=2"."""
    m, n = (list(map(int, tile.split()[0].split("x"))) + [1])[:2]
    return m * n


def show(rate, name):
    return "–" if rate is None else f"{rate:.0f} {name}".strip()


def label(row):
    """The tile and hints of a kernel; the name of a reference."""
    return f"{row['tile']} {row.get('hints', '')}".strip() if "tile" in row else row["compiler"]


def problems_of(rows):
    """The problems in the order in which they were recorded."""
    found = {}
    for row in (r for r in rows if "rate" in r):
        problem = found.setdefault(tuple(row["like"]), Problem(row["like"], row["unit"]))
        problem.rates[row["compiler"]].append((row["rate"], label(row)))
    return list(found.values())


def kernel_cells(rows):
    """Every recorded kernel on every problem, with both compilers' rates."""
    rates = collections.defaultdict(dict)
    for row in rows:
        if row.get("compiler") in ("ours", "closed") and "rate" in row:
            rates[row["kernel"], label(row), row["size"].replace("x", "×"), row["unit"]][row["compiler"]] = row["rate"]
    for (kernel, tile, size, unit), of in rates.items():
        yield [kernel, tile, size, show(of.get("ours"), ""), show(of.get("closed"), ""), unit]

"""The page of times on a GPU, from data/gpu.jsonl: a line about the card, then rows as `bench/gpu run` writes them."""
import collections

from ratios import mean, quotient

TRITON = ("Triton", "torch.compile", "FlexAttention")
# Sums what the tensor cores leave of it, without the steps in f32 that ours and cuBLAS by default make.
NOT_THE_SAME = ("cuBLAS, fast accumulation",)
HEAD = ("kernel", "problem", "ours", "closed compiler", "Triton", "library", "ours / closed", "ours / Triton", "ours / library")
MARKS = {"gpu, closed": "closed", "gpu, library": "library"}
LEAST = 0.97  # of what the other reaches; the rest is within the spread


def page(rows, table, section, reasons):
    facts, rows = rows[0], rows[1:]
    others = (f" Triton and the libraries were measured in another sitting, with version `{facts['references']}`."
              if "references" in facts else "")
    out = ["# Times on a GPU\n",
           f"{facts['gpu']}, driver {facts['driver']}, {facts['date']}, version `{facts['version']}` of the compiler, the closed "
           f"compiler 13.5, CUDA 13.5's `ptxas` for both; torch {facts['torch']}, Triton {facts['triton']}. `bench/gpu run`: "
           "medians between two events on the GPU, with inputs that aren't in the second-level cache, while work before them "
           "keeps the GPU busy. Each result was compared with torch's. A ratio above 1 says that ours is the faster. Tiles "
           f"are those in the kernel's name, for all compilers, and no kernel is tuned for a size; libraries choose theirs.{others}\n",
           f"Bytes count once for each array: a copy by torch of 8 GiB in all reaches {facts['copy']:.0f} GB/s. *Triton*: Triton's "
           "tutorial for products, FlexAttention, and what torch.compile writes; *library*: the fastest of cuBLAS (without fast "
           "accumulation of f8), cuDNN, FlashAttention, cuFFT, and torch's own kernels.\n"]
    for unit, title in (("TFLOP/s", "Products and attention"), ("GB/s", "Bound by memory")):
        lines = [line for line in lines_of(rows) if line.unit == unit]
        out.append(f"## {title}, {unit}\n")
        out.append(table(HEAD, [line.cells() for line in lines]))
        for mark, rival in MARKS.items():
            ratios = [line.ratio(rival) for line in lines]
            out.append(f"Geometric mean of ours / {rival}: {mean(ratios):.2f}, of {sum(r is not None for r in ratios)} problems.\n")
            out.append(section(f"Slower than {'the closed compiler' if rival == 'closed' else 'the library'}",
                               reasons.list(mark, "sm_90", behind(lines, rival))))
    return "\n".join(out)


def behind(lines, rival):
    """Kernels that are slower on some problem, with the worst of it."""
    worst = {}
    for line in lines:
        ratio = line.ratio(rival)
        if ratio and ratio < LEAST and ratio < worst.get(line.kernel, (1,))[0]:
            worst[line.kernel] = ratio, line.size
    return [(kernel, f"{ratio:.2f} at {size}") for kernel, (ratio, size) in worst.items()]


class Line:
    """One problem of one kernel, and what is comparable."""

    def __init__(self, row, others, alike):
        self.kernel, self.size, self.unit = row["kernel"], row["size"], row["unit"]
        best = lambda names: max(((alike[n], n) for n in names if n in alike), default=(None, None))
        self.rates = {"ours": (row["rate"], "ours"), "closed": (others.get("closed"), "closed"), "Triton": best(TRITON),
                      "library": best([n for n in alike if n not in (*TRITON, *NOT_THE_SAME)])}

    def ratio(self, rival):
        return quotient(self.rates["ours"][0], self.rates[rival][0])

    def cells(self):
        figures = [self.show(*self.rates[n]) for n in ("ours", "closed", "Triton", "library")]
        ratios = [self.ratio(rival) for rival in ("closed", "Triton", "library")]
        return [self.kernel, self.size.replace("x", "×"), *figures, *("–" if r is None else f"{r:.2f}" for r in ratios)]

    def show(self, rate, name):
        if rate is None:
            return "–"
        return f"{rate:.0f}" if name in ("ours", "closed", "Triton") else f"{rate:.0f} {name}"


def lines_of(rows):
    timed = [r for r in rows if "rate" in r]
    kernels, alike = collections.defaultdict(dict), collections.defaultdict(dict)
    for row in timed:
        if row["compiler"] in ("ours", "closed"):
            kernels[row["kernel"], row["size"]][row["compiler"]] = row["rate"]
        else:
            alike[tuple(row["like"])][row["compiler"]] = row["rate"]
    for row in timed:
        if row["compiler"] == "ours":
            yield Line(row, kernels[row["kernel"], row["size"]], alike[tuple(row["like"])])

"""The page of the records: a table for each type, with the records that exceed a bound marked."""
from .functions import FUNCTIONS, SOURCE

LIBRARIES = ("ours", "libclc", "cuda")
TYPES = ("f32", "f64")
HEAD = ["function", "library", "ULP", "at", "CUDA's bound", "subnormal ULP", "wrong", "PTX instructions", "operands"]


def exceeds(figures):
    """Whether a result is further from the correctly rounded one than CUDA's documentation says, or wrong in kind."""
    most = max(figures["ulp"], figures["subnormal ulp"])
    return bool(figures["wrong"]) or figures["bound"] is not None and most > figures["bound"] + 0.5


def operands_of(at):
    """The shortest text of the operands."""
    return ", ".join(f"`{short(text)}`" for text in at) or "–"


def short(text):
    mantissa, exponent = text.split("p") if "p" in text else (text, "")
    return mantissa.rstrip("0").rstrip(".") + (f"p{exponent}" if exponent else "") if "." in mantissa else text


def wrong(figures):
    return ", ".join(f"{count} {what}" for what, (count, _) in sorted(figures["wrong"].items())) or "–"


def row(name, library, figures):
    ulp = f"{figures['ulp']:.2f}"
    return [name, library, f"**{ulp}**" if exceeds(figures) else ulp, operands_of(figures["at"]),
            "–" if figures["bound"] is None else figures["bound"], f"{figures['subnormal ulp']:.2f}", wrong(figures),
            figures["instructions"], f"{figures['inputs']:,}: {figures['covered']}"]


def rows(records, kind):
    for name in FUNCTIONS:
        for library in LIBRARIES:
            if figures := records.get(f"{name} {kind} {library}"):
                yield name, library, figures


def summary(records, kind):
    found = list(rows(records, kind))
    beyond = [f"{name} of {library}" for name, library, figures in found if exceeds(figures)]
    return f"Beyond CUDA's bounds, or wrong in kind: {', '.join(beyond) or 'none'}.\n"


INTRODUCTION = f"""\
`bench/math-error`: the largest error of each function, in units in the last place of the exact result, with kernels for
sm_80 on the emulator; exact results are NumPy's in f64, for f64 in the 80-bit format of x86. A correctly rounded result is
within 0.5. CUDA's bounds ([Programming Guide, "Mathematical Functions"]({SOURCE}))
are distances from the correctly rounded result in whole units, so that an error up to half a unit more is within them; what
is beyond is bold. Subnormal operands and results have a separate column. *Wrong* counts results that are wrong in kind:
NaN or not, a wrong infinity, a wrong zero, the wrong sign of zero, or zero instead of a subnormal number (flushed).
PTX instructions are those of one element, in all branches.

*ours* is the compiler as it is: its own code where it has any, libclc's functions elsewhere. *libclc* and *cuda* use
every function of that library (`--device-library`).

The emulator's `ex2.approx`, `lg2.approx`, `rcp.approx`, `rsqrt.approx`, `sin.approx`, `cos.approx` and `tanh.approx` round
the exact value once, which is one choice within the bounds of the PTX ISA. A GPU's may differ by as much as these allow: a
relative error of 2^-22 for `ex2`, 1 unit in the last place for `rcp`, 2^-22.4 for `rsqrt`. Functions that use them may
therefore be less exact there: of ours `exp`, `exp2`, `sinh`, `cosh`, `tanh`, `tan` and `rsqrt` of f32; `fpowf` makes up for
the error of `rcp`. The others give the same results on every GPU.
"""


def page(records, table):
    """The text; `table` makes one of a head and rows."""
    out = ["# Errors of mathematical functions\n", INTRODUCTION]
    for kind in TYPES:
        out += [f"## {kind}\n", table(HEAD, [row(*r) for r in rows(records, kind)]), summary(records, kind)]
    seconds = sum(figures["seconds"] for figures in records.values())
    operands = sum(figures["inputs"] for figures in records.values())
    out.append(f"All of it took {seconds:,.0f} seconds for {operands:,} results, on one of two cores, which other work shared.\n")
    return "\n".join(out)

"""The variants of the corpus: a kernel, its tiles and hints, and the problem on which it is run and checked.

A variant is a function of a target, random numbers, and parameters. It launches its kernel once and checks the results
with an oracle. `@variant` registers the function with one set of parameters; the parameters in `HINTS` are those of the
kernel's tuner that `hinted` applies. What a variant launches is the module that the gate compiles as well, so its
problem has to be small, while its tiles are those of the tuner."""
import dataclasses

import numpy as np

LOG2E = np.float32(1.4426950408889634)
HINTS = ("occupancy", "num_ctas")
# The families of matrix instructions, from the one for a warp to the one for a CTA.
MMA, WGMMA, TCGEN05 = "mma.sync", "wgmma", "tcgen05"
BEST = {"sm_80": MMA, "sm_90": WGMMA, "sm_100": TCGEN05, "sm_120": MMA}


@dataclasses.dataclass(frozen=True)
class Variant:
    number: int  # in the list of __init__.py
    name: str
    run: object  # launches and checks: run(target, rng)
    archs: tuple
    bytes_bound: bool  # a lesser matrix instruction is no fault: the loop waits for memory
    operands: int | None  # binary places that the trial of the oracle keeps, where the next coarser type has too many

    def required(self, arch):
        """The family of matrix instructions that the variant should get, None if any will do."""
        return None if self.bytes_bound else BEST[arch]


VARIANTS = {}


def label(function, parameters):
    """A name such as fmha-128x128x64-occupancy2-causal."""
    words = [function.__name__.replace("_", "-")]
    for key, value in parameters.items():
        if key == "tiles":
            words.append("x".join(map(str, value)))
        elif isinstance(value, bool):
            words += [key] if value else []
        else:
            words.append(f"{key}{getattr(value, '__name__', value)}")
    return "-".join(words)


def variant(number, archs=tuple(BEST), bytes_bound=False, operands=None, **parameters):
    """Registers the function with these parameters; may be applied several times."""

    def register(function):
        name = label(function, parameters)
        assert name not in VARIANTS, f"two variants are called {name}"
        VARIANTS[name] = Variant(number, name, lambda target, rng: function(target, rng, **parameters), archs, bytes_bound,
                                 operands)
        return function

    return register


def hinted(kernel, parameters):
    """The kernel with the hints among the parameters."""
    return kernel.replace_hints(**{key: value for key, value in parameters.items() if key in HINTS})


def sampled(rows, step=7):
    """Some of the rows, in every place of a warp's and a warpgroup's share, with the first and the last: an oracle of
    all of them takes too long."""
    return np.unique(np.append(np.arange(0, rows, step), rows - 1))

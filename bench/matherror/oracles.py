"""Exact values: NumPy's functions, in a precision that is wider than the results' by 29 or 11 bits.

Results of f32 are compared with float64, whose functions are good to 4 units of their own, 2^-27 units of f32; those of
f64 with the 80-bit numbers of x86, good to a unit or two, 2^-10 units of f64. fmod is exact in any precision that holds
its operands."""
import numpy as np

WIDE = {"f32": np.float64, "f64": np.longdouble}


def rsqrt(x):
    return 1 / np.sqrt(x)


OWN = {"rsqrt": rsqrt}


def exact(function, kind, operands):
    compute = OWN.get(function.exact) or getattr(np, function.exact)
    with np.errstate(all="ignore"):
        return compute(*(o.astype(WIDE[kind]) for o in operands))

"""Errors for functions that the replacement doesn't have."""
_REASONS = {
    "ElementwiseKernel": "it compiles CUDA C++",
    "RawKernel": "it compiles CUDA C++",
    "RawModule": "it compiles CUDA C++",
    "ReductionKernel": "it compiles CUDA C++",
    "fuse": "it compiles CUDA C++",
}


def missing(module):
    """The `__getattr__` of one of the replacement's modules."""
    def lookup(name):
        if name.startswith("__"):
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        reason = _REASONS.get(name, "compute it with NumPy on cupy.asnumpy() of the arrays")
        raise AttributeError(f"the stand-in for CuPy of tileiras.emulate has no '{module}.{name}': {reason}")
    return lookup

"""Arrays in the memory of the emulated GPU, for cuTile Python programs that run without a real one.

    import numpy as np
    import cuda.tile as ct
    from tileiras import emulator

    a = emulator.array(np.arange(128, dtype=np.float32))    # a copy on the device
    result = emulator.zeros_like(a)
    ct.launch(emulator.current_stream(), (8,), kernel, (a, result))
    print(result)                                           # like NumPy; result.numpy() is a view, without a copy

The names are NumPy's, and CuPy's where NumPy has none. Importing this replaces libcuda.so.1 by the
emulated driver, so it must come before `import cuda.tile`; `python -m tileiras.emulate` does it for programs that don't
import it. Kernels must stay within the exact bounds of each array.
"""
from tileiras.emulator._setup import prepare

prepare()

from tileiras.emulator._array import (Array, array, asarray, asnumpy, empty, empty_like, full, full_like, ones,
                                      ones_like, zeros, zeros_like)
from tileiras.emulator._driver import DriverError, current_stream, synchronize

__all__ = ["Array", "DriverError", "array", "asarray", "asnumpy", "current_stream", "empty", "empty_like", "full",
           "full_like", "ones", "ones_like", "synchronize", "zeros", "zeros_like"]

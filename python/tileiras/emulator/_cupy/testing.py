"""cupy.testing: NumPy's comparisons of arrays of the device and others."""
import numpy as _np

import cupy as _cupy
from cupy._missing import missing as _missing


def _compare(name):
    function = getattr(_np.testing, name)

    def compare(actual, desired, *arguments, **keywords):
        function(_cupy.asnumpy(actual), _cupy.asnumpy(desired), *arguments, **keywords)

    compare.__name__ = compare.__qualname__ = name
    compare.__doc__ = f"As numpy.testing.{name}."
    return compare


for _name in "assert_allclose assert_array_almost_equal assert_array_equal assert_array_less assert_array_max_ulp".split():
    globals()[_name] = _compare(_name)

__getattr__ = _missing("cupy.testing")

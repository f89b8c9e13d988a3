"""cupy.linalg on NumPy's."""
import numpy as _np

from cupy._missing import missing as _missing
from cupy._ndarray import forward as _forward

for _name in ("cholesky det eigh eigvalsh inv lstsq matrix_power matrix_rank norm pinv qr slogdet solve svd tensorinv "
              "tensorsolve").split():
    globals()[_name] = _forward(getattr(_np.linalg, _name))
LinAlgError = _np.linalg.LinAlgError

__getattr__ = _missing("cupy.linalg")

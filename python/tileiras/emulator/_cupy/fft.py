"""cupy.fft on NumPy's."""
import numpy as _np

from cupy._missing import missing as _missing
from cupy._ndarray import forward as _forward

for _name in ("fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 "
              "rfftfreq rfftn").split():
    globals()[_name] = _forward(getattr(_np.fft, _name))

__getattr__ = _missing("cupy.fft")

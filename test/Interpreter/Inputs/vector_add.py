"""Writes PREFIX.{a,b,sum,wrong}.npy."""
import sys

import numpy as np

rng = np.random.default_rng(1)
a, b = (rng.standard_normal(250).astype(np.float32) for _ in range(2))
wrong = a + b
wrong[100] = np.nextafter(wrong[100], np.float32(9))
for name, array in {"a": a, "b": b, "sum": a + b, "wrong": wrong}.items():
    np.save(f"{sys.argv[1]}.{name}.npy", array)

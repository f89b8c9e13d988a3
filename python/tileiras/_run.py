"""Launches of single kernels."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ._extension import load

if TYPE_CHECKING:
    import numpy.typing as npt


class LaunchError(RuntimeError):
    """A kernel could not be launched, or made a mistake; the message says which."""


class Pointer:
    """An argument that is the address of an array, without its sizes and strides.

    array (numpy.ndarray): in the order of C.
    """

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self.array = array


@dataclass(frozen=True)
class Run:
    """The measurements of a run.

    times (list of float): seconds of each timed run on a GPU, between two events; empty on the emulator."""

    times: list[float] = field(default_factory=list)


def run(program: str | bytes, arguments: Sequence[npt.NDArray[Any] | Pointer | np.generic | bytes],
        grid: int | Sequence[int] = 1, *, kernel: str = "", backend: str = "emulator", block: int | Sequence[int] = 1,
        cluster: int | Sequence[int] | None = None, shared: int = 0, schedule: str = "inorder", checks: bool = True,
        driver: str = "libcuda.so.1", gpu: int = 0, repeat: int = 0) -> Run:
    """Runs one kernel on arrays of NumPy, on the emulator or on a GPU. Afterwards the arrays hold the kernel's results.

    program     PTX (str), or a cubin (bytes) with its PTX inside, as the compiler writes it with line information
    arguments   in the order of the kernel's parameters: an array in the order of C stands for its address, all sizes and
                all strides in elements, as cuTile passes it; Pointer(array) for the address alone; a NumPy scalar, such
                as numpy.int32(5), for itself; bytes for a structure
    grid        CTAs: a number, or up to three
    kernel      its name; by default the only one
    backend     "emulator", or "gpu": through NVIDIA's driver, which the machine must have
    block       threads of a CTA, for a kernel that requires none itself
    cluster     CTAs of a cluster, for a kernel that requires none itself
    shared      bytes of dynamic shared memory
    schedule    of the emulator: "inorder", "random:SEED" or "adversarial"
    checks      of the emulator: races, uninitialised memory and the like are mistakes
    driver      of the GPU: path or name of the driver's library
    gpu         index of the GPU, from 0
    repeat      the number of further runs on the GPU, which are timed

    Returns a Run. Raises LaunchError with the kernel's mistake, and TypeError for an argument that can't be passed.
    """
    if backend not in ("emulator", "gpu"):
        raise ValueError(f"backend is 'emulator' or 'gpu', not {backend!r}")
    launch = load("_launch")
    data = program.encode() if isinstance(program, str) else bytes(program)
    common = (data, kernel, _extents(grid), _extents(block), None if cluster is None else _extents(cluster), shared,
              [_pass(index, argument) for index, argument in enumerate(arguments)])
    try:
        if backend == "gpu":
            return Run([microseconds * 1e-6 for microseconds in launch.run_on_gpu(*common, driver, gpu, repeat)])
        launch.emulate(*common, schedule, checks)
        return Run()
    except RuntimeError as error:
        raise LaunchError(str(error)) from None


def gpu_architecture(gpu: int = 0, driver: str = "libcuda.so.1") -> str:
    """The architecture to compile for, such as "sm_90", of the GPU with that index.

    Raises LaunchError where there is no such GPU, or no driver."""
    try:
        return str(load("_launch").find_architecture(driver, gpu))
    except RuntimeError as error:
        raise LaunchError(str(error)) from None


def _extents(value: int | Sequence[int]) -> tuple[int, ...]:
    """Up to three numbers as three."""
    values = (value,) if isinstance(value, (int, np.integer)) else tuple(value)
    if not 1 <= len(values) <= 3:
        raise ValueError(f"expected one to three extents, got {values}")
    if any(each < 1 for each in values):
        raise ValueError(f"expected extents of at least 1, got {values}")
    return tuple(int(each) for each in values) + (1,) * (3 - len(values))


def _pass(index: int, argument: object) -> tuple[str, Any, tuple[int, ...] | None, bool]:
    """(name, bytes, shape or None, whether the pointer alone is passed)"""
    name = f"argument {index}"
    if isinstance(argument, (bytes, bytearray)):
        return name, bytes(argument), None, False
    if isinstance(argument, np.generic):
        return name, argument.tobytes(), None, False
    array = argument.array if isinstance(argument, Pointer) else argument
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: expected an array, a Pointer, a NumPy scalar or bytes, got {type(argument).__name__}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise TypeError(f"{name}: expected an array that is writable and in the order of C")
    # Element types that the buffer protocol can't name are passed as bytes.
    return name, array.reshape(-1).view(np.uint8), array.shape, isinstance(argument, Pointer)

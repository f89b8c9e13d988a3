"""torch's "cuda" device, mapped to the memory of this process.

Tensors of the device are tensors in host memory, which torch computes with as it does on the CPU, and which the emulated
driver lets kernels use within the bounds of each storage. To the program they are on cuda:0:

    _sides.py         which tensors are the device's, and which the host's
    _mode.py          every function of torch passes through here: devices among its arguments, owners of its results
    _precision.py     matrix products and normalisations as exact as a GPU's
    _tensor_cores.py  matrix products in the bits of sm_90's
    _bounds.py        storages that the emulated driver knows
    _cuda.py          torch.cuda
    _accelerator.py   torch.accelerator
"""
import contextlib
import functools
import os
import threading
import warnings

import torch
import torch.nn.attention

from tileiras.emulator._driver import ensure_context
from tileiras.emulator._torch import _accelerator, _bounds, _cuda
from tileiras.emulator._torch._mode import DeviceMode, from_dlpack
from tileiras.emulator._torch._sides import mark_host

_mode = DeviceMode()


def _run_in_mode(function):
    """torch switches the mode off while one of its functions runs: user code that this function calls needs it
    again."""
    @functools.wraps(function)
    def run(*arguments, **keywords):
        with _mode:
            return function(*arguments, **keywords)
    return run


def _of_host(function):
    """A function that makes host tensors, and that torch calls without a mode."""
    @functools.wraps(function)
    def make(*arguments, **keywords):
        made = function(*arguments, **keywords)
        mark_host(made)
        return made
    return make


class _Generator(torch.Generator):
    """The host's function: all random numbers are generated there."""

    def __new__(cls, device="cpu"):
        return super().__new__(cls, "cpu")


def _start_in_mode(start):
    """Modes belong to a thread: this gives the mode to the program's other threads too."""
    def started(thread):
        thread.run = _run_in_mode(thread.run)
        start(thread)
    return started


def _look_for_devices():
    """A torch that was built with CUDA looks for devices once, when gradients are first computed, and warns about the
    emulated driver, which its runtime library can't use. The warning is expected: this looks for devices now, and
    discards it."""
    if not hasattr(torch._C, "_cuda_getDeviceCount"):
        return
    errors, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch._C._cuda_getDeviceCount()
    finally:
        os.dup2(errors, 2)
        os.close(errors)
        os.close(nowhere)


def install():
    """Maps the device. It is called once, when torch has been imported."""
    ensure_context()
    _mode.__enter__()
    threading.Thread.start = _start_in_mode(threading.Thread.start)
    torch.Generator = _Generator
    torch.from_numpy = _of_host(torch.from_numpy)
    torch.frombuffer = _of_host(torch.frombuffer)
    torch.from_dlpack = torch.utils.dlpack.from_dlpack = from_dlpack
    torch.set_default_device = _mode.set_default_device
    torch.get_default_device = _mode.get_default_device
    # These run the graph of gradients, and in it the program's own autograd functions and hooks.
    torch.autograd._engine_run_backward = _run_in_mode(torch.autograd._engine_run_backward)
    # cuTile Python exports tensors by this function.
    torch._C._to_dlpack = _bounds.exporting(torch._C._to_dlpack)
    # a parameter never keeps its name when it changes its device
    torch.__future__.set_overwrite_module_params_on_conversion(True)
    torch.distributed.is_nccl_available = lambda: False
    # The CPU can't reproduce which of a GPU's kernels computes attention.
    torch.nn.attention.sdpa_kernel = _cuda.in_place_of(torch.nn.attention.sdpa_kernel,
                                                       lambda backends, set_priority=False: contextlib.nullcontext())
    _look_for_devices()
    _cuda.install()
    _accelerator.install()

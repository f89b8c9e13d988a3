"""torch.accelerator, torch's name for the current kind of device: its functions query torch's library, by functions
that answer for the emulated device here."""
import torch

from tileiras.emulator import _device
from tileiras.emulator._torch import _cuda
from tileiras.emulator._torch._sides import DEVICE

_ANSWERS = {
    "getAccelerator": lambda: torch.device(DEVICE.type),
    "setDeviceIndex": _cuda.set_device,
    "getDeviceIndex": lambda: 0,
    "exchangeDevice": lambda index: 0,
    "maybeExchangeDevice": lambda index: 0,
    "getStream": _cuda.current_stream,
    "setStream": _cuda.set_stream,
    "synchronizeDevice": _cuda.synchronize,
    "isAllocatorInitialized": lambda: False,  # so there are no counts
    "emptyHostCache": lambda: None,
    "getMemoryInfo": lambda index: _device.memory(),
    "getDefaultGenerator": lambda index: torch.default_generator,
}


def install():
    """Replaces functions of torch's library, of which older versions have fewer."""
    for name, answer in _ANSWERS.items():
        if hasattr(torch._C, f"_accelerator_{name}"):
            setattr(torch._C, f"_accelerator_{name}", answer)

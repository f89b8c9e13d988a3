"""Types of _compile.py: the result depends on the stage."""
from os import PathLike
from typing import Literal, TypedDict, overload

from typing_extensions import Unpack

from . import ir

class _Options(TypedDict, total=False):
    opt_level: int | None
    debug_info: str
    ptxas: str
    ptxas_timeout: int | None
    device_library: str
    enable_extended_smem: bool
    remarks: str
    cache: str | PathLike[str] | None
    name: str
    diagnostics: list[ir.Diagnostic] | None
    isolate: bool

_Source = bytes | bytearray | memoryview | str | ir.Module

@overload
def compile(source: _Source, arch: str, *, emit: Literal["cubin"], **options: Unpack[_Options]) -> bytes: ...
@overload
def compile(source: _Source, arch: str, *,
            emit: Literal["tile", "tileaa", "tileas", "cute", "llvm", "llvmir", "ptx"] = "ptx",
            **options: Unpack[_Options]) -> str: ...
@overload
def compile(source: _Source, arch: str, *, emit: str, **options: Unpack[_Options]) -> str | bytes: ...

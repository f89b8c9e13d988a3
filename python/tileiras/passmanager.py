"""Passes over modules of Tile IR.

    passes = PassManager.parse("builtin.module(cuda_tile.module(synthesize-debug-info-scopes))", context=module.context)
    passes.run(module)

A pipeline is anchored on the operation it runs on, which may be a nested one: with "cuda_tile.module(...)" it is
`passes.run(module.body.operations[0])`.
"""
from typing import TYPE_CHECKING

from ._extension import load

if TYPE_CHECKING:
    from . import _native as native
    from ._native import PassManager
else:
    native = load("_native")

    PassManager = native.PassManager


def pipeline(arch: str, from_stage: str, to_stage: str, *, opt_level: int | None = None,
             enable_extended_smem: bool = False) -> str:
    """The passes that tileiras.compile runs from one stage to another, "tile", "tileaa", "tileas" or "llvm", as text for
    PassManager.parse. Helpers of math functions are not attached: a later compilation does that.

    Raises ValueError for an unknown architecture, stage or level.
    """
    return native.pipeline(arch, from_stage, to_stage, opt_level, enable_extended_smem)


__all__ = ["PassManager", "pipeline"]

"""Passes over modules of Tile IR.

    passes = PassManager.parse("builtin.module(cuda_tile.module(synthesize-debug-info-scopes))", context=module.context)
    passes.run(module)

A pipeline is anchored on the operation it runs on, which may be a nested one: with "cuda_tile.module(...)" it is
`passes.run(module.body.operations[0])`.
"""
from ._extension import load

PassManager = load("_native").PassManager

__all__ = ["PassManager"]

"""Modules of Tile IR: text, bytecode, and their operations.

    module = tileiras.ir.Module.from_bytecode(open("kernel.tileirbc", "rb").read())
    print(module)
    for kernel in module.body.operations[0].walk():
        print(kernel.name, kernel.location)
    older = module.to_bytecode(version="13.1")

Errors are raised as MLIRError, with file, line and message.
"""
from typing import TYPE_CHECKING

from ._errors import MLIRError
from ._extension import load

if TYPE_CHECKING:
    from ._native import Attribute, Block, Context, Diagnostic, Layout, Location, Module, Operation, Type
else:
    native = load("_native")

    Attribute = native.Attribute
    Block = native.Block
    Context = native.Context
    Diagnostic = native.Diagnostic
    Layout = native.Layout
    Location = native.Location
    Module = native.Module
    Operation = native.Operation
    Type = native.Type

__all__ = ["Attribute", "Block", "Context", "Diagnostic", "Layout", "Location", "MLIRError", "Module", "Operation", "Type"]

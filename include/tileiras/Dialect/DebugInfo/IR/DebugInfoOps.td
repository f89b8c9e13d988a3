//===- DebugInfoOps.td - Operations of debuginfo -----------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOOPS_TD
#define TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOOPS_TD

include "mlir/Dialect/LLVMIR/LLVMAttrDefs.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/DebugInfo/IR/DebugInfoTypes.td"

/// Descriptions keep their order and are not dead; they do not access memory of
/// the program.
def DebugInfo_Descriptions
    : Resource<"::mlir::debuginfo::DescriptionResource">;

def DebugInfo_DescribedAttr : TypeAttrOf<DebugInfo_ValueType>;

def DebugInfo_ValueOp
    : DebugInfo_Op<"value", [MemoryEffects<[MemWrite<DebugInfo_Descriptions>]>]> {
  let summary = "describes a variable for a debugger";
  let description = [{
    From here on the variable has the operand's value, or, depending on the kind,
    is in memory at the operand's address. `described` is its type in the
    program; the operand may have another type, to which stages have converted
    it, and which then follows in the text.

    For a tile that is distributed over threads, `layout` has the elements of
    each thread, in the syntax of layouts: `{register=[[0,1]], lane=[[0,2],…], …}`.
    The pass that converts the tile to registers of one thread sets it.

    The expression computes the value from the operand; it applies to the operand
    as a whole, so aggregates have none.

    ```mlir
    debuginfo.value %x, #x : !debuginfo.value<f32>
    debuginfo.value %x, #x, <[DW_OP_deref]> : !debuginfo.value<f32>
    debuginfo.value %r, #tile : !debuginfo.value<!cuda_tile.tile<2xf32>> as !llvm.struct<(f32, f32)>
    debuginfo.value <declare> %p, #x : !debuginfo.value<f32> as !llvm.ptr
    ```
  }];
  let arguments = (ins
    DefaultValuedAttr<DebugInfo_KindAttr, "::mlir::debuginfo::Kind::Value">:$kind,
    AnyType:$value, DebugInfo_LocalVariableAttr:$variable,
    OptionalAttr<LLVM_DIExpressionAttr>:$expression,
    OptionalAttr<StrAttr>:$layout,
    DebugInfo_DescribedAttr:$described);
  let assemblyFormat = [{
    custom<Subject>($kind, $value) `,` custom<Variable>($variable, $expression)
    attr-dict `:` custom<Described>($described, type($value))
  }];
  let extraClassDeclaration = [{
    /// Returns the value's type in the program.
    ::mlir::Type getPayload() { return getDescribed().getPayload(); }
  }];
}

def DebugInfo_UnresolvedOp : DebugInfo_Op<"unresolved", [Pure]> {
  let summary = "stands for a value that a conversion could not convert";
  let description = [{
    The operation is a placeholder for a described value, or a member of one.
    The translation to LLVM reports the reason at the operation that describes
    it, which has the location in the program.

    ```mlir
    %0 = debuginfo.unresolved "no registers hold a token" : i32
    ```
  }];
  let arguments = (ins StrAttr:$reason);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$reason attr-dict `:` type($result)";
}

#endif // TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOOPS_TD

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
  let summary = "says what a debugger shows as a variable";
  let description = [{
    From here on the variable has the operand's value, or, as the kind says, is
    in memory at the operand's address. `described` is its type in the program;
    the operand may have another one, into which stages have changed it, and
    which then follows.

    Of a tile that threads share, `layout` says which elements each of them
    holds, as layouts are written: `{register=[[0,1]], lane=[[0,2],…], …}`.
    Whoever converts it to the registers of one thread sets it.

    The expression says how the value comes from the operand; it holds for the
    operand as a whole, so aggregates have none.

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
    /// The type that the program gave it.
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

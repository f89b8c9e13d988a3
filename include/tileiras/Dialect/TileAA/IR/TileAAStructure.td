//===- TileAAStructure.td - Functions, grid and facts ------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions, the grid and assumed facts. A function with a kernel_spec is a
// kernel; nv_tileas has the same functions with other bodies.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAASTRUCTURE_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAASTRUCTURE_TD

include "tileiras/Dialect/TileAA/IR/TileAAAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TileAA_FuncOp : TileAA_Op<"func", [
    IsolatedFromAbove, FunctionOpInterface, AutomaticAllocationScope]> {
  let summary = "a function; a kernel when it has a kernel_spec";
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region AnyRegion:$body);
  let builders = [OpBuilder<(ins "StringRef":$name, "FunctionType":$type)>];
  let description = [{
    The body is one block and ends with `return`. The verifier of this operation
    checks which operations it may have, here and in nv_tileas
    (docs/Rationale/TileAA.md).
  }];
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }
    Region *getCallableRegion() { return &getBody(); }

    /// The kernel_spec, or null: then this is not a kernel.
    KernelSpecAttr getKernelSpec();
  }];
}

def TileAA_ReturnOp : TileAA_Op<"return", [
    Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "ends a function";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def TileAA_YieldOp : TileAA_Op<"yield", [Pure, ReturnLike, Terminator]> {
  let summary = "ends the region of a reduce or scan";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let hasVerifier = 1;
}

def TileAA_GetProgramIdOp : TileAA_Op<"get_program_id", [Pure]> {
  let summary = "coordinate of this tile block in the grid";
  let arguments = (ins TileAA_AxisAttr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def TileAA_GetNumProgramsOp : TileAA_Op<"get_num_programs", [Pure]> {
  let summary = "size of the grid, in tile blocks";
  let arguments = (ins TileAA_AxisAttr:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def TileAA_GetClusterRankOp : TileAA_Op<"get_cluster_rank", [Pure]> {
  let summary = "rank of this CTA in the cluster that runs the tile block";
  let description = [{
    The rank is 0 if a tile block is one CTA. All CTAs of a cluster run the same
    program; they process different parts of tiles where the rank is an operand
    (`tileaa-partition-cta-cluster`).

    ```mlir
    %rank = nv_tileaa.get_cluster_rank : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAA_Fact
    : AnyAttrOf<[TileAA_DivByAttr, TileAA_BoundedAttr, TileAA_SameElementsAttr],
                "div_by, bounded or same_elements">;

def TileAA_Assumed
    : AnyTypeOf<[TileAA_AnyTile, TileAA_MemRefType],
                "number, pointer, tensor of it or memref">;

def TileAA_AssumeOp : TileAA_Op<"assume", [
    Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "its operand, about which a fact is known";
  let description = [{
    The fact is a `div_by`, `bounded` or `same_elements` attribute. It is not
    checked.
  }];
  let arguments = (ins TileAA_Fact:$predicate, TileAA_Assumed:$value);
  let results = (outs TileAA_Assumed:$result);
  let assemblyFormat = "$predicate `,` $value attr-dict `:` type($result)";
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAASTRUCTURE_TD

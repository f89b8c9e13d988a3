//===- TileAATypes.td - Types of nv_tileaa -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAATYPES_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAATYPES_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"
include "tileiras/Dialect/TileAA/IR/TileAAEnums.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class TileAA_Type<string name, string mnemonic_, list<Trait> traits = []>
    : TypeDef<TileAA_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

def TileAA_PtrType : TileAA_Type<"Ptr", "ptr"> {
  let summary = "pointer to an element in memory";
  let description = [{
    A scalar, or the element of a tensor of pointers. `space` is the LLVM NVPTX
    address space: 1 is global memory.
  }];
  let parameters = (ins "Type":$pointee,
                        DefaultValuedParameter<"unsigned", "1">:$space);
  let assemblyFormat = "`<` $pointee (`,` $space^)? `>`";
}

def TileAA_MemRefType : TileAA_Type<"StridedMemRef", "memref"> {
  let summary = "a strided array in global memory";
  let description = [{
    Sizes and strides in elements, `ShapedType::kDynamic` where only the value
    knows. A value of this type is (base, sizes…, strides…).
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "Type":$elementType,
                        ArrayRefParameter<"int64_t">:$strides);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
  }];
}

def TileAA_TiledViewType : TileAA_Type<"TiledView", "tiled_view"> {
  let summary = "a memref cut into tiles";
  let description = [{
    Tile `index` along tile dimension `d` covers the elements
    `index[d] * step[d] + [0, shape[d])` of dimension `dimMap[d]` of the memref.
    With a `sparseDim`, the elements along that dimension are named one by one
    by a tensor of indices instead (`step` is then unused there).
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "StridedMemRefType":$source,
                        ArrayRefParameter<"int64_t">:$steps,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        OptionalParameter<"std::optional<int32_t>">:$sparseDim);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    Type getElementType() const { return getSource().getElementType(); }
  }];
}

def TileAA_MemTokenType : TileAA_Type<"MemToken", "mem_token"> {
  let summary = "the fact that the memory accesses before it were made";
}

// Operand constraints.
def TileAA_AnyTensor : RankedTensorOf<[AnyType]>;
def TileAA_FloatLike
    : AnyTypeOf<[AnyFloat, RankedTensorOf<[AnyFloat]>], "float or tensor of it">;
def TileAA_IntLike
    : AnyTypeOf<[AnySignlessInteger, RankedTensorOf<[AnySignlessInteger]>],
                "integer or tensor of it">;
def TileAA_PtrTensor : RankedTensorOf<[TileAA_PtrType]>;
def TileAA_PtrLike
    : AnyTypeOf<[TileAA_PtrType, TileAA_PtrTensor], "pointer or tensor of it">;
def TileAA_I1Like
    : AnyTypeOf<[I1, RankedTensorOf<[I1]>], "i1 or tensor of it">;
def TileAA_AnyTile : AnyTypeOf<
    [AnySignlessInteger, AnyFloat, TileAA_PtrType, RankedTensorOf<[AnyType]>],
    "scalar or tensor">;

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAATYPES_TD

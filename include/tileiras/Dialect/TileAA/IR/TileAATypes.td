//===- TileAATypes.td - Types of nv_tileaa -----------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers, arrays and views in memory, and tokens are types of their own;
// tiles are builtin tensors of numbers or pointers, whose sizes are powers of
// two. The constraints at the end describe the latter for operands
// (TileTypes.h).
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
    A pointer is a scalar, or the element of a tensor. `space` is the LLVM NVPTX
    address space: 1 is global memory.
  }];
  let parameters = (ins "Type":$pointee,
                        DefaultValuedParameter<"unsigned", "1">:$space);
  let assemblyFormat = "`<` $pointee (`,` $space^)? `>`";
  let genVerifyDecl = 1;
}

def TileAA_MemRefType : TileAA_Type<"StridedMemRef", "memref"> {
  let summary = "an array in memory";
  let description = [{
    An array in global memory has sizes and strides in elements, which are
    positive, or `ShapedType::kDynamic` if they are known at run time only. A
    value is (base, sizes…, strides…).

    ```mlir
    !nv_tileaa.memref<4x?xf32, strides = [?, 1]>
    ```

    An array in shared memory is a buffer of the CTA: sizes are static, and
    `layout` maps elements to offsets. With `parts` above one it holds only that
    fraction of its elements at a time; part i has the elements whose offsets
    equal i in the bits above the buffer's own.

    ```mlir
    !nv_tileaa.memref<64x64xf16, shared, layout = #swizzled, parts = 2>
    ```

    With `stages` above one it is a circular buffer: `stages` buffers of this
    shape and layout one after another, of which `nv_tileas.buffer_view` selects
    one. Their number need not be a power of two.

    ```mlir
    !nv_tileaa.memref<128x64xf16, shared, layout = #swizzled, stages = 5>
    ```

    In tensor memory, `layout` maps elements to lanes and columns. Buffers there
    have neither parts nor stages.

    ```mlir
    !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "Type":$elementType,
                        ArrayRefParameter<"int64_t">:$strides,
                        "MemSpace":$space,
                        "Attribute":$layout,
                        "int64_t":$parts,
                        "int64_t":$stages);
  let builders = [
    TypeBuilder<(ins "ArrayRef<int64_t>":$shape, "Type":$elementType,
                     "ArrayRef<int64_t>":$strides), [{
      return $_get($_ctxt, shape, elementType, strides, MemSpace::GLOBAL,
                   Attribute(), /*parts=*/1, /*stages=*/1);
    }]>,
    TypeBuilderWithInferredContext<(ins "ArrayRef<int64_t>":$shape,
                     "Type":$elementType, "Attribute":$layout,
                     CArg<"int64_t", "1">:$parts,
                     CArg<"int64_t", "1">:$stages), [{
      return $_get(elementType.getContext(), shape, elementType,
                   ArrayRef<int64_t>(), MemSpace::SHARED, layout, parts,
                   stages);
    }]>,
    TypeBuilderWithInferredContext<(ins "MemSpace":$space,
                     "ArrayRef<int64_t>":$shape, "Type":$elementType,
                     "Attribute":$layout), [{
      return $_get(elementType.getContext(), shape, elementType,
                   ArrayRef<int64_t>(), space, layout, /*parts=*/1,
                   /*stages=*/1);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    bool isShared() const { return getSpace() == MemSpace::SHARED; }
    bool isInTensorMemory() const { return getSpace() == MemSpace::TENSOR; }
    /// Whether there are several buffers, of which a view selects one.
    bool isRing() const { return getStages() != 1; }
  }];
}

def TileAA_TiledViewType : TileAA_Type<"TiledView", "tiled_view"> {
  let summary = "a memref cut into tiles";
  let description = [{
    Tile `index` along tile dimension `d` covers the elements
    `index[d] * step[d] + [0, shape[d])` of dimension `dimMap[d]` of the memref.
    With a `sparseDim`, a tensor of indices selects each element along that
    dimension instead (`step` is then unused there).
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

//===----------------------------------------------------------------------===//
// Operand constraints. TileTypes.h defines numbers and tiles.
//===----------------------------------------------------------------------===//

class TileAA_Tensor<string predicate, string elements>
    : Type<CPred<"::mlir::nv_tileaa::isTile($_self, " # predicate # ")">,
           "tensor of " # elements #
               " whose sizes are powers of two, at most 16777216 in all",
           "::mlir::RankedTensorType">;
class TileAA_ScalarOf<string predicate, string elements>
    : Type<CPred<predicate # "($_self)">, elements>;
class TileAA_Like<Type scalar, Type tensor, string elements>
    : AnyTypeOf<[scalar, tensor], elements # " or tensor of it">;

defvar IsElement = "::mlir::nv_tileaa::isElementType";
defvar IsFloat = "::mlir::nv_tileaa::isFloatNumber";
defvar IsInteger = "::mlir::nv_tileaa::isIntegerNumber";

class TileAA_MemRefIn<string space, string name>
    : ConfinedType<TileAA_MemRefType,
                   [CPred<"::llvm::cast<::mlir::nv_tileaa::StridedMemRefType>("
                          "$_self).getSpace() == "
                          "::mlir::nv_tileaa::MemSpace::" # space>],
                   "memref in " # name # " memory",
                   "::mlir::nv_tileaa::StridedMemRefType">;
def TileAA_GlobalMemRef : TileAA_MemRefIn<"GLOBAL", "global">;
def TileAA_SharedMemRef : TileAA_MemRefIn<"SHARED", "shared">;
def TileAA_TensorMemRef : TileAA_MemRefIn<"TENSOR", "tensor">;

def TileAA_Scalar : TileAA_ScalarOf<IsElement, "number or pointer">;
def TileAA_AnyTensor : TileAA_Tensor<IsElement, "numbers or pointers">;
def TileAA_AnyTile
    : TileAA_Like<TileAA_Scalar, TileAA_AnyTensor, "number, pointer">;
def TileAA_FloatLike
    : TileAA_Like<TileAA_ScalarOf<IsFloat, "float">,
                  TileAA_Tensor<IsFloat, "floats">, "float">;
// The types that arithmetic is done in.
defvar IsArithmetic = "::mlir::nv_tileaa::isArithmeticFloat";
def TileAA_ArithmeticLike
    : TileAA_Like<TileAA_ScalarOf<IsArithmetic, "f16, bf16, f32, f64">,
                  TileAA_Tensor<IsArithmetic, "f16, bf16, f32 or f64">,
                  "f16, bf16, f32, f64">;
def TileAA_Integer : TileAA_ScalarOf<IsInteger, "integer">;
def TileAA_IntLike
    : TileAA_Like<TileAA_Integer,
                  TileAA_Tensor<IsInteger, "integers">, "integer">;
def TileAA_IntLine
    : ConfinedType<TileAA_Tensor<IsInteger, "integers">,
                   [CPred<"::llvm::cast<::mlir::RankedTensorType>($_self)"
                          ".getRank() == 1">],
                   "tensor of integers of rank 1 whose size is a power of two",
                   "::mlir::RankedTensorType">;
def TileAA_I64Like
    : TileAA_Like<I64, TileAA_Tensor<"::mlir::nv_tileaa::isI64", "i64">, "i64">;
def TileAA_PtrLike
    : TileAA_Like<TileAA_PtrType,
                  TileAA_Tensor<"::mlir::nv_tileaa::isPointer", "pointers">,
                  "pointer">;
def TileAA_I1Like
    : TileAA_Like<I1, TileAA_Tensor<"::mlir::nv_tileaa::isI1", "i1">, "i1">;

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAATYPES_TD

//===- CudaTileTypes.td - Types of Tile IR and constraints on them -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms are printed without `!cuda_tile.` inside other types and inside
// operations of the dialect; both forms are read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_TYPES_TD
#define TILEIRAS_CUDATILE_TYPES_TD

include "mlir/IR/BuiltinTypeInterfaces.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileEnums.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileInterfaces.td"

class CudaTile_TypeDef<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<CudaTile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

/// A type that prints its parameters itself and checks them.
class CudaTile_StructuredType<string name, string typeMnemonic,
                              list<Trait> traits = []>
    : CudaTile_TypeDef<name, typeMnemonic, traits> {
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def CudaTile_Float8E5M3FNUType
    : CudaTile_TypeDef<"Float8E5M3FNU", "fnv8E5M3FNU"> {
  let summary = "8-bit unsigned float: 5 exponent bits, 3 mantissa bits";
  let description = [{
    No sign, no infinity; all ones is the only NaN. Since 13.4. LLVM has no
    such float semantics, so that this is a type of its own and no `FloatType`.
  }];
  let extraClassDeclaration = [{
    static constexpr unsigned width = 8;
    /// The value of the eight bits.
    static double decode(uint8_t bits);
    /// The nearest value, ties to even; NaN for what is negative or too large.
    static uint8_t encode(double value);
  }];
}

def CudaTile_PointerType : CudaTile_StructuredType<"Pointer", "ptr"> {
  let summary = "pointer to global memory";
  let description = [{
    `ptr<f32>`, `ptr<f32, <multicast>>` (13.4 and later).
  }];
  let parameters = (ins "::mlir::Type":$pointeeType,
                        EnumParameter<CudaTile_PtrAttr>:$ptrAttr);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::mlir::Type":$pointeeType,
        CArg<"PtrAttr", "PtrAttr::NONE">:$ptrAttr), [{
      return $_get(pointeeType.getContext(), pointeeType, ptrAttr);
    }]>
  ];
  let skipDefaultBuilders = 1;
}

def CudaTile_TileType : CudaTile_StructuredType<"Tile", "tile",
    [DeclareTypeInterfaceMethods<ShapedTypeInterface>]> {
  let summary = "tile: a value with a static shape of powers of two";
  let description = [{
    `tile<2x4xf32>`; rank 0 is `tile<f32>`. Extents are powers of two, at most
    2^24 elements in all; an element is a number, an i4, or a pointer.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
                                        "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), shape, elementType);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// The largest number of elements a tile may have.
    static constexpr int64_t maxNumElements = int64_t(1) << 24;
    /// What makes (shape, element type) no tile; no error if it is one.
    static ::llvm::LogicalResult
    verifyTile(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
               ::llvm::ArrayRef<int64_t> shape, ::mlir::Type elementType);
    bool isScalar() const { return getShape().empty(); }
    /// The same shape with elements of another type.
    TileType withElementType(::mlir::Type elementType) const;
  }];
}

def CudaTile_TensorViewType
    : CudaTile_StructuredType<"TensorView", "tensor_view"> {
  let summary = "strided tensor in global memory";
  let description = [{
    `tensor_view<4x?xf32, strides=[?,1]>`: sizes and strides in elements,
    `?` where an operand of `make_tensor_view` gives them.
  }];
  let parameters = (ins "::mlir::Type":$elementType,
                        ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$strides,
                        EnumParameter<CudaTile_PtrAttr>:$ptrAttr);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::mlir::Type":$elementType, "::llvm::ArrayRef<int64_t>":$shape,
        "::llvm::ArrayRef<int64_t>":$strides,
        CArg<"PtrAttr", "PtrAttr::NONE">:$ptrAttr), [{
      return $_get(elementType.getContext(), elementType, shape, strides,
                   ptrAttr);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// A size or stride that is not in the type.
    static constexpr int64_t kDynamic = ::mlir::ShapedType::kDynamic;
    int64_t getRank() const { return getShape().size(); }
    /// Number of `?` in shape and in strides.
    int64_t getNumDynamicSizes() const;
    int64_t getNumDynamicStrides() const;
  }];
}

def CudaTile_PartitionViewType
    : CudaTile_StructuredType<"PartitionView", "partition_view",
        [DeclareTypeInterfaceMethods<CudaTile_TileView>]> {
  let summary = "tensor cut into tiles that do not overlap";
  let description = [{
    `partition_view<tile=(4x2), padding_value = zero, tensor_view<...>,
    dim_map=[1, 0]>`; an identity `dim_map` is elided.
  }];
  let parameters = (ins
    ArrayRefParameter<"int32_t">:$tileShape,
    "::mlir::cuda_tile::TensorViewType":$tensorView,
    ArrayRefParameter<"int32_t">:$dimMap,
    OptionalParameter<"::std::optional<::mlir::cuda_tile::PaddingValue>">:$paddingValue);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int32_t>":$tileShape, "TensorViewType":$tensorView,
        "::llvm::ArrayRef<int32_t>":$dimMap,
        CArg<"::std::optional<PaddingValue>", "std::nullopt">:$paddingValue), [{
      return $_get(tensorView.getContext(), tileShape, tensorView, dimMap,
                   paddingValue);
    }]>
  ];
  let skipDefaultBuilders = 1;
}

def CudaTile_StridedViewType
    : CudaTile_StructuredType<"StridedView", "strided_view",
        [DeclareTypeInterfaceMethods<CudaTile_TileView>]> {
  let summary = "tensor cut into tiles that may overlap or leave gaps";
  let description = [{
    `strided_view<tile=(4x2), traversal_strides=[4,3], tensor_view<...>>`. As
    `partition_view`, with an explicit distance of neighbouring tiles.
  }];
  let parameters = (ins
    ArrayRefParameter<"int32_t">:$tileShape,
    ArrayRefParameter<"int32_t">:$traversalStrides,
    "::mlir::cuda_tile::TensorViewType":$tensorView,
    ArrayRefParameter<"int32_t">:$dimMap,
    OptionalParameter<"::std::optional<::mlir::cuda_tile::PaddingValue>">:$paddingValue);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int32_t>":$tileShape,
        "::llvm::ArrayRef<int32_t>":$traversalStrides,
        "TensorViewType":$tensorView, "::llvm::ArrayRef<int32_t>":$dimMap,
        CArg<"::std::optional<PaddingValue>", "std::nullopt">:$paddingValue), [{
      return $_get(tensorView.getContext(), tileShape, traversalStrides,
                   tensorView, dimMap, paddingValue);
    }]>
  ];
  let skipDefaultBuilders = 1;
}

def CudaTile_GatherScatterViewType
    : CudaTile_StructuredType<"GatherScatterView", "gather_scatter_view",
        [DeclareTypeInterfaceMethods<CudaTile_TileView>]> {
  let summary = "tensor whose rows along one dimension are chosen one by one";
  let description = [{
    `gather_scatter_view<tile=(8x16), tensor_view<...>, sparse_dim=0>`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int32_t">:$tileShape,
    "::mlir::cuda_tile::TensorViewType":$tensorView,
    "int32_t":$sparseDim,
    OptionalParameter<"::std::optional<::mlir::cuda_tile::PaddingValue>">:$paddingValue);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int32_t>":$tileShape, "TensorViewType":$tensorView,
        "int32_t":$sparseDim,
        CArg<"::std::optional<PaddingValue>", "std::nullopt">:$paddingValue), [{
      return $_get(tensorView.getContext(), tileShape, tensorView, sparseDim,
                   paddingValue);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// Always the identity.
    ::llvm::SmallVector<int32_t> getDimMap() const;
  }];
}

def CudaTile_TokenType : CudaTile_TypeDef<"Token", "token"> {
  let summary = "orders memory operations; has no value at run time";
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

def CudaTile_AnyInt : AnyTypeOf<[I1, I8, I16, I32, I64],
                                "i1 or i8 or i16 or i32 or i64">;
def CudaTile_I4 : I<4>;
def CudaTile_AnyIntOrI4 : AnyTypeOf<[I1, CudaTile_I4, I8, I16, I32, I64],
                                    "i1 or i4 or i8 or i16 or i32 or i64">;
def CudaTile_BaseFloat : AnyTypeOf<[F16, BF16, F32, F64],
                                   "f16 or bf16 or f32 or f64">;
def CudaTile_AnyFloat : AnyTypeOf<
    [F16, BF16, F32, TF32, F64, F8E4M3FN, F8E5M2, F8E8M0FNU, F4E2M1FN,
     CudaTile_Float8E5M3FNUType],
    "f16 or bf16 or f32 or tf32 or f64 or f8E4M3FN or f8E5M2 or f8E8M0FNU or "
    "f4E2M1FN or fnv8E5M3FNU">;
def CudaTile_AnyNumber : AnyTypeOf<[CudaTile_AnyInt, CudaTile_AnyFloat],
                                   "an integer or float number type">;
def CudaTile_MmaFloat : AnyTypeOf<
    [F16, BF16, F32, F64, TF32, F8E4M3FN, F8E5M2],
    "f16 or bf16 or f32 or f64 or tf32 or f8E4M3FN or f8E5M2">;
def CudaTile_MmaAccumulator : AnyTypeOf<[F16, F32, F64], "f16 or f32 or f64">;
def CudaTile_ScaledFloat : AnyTypeOf<[F8E4M3FN, F8E5M2, F4E2M1FN],
                                     "f8E4M3FN or f8E5M2 or f4E2M1FN">;
def CudaTile_ScaleFloat : AnyTypeOf<
    [F8E4M3FN, F8E8M0FNU, CudaTile_Float8E5M3FNUType],
    "f8E4M3FN or f8E8M0FNU or fnv8E5M3FNU">;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

defvar CudaTile_element =
    "::llvm::cast<::mlir::cuda_tile::TileType>($_self).getElementType()";
defvar CudaTile_isScalar =
    "::llvm::cast<::mlir::cuda_tile::TileType>($_self).isScalar()";

class CudaTile_TileOf<Type element>
    : Type<And<[CudaTile_TileType.predicate,
                SubstLeaves<"$_self", CudaTile_element, element.predicate>]>,
           "tile of " # element.summary, "::mlir::cuda_tile::TileType"> {
  /// What an element has to be, for those who read the records.
  Type elementConstraint = element;
}

class CudaTile_ScalarOf<Type element>
    : Type<And<[CudaTile_TileType.predicate, CPred<CudaTile_isScalar>,
                SubstLeaves<"$_self", CudaTile_element, element.predicate>]>,
           "rank-0 tile of " # element.summary, "::mlir::cuda_tile::TileType"> {
  /// What an element has to be, for those who read the records.
  Type elementConstraint = element;
}

def CudaTile_Tile : Type<CudaTile_TileType.predicate, "tile",
                         "::mlir::cuda_tile::TileType">;
def CudaTile_IntTile : CudaTile_TileOf<CudaTile_AnyInt>;
def CudaTile_IntOrI4Tile : CudaTile_TileOf<CudaTile_AnyIntOrI4>;
def CudaTile_I1Tile : CudaTile_TileOf<I1>;
def CudaTile_I8Tile : CudaTile_TileOf<I8>;
def CudaTile_I32Tile : CudaTile_TileOf<I32>;
def CudaTile_I64Tile : CudaTile_TileOf<I64>;
def CudaTile_F32Tile : CudaTile_TileOf<F32>;
def CudaTile_BaseFloatTile : CudaTile_TileOf<CudaTile_BaseFloat>;
def CudaTile_FloatTile : CudaTile_TileOf<CudaTile_AnyFloat>;
def CudaTile_NumberTile : CudaTile_TileOf<CudaTile_AnyNumber>;
def CudaTile_NumberOrI4Tile
    : CudaTile_TileOf<AnyTypeOf<[CudaTile_AnyNumber, CudaTile_I4], "a number or i4">>;
def CudaTile_PtrTile : CudaTile_TileOf<CudaTile_PointerType>;
def CudaTile_MmaFloatTile : CudaTile_TileOf<CudaTile_MmaFloat>;
def CudaTile_MmaAccumulatorTile : CudaTile_TileOf<CudaTile_MmaAccumulator>;
def CudaTile_ScaledFloatTile : CudaTile_TileOf<CudaTile_ScaledFloat>;
def CudaTile_ScaleFloatTile : CudaTile_TileOf<CudaTile_ScaleFloat>;
def CudaTile_FPowIExponentTile
    : CudaTile_TileOf<AnyTypeOf<[I1, I8, I16, I32], "i1 or i8 or i16 or i32">>;

def CudaTile_ScalarInt : CudaTile_ScalarOf<CudaTile_AnyInt>;
def CudaTile_ScalarPtr : CudaTile_ScalarOf<CudaTile_PointerType>;
def CudaTile_ScalarI1 : CudaTile_ScalarOf<I1>,
    BuildableType<"::mlir::cuda_tile::TileType::get({}, $_builder.getI1Type())">;
def CudaTile_ScalarI32 : CudaTile_ScalarOf<I32>,
    BuildableType<"::mlir::cuda_tile::TileType::get({}, $_builder.getI32Type())">;

def CudaTile_Token : Type<CudaTile_TokenType.predicate, "token",
                          "::mlir::cuda_tile::TokenType">,
    BuildableType<"::mlir::cuda_tile::TokenType::get($_builder.getContext())">;
def CudaTile_TensorView : Type<CudaTile_TensorViewType.predicate, "tensor_view",
                               "::mlir::cuda_tile::TensorViewType">;
def CudaTile_AnyTileView
    : Type<CPred<"::llvm::isa<::mlir::cuda_tile::TileView>($_self)">,
           "tile view", "::mlir::cuda_tile::TileView">;

/// The types of values that loops, branches and yields may carry.
def CudaTile_AnyValueType
    : Type<CPred<"::mlir::cuda_tile::isCudaTileValueType($_self)">,
           "any cuda_tile type or number type">;

#endif // TILEIRAS_CUDATILE_TYPES_TD

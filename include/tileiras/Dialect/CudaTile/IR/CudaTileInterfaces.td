//===- CudaTileInterfaces.td - Interfaces of types and attributes -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tile views have in common, and what an assume predicate must know.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_INTERFACES_TD
#define TILEIRAS_CUDATILE_INTERFACES_TD

include "mlir/IR/OpBase.td"

def CudaTile_TileView : TypeInterface<"TileView"> {
  let cppNamespace = "::mlir::cuda_tile";
  let description = [{
    A way to cut a tensor in global memory into tiles. Dimension `d` of the
    tile runs along dimension `getDimMap()[d]` of the tensor; the tile with
    index `i` begins at tensor index `i[d] * getTraversalSteps()[d]`. Along the
    sparse dimension, if there is one, an index tile names each row instead.
  }];
  let methods = [
    InterfaceMethod<"Extents of a tile.",
      "::llvm::SmallVector<int64_t>", "getViewTileShape", (ins), [{
        return ::llvm::SmallVector<int64_t>($_type.getTileShape().begin(),
                                            $_type.getTileShape().end());
      }]>,
    InterfaceMethod<"Element type of tiles and tensor.",
      "::mlir::Type", "getViewElementType", (ins), [{
        return $_type.getTensorView().getElementType();
      }]>,
    InterfaceMethod<"The type of the viewed tensor.",
      "::mlir::Type", "getViewedTensor", (ins), [{
        return $_type.getTensorView();
      }]>,
    InterfaceMethod<"The tensor dimension of each tile dimension.",
      "::llvm::SmallVector<int32_t>", "getDimMap", (ins), [{
        return ::llvm::to_vector($_type.getDimMap());
      }]>,
    InterfaceMethod<"Distance of adjacent tiles, in elements, for each "
                    "tile dimension; 1 along the sparse one.",
      "::llvm::SmallVector<int64_t>", "getTraversalSteps">,
    InterfaceMethod<"The value of elements outside the tensor, if specified.",
      "::std::optional<::mlir::cuda_tile::PaddingValue>", "getPaddingValue">,
    InterfaceMethod<"The dimension whose index is a tile of row numbers.",
      "::std::optional<int32_t>", "getViewSparseDim">,
    InterfaceMethod<"Number of index operands of an access.",
      "unsigned", "getViewIndexRank", (ins), [{
        return $_type.getTensorView().getShape().size();
      }]>
  ];
  let extraClassDeclaration = [{
    /// The type of the viewed tensor.
    ::mlir::cuda_tile::TensorViewType getTensorView() const;
    /// The type of a tile of the view.
    ::mlir::cuda_tile::TileType getViewTileType() const;
  }];
}

def CudaTile_AssumePredicate : AttrInterface<"AssumePredicateAttrInterface"> {
  let cppNamespace = "::mlir::cuda_tile";
  let description = [{
    The property of a value that `assume` promises: `div_by`, `same_elements` or
    `bounded`.
  }];
  let methods = [
    InterfaceMethod<"Whether the predicate makes sense for a value of `type`.",
      "::llvm::LogicalResult", "verifyFor",
      (ins "::mlir::Type":$type,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

#endif // TILEIRAS_CUDATILE_INTERFACES_TD

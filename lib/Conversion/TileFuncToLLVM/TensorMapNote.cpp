//===- TensorMapNote.cpp - Sources of a kernel's tensor maps --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes are those of CUDA's driver API (cuda.h): CUtensorMapDataType,
// CUtensorMapSwizzle, CUtensorMapFloatOOBfill.
//
//===----------------------------------------------------------------------===//

#include "TensorMapNote.h"

#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;

static constexpr llvm::StringLiteral kNamePrefix = "__tileiras_tensor_maps_";
static constexpr int64_t kVersion = 1;
/// The source of a number: a constant, or a parameter.
static constexpr int64_t kNumber = 0, kParameter = 1;

/// Adds the source of one dimension's extent or stride: a constant, or the
/// argument with the index in `arguments`.
static void addSource(SmallVectorImpl<int64_t> &words, ArrayRef<int64_t> all,
                      unsigned dim, ArrayRef<int64_t> arguments) {
  if (!ShapedType::isDynamic(all[dim])) {
    words.append({kNumber, all[dim]});
    return;
  }
  unsigned number = llvm::count_if(all.take_front(dim), ShapedType::isDynamic);
  words.append({kParameter, arguments[number]});
}

static void addMap(SmallVectorImpl<int64_t> &words, BlockArgument argument,
                   TensorMapAttr map) {
  auto type = cast<TmaDescriptorIterType>(argument.getType());
  TmaCopyPlan plan =
      *planTmaCopy(type.getView(), type.getBuffer(), type.getParts());
  nv_tileaa::StridedMemRefType array = type.getView().getSource();
  words.append({argument.getArgNumber(), map.getBase(),
                getTensorMapElement(array.getElementType(),
                                    type.getBuffer().getElementType())
                    .cudaNumber,
                plan.getCudaSwizzle(), int64_t(map.getOob()), array.getRank()});
  for (auto [dim, tileDim] : llvm::zip_equal(plan.arrayDims, plan.tileDims)) {
    addSource(words, array.getShape(), dim, map.getSizes());
    addSource(words, array.getStrides(), dim, map.getStrides());
    words.push_back(plan.boxes.boxShape[tileDim]);
  }
}

void tileiras::func_to_llvm::createTensorMapNote(OpBuilder &builder,
                                                 nv_tileaa::FuncOp func) {
  SmallVector<int64_t> words = {kVersion, 0};
  for (BlockArgument argument : func.getArguments())
    if (auto map = func.getArgAttrOfType<TensorMapAttr>(
            argument.getArgNumber(), TileASDialect::getTensorMapAttrName())) {
      addMap(words, argument, map);
      ++words[1];
    }
  if (words[1] == 0)
    return;
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), words.size());
  LLVM::GlobalOp::create(
      builder, func.getLoc(), type, /*isConstant=*/true,
      LLVM::Linkage::External, (kNamePrefix + func.getName()).str(),
      builder.getI64TensorAttr(words), /*alignment=*/8, /*addrSpace=*/1);
}

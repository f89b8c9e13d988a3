//===- TileTypeConverter.cpp - Types of tiles as registers ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/LLVMTypes/TileTypeConverter.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

static Type convertMemRef(nv_tileaa::StridedMemRefType type) {
  MLIRContext *context = type.getContext();
  Type i64 = IntegerType::get(context, 64);
  if (type.isInTensorMemory())
    return LLVM::LLVMPointerType::get(context, 6);
  Type i64s = LLVM::LLVMArrayType::get(i64, type.getRank());
  if (!type.isShared())
    return LLVM::LLVMStructType::getLiteral(
        context, {LLVM::LLVMPointerType::get(context, 1), i64s, i64s});
  Type pointer = LLVM::LLVMPointerType::get(context, 3);
  return LLVM::LLVMStructType::getLiteral(context,
                                          {pointer, pointer, i64, i64s, i64s});
}

TileTypeConverter::TileTypeConverter(MLIRContext *context,
                                     const LowerToLLVMOptions &options)
    : LLVMTypeConverter(context, options) {
  addConversion([](nv_tileaa::PtrType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), type.getSpace());
  });
  addConversion([](nv_tileaa::MemTokenType type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  });
  addConversion([](nv_tileas::AsyncTokenType type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  });
  addConversion([](nv_tileas::TmaDescriptorIterType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  // Types of orders are unchanged until pipelines are converted.
  addConversion([](nv_tileas::OrderType type) { return type; });
  addConversion([](nv_tileas::OrderIteratorType type) { return type; });
  addConversion([](nv_tileas::PipelineType type) { return type; });
  addConversion([](nv_tileas::PipelineIteratorType type) { return type; });
  addConversion([](nv_tileas::PipelineProducerTokenType type) { return type; });
  addConversion([](nv_tileas::PipelineConsumerTokenType type) { return type; });
  addConversion([](nv_tileas::MBarrierType type) -> Type {
    MLIRContext *context = type.getContext();
    return LLVM::LLVMStructType::getLiteral(
        context, {LLVM::LLVMPointerType::get(context, 3),
                  IntegerType::get(context, 32)});
  });
  addConversion(
      [](nv_tileaa::StridedMemRefType type) { return convertMemRef(type); });
  addConversion([](nv_tileaa::TiledViewType type) {
    return convertMemRef(type.getSource());
  });
  addConversion([](FloatTF32Type type) -> Type {
    return Float32Type::get(type.getContext());
  });
  addConversion([this](RankedTensorType type) -> std::optional<Type> {
    Type element = convertType(type.getElementType());
    nv_tileas::LayoutAttr layout = nv_tileas::getLayoutAttr(type);
    if (!element || !layout)
      return std::nullopt;
    SmallVector<Type> fields(layout.getLayout().getNumRegisters(), element);
    return LLVM::LLVMStructType::getLiteral(type.getContext(), fields);
  });
  addConversion([this](nv_tileas::FutureType type) -> Type {
    MLIRContext *context = type.getContext();
    RankedTensorType tensor = type.getTensor();
    Type element = convertType(tensor.getElementType());
    unsigned bits = element.getIntOrFloatBitWidth();
    int64_t registers = nv_tileas::getLayout(tensor).getNumRegisters();
    SmallVector<Type> fields(registers * bits / 32,
                             bits == 32 ? element
                                        : IntegerType::get(context, 32));
    return LLVM::LLVMStructType::getLiteral(context, fields);
  });
}

} // namespace tileiras::to_llvm

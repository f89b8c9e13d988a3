//===- LocalMemoryToLLVM.cpp - Slices of tiles in local memory ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slot is an array of each thread: slice after slice, and for each slice the
// registers that the thread has of it.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

/// Registers are moved in vectors of up to this many bytes.
constexpr unsigned kAlignment = 16;
constexpr StringRef kSlotAttr = "slot";

/// Returns the array of a slot, which its first access creates.
Value getArray(OpBuilder &builder, Operation *op, int64_t slot, int64_t count,
               Type element) {
  Block &entry =
      op->getParentOfType<FunctionOpInterface>().getFunctionBody().front();
  for (auto array : entry.getOps<LLVM::AllocaOp>())
    if (auto attribute = array->getAttrOfType<IntegerAttr>(kSlotAttr);
        attribute && attribute.getInt() == slot)
      return array;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&entry);
  auto array = LLVM::AllocaOp::create(
      builder, op->getLoc(), LLVM::LLVMPointerType::get(builder.getContext()),
      LLVM::LLVMArrayType::get(element, count),
      i32Constant(builder, op->getLoc(), 1), kAlignment);
  array->setAttr(kSlotAttr, builder.getI64IntegerAttr(slot));
  return array;
}

/// Returns the addresses of the registers of a slice.
template <typename OpTy>
SmallVector<Value> getAddresses(OpBuilder &builder, OpTy op, Value index,
                                ArrayRef<Type> registers) {
  Location loc = op.getLoc();
  int64_t count = registers.size();
  Value array = getArray(builder, op, op.getSlot(), count * op.getSlices(),
                         registers.front());
  Value first = LLVM::MulOp::create(builder, loc, index,
                                    i32Constant(builder, loc, count));
  Value slice = LLVM::GEPOp::create(builder, loc, array.getType(),
                                    registers.front(), array, first);
  return llvm::map_to_vector(
      llvm::seq<int32_t>(0, count), [&](int32_t offset) -> Value {
        return LLVM::GEPOp::create(builder, loc, array.getType(),
                                   registers.front(), slice,
                                   ArrayRef<LLVM::GEPArg>{offset});
      });
}

struct LocalStoreLowering : ConvertOpToLLVMPattern<nv_tileaa::LocalStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::LocalStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> registers =
        unpackRegisters(rewriter, op.getLoc(), adaptor.getValue());
    SmallVector<Type> types = llvm::map_to_vector(
        registers, [](Value each) { return each.getType(); });
    SmallVector<Value> addresses =
        getAddresses(rewriter, op, adaptor.getIndex(), types);
    for (auto [value, address] : llvm::zip_equal(registers, addresses))
      LLVM::StoreOp::create(rewriter, op.getLoc(), value, address);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LocalLoadLowering : ConvertOpToLLVMPattern<nv_tileaa::LocalLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::LocalLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    ArrayRef<Type> types = cast<LLVM::LLVMStructType>(type).getBody();
    SmallVector<Value> registers;
    for (auto [each, address] : llvm::zip_equal(
             types, getAddresses(rewriter, op, adaptor.getIndex(), types)))
      registers.push_back(
          LLVM::LoadOp::create(rewriter, op.getLoc(), each, address));
    rewriter.replaceOp(op,
                       packRegisters(rewriter, op.getLoc(), registers, type));
    return success();
  }
};

} // namespace

void populateLocalMemoryPatterns(const TileTypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<LocalStoreLowering, LocalLoadLowering>(converter);
}

} // namespace tileiras::to_llvm

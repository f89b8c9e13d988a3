//===- ConstantToLLVM.cpp - Literal tiles ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A splat is one scalar in all registers. Any other literal is a table in
// global memory, from which each thread reads its elements.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// Returns `value` as an attribute of the converted element type.
TypedAttr convertScalar(Attribute value, Type type) {
  auto asFloat = dyn_cast<FloatAttr>(value);
  if (!asFloat)
    return IntegerAttr::get(type, cast<IntegerAttr>(value).getValue());
  APFloat scalar = asFloat.getValue();
  if (auto floatType = dyn_cast<FloatType>(type)) {
    bool exact;
    scalar.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &exact);
    return FloatAttr::get(floatType, scalar);
  }
  return IntegerAttr::get(
      type, scalar.bitcastToAPInt().zext(type.getIntOrFloatBitWidth()));
}

struct ConstantLowering : ConvertOpToLLVMPattern<arith::ConstantOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// Returns the table of a literal; equal literals share one.
  LLVM::GlobalOp getTable(DenseElementsAttr literal, Type element,
                          Operation *op,
                          ConversionPatternRewriter &rewriter) const {
    SmallVector<Attribute> values;
    // In memory, bools and elements of 4 bits occupy a byte.
    bool isByte = element.getIntOrFloatBitWidth() < 8;
    Type stored = isByte ? rewriter.getI8Type() : element;
    for (Attribute value : literal.getValues<Attribute>()) {
      TypedAttr scalar = convertScalar(value, element);
      if (isByte)
        scalar = IntegerAttr::get(stored,
                                  cast<IntegerAttr>(scalar).getValue().zext(8));
      values.push_back(scalar);
    }
    auto type = RankedTensorType::get(int64_t(values.size()), stored);
    auto data = DenseElementsAttr::get(type, values);

    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    unsigned count = 0;
    for (auto global : module.getOps<LLVM::GlobalOp>()) {
      if (global.getConstant() && global.getValueAttr() == data)
        return global;
      ++count;
    }
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    auto array = LLVM::LLVMArrayType::get(stored, values.size());
    return LLVM::GlobalOp::create(
        rewriter, op->getLoc(), array, /*isConstant=*/true,
        LLVM::Linkage::Internal, "tile_constant_" + std::to_string(count), data,
        /*alignment=*/16, /*addrSpace=*/1);
  }

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto literal = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!literal)
      return convertScalarConstant(op, rewriter);
    Location loc = op.getLoc();
    auto type = cast<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getType()));
    Type element = type.getBody().front();
    size_t count = type.getBody().size();
    SmallVector<Value> registers;
    if (literal.isSplat()) {
      TypedAttr scalar =
          convertScalar(literal.getSplatValue<Attribute>(), element);
      Value value = LLVM::ConstantOp::create(rewriter, loc, element, scalar);
      registers.assign(count, value);
    } else {
      registers = readTable(op, literal, element, count, rewriter);
    }
    rewriter.replaceOp(op, packRegisters(rewriter, loc, registers, type));
    return success();
  }

  /// Converts a scalar of a float type that LLVM lacks; upstream's patterns
  /// convert others.
  LogicalResult
  convertScalarConstant(arith::ConstantOp op,
                        ConversionPatternRewriter &rewriter) const {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type || type == op.getType())
      return rewriter.notifyMatchFailure(op, "a scalar that LLVM has");
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(
        op, type, convertScalar(op.getValue(), type));
    return success();
  }

  SmallVector<Value> readTable(arith::ConstantOp op, DenseElementsAttr literal,
                               Type element, size_t count,
                               ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    LLVM::GlobalOp table = getTable(literal, element, op, rewriter);
    Type stored =
        cast<LLVM::LLVMArrayType>(table.getGlobalType()).getElementType();
    Value base = LLVM::AddressOfOp::create(rewriter, loc, table);
    RegisterIndex index = RegisterIndex::flat(
        rewriter, loc, getLayout(op.getType()), getThreadIndex(rewriter, loc));
    SmallVector<Value> registers;
    for (size_t reg = 0; reg < count; ++reg) {
      Value position = index.get(rewriter, loc, reg);
      Value pointer =
          LLVM::GEPOp::create(rewriter, loc, base.getType(), stored, base,
                              ArrayRef<LLVM::GEPArg>{position});
      Value value = LLVM::LoadOp::create(rewriter, loc, stored, pointer);
      if (stored != element)
        value = LLVM::TruncOp::create(rewriter, loc, element, value);
      registers.push_back(value);
    }
    return registers;
  }
};

} // namespace

void populateConstantPatterns(const TileTypeConverter &converter,
                              RewritePatternSet &patterns) {
  // The benefit puts it before the element-wise patterns.
  patterns.add<ConstantLowering>(converter, PatternBenefit(2));
}

} // namespace tileiras::to_llvm

//===- Registers.cpp - A tile as the registers of a thread ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras::to_llvm {

SmallVector<Value> unpackRegisters(OpBuilder &builder, Location loc,
                                   Value tile) {
  auto type = dyn_cast<LLVM::LLVMStructType>(tile.getType());
  if (!type)
    return {tile};
  size_t count = type.getBody().size();
  auto pack = tile.getDefiningOp<UnrealizedConversionCastOp>();
  if (pack && TypeRange(pack.getInputs()) == TypeRange(type.getBody()))
    return llvm::to_vector(pack.getInputs());
  SmallVector<Value> registers;
  for (size_t i = 0; i < count; ++i)
    registers.push_back(
        LLVM::ExtractValueOp::create(builder, loc, tile, ArrayRef<int64_t>(i)));
  return registers;
}

Value packRegisters(OpBuilder &builder, Location loc, ValueRange registers,
                    Type type) {
  if (!isa<LLVM::LLVMStructType>(type))
    return registers.front();
  return UnrealizedConversionCastOp::create(builder, loc, type, registers)
      .getResult(0);
}

SmallVector<Value> packWords(OpBuilder &builder, Location loc,
                             ValueRange elements) {
  Type element = elements.front().getType(), word = builder.getI32Type();
  unsigned perWord = 32 / element.getIntOrFloatBitWidth();
  if (perWord == 1)
    return SmallVector<Value>(elements);
  auto type = VectorType::get(perWord, element);
  SmallVector<Value> words;
  for (size_t i = 0; i < elements.size(); i += perWord) {
    Value vector = LLVM::PoisonOp::create(builder, loc, type);
    for (unsigned j = 0; j < perWord; ++j)
      vector = LLVM::InsertElementOp::create(
          builder, loc, vector, elements[i + j],
          LLVM::ConstantOp::create(builder, loc, word,
                                   builder.getI32IntegerAttr(j)));
    words.push_back(LLVM::BitcastOp::create(builder, loc, word, vector));
  }
  return words;
}

SmallVector<Value> unpackWords(OpBuilder &builder, Location loc,
                               ValueRange words, Type element) {
  unsigned perWord = 32 / element.getIntOrFloatBitWidth();
  if (perWord == 1)
    return SmallVector<Value>(words);
  auto type = VectorType::get(perWord, element);
  SmallVector<Value> elements;
  for (Value word : words) {
    Value vector = LLVM::BitcastOp::create(builder, loc, type, word);
    for (unsigned j = 0; j < perWord; ++j)
      elements.push_back(LLVM::ExtractElementOp::create(
          builder, loc, vector,
          LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                   builder.getI32IntegerAttr(j))));
  }
  return elements;
}

/// Returns the i-th registers of operands that are tiles, and the scalars among
/// them.
static SmallVector<Value> pickRegisters(ArrayRef<SmallVector<Value>> operands,
                                        size_t i) {
  SmallVector<Value> picked;
  for (const SmallVector<Value> &registers : operands)
    picked.push_back(registers.size() == 1 ? registers[0] : registers[i]);
  return picked;
}

SmallVector<Value> pickRegisters(ArrayRef<Value> registers,
                                 ArrayRef<unsigned> members) {
  return llvm::map_to_vector(members,
                             [&](unsigned reg) { return registers[reg]; });
}

void copyReplicas(MutableArrayRef<Value> registers, ArrayRef<uint32_t> masks) {
  for (uint32_t mask : masks)
    for (size_t reg = 0; reg < registers.size(); ++reg)
      if (!registers[reg] && (reg ^ mask) < registers.size())
        registers[reg] = registers[reg ^ mask];
}

LogicalResult
forEachRegister(Operation *op, ValueRange operands, Type resultType,
                ConversionPatternRewriter &rewriter,
                function_ref<FailureOr<Value>(ValueRange, Type)> emit) {
  auto structType = dyn_cast<LLVM::LLVMStructType>(resultType);
  size_t count = structType ? structType.getBody().size() : 1;
  Type element = structType ? structType.getBody().front() : resultType;
  SmallVector<SmallVector<Value>> unpacked;
  for (Value operand : operands)
    unpacked.push_back(unpackRegisters(rewriter, op->getLoc(), operand));
  SmallVector<Value> results;
  for (size_t i = 0; i < count; ++i) {
    FailureOr<Value> result = emit(pickRegisters(unpacked, i), element);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  rewriter.replaceOp(
      op, packRegisters(rewriter, op->getLoc(), results, resultType));
  return success();
}

namespace {

struct PackLowering : OpRewritePattern<UnrealizedConversionCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnrealizedConversionCastOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "not the packing of a tile");
    auto type = dyn_cast<LLVM::LLVMStructType>(op.getResult(0).getType());
    if (!type || TypeRange(op.getInputs()) != TypeRange(type.getBody()))
      return rewriter.notifyMatchFailure(op, "not the packing of a tile");
    Value tile = LLVM::PoisonOp::create(rewriter, op.getLoc(), type);
    for (auto [index, value] : llvm::enumerate(op.getInputs()))
      tile = LLVM::InsertValueOp::create(rewriter, op.getLoc(), tile, value,
                                         ArrayRef<int64_t>(index));
    rewriter.replaceOp(op, tile);
    return success();
  }
};

} // namespace

void populatePackLoweringPatterns(RewritePatternSet &patterns) {
  patterns.add<PackLowering>(patterns.getContext());
}

} // namespace tileiras::to_llvm

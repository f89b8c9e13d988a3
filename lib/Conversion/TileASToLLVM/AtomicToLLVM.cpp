//===- AtomicToLLVM.cpp - Read-modify-write in memory -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element that several threads hold is updated once, by its owner; but all
// of them have to get what was there before (Owners.h).
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "Owners.h"
#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::RmwMode;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// One update: what the two operations differ in
//===----------------------------------------------------------------------===//

/// Operation and type of the instruction, without the width (PTX ISA, "atom").
StringRef getInstructionStem(RmwMode mode, Type element) {
  switch (mode) {
  case RmwMode::AND:
    return "and.b";
  case RmwMode::OR:
    return "or.b";
  case RmwMode::XOR:
    return "xor.b";
  case RmwMode::ADD:
    return "add.u";
  case RmwMode::ADDF:
    // 16-bit sums have to say that subnormals are kept.
    return element.isBF16()  ? "add.noftz.bf"
           : element.isF16() ? "add.noftz.f"
                             : "add.f";
  case RmwMode::MAX:
    return "max.s";
  case RmwMode::MIN:
    return "min.s";
  case RmwMode::UMAX:
    return "max.u";
  case RmwMode::UMIN:
    return "min.u";
  case RmwMode::XCHG:
    return "exch.b";
  }
  llvm_unreachable("all modes are above");
}

std::string withWidth(StringRef stem, Type element) {
  return (stem + Twine(getMemoryBits(element))).str();
}

std::string getInstruction(AtomicRmwOp op, Type element) {
  return withWidth(getInstructionStem(op.getMode(), element), element);
}
std::string getInstruction(AtomicCasOp, Type element) {
  return withWidth("cas.b", element);
}

SmallVector<Value> getInputs(AtomicRmwOp::Adaptor adaptor) {
  return {adaptor.getValue()};
}
SmallVector<Value> getInputs(AtomicCasOp::Adaptor adaptor) {
  return {adaptor.getCmp(), adaptor.getValue()};
}

/// The result where the mask is false.
Value getMaskedResult(OpBuilder &builder, AtomicRmwOp op, ValueRange inputs) {
  return LLVM::ZeroOp::create(builder, op.getLoc(), inputs[0].getType());
}
Value getMaskedResult(OpBuilder &, AtomicCasOp, ValueRange inputs) {
  return inputs[0];
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

template <typename OpTy> struct AtomicLowering : ConvertOpToLLVMPattern<OpTy> {
  using OpAdaptor = typename OpTy::Adaptor;

  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type tile = op.getResult().getType();
    Value owner = createOwnerPredicate(rewriter, loc, tile);
    SmallVector<Value> registers = emitUpdates(rewriter, op, adaptor, owner);
    if (failed(shareOwnersResult(rewriter, op, registers)))
      return failure();
    Type type = this->getTypeConverter()->convertType(tile);
    rewriter.replaceOp(op, {packRegisters(rewriter, loc, registers, type),
                            i32Constant(rewriter, loc, 0)});
    return success();
  }

private:
  /// The results in the threads that act.
  static SmallVector<Value> emitUpdates(OpBuilder &builder, OpTy op,
                                        OpAdaptor adaptor, Value owner) {
    Location loc = op.getLoc();
    SmallVector<Value> masks, results;
    if (op.getMask())
      masks = unpackRegisters(builder, loc, adaptor.getMask());
    SmallVector<SmallVector<Value>> inputs;
    for (Value input : getInputs(adaptor))
      inputs.push_back(unpackRegisters(builder, loc, input));
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    std::string instruction = getInstruction(op, inputs[0][0].getType());
    for (auto [i, pointer] : llvm::enumerate(
             unpackRegisters(builder, loc, adaptor.getPointers()))) {
      Value predicate =
          masks.empty() ? owner : andPredicates(builder, loc, owner, masks[i]);
      SmallVector<Value> scalars;
      for (const SmallVector<Value> &input : inputs)
        scalars.push_back(input[i]);
      results.push_back(emitAtomic(builder, loc, instruction, pointer, scalars,
                                   getMaskedResult(builder, op, scalars),
                                   predicate, kind));
    }
    return results;
  }
};

} // namespace

void populateAtomicPatterns(const TileTypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<AtomicLowering<AtomicRmwOp>, AtomicLowering<AtomicCasOp>>(
      converter);
}

} // namespace tileiras::to_llvm

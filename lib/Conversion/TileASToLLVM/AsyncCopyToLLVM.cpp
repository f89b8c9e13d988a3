//===- AsyncCopyToLLVM.cpp - Copies in flight -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile goes from global to shared memory in vectors, of which each thread
// copies those that its part of `threads` names. Tokens carry nothing: which
// groups a wait leaves in flight is in the wait.
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "Owners.h"
#include "Patterns.h"
#include "SharedMemoryToLLVM.h"
#include "SlotIndex.h"
#include "ThreadIndex.h"
#include "TileAccess.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::PaddingValue;

namespace tileiras::to_llvm {

namespace {

struct AsyncCopyLowering : ConvertOpToLLVMPattern<AsyncCopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SharedAccess plan = *planAsyncCopy(op);
    TileAccess access(rewriter, op, adaptor);
    SlotIndex slot(rewriter, loc, plan.offset, getThreadIndex(rewriter, loc));
    Value start = getBufferStart(rewriter, loc, adaptor.getBuffer());
    Value predicate = andPredicates(
        rewriter, loc, adaptor.getPredicate(),
        createOwnerPredicate(rewriter, loc, plan.freeLanes, plan.freeWarps));
    Type type = op.getView().getType().getElementType();
    Type element = rewriter.getIntegerType(nv_tileas::getMemoryBits(type));
    Value padding;
    if (op.getPaddingValue().value_or(PaddingValue::ZERO) != PaddingValue::ZERO)
      padding =
          createPadding(rewriter, loc, getTypeConverter()->convertType(type),
                        type, op.getPaddingValue());
    for (unsigned group = 0; group < plan.getNumVectors(); ++group) {
      SmallVector<unsigned> registers = plan.getVectorRegisters(group);
      unsigned reg = registers[0];
      Value to = slot.getPointer(start, element, reg);
      Value from = access.getPointer(reg), inside = access.getPredicate(reg);
      if (padding && inside)
        createPaddedCopy(rewriter, op, to, from, inside, predicate,
                         SmallVector<Value>(registers.size(), padding));
      else
        createCopy(rewriter, op, to, from, inside, predicate);
    }
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }

private:
  static Value createNot(OpBuilder &builder, Location loc, Value predicate) {
    return LLVM::XOrOp::create(
        builder, loc, predicate,
        LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(true)));
  }

  /// The padding where not `inside`, nothing where not `predicate`. Whoever
  /// reads the buffer meets all threads first, which is later than a wait for
  /// copies would ask for.
  static void createPaddedCopy(OpBuilder &builder, AsyncCopyOp op, Value to,
                               Value from, Value inside, Value predicate,
                               ValueRange padding) {
    Location loc = op.getLoc();
    createCopy(builder, op, to, from, /*inside=*/Value(),
               andPredicates(builder, loc, predicate, inside));
    AccessKind kind;
    kind.space = 3;
    emitStore(
        builder, loc, to, padding,
        andPredicates(builder, loc, predicate, createNot(builder, loc, inside)),
        kind);
  }

  /// Zeros where not `inside`, nothing where not `predicate`.
  static void createCopy(OpBuilder &builder, AsyncCopyOp op, Value to,
                         Value from, Value inside, Value predicate) {
    Location loc = op.getLoc();
    unsigned bytes = op.getAtom().getSize();
    Value outside = inside ? createNot(builder, loc, inside) : Value();
    // Only whole vectors of 16 bytes can pass by the first cache.
    cute_nvgpu::SimtAsyncCopyOp::create(
        builder, loc, op.getAtom(), to, from, outside, predicate,
        bytes == 16 ? cute_nvgpu::CacheModifier::CG
                    : cute_nvgpu::CacheModifier::CA);
  }
};

struct AsyncCommitLowering : ConvertOpToLLVMPattern<AsyncCommitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncCommitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    cute_nvgpu::CpAsyncCommitGroupOp::create(rewriter, op.getLoc());
    rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), 0));
    return success();
  }
};

struct AsyncWaitLowering : ConvertOpToLLVMPattern<AsyncWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncWaitOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getGroups().empty() && !op.getPending())
      return op.emitOpError("expected the number of groups that may be "
                            "pending, which tileas-materialize-async counts");
    rewriter.replaceOpWithNewOp<cute_nvgpu::CpAsyncWaitGroupOp>(
        op, op.getPending().value_or(0));
    return success();
  }
};

} // namespace

void populateAsyncCopyPatterns(const TileTypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<AsyncCopyLowering, AsyncCommitLowering, AsyncWaitLowering>(
      converter);
}

} // namespace tileiras::to_llvm

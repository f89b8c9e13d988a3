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

namespace tileiras::to_llvm {

namespace {

struct AsyncCopyLowering : ConvertOpToLLVMPattern<AsyncCopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SharedAccess plan = *planAsyncCopy(op);
    TileAccess access(rewriter, op, op.getView().getType(), adaptor.getView(),
                      adaptor.getCoords(), op.getInBounds(),
                      op.getIndexBits().value_or(64));
    SlotIndex slot(rewriter, loc, plan.offset, getThreadIndex(rewriter, loc));
    Value start = getBufferStart(rewriter, loc, adaptor.getBuffer());
    Value predicate = andPredicates(
        rewriter, loc, adaptor.getPredicate(),
        createOwnerPredicate(rewriter, loc, plan.freeLanes, plan.freeWarps));
    Type element = rewriter.getIntegerType(
        nv_tileas::getMemoryBits(op.getView().getType().getElementType()));
    for (unsigned group = 0; group < plan.getNumVectors(); ++group) {
      unsigned reg = plan.getVectorRegisters(group)[0];
      createCopy(rewriter, op, slot.getPointer(start, element, reg),
                 access.getPointer(reg), access.getPredicate(reg), predicate);
    }
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }

private:
  /// Zeros where not `inside`, nothing where not `predicate`.
  static void createCopy(OpBuilder &builder, AsyncCopyOp op, Value to,
                         Value from, Value inside, Value predicate) {
    Location loc = op.getLoc();
    unsigned bytes = op.getAtom().getSize();
    Value outside;
    if (inside)
      outside = LLVM::XOrOp::create(
          builder, loc, inside,
          LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(true)));
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

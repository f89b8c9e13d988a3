//===- AsyncCopyToLLVM.cpp - Asynchronous copies to buffers ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is copied from global to shared memory in vectors (cp.async), each by
// the threads that `threads` assigns it to. Tokens have no representation: a
// wait contains the number of groups that it leaves in flight.
//
//===----------------------------------------------------------------------===//

#include "BufferOffset.h"
#include "MemoryAccess.h"
#include "OwnerPredicate.h"
#include "Patterns.h"
#include "RowVectorAccess.h"
#include "SharedMemoryToLLVM.h"
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

/// A vector that one thread copies by one instruction.
struct CopiedVector {
  Value to, from;
  /// The vector is skipped where it is false; null where it always holds.
  Value predicate;
  /// The values of elements outside of the array; empty for zeros.
  SmallVector<Value> padding;
  /// Whether the vector is inside of the array; null where it always is.
  Value inside;
  /// If the array may end within the vector: the number of its elements that
  /// are inside, where it is `inside` along other dimensions; null otherwise.
  Value left;
};

struct AsyncCopyLowering : ConvertOpToLLVMPattern<AsyncCopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncCopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SharedAccess plan = *planAsyncCopy(op);
    TileAccess access(rewriter, op, adaptor);
    BufferOffset slot(rewriter, loc, plan.offset,
                      getThreadIndex(rewriter, loc));
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
    unsigned elements = plan.getVectorElements();
    bool mayEnd = access.mayEndWithin(elements);
    for (unsigned group = 0; group < plan.getNumVectors(); ++group) {
      unsigned reg = plan.getVectorRegisters(group)[0];
      CopiedVector vector{slot.getPointer(start, element, reg),
                          access.getPointer(reg), predicate};
      if (padding)
        vector.padding.assign(elements, padding);
      if (mayEnd) {
        vector.inside = access.isRowInside(reg);
        vector.left = access.getElementsLeft(reg);
      } else {
        vector.inside = access.getPredicate(reg);
      }
      createCopyOrPadding(rewriter, op, vector);
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

  static void createCopyOrPadding(OpBuilder &builder, AsyncCopyOp op,
                                  const CopiedVector &vector) {
    bool hasPadding = !vector.padding.empty();
    if (vector.left)
      return hasPadding ? createPaddedRowCopy(builder, op, vector)
                        : createRowCopy(builder, op, vector);
    if (hasPadding && vector.inside)
      return createPaddedCopy(builder, op, vector);
    createCopy(builder, op, vector, vector.inside);
  }

  /// Stores the padding where the vector is not inside. Readers of the buffer
  /// synchronise with all threads first, which is later than the wait for
  /// copies that the store would need.
  static void createPaddedCopy(OpBuilder &builder, AsyncCopyOp op,
                               CopiedVector vector) {
    Location loc = op.getLoc();
    Value predicate = vector.predicate, inside = vector.inside;
    vector.predicate = andPredicates(builder, loc, predicate, inside);
    createCopy(builder, op, vector);
    AccessKind kind;
    kind.space = 3;
    emitStore(
        builder, loc, vector.to, vector.padding,
        andPredicates(builder, loc, predicate, createNot(builder, loc, inside)),
        kind);
  }

  /// Fills elements after the end of the array with zeros.
  static void createRowCopy(OpBuilder &builder, AsyncCopyOp op,
                            const CopiedVector &vector) {
    Location loc = op.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return i32Constant(builder, loc, value);
    };
    unsigned element =
        getMemoryBits(op.getView().getType().getElementType()) / 8;
    int64_t maxBytes = op.getAtom().getSize();
    Value bytes =
        LLVM::MulOp::create(builder, loc, vector.left, constant(element));
    bytes = LLVM::SMaxOp::create(builder, loc, bytes, constant(0));
    bytes = LLVM::SMinOp::create(builder, loc, bytes, constant(maxBytes));
    if (vector.inside)
      bytes = LLVM::SelectOp::create(builder, loc, vector.inside, bytes,
                                     constant(0));
    createCopy(builder, op, vector, /*inside=*/Value(), bytes);
  }

  /// Does the same as createPaddedCopy. Where the array ends within a vector,
  /// the thread itself loads the elements that are inside.
  static void createPaddedRowCopy(OpBuilder &builder, AsyncCopyOp op,
                                  CopiedVector vector) {
    Location loc = op.getLoc();
    Value hasAll = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::sge, vector.left,
        i32Constant(builder, loc, vector.padding.size()));
    Value isWhole = andPredicates(builder, loc, vector.inside, hasAll);
    Value predicate = vector.predicate;
    vector.predicate = andPredicates(builder, loc, predicate, isWhole);
    createCopy(builder, op, vector);
    Value isPart = andPredicates(builder, loc, predicate,
                                 createNot(builder, loc, isWhole));
    createIf(builder, loc, isPart, [&](OpBuilder &part, Location at) {
      SmallVector<Value> loaded =
          loadElements(part, at, vector.from, vector.padding, vector.left,
                       vector.inside, /*kind=*/{});
      AccessKind kind;
      kind.space = 3;
      emitStore(part, at, vector.to, loaded, /*predicate=*/Value(), kind);
    });
  }

  /// Copies zeros where not `inside`, and after the first `bytes`, if given.
  static void createCopy(OpBuilder &builder, AsyncCopyOp op,
                         const CopiedVector &vector, Value inside = {},
                         Value bytes = {}) {
    Location loc = op.getLoc();
    Value outside = inside ? createNot(builder, loc, inside) : Value();
    // Only whole vectors of 16 bytes can bypass the L1 cache.
    cute_nvgpu::SimtAsyncCopyOp::create(
        builder, loc, op.getAtom(), vector.to, vector.from, outside, bytes,
        vector.predicate,
        op.getAtom().getSize() == 16 ? cute_nvgpu::CacheModifier::CG
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

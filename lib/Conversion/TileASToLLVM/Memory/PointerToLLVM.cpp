//===- PointerToLLVM.cpp - Pointers, and access through them --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of pointers have one pointer in each register. An offset is added as
// an operation of cute, so that addresses are hoisted out of loops with all
// others; loads and stores are emitted for groups of contiguous registers
// (VectorGroups.h).
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "OwnerPredicate.h"
#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"
#include "VectorGroups.h"

#include "tileiras/Dialect/Cute/IR/Cute.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

struct AddPtrLowering : ConvertOpToLLVMPattern<nv_tileaa::AddPtrOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::AddPtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto pointer =
        cast<nv_tileaa::PtrType>(getElementTypeOrSelf(op.getPtr().getType()));
    Type pointee = rewriter.getIntegerType(
        getMemoryBits(getTypeConverter()->convertType(pointer.getPointee())));
    return forEachRegister(
        op, adaptor.getOperands(),
        getTypeConverter()->convertType(op.getResult().getType()), rewriter,
        [&](ValueRange scalars, Type type) -> FailureOr<Value> {
          Value offset = scalars[1];
          if (offset.getType().getIntOrFloatBitWidth() < 32)
            offset = LLVM::SExtOp::create(rewriter, loc, rewriter.getI32Type(),
                                          offset);
          return cute::AddOffsetOp::create(rewriter, loc, scalars[0], offset,
                                           pointee)
              .getResult();
        });
  }
};

template <typename OpTy, typename LLVMOp>
struct PointerCastLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return forEachRegister(
        op, adaptor.getOperands(),
        this->getTypeConverter()->convertType(op.getResult().getType()),
        rewriter, [&](ValueRange scalars, Type type) -> FailureOr<Value> {
          if (scalars[0].getType() == type)
            return scalars[0];
          return LLVMOp::create(rewriter, op.getLoc(), type, scalars[0])
              .getResult();
        });
  }
};

/// Canonicalisation turns a branch that only yields values into a selection,
/// also of pointers and memory tokens. ScalarizeLowering handles tiles.
struct SelectLowering : ConvertOpToLLVMPattern<arith::SelectOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(arith::SelectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<RankedTensorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "selects among tiles");
    rewriter.replaceOpWithNewOp<LLVM::SelectOp>(op, adaptor.getCondition(),
                                                adaptor.getTrueValue(),
                                                adaptor.getFalseValue());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Access. The registers of a group have one address, that of the first, and one
// mask (AccessOpInterface).
//===----------------------------------------------------------------------===//

struct LoadLowering : ConvertOpToLLVMPattern<LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = getTypeConverter()->convertType(op.getResult().getType());
    auto structType = dyn_cast<LLVM::LLVMStructType>(type);
    Type element = structType ? structType.getBody().front() : type;
    SmallVector<Value> pointers =
        unpackRegisters(rewriter, loc, adaptor.getSource());
    SmallVector<Value> masks, others;
    if (op.getMask())
      masks = unpackRegisters(rewriter, loc, adaptor.getMask());
    if (op.getOther())
      others = unpackRegisters(rewriter, loc, adaptor.getOther());
    Value zero = LLVM::ZeroOp::create(rewriter, loc, element);
    Value owner;
    if (executesOnOneThread(op))
      owner = createOwnerPredicate(rewriter, loc, op.getResult().getType());

    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    kind.isReadOnly = op.getReadOnly();
    VectorGroups groups(op);
    SmallVector<Value> registers(pointers.size());
    for (unsigned group = 0; group < groups.size(); ++group) {
      SmallVector<unsigned> members = groups.getRegisters(group);
      SmallVector<Value> padding(members.size(), zero);
      if (!others.empty())
        padding = pickRegisters(others, members);
      Value predicate =
          createAccessPredicate(rewriter, loc, owner, masks, members[0]);
      SmallVector<Value> values = emitLoad(rewriter, loc, pointers[members[0]],
                                           padding, predicate, kind);
      for (auto [reg, value] : llvm::zip_equal(members, values))
        registers[reg] = value;
    }
    return replaceLoad(rewriter, op, registers, type);
  }
};

struct StoreLowering : ConvertOpToLLVMPattern<StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    emitVectorAccesses(
        rewriter, op,
        {adaptor.getDestination(), adaptor.getValue(), adaptor.getMask()},
        op.getDestination().getType(),
        [&](Value pointer, ValueRange values, Value predicate) {
          emitStore(rewriter, loc, pointer, values, predicate, kind);
        });
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }
};

} // namespace

void populatePointerPatterns(const TileTypeConverter &converter,
                             RewritePatternSet &patterns) {
  patterns.add<AddPtrLowering,
               PointerCastLowering<nv_tileaa::IntToPtrOp, LLVM::IntToPtrOp>,
               PointerCastLowering<nv_tileaa::PtrToIntOp, LLVM::PtrToIntOp>,
               PointerCastLowering<nv_tileaa::BitcastOp, LLVM::BitcastOp>,
               SelectLowering, LoadLowering, StoreLowering>(converter);
}

} // namespace tileiras::to_llvm

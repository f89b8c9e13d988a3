//===- TiledAccessToLLVM.cpp - Loads and stores of views --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of views access vectors of contiguous elements
// (TileAccess.h, MemoryAccess.h), each under the predicate that it is inside of
// the array and that this thread owns it. Vectors that the array may end in are
// accessed element by element (RowVectorAccess.h), multicast addresses by
// multimem (MultimemAccess.h).
//
//===----------------------------------------------------------------------===//

#include "Math/Tf32Rounding.h"
#include "MemoryAccess.h"
#include "MultimemAccess.h"
#include "OwnerPredicate.h"
#include "Patterns.h"
#include "Registers.h"
#include "RowVectorAccess.h"
#include "ThreadIndex.h"
#include "TileAccess.h"

#include "tileiras/Dialect/TileAA/IR/TileVerification.h"
#include "tileiras/Dialect/TileAS/Contract/SharedMemoryStaging.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

struct TiledLoadLowering : ConvertOpToLLVMPattern<TiledLoadOp> {
  TiledLoadLowering(const LLVMTypeConverter &converter,
                    const TargetInfo &target)
      : ConvertOpToLLVMPattern(converter), target(target) {}

  LogicalResult
  matchAndRewrite(TiledLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getResult().getType());
    auto type =
        cast<LLVM::LLVMStructType>(getTypeConverter()->convertType(tile));
    TileAccess access(rewriter, op, adaptor);
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    kind.isReadOnly = op.getReadOnly();
    Value padding = createPadding(rewriter, loc, type.getBody().front(),
                                  tile.getElementType(), op.getPaddingValue());
    Value owner;
    if (executesOnOneThread(op))
      owner = createOwnerPredicate(rewriter, loc, tile);
    SmallVector<Value> registers =
        load(rewriter, op, access, owner, padding, kind);
    for (Value &value : registers)
      value = round(rewriter, op, value);
    return replaceLoad(rewriter, op, registers, type);
  }

private:
  static SmallVector<Value> load(OpBuilder &builder, TiledLoadOp op,
                                 TileAccess &access, Value owner, Value padding,
                                 AccessKind kind) {
    Location loc = op.getLoc();
    const VectorGroups &groups = access.getGroups();
    if (access.mayEndWithin(groups.getLength()))
      return loadRows(builder, loc, access, owner, padding, kind);
    SmallVector<Value> registers(groups.size() * groups.getLength());
    for (unsigned group = 0; group < groups.size(); ++group) {
      SmallVector<unsigned> members = groups.getRegisters(group);
      Value inside = access.getPredicate(members[0]);
      Value pointer = access.getPointer(members[0]);
      SmallVector<Value> otherwise(members.size(), padding);
      Value predicate = andPredicates(builder, loc, owner, inside);
      SmallVector<Value> values =
          op.getMulticast()
              ? emitMultimemLoad(builder, loc, *op.getMulticast(), pointer,
                                 otherwise, predicate, kind)
              : emitLoad(builder, loc, pointer, otherwise, predicate, kind);
      for (auto [reg, value] : llvm::zip_equal(members, values))
        registers[reg] = value;
    }
    return registers;
  }

  /// Rounds an element in memory to the element type of the tile.
  Value round(OpBuilder &builder, TiledLoadOp op, Value value) const {
    if (!nv_tileaa::isRoundedByLoads(op.getView().getType().getElementType(),
                                     getElementTypeOrSelf(op.getTile())))
      return value;
    return roundToTf32(builder, op.getLoc(), value,
                       nv_tileaa::RoundingMode::NEAREST_EVEN, target);
  }

  const TargetInfo &target;
};

struct TiledStoreLowering : ConvertOpToLLVMPattern<TiledStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TiledStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getValue().getType());
    TileAccess access(rewriter, op, adaptor);
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    SmallVector<Value> registers =
        unpackRegisters(rewriter, loc, adaptor.getValue());
    Value owner = createOwnerPredicate(rewriter, loc, tile);
    const VectorGroups &groups = access.getGroups();
    if (access.mayEndWithin(groups.getLength())) {
      storeRows(rewriter, loc, access, owner, registers, kind);
      rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
      return success();
    }
    for (unsigned group = 0; group < groups.size(); ++group) {
      SmallVector<unsigned> members = groups.getRegisters(group);
      Value inside = access.getPredicate(members[0]);
      Value predicate = andPredicates(rewriter, loc, owner, inside);
      auto emit = op.getMulticast() ? emitMultimemStore : emitStore;
      emit(rewriter, loc, access.getPointer(members[0]),
           pickRegisters(registers, members), predicate, kind);
    }
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }
};

} // namespace

void populateTiledAccessPatterns(const TileTypeConverter &converter,
                                 const TargetInfo &target,
                                 RewritePatternSet &patterns) {
  patterns.add<TiledLoadLowering>(converter, target);
  patterns.add<TiledStoreLowering>(converter);
}

} // namespace tileiras::to_llvm

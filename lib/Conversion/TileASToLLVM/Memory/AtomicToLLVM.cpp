//===- AtomicToLLVM.cpp - Read-modify-write in memory ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element that several threads hold is modified once, by its owner; all of
// them get the previous value from it (OwnerPredicate.h).
//
//===----------------------------------------------------------------------===//

#include "AtomicRMWByCas.h"
#include "MemoryAccess.h"
#include "MultimemAccess.h"
#include "OwnerPredicate.h"
#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"
#include "TileAccess.h"
#include "VectorGroups.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::RmwMode;

namespace tileiras::to_llvm {

namespace {

//===----------------------------------------------------------------------===//
// Differences between RMW and CAS
//===----------------------------------------------------------------------===//

SmallVector<Value> getInputs(AtomicRmwOp::Adaptor adaptor) {
  return {adaptor.getValue()};
}
SmallVector<Value> getInputs(AtomicCasOp::Adaptor adaptor) {
  return {adaptor.getCmp(), adaptor.getValue()};
}

/// Returns the result where the mask is false.
Value getMaskedResult(OpBuilder &builder, AtomicRmwOp op, ValueRange inputs) {
  return LLVM::ZeroOp::create(builder, op.getLoc(), inputs[0].getType());
}
Value getMaskedResult(OpBuilder &, AtomicCasOp, ValueRange inputs) {
  return inputs[0];
}

/// Emits one atomic RMW with `value`; where `predicate` is false it returns
/// `otherwise`.
Value emitRmw(OpBuilder &builder, Location loc, RmwMode mode, Value pointer,
              Value value, Value otherwise, Value predicate, AccessKind kind,
              const TargetInfo &target) {
  cute_nvgpu::Update update = getUpdate(mode);
  Type element = getRmwElement(mode, value.getType());
  if (needsCas(update, element, target))
    return emitAddByCas(builder, loc, pointer, value, otherwise, predicate,
                        kind);
  return emitAtomicRmw(builder, loc, update, element, pointer, value, otherwise,
                       predicate, kind);
}

Value emit(OpBuilder &builder, AtomicRmwOp op, Value pointer, ValueRange inputs,
           Value predicate, AccessKind kind, const TargetInfo &target) {
  return emitRmw(builder, op.getLoc(), op.getMode(), pointer, inputs[0],
                 getMaskedResult(builder, op, inputs), predicate, kind, target);
}
Value emit(OpBuilder &builder, AtomicCasOp op, Value pointer, ValueRange inputs,
           Value predicate, AccessKind kind, const TargetInfo &) {
  return emitCompareAndSwap(builder, op.getLoc(), pointer, inputs[0], inputs[1],
                            getMaskedResult(builder, op, inputs), predicate,
                            kind);
}

/// Returns whether one instruction adds several contiguous elements
/// (AtomicRMWAtoms.cpp). Such an instruction has no result.
bool isVectorRed(Operation *op) {
  auto atom = op->getAttrOfType<AtomAttr>("atom");
  return atom && atom->SizeUnit == atoms::Bits;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

template <typename OpTy> struct AtomicLowering : ConvertOpToLLVMPattern<OpTy> {
  using OpAdaptor = typename OpTy::Adaptor;

  AtomicLowering(const LLVMTypeConverter &converter, const TargetInfo &target)
      : ConvertOpToLLVMPattern<OpTy>(converter), target(target) {}

  LogicalResult
  matchAndRewrite(OpTy op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isVectorRed(op))
      return rewriter.notifyMatchFailure(op, "adds several at once");
    Location loc = op.getLoc();
    Type tile = op.getResult().getType();
    Value owner = createOwnerPredicate(rewriter, loc, tile);
    SmallVector<Value> registers = emitElements(rewriter, op, adaptor, owner);
    if (failed(shareOwnersResult(rewriter, op, registers)))
      return failure();
    Type type = this->getTypeConverter()->convertType(tile);
    rewriter.replaceOp(op, {packRegisters(rewriter, loc, registers, type),
                            i32Constant(rewriter, loc, 0)});
    return success();
  }

private:
  /// Returns the results in the owners.
  SmallVector<Value> emitElements(OpBuilder &builder, OpTy op,
                                  OpAdaptor adaptor, Value owner) const {
    Location loc = op.getLoc();
    SmallVector<Value> masks, results;
    if (op.getMask())
      masks = unpackRegisters(builder, loc, adaptor.getMask());
    SmallVector<SmallVector<Value>> inputs;
    for (Value input : getInputs(adaptor))
      inputs.push_back(unpackRegisters(builder, loc, input));
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    for (auto [i, pointer] : llvm::enumerate(
             unpackRegisters(builder, loc, adaptor.getPointers()))) {
      Value predicate = createAccessPredicate(builder, loc, owner, masks, i);
      SmallVector<Value> scalars;
      for (const SmallVector<Value> &input : inputs)
        scalars.push_back(input[i]);
      results.push_back(
          emit(builder, op, pointer, scalars, predicate, kind, target));
    }
    return results;
  }

  const TargetInfo &target;
};

/// Lowers vector reductions. The elements of a vector have one address, that of
/// the first, and one mask (AccessOpInterface).
struct VectorRedLowering : ConvertOpToLLVMPattern<AtomicRmwOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AtomicRmwOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isVectorRed(op))
      return rewriter.notifyMatchFailure(op, "one RMW for each element");
    Location loc = op.getLoc();
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    emitVectorAccesses(
        rewriter, op,
        {adaptor.getPointers(), adaptor.getValue(), adaptor.getMask()},
        op.getValue().getType(),
        [&](Value pointer, ValueRange values, Value predicate) {
          emitVectorRed(rewriter, loc, *op.getAtom(), pointer, values,
                        predicate, kind);
        });
    Type unused = getTypeConverter()->convertType(op.getResult().getType());
    rewriter.replaceOp(op, {LLVM::PoisonOp::create(rewriter, loc, unused),
                            i32Constant(rewriter, loc, 0)});
    return success();
  }
};

/// Lowers reductions on views, which don't return the previous value.
struct TiledAtomicLowering : ConvertOpToLLVMPattern<TiledAtomicRmwOp> {
  TiledAtomicLowering(const LLVMTypeConverter &converter,
                      const TargetInfo &target)
      : ConvertOpToLLVMPattern(converter), target(target) {}

  LogicalResult
  matchAndRewrite(TiledAtomicRmwOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getValue().getType());
    TileAccess access(rewriter, op, adaptor);
    AccessKind kind{op.getMemSemantic(), op.getMemScope()};
    Value owner = createOwnerPredicate(rewriter, loc, tile);
    SmallVector<Value> values =
        unpackRegisters(rewriter, loc, adaptor.getValue());
    const VectorGroups &groups = access.getGroups();
    for (unsigned group = 0; group < groups.size(); ++group) {
      SmallVector<unsigned> members = groups.getRegisters(group);
      unsigned first = members[0];
      Value predicate =
          andPredicates(rewriter, loc, owner, access.getPredicate(first));
      Value pointer = access.getPointer(first);
      if (op.getMulticast()) {
        emitMultimemRed(rewriter, loc, op.getMode(), pointer,
                        pickRegisters(values, members), predicate, kind);
        continue;
      }
      if (isVectorRed(op)) {
        emitVectorRed(rewriter, loc, *op.getAtom(), pointer,
                      pickRegisters(values, members), predicate, kind);
        continue;
      }
      Value unused =
          LLVM::ZeroOp::create(rewriter, loc, values[first].getType());
      emitRmw(rewriter, loc, op.getMode(), pointer, values[first], unused,
              predicate, kind, target);
    }
    rewriter.replaceOp(op, i32Constant(rewriter, loc, 0));
    return success();
  }

private:
  const TargetInfo &target;
};

} // namespace

void populateAtomicPatterns(const TileTypeConverter &converter,
                            const TargetInfo &target,
                            RewritePatternSet &patterns) {
  patterns.add<AtomicLowering<AtomicRmwOp>, AtomicLowering<AtomicCasOp>,
               TiledAtomicLowering>(converter, target);
  patterns.add<VectorRedLowering>(converter);
}

} // namespace tileiras::to_llvm

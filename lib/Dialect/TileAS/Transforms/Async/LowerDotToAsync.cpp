//===- LowerDotToAsync.cpp - Dots that become wgmma or tcgen05 ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A dot whose instruction reads operands from shared memory (wgmma) gets them
// there, and becomes an asynchronous MMA:
//
//                               %p = alloc_tensor
//                               copy %b, %p
//                               async.proxy_fence
//   %d = dot %a, %b, %c   =>    %f = async.dot %a, %p, %c
//                               %d = async.future_wait %f
//
// A stays in registers where it has the layout of the instruction; all other
// operands need a buffer. One that is defined outside of the dot's block is
// stored there where it is defined. tileas-lower-loads-to-async then finds the
// copies of loads, and tileas-insert-memory-barriers inserts the barriers.
//
// Where the atom accumulates in tensor memory (tcgen05), the dot becomes an
// `async.tmem_dot` (TmemAccumulators.h), and may read A there, too
// (TmemOperands.h). With full debug information its accumulator is copied to
// registers after each MMA, where debuggers look for a variable.
//
// Narrow floats (fp8): the matrix unit of wgmma keeps fewer bits of the
// accumulator than f32 has. Unless the program asks for fast accumulation, each
// MMA begins with zero, and threads add it to the accumulator.
//
//===----------------------------------------------------------------------===//

#include "Layout/MmaOperandBuffers.h"
#include "TensorMemory/TmemAccumulators.h"
#include "TensorMemory/TmemOperands.h"

#include "tileiras/Dialect/TileAS/Contract/DotLayouts.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLOWERDOTTOASYNC
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class LowerDotToAsync
    : public tileiras::impl::TileASLowerDotToAsyncBase<LowerDotToAsync> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    SmallVector<DotOp> dots;
    func.walk([&](DotOp dot) {
      if (dot.getAtom()->needsSharedOperands())
        dots.push_back(dot);
    });
    if (dots.empty())
      return;
    if (failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    TmemAccumulators tmemAccumulators(func);
    for (DotOp dot : dots)
      if (failed(lower(dot, tmemAccumulators)))
        return signalPassFailure();
    if (!hasVariables(func))
      tmemAccumulators.hoistOutOfLoops();
    moveOperandsToTmem(func);
    buffers.clear();
  }

private:
  /// Returns whether a debugger is to find the values of variables.
  static bool hasVariables(nv_tileaa::FuncOp func) {
    auto kind = func->getParentOp()->getAttrOfType<StringAttr>(
        nv_tileaa::TileAADialect::getDebugInfoAttrName());
    return kind && kind.getValue() == "full";
  }

  LogicalResult lower(DotOp dot, TmemAccumulators &tmemAccumulators) {
    Value a = dot.getA();
    bool isInTensorMemory = dot.getAtom()->Completion == atoms::TensorCommit;
    if (isInTensorMemory || !isInRegistersOfAtom(dot))
      a = getBuffer(dot, AtomOperand::A);
    Value b = getBuffer(dot, AtomOperand::B);
    if (!hasScalesOfThreads(dot))
      return dot.emitOpError("expected scales as threads store them to tensor "
                             "memory, got ")
             << dot.getScales().getTypes();
    if (!a || !b)
      return dot.emitOpError("expected operands that descriptors of ")
             << dot.getAtom() << " can describe, got " << dot.getA().getType()
             << " and " << dot.getB().getType();
    OpBuilder builder(dot);
    Location loc = dot.getLoc();
    Value sum;
    if (isInTensorMemory) {
      sum = tmemAccumulators.multiply(dot, a, b, getSources(dot));
    } else if (needsSeparateAccumulator(dot)) {
      Value never =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
      Value any = ub::PoisonOp::create(builder, loc, dot.getType());
      sum = arith::AddFOp::create(
          builder, loc, multiply(builder, dot, a, b, any, never), dot.getC());
    } else {
      sum = multiply(builder, dot, a, b, dot.getC(), Value());
    }
    dot.replaceAllUsesWith(sum);
    SmallVector<Value> operands = {dot.getA(), dot.getB()};
    llvm::append_range(operands, dot.getScales());
    dot.erase();
    for (Value operand : operands)
      eraseUnusedMoves(operand);
    return success();
  }

  static bool hasScalesOfThreads(DotOp dot) {
    std::optional<DotOperandLayouts> layouts =
        dotOperandLayouts(dot, getLayout(dot.getType()));
    return !dot.isScaled() || (layouts && layouts->scaleA && layouts->scaleB);
  }

  static Value multiply(OpBuilder &builder, DotOp dot, Value a, Value b,
                        Value c, Value accumulate) {
    Location loc = dot.getLoc();
    auto type = FutureType::get(builder.getContext(), dot.getType());
    bool keepsA = isa<RankedTensorType>(a.getType());
    Value future =
        AsyncDotOp::create(builder, loc, type, a, b, c, accumulate,
                           /*first_k=*/0, dot.getAtom(),
                           dot.getSignednessAAttr(), dot.getSignednessBAttr());
    auto wait = FutureWaitOp::create(
        builder, loc, dot.getType(),
        keepsA ? TypeRange(a.getType()) : TypeRange(), future,
        keepsA ? ValueRange(a) : ValueRange(), /*pending=*/IntegerAttr());
    return wait.getResult();
  }

  static bool needsSeparateAccumulator(DotOp dot) {
    Type element = getElementTypeOrSelf(dot.getA());
    return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8 &&
           !dot.getFastAcc() && getElementTypeOrSelf(dot.getC()).isF32();
  }

  static bool isInRegistersOfAtom(DotOp dot) {
    RankedTensorType a = dot.getA().getType();
    return getLayout(a) == *getOperandLayout(dot.getAtom(), AtomOperand::A,
                                             getLayout(dot.getType()),
                                             a.getShape().back());
  }

  /// Returns null if descriptors can't describe it.
  Value getBuffer(DotOp dot, AtomOperand operand) {
    std::optional<OperandBuffer> plan = planOperandBuffer(dot, operand);
    return plan ? getBuffer(dot, *plan) : Value();
  }

  /// Returns the buffers of scales that one thread copies to tensor memory;
  /// none where threads store them there.
  SmallVector<Value> getSources(DotOp dot) {
    if (!dot.isScaled())
      return {};
    std::optional<OperandBuffer> planA = planScaleBuffer(dot, AtomOperand::A),
                                 planB = planScaleBuffer(dot, AtomOperand::B);
    if (!planA || !planB)
      return {};
    return {getBuffer(dot, *planA), getBuffer(dot, *planB)};
  }

  Value getBuffer(DotOp dot, const OperandBuffer &plan) {
    Value &buffer = buffers[{plan.tile, plan.stored}];
    OpBuilder builder(dot);
    if (!buffer)
      buffer = store(dot, plan);
    if (plan.seen == plan.stored)
      return buffer;
    return BufferViewOp::create(builder, dot.getLoc(), plan.seen, buffer,
                                /*stage=*/Value());
  }

  Value store(DotOp dot, const OperandBuffer &plan) {
    // One copy, at the tile's definition or later, so that a load has time.
    Value tile = plan.tile;
    OpBuilder builder(tile.getParentBlock()->findAncestorOpInBlock(*dot));
    Location loc = dot.getLoc();
    Value buffer = AllocTensorOp::create(
        builder, loc, plan.stored, builder.getI64IntegerAttr(plan.alignment),
        /*offset=*/IntegerAttr());
    CopyOp::create(builder, loc, /*result=*/Type(), plan.tile, buffer,
                   plan.atom, /*part=*/0, /*slice=*/DenseI64ArrayAttr());
    ProxyFenceOp::create(builder, loc);
    return buffer;
  }

  static void eraseUnusedMoves(Value value) {
    for (Operation *def = value.getDefiningOp();
         isa_and_present<ViewOp, PermuteOp, ConvertLayoutOp>(def) &&
         def->use_empty();) {
      Operation *before = def->getOperand(0).getDefiningOp();
      def->erase();
      def = before;
    }
  }

  /// The buffers by tile and type: one store serves all dots.
  DenseMap<std::pair<Value, Type>, Value> buffers;
};

} // namespace

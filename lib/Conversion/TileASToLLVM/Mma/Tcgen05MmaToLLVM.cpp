//===- Tcgen05MmaToLLVM.cpp - MMAs of tcgen05 -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One elected thread of the agent, always the same, issues the MMAs and commits
// them: tcgen05.commit covers the instructions of the thread that executes it.
//
// Where threads synchronise between accesses to tensor memory, both sides
// execute a fence (PTX ISA, "Memory consistency model" of tcgen05): MMAs have
// one before them, and waits one at their end.
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "MatrixDescriptor.h"
#include "Memory/OwnerPredicate.h"
#include "Memory/SharedMemoryToLLVM.h"
#include "Patterns.h"
#include "Registers.h"
#include "TmemToLLVM.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;

namespace tileiras::to_llvm {

namespace {

struct TmemDotLowering : ConvertOpToLLVMPattern<TmemDotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TmemDotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value startA = op.getA().getType().isInTensorMemory()
                       ? adaptor.getA()
                       : getBufferStart(rewriter, loc, adaptor.getA()),
          startB = getBufferStart(rewriter, loc, adaptor.getB());
    SmallVector<Value> sources =
        llvm::map_to_vector(adaptor.getSources(), [&](Value source) {
          return getBufferStart(rewriter, loc, source);
        });
    createInNewlyElectedThread(
        rewriter, loc, [&](OpBuilder &inside, Location at) {
          cute_nvgpu::Tcgen05FenceAfterOp::create(inside, at);
          copyScales(inside, op, sources, adaptor.getScales());
          multiply(inside, op, startA, startB, adaptor.getC(),
                   adaptor.getScales(), adaptor.getAccumulate());
        });
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Copies the scales in blocks of the size that one instruction copies.
  static void copyScales(OpBuilder &builder, TmemDotOp op,
                         ArrayRef<Value> sources, ValueRange scales) {
    Location loc = op.getLoc();
    AtomAttr atom = AtomAttr::get(builder.getContext(),
                                  lookupAtom("s2t_copy.32x128b.warpx4"));
    int64_t rowsOfBlock = atom->M, scalesOfBlock = atom->N;
    for (auto [index, source] : llvm::enumerate(sources)) {
      AtomOperand operand = index == 0 ? AtomOperand::A : AtomOperand::B;
      auto buffer = cast<StridedMemRefType>(op.getSources()[index].getType());
      unsigned row = operand == AtomOperand::A ? 0 : 1;
      for (int64_t scale = 0; scale < buffer.getShape()[1 - row];
           scale += scalesOfBlock)
        for (int64_t first = 0; first < buffer.getShape()[row];
             first += rowsOfBlock) {
          Coords at = operand == AtomOperand::A ? Coords{first, scale}
                                                : Coords{scale, first};
          cute_nvgpu::TmemCopyOp::create(
              builder, loc, atom,
              describeRows(builder, loc, source, getElementOffset(buffer, at)),
              addColumns(builder, loc, scales[index],
                         getScaleColumn(op, operand, at)));
        }
    }
  }

  /// K is the outermost loop, so that consecutive instructions add to different
  /// accumulators where there are several.
  static void multiply(OpBuilder &builder, TmemDotOp op, Value startA,
                       Value startB, Value accumulators, ValueRange scales,
                       Value accumulate) {
    Location loc = op.getLoc();
    AtomAttr atom = op.getAtom();
    LinearLayout alone = LinearLayout::unit(2);
    // An operand A in tensor memory has no descriptor.
    std::optional<MatrixDescriptors> a;
    if (!op.getA().getType().isInTensorMemory())
      a.emplace(builder, loc, atom, AtomOperand::A, op.getA().getType(), startA,
                alone);
    MatrixDescriptors b(builder, loc, atom, AtomOperand::B, op.getB().getType(),
                        startB, alone);
    auto isTransposed = [&](AtomOperand operand, StridedMemRefType buffer,
                            unsigned kDim) {
      return matchOperandBuffer(atom, operand, buffer)->contiguous != kDim;
    };
    bool transposeA = a && isTransposed(AtomOperand::A, op.getA().getType(), 1),
         transposeB = isTransposed(AtomOperand::B, op.getB().getType(), 0);
    auto getElement = [&](StridedMemRefType buffer,
                          std::optional<nv_tileaa::Signedness> signedness) {
      return op.getPacked()
                 ? *op.getPacked()
                 : getSignedElement(buffer.getElementType(), signedness);
    };
    Type elementA = getElement(op.getA().getType(), op.getSignednessA()),
         elementB = getElement(op.getB().getType(), op.getSignednessB());
    Value yes = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                         builder.getBoolAttr(true));
    ArrayRef<int64_t> shape = op.getC().getType().getShape();
    int64_t kSlices = getDepth(op) / atom->K;
    for (int64_t kSlice = 0; kSlice < kSlices; ++kSlice)
      for (int64_t m = 0; m < shape[0] / atom->M; ++m)
        for (int64_t n = 0; n < shape[1] / atom.getSize(); ++n) {
          Coords at = {m, n};
          int64_t scale = getScale(atom, kSlice);
          SmallVector<Value> parts;
          if (!scales.empty())
            parts = {addColumns(builder, loc, scales[0],
                                getScaleColumn(op, AtomOperand::A,
                                               {m * atom->M, scale})),
                     addColumns(
                         builder, loc, scales[1],
                         getScaleColumn(op, AtomOperand::B,
                                        {scale, n * int64_t(atom.getSize())}))};
          Value shared = a ? a->get(at, kSlice) : Value(),
                tensor = a ? Value()
                           : addColumns(builder, loc, startA,
                                        getColumnOfA(op, m, kSlice));
          cute_nvgpu::Tcgen05MmaOp::create(
              builder, loc, atom, elementA, elementB, transposeA, transposeB,
              shared, tensor, b.get(at, kSlice),
              kSlice == 0 && accumulate ? accumulate : yes,
              addColumns(builder, loc, accumulators,
                         m * shape[1] + n * atom.getSize()),
              parts, scale % kScalesOfColumn);
        }
  }

  /// Returns the column of A in tensor memory for a part of M and a K slice.
  static int64_t getColumnOfA(TmemDotOp op, int64_t m, int64_t kSlice) {
    constexpr int64_t kColumnBits = 32;
    StridedMemRefType a = op.getA().getType();
    int64_t first = m * a.getShape()[1] + kSlice * op.getAtom()->K;
    return first * getMemoryBits(a.getElementType()) / kColumnBits;
  }

  static constexpr int64_t kScalesOfColumn = 4;

  static int64_t getDepth(TmemDotOp op) {
    return nv_tileaa::getNumbers(
               RankedTensorType::get(op.getA().getType().getShape(),
                                     op.getA().getType().getElementType()),
               op.getPacked(), /*dim=*/1)
        .getShape()[1];
  }

  /// Returns the first scale of a row that a K slice reads.
  static int64_t getScale(AtomAttr atom, int64_t kSlice) {
    return kSlice * atom->getScalesOfRow();
  }

  /// Returns the offset of an element in a buffer, in elements.
  static int64_t getElementOffset(StridedMemRefType buffer, const Coords &at) {
    const LinearLayout &memory = getBufferLayout(buffer);
    return int64_t(memory.pseudoInvert().applyPacked(memory.flatten(at)));
  }

  /// Returns the column that has this scale of an operand.
  static int64_t getScaleColumn(TmemDotOp op, AtomOperand operand,
                                const Coords &at) {
    Value scales = op.getScales()[operand == AtomOperand::A ? 0 : 1];
    // The lane is the lower part of an offset.
    constexpr int64_t kLanes = 128;
    return getElementOffset(cast<StridedMemRefType>(scales.getType()), at) /
           kLanes / kScalesOfColumn;
  }
};

/// Every thread waits for the phase in which it arrived.
struct TmemWaitLowering : ConvertOpToLLVMPattern<TmemWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TmemWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value barrier = getBufferStart(rewriter, loc, adaptor.getMbarrier());
    createInNewlyElectedThread(
        rewriter, loc, [&](OpBuilder &inside, Location at) {
          cute_nvgpu::MbarrierTensorCommitOp::create(inside, at, barrier);
        });
    Value state = cute_nvgpu::MbarrierArriveStateOp::create(
        rewriter, loc, rewriter.getI64Type(), barrier);
    auto poll = [&](OpBuilder &inside, Location at, ValueRange) {
      Type i1 = inside.getI1Type();
      Value ready = cute_nvgpu::MbarrierTryWaitStateOp::create(inside, at, i1,
                                                               barrier, state);
      Value yes =
          LLVM::ConstantOp::create(inside, at, i1, inside.getBoolAttr(true));
      scf::ConditionOp::create(inside, at,
                               LLVM::XOrOp::create(inside, at, ready, yes),
                               ValueRange());
    };
    scf::WhileOp::create(rewriter, loc, TypeRange(), ValueRange(), poll,
                         [](OpBuilder &inside, Location at, ValueRange) {
                           scf::YieldOp::create(inside, at);
                         });
    cute_nvgpu::Tcgen05FenceAfterOp::create(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateTcgen05MmaPatterns(const TileTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<TmemDotLowering, TmemWaitLowering>(converter);
}

} // namespace tileiras::to_llvm

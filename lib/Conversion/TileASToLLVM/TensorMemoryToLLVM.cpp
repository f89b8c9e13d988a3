//===- TensorMemoryToLLVM.cpp - Products in tensor memory -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is the address of its first column. One thread of the agent, always
// the same, starts products and says when they are done: tcgen05.commit covers
// what the thread that executes it has started.
//
// Where threads meet between accesses to tensor memory both sides execute a
// fence (PTX ISA, "Memory consistency model" of tcgen05): copies have one
// behind them, products one before, and waits one at their end.
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "MatrixDescriptor.h"
#include "Owners.h"
#include "Patterns.h"
#include "Registers.h"
#include "SharedMemoryToLLVM.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;

namespace tileiras::to_llvm {

namespace {

/// PTX ISA, "Tensor Memory Addressing": the lane is above the column.
constexpr unsigned kLaneShift = 16;

Value addCells(OpBuilder &builder, Location loc, Value address, Value cells) {
  Type i32 = builder.getI32Type();
  Value number = LLVM::PtrToIntOp::create(builder, loc, i32, address);
  number = LLVM::AddOp::create(builder, loc, number, cells);
  return LLVM::IntToPtrOp::create(builder, loc, address.getType(), number);
}

Value addColumns(OpBuilder &builder, Location loc, Value address,
                 int64_t columns) {
  if (columns == 0)
    return address;
  return addCells(builder, loc, address,
                  i32Constant(builder, loc, int32_t(columns)));
}

Value getBase(OpBuilder &builder, Location loc, Value slot) {
  return cute_nvgpu::RetrieveTmemPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), 6),
      getBufferStart(builder, loc, slot));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

struct AcquireTmemLowering : ConvertOpToLLVMPattern<AcquireTmemOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AcquireTmemOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value slot = getBufferStart(rewriter, op.getLoc(), adaptor.getSlot());
    createInFirstWarp(
        rewriter, op.getLoc(), [&](OpBuilder &inside, Location loc) {
          cute_nvgpu::AllocTmemOp::create(inside, loc, slot, op.getColumns());
          cute_nvgpu::RelinquishTmemOp::create(inside, loc);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

struct ReleaseTmemLowering : ConvertOpToLLVMPattern<ReleaseTmemOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ReleaseTmemOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    createInFirstWarp(
        rewriter, op.getLoc(), [&](OpBuilder &inside, Location loc) {
          cute_nvgpu::Tcgen05FenceAfterOp::create(inside, loc);
          cute_nvgpu::DeallocTmemOp::create(
              inside, loc, getBase(inside, loc, adaptor.getSlot()),
              op.getColumns());
        });
    rewriter.eraseOp(op);
    return success();
  }
};

struct AllocTmemLowering : ConvertOpToLLVMPattern<AllocTmemOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AllocTmemOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset() || !adaptor.getBase())
      return op.emitOpError("expected an offset and a base, which "
                            "tileas-assign-tmem chooses");
    Value base = getBase(rewriter, op.getLoc(), adaptor.getBase());
    rewriter.replaceOp(op,
                       addColumns(rewriter, op.getLoc(), base,
                                  *op.getOffset() / AllocTmemOp::kColumnBytes));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Registers of any type as words and back.
Value toWord(OpBuilder &builder, Location loc, Value value) {
  Type i32 = builder.getI32Type();
  return value.getType() == i32
             ? value
             : LLVM::BitcastOp::create(builder, loc, i32, value).getResult();
}
Value fromWord(OpBuilder &builder, Location loc, Value word, Type type) {
  return word.getType() == type
             ? word
             : LLVM::BitcastOp::create(builder, loc, type, word).getResult();
}

/// The instructions of one copy.
class TensorCopy {
public:
  TensorCopy(OpBuilder &builder, CopyOp op, Value memory)
      : builder(builder), op(op), loc(op.getLoc()), atom(op.getAtom()),
        move(*planTensorMove(op.getBuffer().getType(), op.getTileType(),
                             op.getAtom())),
        start(addCells(builder, loc, memory, getCellsOfWarp())) {}

  void store(ArrayRef<Value> registers) {
    for (const TensorMove::Access &access : move.accesses) {
      SmallVector<Value> values = llvm::map_to_vector(
          access.registers, [&](unsigned reg) { return registers[reg]; });
      SmallVector<Value> words = toWords(values);
      cute_nvgpu::TmemStoreOp::create(builder, loc, atom, pack(words),
                                      getAddress(access));
    }
    // One wait is for all that follow one another.
    if (isFollowedByStore())
      return;
    cute_nvgpu::TmemWaitStoresOp::create(builder, loc);
    cute_nvgpu::Tcgen05FenceBeforeOp::create(builder, loc);
  }

  SmallVector<Value> load(Type type, unsigned count) {
    SmallVector<Value> registers(count);
    for (ArrayRef<TensorMove::Access> rest(move.accesses); !rest.empty();) {
      size_t taken = std::min(rest.size(), kWordsInFlight / atom.getSize());
      load(rest.take_front(taken), type, registers);
      rest = rest.drop_front(taken);
    }
    cute_nvgpu::Tcgen05FenceBeforeOp::create(builder, loc);
    return registers;
  }

private:
  /// More than these are waited for in several turns: a thread may have fewer
  /// registers than sums, if it needs no sum for long.
  static constexpr size_t kWordsInFlight = 128;

  /// What one wait covers.
  void load(ArrayRef<TensorMove::Access> accesses, Type type,
            MutableArrayRef<Value> registers) {
    SmallVector<Value> loaded;
    for (const TensorMove::Access &access : accesses)
      loaded.push_back(cute_nvgpu::TmemLoadOp::create(
          builder, loc, getType(), atom, getAddress(access)));
    SmallVector<Value> words;
    for (Value vector : loaded)
      for (unsigned index = 0; index < atom.getSize(); ++index)
        words.push_back(extract(vector, index));
    auto given = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), llvm::to_vector(ValueRange(words).getTypes()));
    words = unpackRegisters(
        builder, loc,
        cute_nvgpu::TmemWaitLoadsOp::create(builder, loc, given, words));
    ArrayRef<Value> rest = words;
    for (const TensorMove::Access &access : accesses)
      for (unsigned reg : access.registers) {
        registers[reg] = fromWord(builder, loc, rest.front(), type);
        rest = rest.drop_front();
      }
  }

private:
  /// 32 lanes for each of four warps, and the columns of further ones.
  Value getCellsOfWarp() {
    constexpr unsigned kWarpBits = 2, kLaneBits = 5;
    Value warp = getThreadIndex(builder, loc).warp;
    auto constant = [&](int64_t value) {
      return i32Constant(builder, loc, int32_t(value));
    };
    Value quarter =
        LLVM::AndOp::create(builder, loc, warp, constant((1 << kWarpBits) - 1));
    Value cells = LLVM::ShlOp::create(builder, loc, quarter,
                                      constant(kLaneBits + kLaneShift));
    for (auto [bit, columns] : llvm::enumerate(move.warpColumns)) {
      Value isOdd =
          LLVM::LShrOp::create(builder, loc, warp, constant(bit + kWarpBits));
      isOdd = LLVM::AndOp::create(builder, loc, isOdd, constant(1));
      cells = LLVM::AddOp::create(
          builder, loc, cells,
          LLVM::MulOp::create(builder, loc, isOdd, constant(columns)));
    }
    return cells;
  }

  Value getAddress(const TensorMove::Access &access) {
    return addColumns(builder, loc, start, access.column);
  }

  /// Registers that fill words, or several of which do.
  SmallVector<Value> toWords(ArrayRef<Value> values) {
    if (values.size() != atom.getSize())
      return packWords(builder, loc, values);
    return llvm::map_to_vector(
        values, [&](Value value) { return toWord(builder, loc, value); });
  }

  Type getType() {
    unsigned size = atom.getSize();
    Type i32 = builder.getI32Type();
    return size == 1 ? i32 : VectorType::get(int64_t(size), i32);
  }

  Value pack(ArrayRef<Value> words) {
    if (words.size() == 1)
      return words.front();
    Value vector = LLVM::PoisonOp::create(builder, loc, getType());
    for (auto [index, word] : llvm::enumerate(words))
      vector = LLVM::InsertElementOp::create(builder, loc, vector, word,
                                             i32Constant(builder, loc, index));
    return vector;
  }

  Value extract(Value words, unsigned index) {
    if (!isa<VectorType>(words.getType()))
      return words;
    return LLVM::ExtractElementOp::create(builder, loc, words,
                                          i32Constant(builder, loc, index));
  }

  bool isFollowedByStore() {
    auto next = dyn_cast_if_present<CopyOp>(op->getNextNode());
    return next && next.isStore() &&
           next.getBuffer().getType().isInTensorMemory();
  }

  OpBuilder &builder;
  CopyOp op;
  Location loc;
  AtomAttr atom;
  TensorMove move;
  Value start;
};

struct TensorCopyLowering : ConvertOpToLLVMPattern<CopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getBuffer().getType().isInTensorMemory())
      return failure();
    Location loc = op.getLoc();
    if (op.isStore()) {
      TensorCopy(rewriter, op, adaptor.getDestination())
          .store(unpackRegisters(rewriter, loc, adaptor.getSource()));
      rewriter.eraseOp(op);
      return success();
    }
    auto type = cast<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getResult().getType()));
    SmallVector<Value> registers =
        TensorCopy(rewriter, op, adaptor.getSource())
            .load(type.getBody().front(), type.getBody().size());
    rewriter.replaceOp(op, packRegisters(rewriter, loc, registers, type));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

struct TmemDotLowering : ConvertOpToLLVMPattern<TmemDotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(TmemDotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value startA = getBufferStart(rewriter, loc, adaptor.getA()),
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
  /// Block by block of what one instruction copies.
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
              describeRows(builder, loc, source, getSlot(buffer, at)),
              addColumns(builder, loc, scales[index],
                         getScaleColumn(op, operand, at)));
        }
    }
  }

  /// K outermost, so that instructions that follow one another add to different
  /// sums where there are several.
  static void multiply(OpBuilder &builder, TmemDotOp op, Value startA,
                       Value startB, Value sums, ValueRange scales,
                       Value accumulate) {
    Location loc = op.getLoc();
    AtomAttr atom = op.getAtom();
    LinearLayout alone = LinearLayout::unit(2);
    MatrixDescriptors a(builder, loc, atom, AtomOperand::A, op.getA().getType(),
                        startA, alone);
    MatrixDescriptors b(builder, loc, atom, AtomOperand::B, op.getB().getType(),
                        startB, alone);
    auto isTransposed = [&](AtomOperand operand, StridedMemRefType buffer,
                            unsigned kDim) {
      return matchOperandBuffer(atom, operand, buffer)->contiguous != kDim;
    };
    bool transposeA = isTransposed(AtomOperand::A, op.getA().getType(), 1),
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
    int64_t steps = getDepth(op) / atom->K;
    for (int64_t step = 0; step < steps; ++step)
      for (int64_t m = 0; m < shape[0] / atom->M; ++m)
        for (int64_t n = 0; n < shape[1] / atom.getSize(); ++n) {
          Coords at = {m, n};
          int64_t scale = getScale(atom, step);
          SmallVector<Value> parts;
          if (!scales.empty())
            parts = {addColumns(builder, loc, scales[0],
                                getScaleColumn(op, AtomOperand::A,
                                               {m * atom->M, scale})),
                     addColumns(
                         builder, loc, scales[1],
                         getScaleColumn(op, AtomOperand::B,
                                        {scale, n * int64_t(atom.getSize())}))};
          cute_nvgpu::Tcgen05MmaOp::create(
              builder, loc, atom, elementA, elementB, transposeA, transposeB,
              a.get(at, step), b.get(at, step),
              step == 0 && accumulate ? accumulate : yes,
              addColumns(builder, loc, sums, m * shape[1] + n * atom.getSize()),
              parts, scale % kScalesOfColumn);
        }
  }

  static constexpr int64_t kScalesOfColumn = 4;

  static int64_t getDepth(TmemDotOp op) {
    return nv_tileaa::getNumbers(
               RankedTensorType::get(op.getA().getType().getShape(),
                                     op.getA().getType().getElementType()),
               op.getPacked(), /*dim=*/1)
        .getShape()[1];
  }

  /// The first scale of a row that a step reads.
  static int64_t getScale(AtomAttr atom, int64_t step) {
    return step * atom->getScalesOfRow();
  }

  /// The number of the place that an element has in a buffer.
  static int64_t getSlot(StridedMemRefType buffer, const Coords &at) {
    const LinearLayout &memory = getBufferLayout(buffer);
    return int64_t(memory.pseudoInvert().applyPacked(memory.flatten(at)));
  }

  /// The column that has this scale of an operand.
  static int64_t getScaleColumn(TmemDotOp op, AtomOperand operand,
                                const Coords &at) {
    Value scales = op.getScales()[operand == AtomOperand::A ? 0 : 1];
    // Lanes are below the cells of columns.
    constexpr int64_t kLanes = 128;
    return getSlot(cast<StridedMemRefType>(scales.getType()), at) / kLanes /
           kScalesOfColumn;
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

void populateTensorMemoryPatterns(const TileTypeConverter &converter,
                                  RewritePatternSet &patterns) {
  patterns.add<AcquireTmemLowering, AllocTmemLowering, ReleaseTmemLowering,
               TensorCopyLowering, TmemDotLowering, TmemWaitLowering>(
      converter);
}

} // namespace tileiras::to_llvm

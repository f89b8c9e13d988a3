//===- TmemToLLVM.cpp - Tensor memory addresses and copies ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is the address of its first column.
//
// Where threads synchronise between accesses to tensor memory, both sides
// execute a fence (PTX ISA, "Memory consistency model" of tcgen05): copies have
// one after them. tcgen05.dealloc is synchronous and needs none before it.
//
//===----------------------------------------------------------------------===//

#include "TmemToLLVM.h"
#include "Fragments.h"
#include "Memory/OwnerPredicate.h"
#include "Memory/SharedMemoryToLLVM.h"
#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;

namespace tileiras::to_llvm {

/// PTX ISA, "Tensor Memory Addressing": the lane is above the column.
static constexpr unsigned kLaneShift = 16;

static Value addCells(OpBuilder &builder, Location loc, Value address,
                      Value cells) {
  Type i32 = builder.getI32Type();
  Value bits = LLVM::PtrToIntOp::create(builder, loc, i32, address);
  bits = LLVM::AddOp::create(builder, loc, bits, cells);
  return LLVM::IntToPtrOp::create(builder, loc, address.getType(), bits);
}

Value addColumns(OpBuilder &builder, Location loc, Value address,
                 int64_t columns) {
  if (columns == 0)
    return address;
  return addCells(builder, loc, address,
                  i32Constant(builder, loc, int32_t(columns)));
}

namespace {

Value getBase(OpBuilder &builder, Location loc, Value slot) {
  return cute_nvgpu::RetrieveTmemPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), 6),
      getBufferStart(builder, loc, slot));
}

//===----------------------------------------------------------------------===//
// Allocation
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

/// Converts registers of any type to words and back.
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
class TmemCopy {
public:
  TmemCopy(OpBuilder &builder, CopyOp op, Value memory)
      : builder(builder), op(op), loc(op.getLoc()), atom(op.getAtom()),
        move(*planTmemMove(op.getBuffer().getType(), op.getTileType(),
                           op.getAtom())),
        start(addColumns(builder, loc,
                         addCells(builder, loc, memory, getCellsOfWarp()),
                         getFirstColumn())) {}

  void store(Value tile) {
    SmallVector<Value> vectors = packAtDefinition(tile);
    for (auto [access, words] : llvm::zip_equal(move.accesses, vectors))
      cute_nvgpu::TmemStoreOp::create(builder, loc, atom, words,
                                      getAddress(access));
    // Stores that follow one another share one wait.
    if (isFollowedByStore())
      return;
    cute_nvgpu::TmemWaitStoresOp::create(builder, loc);
    cute_nvgpu::Tcgen05FenceBeforeOp::create(builder, loc);
  }

  SmallVector<Value> load(Type type, unsigned numRegisters) {
    SmallVector<Value> registers(numRegisters);
    for (ArrayRef<TmemMovePlan::Access> rest(move.accesses); !rest.empty();) {
      size_t count =
          std::min<size_t>(rest.size(), kWordsInFlight / countWords());
      bool isLast = count == rest.size();
      load(rest.take_front(count), type, registers, isLast);
      rest = rest.drop_front(count);
    }
    cute_nvgpu::Tcgen05FenceBeforeOp::create(builder, loc);
    return registers;
  }

private:
  /// A larger number of words is loaded and waited for in several groups: a
  /// thread may have fewer registers than the accumulator, if it needs no
  /// element for long.
  static constexpr size_t kWordsInFlight = 128;

  /// Emits the loads that one wait covers. The last wait is put where the
  /// values are used, after operations that are computed and stored while the
  /// load is in flight.
  void load(ArrayRef<TmemMovePlan::Access> accesses, Type type,
            MutableArrayRef<Value> registers, bool isLast) {
    SmallVector<Value> loaded;
    for (const TmemMovePlan::Access &access : accesses)
      loaded.push_back(cute_nvgpu::TmemLoadOp::create(
          builder, loc, getType(), atom, getAddress(access)));
    if (isLast)
      builder.setInsertionPoint(findEndOfLoad());
    SmallVector<Value> words;
    for (Value vector : loaded)
      for (unsigned index = 0; index < countWords(); ++index)
        words.push_back(extract(vector, index));
    auto results = LLVM::LLVMStructType::getLiteral(
        builder.getContext(), llvm::to_vector(ValueRange(words).getTypes()));
    words = unpackRegisters(
        builder, loc,
        cute_nvgpu::TmemWaitLoadsOp::create(builder, loc, results, words));
    ArrayRef<Value> rest = words;
    for (const TmemMovePlan::Access &access : accesses)
      for (unsigned reg : access.registers) {
        registers[reg] = fromWord(builder, loc, rest.front(), type);
        rest = rest.drop_front();
      }
  }

private:
  /// Returns the operand of each store. Elements that share a word are packed
  /// where they are computed, next to other work, rather than after the waits
  /// for tensor memory that precede the store.
  SmallVector<Value> packAtDefinition(Value tile) {
    OpBuilder::InsertionGuard guard(builder);
    if (Operation *def = tile.getDefiningOp())
      builder.setInsertionPointAfter(def);
    SmallVector<Value> registers = unpackRegisters(builder, loc, tile);
    return llvm::map_to_vector(
        move.accesses, [&](const TmemMovePlan::Access &access) {
          SmallVector<Value> values = llvm::map_to_vector(
              access.registers, [&](unsigned reg) { return registers[reg]; });
          return pack(toWords(values));
        });
  }

  /// Returns the first column of a slice, which begins in the first lane.
  int64_t getFirstColumn() {
    const LinearLayout &memory = getBufferLayout(op.getBuffer().getType());
    return int64_t(getFirstSlot(op)) / memory.getInSize(InDim::TensorLane);
  }

  /// Returns the offset of this warp: 32 lanes for each of four warps, and the
  /// columns of further ones.
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

  Value getAddress(const TmemMovePlan::Access &access) {
    return addColumns(builder, loc, start, access.column);
  }

  /// Returns words: registers that fill a word are bitcast, smaller ones
  /// packed.
  SmallVector<Value> toWords(ArrayRef<Value> values) {
    if (values.size() != countWords())
      return packWords(builder, loc, values);
    return llvm::map_to_vector(
        values, [&](Value value) { return toWord(builder, loc, value); });
  }

  /// Returns the number of words that a thread passes to one instruction, or
  /// gets from it.
  unsigned countWords() {
    return move.accesses.front().registers.size() *
           getMemoryBits(op.getBuffer().getType().getElementType()) / 32;
  }

  Type getType() {
    unsigned words = countWords();
    Type i32 = builder.getI32Type();
    return words == 1 ? i32 : VectorType::get(int64_t(words), i32);
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

  /// Returns null if the operation doesn't copy to or from tensor memory.
  static CopyOp getTmemCopy(Operation *op) {
    auto copy = dyn_cast<CopyOp>(op);
    return copy && copy.getBuffer().getType().isInTensorMemory() ? copy
                                                                 : CopyOp();
  }

  /// Returns the next operation that uses the loaded values, loads others, or
  /// has another effect than stores to tensor memory.
  Operation *findEndOfLoad() {
    Operation *next = op->getNextNode();
    while (!next->hasTrait<OpTrait::IsTerminator>() &&
           !llvm::is_contained(op->getUsers(), next) &&
           next->getNumRegions() == 0) {
      CopyOp copy = getTmemCopy(next);
      if (!(copy && copy.isStore()) && !isMemoryEffectFree(next))
        break;
      next = next->getNextNode();
    }
    return next;
  }

  /// Returns whether only reads of other columns are between this store and the
  /// next.
  bool isFollowedByStore() {
    for (Operation *next = op->getNextNode(); next;
         next = next->getNextNode()) {
      if (CopyOp copy = getTmemCopy(next)) {
        if (copy.isStore())
          return true;
        if (!isElsewhere(copy))
          return false;
      } else if (!isMemoryEffectFree(next) &&
                 !isa<cute_nvgpu::TmemWaitLoadsOp,
                      cute_nvgpu::Tcgen05FenceBeforeOp>(next)) {
        return false;
      }
    }
    return false;
  }

  /// Returns whether a copy accesses another slice of the same buffer, or
  /// another buffer; both are live here.
  bool isElsewhere(CopyOp other) {
    return other.getBuffer() != op.getBuffer() ||
           (op.getSlice() && other.getSlice() &&
            other.getSlice() != op.getSlice() &&
            other.getTileType() == op.getTileType());
  }

  OpBuilder &builder;
  CopyOp op;
  Location loc;
  AtomAttr atom;
  TmemMovePlan move;
  Value start;
};

struct TmemCopyLowering : ConvertOpToLLVMPattern<CopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getBuffer().getType().isInTensorMemory())
      return failure();
    Location loc = op.getLoc();
    if (op.isStore()) {
      TmemCopy(rewriter, op, adaptor.getDestination())
          .store(adaptor.getSource());
      rewriter.eraseOp(op);
      return success();
    }
    auto type = cast<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getResult().getType()));
    SmallVector<Value> registers =
        TmemCopy(rewriter, op, adaptor.getSource())
            .load(type.getBody().front(), type.getBody().size());
    rewriter.replaceOp(op, packRegisters(rewriter, loc, registers, type));
    return success();
  }
};

} // namespace

void populateTmemPatterns(const TileTypeConverter &converter,
                          RewritePatternSet &patterns) {
  patterns.add<AcquireTmemLowering, AllocTmemLowering, ReleaseTmemLowering,
               TmemCopyLowering>(converter);
}

} // namespace tileiras::to_llvm

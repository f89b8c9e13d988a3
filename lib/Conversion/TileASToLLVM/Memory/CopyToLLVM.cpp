//===- CopyToLLVM.cpp - Tiles to and from buffers -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers copies as a SharedAccess plans them
// (include/tileiras/Layout/ConversionPlan.h); the plan follows from the layouts
// and the atom of the copy. A copy moves one part of the buffer, which is one
// round of the plan.
//
//===----------------------------------------------------------------------===//

#include "BufferOffset.h"
#include "MemoryAccess.h"
#include "OwnerPredicate.h"
#include "Patterns.h"
#include "Registers.h"
#include "SharedMemoryToLLVM.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/Cute/IR/Cute.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

AccessKind sharedAccess() {
  AccessKind kind;
  kind.space = 3;
  return kind;
}

/// The accesses of one copy.
class Copy {
public:
  /// `type` is the type of a register, `base` the start of the buffer.
  Copy(OpBuilder &builder, CopyOp op, const SharedAccess &access, Type type,
       Value base)
      : builder(builder), loc(op.getLoc()), access(access), atom(op.getAtom()),
        type(type), base(base), part(op.getPart()),
        thread(getThreadIndex(builder, loc)) {
    nv_tileaa::StridedMemRefType buffer = op.getBuffer().getType();
    hasParts = buffer.getParts() != 1;
    bufferBits = getBufferBits(buffer);
    origin = getFirstSlot(op);
  }

  /// Threads whose elements other threads hold as well do not store: two
  /// writers of one word are a race, if a harmless one.
  void store(ArrayRef<Value> source) {
    Value owner =
        createOwnerPredicate(builder, loc, access.freeLanes, access.freeWarps);
    if (access.matrix)
      return storeMatrices(source, owner);
    forEachVector([&](ArrayRef<unsigned> registers, Value pointer,
                      Value isInPart) {
      SmallVector<Value> values = llvm::map_to_vector(
          registers, [&](unsigned reg) { return source[reg]; });
      emitStore(builder, loc, pointer, values,
                andPredicates(builder, loc, isInPart, owner), sharedAccess());
    });
  }

  /// Fills `result`; values that are set already belong to other parts.
  void load(MutableArrayRef<Value> result) {
    zero = LLVM::ZeroOp::create(builder, loc, type);
    if (access.matrix)
      loadMatrices(result);
    else
      loadVectors(result);
    copyReplicas(result, access.copyMasks);
    for (Value &value : result)
      if (!value)
        value = zero;
  }

private:
  /// Whether a vector belongs to the part that is copied: a constant, or a
  /// predicate.
  struct Participation {
    bool never = false;
    Value predicate;
  };

  Participation getParticipation(const BufferOffset &slot, unsigned reg) {
    if (!hasParts)
      return {};
    if (!access.roundDependsOnLane && !access.roundDependsOnWarp)
      return {slot.getConstant(reg) >> bufferBits != part, Value()};
    Value own = LLVM::LShrOp::create(builder, loc, slot.get(reg),
                                     i32Constant(builder, loc, bufferBits));
    return {false, LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                        own, i32Constant(builder, loc, part))};
  }

  /// Returns the offsets in the buffer, which holds one part of the plan's
  /// slots.
  BufferOffset getPartOffsets(const LinearLayout &slots) {
    return BufferOffset(builder, loc, slots, thread, origin,
                        (uint64_t(1) << bufferBits) - 1);
  }

  Value getPointer(const BufferOffset &offset, unsigned reg) {
    return offset.getPointer(base, builder.getIntegerType(getMemoryBits(type)),
                             reg);
  }

  /// Returns the values of these registers before this copy, which threads keep
  /// whose elements belong to other parts.
  SmallVector<Value> getPreviousValues(ArrayRef<Value> result,
                                       ArrayRef<unsigned> registers) {
    return llvm::map_to_vector(registers, [&](unsigned reg) {
      return result[reg] ? result[reg] : zero;
    });
  }

  /// Calls `accessVector` for each vector of this part, with its registers, its
  /// address, and the predicate under which it belongs to the part, if any.
  void forEachVector(
      function_ref<void(ArrayRef<unsigned>, Value, Value)> accessVector) {
    BufferOffset slot(builder, loc, access.offset, thread, origin);
    BufferOffset offset = getPartOffsets(access.offset);
    for (unsigned group = 0; group < access.getNumVectors(); ++group) {
      SmallVector<unsigned> registers = access.getVectorRegisters(group);
      Participation isInPart = getParticipation(slot, registers[0]);
      if (!isInPart.never)
        accessVector(registers, getPointer(offset, registers[0]),
                     isInPart.predicate);
    }
  }

  void loadVectors(MutableArrayRef<Value> result) {
    forEachVector([&](ArrayRef<unsigned> registers, Value pointer,
                      Value isInPart) {
      SmallVector<Value> values =
          emitLoad(builder, loc, pointer, getPreviousValues(result, registers),
                   isInPart, sharedAccess());
      for (auto [reg, value] : llvm::zip_equal(registers, values))
        result[reg] = value;
    });
  }

  /// Calls `move` for each instruction of this part, with its index, the
  /// address that this lane passes, and the predicate, if any, under which the
  /// warp's matrices belong to the part.
  void forEachMatrix(function_ref<void(unsigned, Value, Value)> move) {
    BufferOffset row(builder, loc, access.matrix->rowAddress, thread, origin);
    BufferOffset offset = getPartOffsets(access.matrix->rowAddress);
    for (unsigned i = 0; i < access.matrix->getNumInstructions(); ++i) {
      Participation isInPart = getParticipation(row, i);
      if (!isInPart.never)
        move(i, getPointer(offset, i), isInPart.predicate);
    }
  }

  /// All lanes of a warp execute it or none: `owner` and the predicate of the
  /// part are the same in all of them (planCopy, LdMatrix.h).
  void storeMatrices(ArrayRef<Value> source, Value owner) {
    forEachMatrix([&](unsigned i, Value address, Value isInPart) {
      SmallVector<Value> words;
      for (unsigned j = 0; j < access.matrix->getNumWords(); ++j)
        words.push_back(packWord(
            builder, loc,
            llvm::map_to_vector(access.matrix->getRegisters(i, j),
                                [&](unsigned reg) { return source[reg]; })));
      Value predicate = andPredicates(builder, loc, isInPart, owner);
      if (!predicate) {
        cute_nvgpu::StsmOp::create(builder, loc, atom, address, words);
        return;
      }
      scf::IfOp::create(
          builder, loc, predicate, [&](OpBuilder &inside, Location at) {
            cute_nvgpu::StsmOp::create(inside, at, atom, address, words);
            scf::YieldOp::create(inside, at);
          });
    });
  }

  void loadMatrices(MutableArrayRef<Value> result) {
    forEachMatrix([&](unsigned i, Value address, Value isInPart) {
      for (auto [j, word] : llvm::enumerate(loadMatrixWords(address)))
        keepElements(result, access.matrix->getRegisters(i, j), word, isInPart);
    });
  }

  /// Returns the 32-bit words that a lane gets from one ldmatrix. All lanes of
  /// the warp execute it, also those whose elements belong to other parts: they
  /// read words inside of the buffer, which are dropped.
  SmallVector<Value> loadMatrixWords(Value address) {
    unsigned count = access.matrix->getNumWords();
    Value loaded = cute_nvgpu::LdsmOp::create(builder, loc, atom, address);
    if (count == 1)
      return {loaded};
    SmallVector<Value> words;
    for (int64_t j = 0; j < count; ++j)
      words.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded, j));
    return words;
  }

  /// PTX ISA, "ldmatrix": a word holds several elements, two of 16 bits. They
  /// become these registers, where `predicate` (null: always) holds.
  void keepElements(MutableArrayRef<Value> result, ArrayRef<unsigned> registers,
                    Value word, Value predicate) {
    Type bits = builder.getIntegerType(getMemoryBits(type));
    Value elements = LLVM::BitcastOp::create(
        builder, loc, VectorType::get(registers.size(), bits), word);
    SmallVector<Value> before =
        predicate ? getPreviousValues(result, registers) : SmallVector<Value>();
    for (auto [h, reg] : llvm::enumerate(registers)) {
      Value value = LLVM::ExtractElementOp::create(
          builder, loc, elements, i32Constant(builder, loc, h));
      value = fromMemoryBits(builder, loc, value, type);
      if (predicate)
        value =
            LLVM::SelectOp::create(builder, loc, predicate, value, before[h]);
      result[reg] = value;
    }
  }

  OpBuilder &builder;
  Location loc;
  const SharedAccess &access;
  AtomAttr atom;
  Type type;
  Value base, zero;
  unsigned part, bufferBits;
  uint64_t origin;
  bool hasParts;
  ThreadIndex thread;
};

struct CopyLowering : ConvertOpToLLVMPattern<CopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CopyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getBuffer().getType().isShared())
      return failure();
    assert(op.getAtom()->hasLowering() && "planCopy accepts only these");
    Location loc = op.getLoc();
    bool store = op.isStore();
    Type type = getTypeConverter()->convertType(op.getTileType());
    Value base = getBufferStart(
        rewriter, loc, store ? adaptor.getDestination() : adaptor.getSource());
    if (!isa<RankedTensorType>(op.getTileType()))
      return copyScalar(op, adaptor, type, base, rewriter);

    ArrayRef<Type> types = cast<LLVM::LLVMStructType>(type).getBody();
    SharedAccess access = *planCopy(op);
    Copy copy(rewriter, op, access, types.front(), base);
    if (store) {
      copy.store(unpackRegisters(rewriter, loc, adaptor.getSource()));
      rewriter.eraseOp(op);
      return success();
    }
    SmallVector<Value> result(types.size());
    if (op.getDestination())
      result = unpackRegisters(rewriter, loc, adaptor.getDestination());
    copy.load(result);
    rewriter.replaceOp(op, packRegisters(rewriter, loc, result, type));
    return success();
  }

private:
  /// The first thread stores, all threads load.
  static LogicalResult copyScalar(CopyOp op, OpAdaptor adaptor, Type type,
                                  Value base,
                                  ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    if (op.isStore()) {
      emitStore(rewriter, loc, base, adaptor.getSource(),
                createOwnerPredicate(rewriter, loc, op.getTileType()),
                sharedAccess());
      rewriter.eraseOp(op);
      return success();
    }
    Value zero = LLVM::ZeroOp::create(rewriter, loc, type);
    rewriter.replaceOp(
        op, emitLoad(rewriter, loc, base, zero, Value(), sharedAccess()));
    return success();
  }
};

} // namespace

void populateCopyPatterns(const TileTypeConverter &converter,
                          RewritePatternSet &patterns) {
  patterns.add<CopyLowering>(converter);
}

} // namespace tileiras::to_llvm

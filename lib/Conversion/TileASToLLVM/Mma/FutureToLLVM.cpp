//===- FutureToLLVM.cpp - Asynchronous MMAs of warpgroups -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asynchronous dot becomes a group of wgmma instructions: for each K slice,
// one for each atom of the result that the warpgroup has, so that consecutive
// instructions add to different accumulators.
//
// A future is the registers that these instructions write: they pass from one
// to the next unchanged, and the wait reads and returns all of them.
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"
#include "MatrixDescriptor.h"
#include "Memory/SharedMemoryToLLVM.h"
#include "Patterns.h"
#include "Registers.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;

namespace tileiras::to_llvm {

namespace {

/// Returns the registers of a future, or those that a tensor would have as a
/// future.
SmallVector<Value> getWords(OpBuilder &builder, Location loc, Value operand,
                            Value converted) {
  SmallVector<Value> registers = unpackRegisters(builder, loc, converted);
  if (isa<FutureType>(operand.getType()))
    return registers;
  return packWords(builder, loc, registers);
}

/// Returns the result type of an instruction that has these registers.
Type getStructOf(OpBuilder &builder, ValueRange registers) {
  return LLVM::LLVMStructType::getLiteral(
      builder.getContext(), llvm::to_vector(registers.getTypes()));
}

/// Operand A of each instruction: a descriptor, or 32-bit registers.
class OperandA {
public:
  OperandA(OpBuilder &builder, AsyncDotOp op, Value converted,
           const LinearLayout &accumulators) {
    Location loc = op.getLoc();
    if (auto buffer = dyn_cast<StridedMemRefType>(op.getA().getType())) {
      descriptors.emplace(builder, loc, op.getAtom(), AtomOperand::A, buffer,
                          getBufferStart(builder, loc, converted),
                          accumulators);
      return;
    }
    fragments.emplace(getLayout(op.getA().getType()), op.getAtom(),
                      AtomOperand::A);
    SmallVector<Value> elements = unpackRegisters(builder, loc, converted);
    perWord = 32 / elements.front().getType().getIntOrFloatBitWidth();
    for (Value word : packWords(builder, loc, elements))
      words.push_back(word.getType().isInteger()
                          ? word
                          : LLVM::BitcastOp::create(
                                builder, loc, builder.getI32Type(), word));
  }

  /// Returns the registers of this thread; none if the operand is in a buffer.
  MutableArrayRef<Value> getWords() { return words; }

  SmallVector<Value> get(const Coords &at, int64_t kSlice) {
    if (descriptors)
      return {descriptors->get(at, kSlice)};
    unsigned index = fragments->getIndex({at[0], kSlice}),
             size = fragments->getSize() / perWord;
    return SmallVector<Value>(ArrayRef(words).slice(index * size, size));
  }

private:
  std::optional<MatrixDescriptors> descriptors;
  std::optional<Fragments> fragments;
  SmallVector<Value> words;
  unsigned perWord = 1;
};

struct AsyncDotLowering : ConvertOpToLLVMPattern<AsyncDotOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(AsyncDotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AtomAttr atom = op.getAtom();
    Fragments fragmentsOfC(getLayout(op.getAccumulatorType()), atom,
                           AtomOperand::C);
    SmallVector<Value> words =
        getWords(rewriter, loc, op.getC(), adaptor.getC());
    unsigned size = words.size() / fragmentsOfC.getCount();
    OperandA a(rewriter, op, adaptor.getA(), fragmentsOfC.getRest());
    MatrixDescriptors b(
        rewriter, loc, atom, AtomOperand::B, op.getB().getType(),
        getBufferStart(rewriter, loc, adaptor.getB()), fragmentsOfC.getRest());
    int64_t kSlices = op.getTileOfB().getShape()[0] / atom->K,
            first = op.getFirstK() / atom->K;
    fence(rewriter, loc, words, a.getWords());
    for (int64_t kSlice = 0; kSlice < kSlices; ++kSlice)
      for (unsigned index = 0; index < fragmentsOfC.getCount(); ++index) {
        Coords at = fragmentsOfC.getCoords(index);
        multiply(rewriter, op, a.get(at, kSlice), b.get(at, first + kSlice),
                 kSlice == 0 ? adaptor.getAccumulate() : Value(),
                 MutableArrayRef(words).slice(index * size, size));
      }
    cute_nvgpu::WgmmaCommitGroupOp::create(rewriter, loc);
    rewriter.replaceOp(
        op, packRegisters(rewriter, loc, words,
                          getTypeConverter()->convertType(op.getType())));
    return success();
  }

private:
  static void fence(OpBuilder &builder, Location loc,
                    MutableArrayRef<Value> accumulators,
                    MutableArrayRef<Value> a) {
    SmallVector<Value> all(accumulators);
    llvm::append_range(all, a);
    Value fenced = cute_nvgpu::WgmmaFenceOp::create(
        builder, loc, getStructOf(builder, all), all);
    all = unpackRegisters(builder, loc, fenced);
    llvm::copy(ArrayRef(all).take_front(accumulators.size()),
               accumulators.begin());
    llvm::copy(ArrayRef(all).drop_front(accumulators.size()), a.begin());
  }

  /// Emits one instruction, which adds to `accumulators`.
  static void multiply(OpBuilder &builder, AsyncDotOp op, ValueRange a, Value b,
                       Value accumulate, MutableArrayRef<Value> accumulators) {
    Location loc = op.getLoc();
    AtomAttr atom = op.getAtom();
    auto isTransposed = [&](AtomOperand operand, Value buffer, unsigned kDim) {
      auto type = dyn_cast<StridedMemRefType>(buffer.getType());
      return type &&
             matchOperandBuffer(atom, operand, type)->contiguous != kDim;
    };
    auto getElement = [](Value operand) {
      return AsyncDotOp::getTile(operand).getElementType();
    };
    Value result = cute_nvgpu::WgmmaOp::create(
        builder, loc, getStructOf(builder, accumulators), atom,
        getSignedElement(getElement(op.getA()), op.getSignednessA()),
        getSignedElement(getElement(op.getB()), op.getSignednessB()),
        isTransposed(AtomOperand::A, op.getA(), 1),
        isTransposed(AtomOperand::B, op.getB(), 0), a, b, accumulate,
        accumulators);
    llvm::copy(unpackRegisters(builder, loc, result), accumulators.begin());
  }
};

struct FutureWaitLowering : ConvertOpToLLVMPattern<FutureWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(FutureWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> words =
        getWords(rewriter, loc, op.getFuture(), adaptor.getFuture());
    for (auto [tile, converted] :
         llvm::zip_equal(op.getKeep(), adaptor.getKeep()))
      llvm::append_range(words, getWords(rewriter, loc, tile, converted));
    Value complete = cute_nvgpu::WgmmaWaitGroupOp::create(
        rewriter, loc, getStructOf(rewriter, words),
        op.getPending().value_or(0), words);
    words = unpackRegisters(rewriter, loc, complete);
    ArrayRef<Value> rest = words;
    SmallVector<Value> results;
    for (Value result : op.getResults())
      results.push_back(takeResult(rewriter, loc, result.getType(), rest));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Returns a result that consists of the first of `words`, and removes these.
  Value takeResult(OpBuilder &builder, Location loc, Type type,
                   ArrayRef<Value> &words) const {
    auto converted =
        cast<LLVM::LLVMStructType>(getTypeConverter()->convertType(type));
    Type element = converted.getBody().front();
    size_t count =
        converted.getBody().size() * element.getIntOrFloatBitWidth() / 32;
    SmallVector<Value> elements =
        unpackWords(builder, loc, words.take_front(count), element);
    words = words.drop_front(count);
    return packRegisters(builder, loc, elements, converted);
  }
};

struct ToAsyncLowering : ConvertOpToLLVMPattern<ToAsyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ToAsyncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, packRegisters(rewriter, op.getLoc(),
                          getWords(rewriter, op.getLoc(), op.getTensor(),
                                   adaptor.getTensor()),
                          getTypeConverter()->convertType(op.getType())));
    return success();
  }
};

struct ProxyFenceLowering : ConvertOpToLLVMPattern<ProxyFenceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ProxyFenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cute_nvgpu::FenceProxyAsyncOp>(op);
    return success();
  }
};

} // namespace

void populateFuturePatterns(const TileTypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<AsyncDotLowering, FutureWaitLowering, ProxyFenceLowering,
               ToAsyncLowering>(converter);
}

} // namespace tileiras::to_llvm

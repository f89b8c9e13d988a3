//===- ShapeToLLVM.cpp - Shapes: registers are renamed --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts were chosen such that none of these operations moves elements between
// threads.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Registers.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// view, permute: the registers are unchanged.
template <typename OpTy> struct RenameLowering : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getSource());
    return success();
  }
};

struct SplatLowering : ConvertOpToLLVMPattern<nv_tileaa::SplatOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::SplatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    SmallVector<Value> registers(
        cast<LLVM::LLVMStructType>(type).getBody().size(), adaptor.getSource());
    rewriter.replaceOp(op,
                       packRegisters(rewriter, op.getLoc(), registers, type));
    return success();
  }
};

/// Every thread has the only element.
struct UnsplatLowering : ConvertOpToLLVMPattern<nv_tileaa::UnsplatOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(nv_tileaa::UnsplatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, unpackRegisters(rewriter, op.getLoc(), adaptor.getSource())[0]);
    return success();
  }
};

struct MakeRangeLowering : ConvertOpToLLVMPattern<MakeRangeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(MakeRangeOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getType()));
    Type element = type.getBody().front();
    RegisterIndex index = RegisterIndex::flat(
        rewriter, loc, getLayout(op.getType()), getThreadIndex(rewriter, loc));
    SmallVector<Value> registers;
    for (size_t reg = 0; reg < type.getBody().size(); ++reg) {
      Value value = index.get(rewriter, loc, reg);
      if (element.getIntOrFloatBitWidth() > 32)
        value = LLVM::ZExtOp::create(rewriter, loc, element, value);
      else if (element.getIntOrFloatBitWidth() < 32)
        value = LLVM::TruncOp::create(rewriter, loc, element, value);
      registers.push_back(value);
    }
    rewriter.replaceOp(op, packRegisters(rewriter, loc, registers, type));
    return success();
  }
};

/// Maps register `reg` of `from` to the register of `to` that holds the same
/// element in the same thread, once `map` is applied to its (flat) basis. Bits
/// whose mapped basis is not a basis of `to` must map to zero.
class RegisterMap {
public:
  RegisterMap(const LinearLayout &from, const LinearLayout &to,
              function_ref<uint64_t(Coords)> map) {
    for (unsigned bit = 0; bit < from.getInBits(InDim::Register); ++bit) {
      uint64_t basis = map(from.getBasis(InDim::Register, bit));
      unsigned image = 0;
      ArrayRef<uint64_t> bases = to.getFlatBases(InDim::Register);
      const uint64_t *found = llvm::find(bases, basis);
      if (basis != 0 && found != bases.end())
        image = 1u << (found - bases.begin());
      images.push_back(image);
      known &= basis == 0 || found != bases.end();
    }
  }
  bool isKnown() const { return known; }
  unsigned operator()(unsigned reg) const {
    unsigned image = 0;
    for (auto [bit, value] : llvm::enumerate(images))
      if (reg >> bit & 1)
        image ^= value;
    return image;
  }

private:
  SmallVector<unsigned> images;
  bool known = true;
};

struct BroadcastLowering : ConvertOpToLLVMPattern<BroadcastOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(op.getSource().getType());
    const LinearLayout &from = getLayout(op.getType());
    const LinearLayout &to = getLayout(source);
    RegisterMap map(from, to, [&](Coords basis) {
      for (auto [dim, size] : llvm::enumerate(source.getShape()))
        if (size == 1)
          basis[dim] = 0;
      return to.flatten(basis);
    });
    assert(map.isKnown() && "the verifier compares the layouts");
    Type type = getTypeConverter()->convertType(op.getType());
    SmallVector<Value> sources =
        unpackRegisters(rewriter, op.getLoc(), adaptor.getSource());
    SmallVector<Value> registers;
    for (unsigned reg = 0; reg < from.getNumRegisters(); ++reg)
      registers.push_back(sources[map(reg)]);
    rewriter.replaceOp(op,
                       packRegisters(rewriter, op.getLoc(), registers, type));
    return success();
  }
};

/// One register bit of the result selects the operand that an element comes
/// from.
struct CatLowering : ConvertOpToLLVMPattern<CatOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto result = cast<RankedTensorType>(op.getType());
    const LinearLayout &from = getLayout(result);
    const LinearLayout &to = getLayout(op.getLhs().getType());
    int64_t half = result.getDimSize(op.getDim()) / 2;
    Coords top(result.getRank(), 0);
    top[op.getDim()] = half;
    ArrayRef<uint64_t> bases = from.getFlatBases(InDim::Register);
    const uint64_t *selector = llvm::find(bases, from.flatten(top));
    RegisterMap map(from, to, [&](Coords basis) {
      basis[op.getDim()] &= half - 1;
      return to.flatten(basis);
    });
    assert(selector != bases.end() && map.isKnown() &&
           to == getLayout(op.getRhs().getType()) &&
           "the operands' layout follows from the result's");
    SmallVector<Value> lhs =
        unpackRegisters(rewriter, op.getLoc(), adaptor.getLhs());
    SmallVector<Value> rhs =
        unpackRegisters(rewriter, op.getLoc(), adaptor.getRhs());
    unsigned bit = selector - bases.begin();
    SmallVector<Value> registers;
    for (unsigned reg = 0; reg < from.getNumRegisters(); ++reg)
      registers.push_back((reg >> bit & 1 ? rhs : lhs)[map(reg)]);
    rewriter.replaceOp(op,
                       packRegisters(rewriter, op.getLoc(), registers,
                                     getTypeConverter()->convertType(result)));
    return success();
  }
};

/// Register bits of the source select the slice of an element. The index of the
/// slice is a value: a tree of selects.
struct ExtractSliceLowering : ConvertOpToLLVMPattern<ExtractSliceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ExtractSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(op.getSource().getType());
    auto result = cast<RankedTensorType>(op.getType());
    Location loc = op.getLoc();
    const LinearLayout &from = getLayout(source);
    const LinearLayout &to = getLayout(result);
    SmallVector<Value> registers =
        unpackRegisters(rewriter, loc, adaptor.getSource());

    // Source registers are selected by one bit of the slice's index after
    // another.
    ArrayRef<uint64_t> bases = from.getFlatBases(InDim::Register);
    unsigned selected = 0;
    for (int64_t dim = 0; dim < source.getRank(); ++dim) {
      int64_t slice = result.getDimSize(dim);
      for (int64_t step = slice, bit = 0; step < source.getDimSize(dim);
           step *= 2, ++bit) {
        Coords coords(source.getRank(), 0);
        coords[dim] = step;
        const uint64_t *basis = llvm::find(bases, from.flatten(coords));
        assert(basis != bases.end() && "slices are in different registers");
        unsigned mask = 1u << (basis - bases.begin());
        selected |= mask;
        selectByBit(rewriter, loc, adaptor.getIndices()[dim], bit, mask,
                    registers);
      }
    }
    RegisterMap map(to, from,
                    [&](Coords basis) { return from.flatten(basis); });
    assert(map.isKnown() && "the source's layout follows from the result's");
    SmallVector<Value> results;
    for (unsigned reg = 0; reg < to.getNumRegisters(); ++reg)
      results.push_back(registers[map(reg) & ~selected]);
    rewriter.replaceOp(op,
                       packRegisters(rewriter, loc, results,
                                     getTypeConverter()->convertType(result)));
    return success();
  }

  /// Replaces registers[r] by registers[r | mask] where the bit of index is
  /// set.
  static void selectByBit(OpBuilder &builder, Location loc, Value index,
                          int64_t bit, unsigned mask,
                          SmallVectorImpl<Value> &registers) {
    Value one = i32Constant(builder, loc, 1 << bit);
    Value set =
        LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                             LLVM::AndOp::create(builder, loc, index, one),
                             i32Constant(builder, loc, 0));
    for (unsigned reg = 0; reg < registers.size(); ++reg)
      if (!(reg & mask))
        registers[reg] = LLVM::SelectOp::create(
            builder, loc, set, registers[reg | mask], registers[reg]);
  }
};

} // namespace

void populateShapePatterns(const TileTypeConverter &converter,
                           RewritePatternSet &patterns) {
  patterns.add<RenameLowering<ViewOp>, RenameLowering<PermuteOp>, SplatLowering,
               UnsplatLowering, MakeRangeLowering, BroadcastLowering,
               CatLowering, ExtractSliceLowering>(converter);
}

} // namespace tileiras::to_llvm

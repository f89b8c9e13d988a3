//===- ScanToLLVM.cpp - Prefix combinations -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread holds runs of contiguous elements along the dimension, and lanes of
// the warp the runs after and before it (tileas-legalize-scan). So a run is
// combined element by element, and its total is scanned in the rounds of
// Sklansky (1960), one for each bit of the lane: before a round, blocks of B
// lanes are scanned; after it, blocks of 2B are, as each lane of the upper half
// reads the total of the lower half from its last lane by one shuffle:
//
//   t = total of the run                       of each thread, in order
//   for each bit of the lane, lowest first:
//     c = t of the last lane of the lower half
//     t = combine(c, t)                        where the bit is set
//   c = t of the lane before
//   elements of the run = combine(c, element)  except the last one, which is t
//
// Elements are combined in their order, so that the combiner need not commute,
// and there is no initial value: the first element is the first result. A
// reversed scan swaps upper and lower, last and first.
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Patterns.h"
#include "Registers.h"
#include "Shuffle.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/ScannedCoordinates.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

class Scan {
public:
  Scan(ScanOp op, ValueRange operands, ConversionPatternRewriter &rewriter,
       const TypeConverter &converter)
      : op(op), rewriter(rewriter), loc(op.getLoc()),
        combiner(op, rewriter, converter),
        scanned(*getScannedCoordinates(getLayout(op.getOperand(0).getType()),
                                       op.getDim())),
        lane(getThreadIndex(rewriter, loc).lane) {
    for (Value operand : operands)
      inputs.push_back(unpackRegisters(rewriter, loc, operand));
    for (unsigned bit : scanned.lanes)
      mask |= 1u << bit;
  }

  /// Returns results by operand and register.
  SmallVector<SmallVector<Value>> run() {
    results = inputs;
    unsigned runs = inputs.front().size() >> scanned.registers.size();
    SmallVector<unsigned> across = getOtherBits();
    for (unsigned run = 0; run < runs; ++run)
      scanRun(spreadBits(run, across));
    return results;
  }

private:
  /// Returns the register bits that do not vary along the dimension.
  SmallVector<unsigned> getOtherBits() const {
    SmallVector<unsigned> bits;
    for (unsigned bit = 0; 1u << bit < inputs.front().size(); ++bit)
      if (!llvm::is_contained(scanned.registers, bit))
        bits.push_back(bit);
    return bits;
  }

  Value constant(uint32_t value) {
    return i32Constant(rewriter, loc, int32_t(value));
  }
  Value setBits(Value value, uint32_t bits) {
    return LLVM::OrOp::create(rewriter, loc, value, constant(bits));
  }
  Value clearBits(Value value, uint32_t bits) {
    return LLVM::AndOp::create(rewriter, loc, value, constant(~bits));
  }
  Value hasOther(Value value, uint32_t bits, uint32_t than) {
    return LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::ne,
        LLVM::AndOp::create(rewriter, loc, value, constant(bits)),
        constant(than));
  }

  Tuple shuffle(const Tuple &tuple, Value from) {
    return llvm::map_to_vector(tuple, [&](Value value) {
      return shuffleFrom(rewriter, loc, value, from);
    });
  }

  /// `first` selects the run by the bits across the dimension.
  void scanRun(unsigned first) {
    SmallVector<unsigned> registers;
    for (unsigned i = 0; i < 1u << scanned.registers.size(); ++i)
      registers.push_back(first | spreadBits(i, scanned.registers));
    if (op.getReverse())
      std::reverse(registers.begin(), registers.end());
    SmallVector<Tuple> prefixes;
    for (unsigned reg : registers) {
      Tuple element = pickTuple(inputs, reg);
      prefixes.push_back(prefixes.empty()
                             ? element
                             : combiner.combine(prefixes.back(), element));
    }
    if (mask != 0)
      scanLanes(prefixes);
    for (auto [reg, tuple] : llvm::zip_equal(registers, prefixes))
      for (auto [result, value] : llvm::zip_equal(results, tuple))
        result[reg] = value;
  }

  /// Combines the prefixes with the totals of preceding lanes.
  void scanLanes(MutableArrayRef<Tuple> prefixes) {
    Tuple total = prefixes.back();
    uint32_t lower = 0;
    for (unsigned laneBit : scanned.lanes) {
      uint32_t bit = 1u << laneBit;
      Value from, isUpper;
      if (op.getReverse()) {
        from = clearBits(setBits(lane, bit), lower);
        isUpper = hasOther(lane, bit, bit);
      } else {
        from = setBits(clearBits(lane, bit), lower);
        isUpper = hasOther(lane, bit, 0);
      }
      total = combiner.select(
          isUpper, combiner.combine(shuffle(total, from), total), total);
      lower |= bit;
    }
    prefixes.back() = total;
    if (prefixes.size() == 1)
      return;
    Tuple before = shuffle(total, getLaneBefore());
    Value hasBefore = hasOther(lane, mask, op.getReverse() ? mask : 0);
    for (Tuple &prefix : prefixes.drop_back())
      prefix =
          combiner.select(hasBefore, combiner.combine(before, prefix), prefix);
  }

  /// Returns the lane index with the bits along the dimension decremented, or
  /// incremented.
  Value getLaneBefore() {
    Value moved = op.getReverse()
                      ? LLVM::AddOp::create(rewriter, loc, setBits(lane, ~mask),
                                            constant(1))
                            .getResult()
                      : LLVM::SubOp::create(rewriter, loc,
                                            clearBits(lane, ~mask), constant(1))
                            .getResult();
    return LLVM::OrOp::create(rewriter, loc, clearBits(moved, ~mask),
                              clearBits(lane, mask));
  }

  ScanOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
  Combiner combiner;
  ScannedCoordinates scanned;
  Value lane;
  uint32_t mask = 0;
  SmallVector<SmallVector<Value>> inputs, results;
};

struct ScanLowering : ConvertOpToLLVMPattern<ScanOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ScanOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const LinearLayout &layout = getLayout(op.getOperand(0).getType());
    if (!getScannedCoordinates(layout, op.getDim()))
      return op.emitOpError(
                 "expected threads to hold runs of contiguous elements "
                 "along the dimension and lanes consecutive runs, as "
                 "tileas-legalize-scan arranges them, got ")
             << layout.str();
    SmallVector<SmallVector<Value>> results =
        Scan(op, adaptor.getOperands(), rewriter, *getTypeConverter()).run();
    SmallVector<Value> tiles;
    for (auto [registers, type] : llvm::zip_equal(results, op.getResultTypes()))
      tiles.push_back(packRegisters(rewriter, op.getLoc(), registers,
                                    getTypeConverter()->convertType(type)));
    rewriter.replaceOp(op, tiles);
    return success();
  }
};

} // namespace

void populateScanPatterns(const TileTypeConverter &converter,
                          RewritePatternSet &patterns) {
  patterns.add<ScanLowering>(converter);
}

} // namespace tileiras::to_llvm

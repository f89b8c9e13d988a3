//===- ReduceToLLVM.cpp - Reductions --------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements along the dimension are combined in the threads that hold them. If
// the combiner commutes, nearest first:
//
//   1. within a thread, over the registers that share a result: for sums,
//      products, maxima and minima of floats every other one first, in pairs
//      where the target computes with pairs;
//   2. within a warp, as the atom says: by one instruction (redux.sync), or by
//      shuffles over the lane bits that vary along the dimension (a butterfly).
//      Afterwards all of these lanes have the result.
//
// Otherwise adjacent elements are combined first: for each bit of the
// coordinate, from the lowest on, elements whose bit of the register or of the
// lane is clear are combined with those that have it set.
//
// Where the region returns one of its two arguments, the result is the first
// element or the last: one shuffle reads it from the lane that has it.
//
// Elements along the dimension are in one warp (tileas-legalize-reduce). The
// order is a fixed function of the layout, the same on every target. All
// threads have identical results, since the value of the lower lane is always
// the first operand.
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Math/PackedArithmetic.h"
#include "Patterns.h"
#include "Registers.h"
#include "Shuffle.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/Contract/ReduceAtoms.h"
#include "tileiras/Dialect/TileAS/IR/ScannedCoordinates.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// The chains of a thread that combines many elements in any order: an
/// instruction of one chain is issued during the latency of the other's, or one
/// packed instruction executes both.
constexpr unsigned kChains = 2;

class Reduction {
public:
  Reduction(ReduceOp op, ValueRange operands,
            ConversionPatternRewriter &rewriter, const TypeConverter &converter)
      : op(op), rewriter(rewriter), loc(op.getLoc()),
        combiner(op, rewriter, converter),
        layout(getLayout(op.getOperand(0).getType())),
        thread(getThreadIndex(rewriter, loc)) {
    for (Value operand : operands)
      inputs.push_back(unpackRegisters(rewriter, loc, operand));
  }

  /// Returns results by register of the result layout.
  SmallVector<Tuple> run() {
    if (hasOrder(op)) {
      reduceInOrder();
      return results;
    }
    reduceRegisters();
    AtomAttr atom = op.getAtomAttr();
    std::optional<Redux> redux = matchRedux(op);
    if (std::optional<bool> keepsLast = findKept(op))
      readFromLane(*keepsLast);
    else if (atom && redux && atom.getInfo() == redux->record)
      reduceWarp(*redux);
    else
      reduceLanes();
    return results;
  }

private:
  bool varies(InDim in, unsigned bit) {
    return layout.getBasis(in, bit)[op.getDim()] != 0;
  }

  /// Emits the region, on scalars or on pairs of them. Where either order is
  /// correct, later elements are the first operand: ptxas schedules by the
  /// order of operands, too, and this is the order that has been measured.
  Tuple combine(const Tuple &earlier, const Tuple &later) {
    const Tuple &first = op.getCommutes() ? later : earlier,
                &second = op.getCommutes() ? earlier : later;
    if (isa<VectorType>(first.front().getType()))
      return {emitPair(&op.getBody().front().front(),
                       {first.front(), second.front()}, rewriter)};
    return combiner.combine(first, second);
  }

  /// Leaves the combinations in registers whose bits along the dimension are
  /// clear.
  void reduceInOrder() {
    SmallVector<Tuple> tuples = llvm::map_to_vector(
        llvm::seq<unsigned>(inputs.front().size()),
        [&](unsigned reg) { return pickTuple(inputs, reg); });
    unsigned done = 0;
    auto forEachLeft = [&](auto body) {
      for (unsigned reg = 0; reg < tuples.size(); ++reg)
        if ((reg & done) == 0)
          body(reg);
    };
    CoordinateBits bits = *getCoordinateBits(layout, op.getDim());
    for (auto [in, bit] : bits.owners) {
      unsigned mask = 1u << bit;
      if (in == InDim::Register) {
        done |= mask;
        forEachLeft([&](unsigned reg) {
          tuples[reg] = combine(tuples[reg], tuples[reg | mask]);
        });
      } else {
        Value isUpper = createIsUpper(bit);
        forEachLeft([&](unsigned reg) {
          tuples[reg] = combineLanes(tuples[reg], mask, isUpper);
        });
      }
    }
    forEachLeft([&](unsigned reg) { results.push_back(tuples[reg]); });
  }

  void reduceRegisters() {
    SmallVector<unsigned> kept, dropped;
    for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit)
      (varies(InDim::Register, bit) ? dropped : kept).push_back(bit);
    unsigned count = 1u << dropped.size();
    auto elementsOf = [&](unsigned result) {
      return llvm::map_to_vector(llvm::seq(count), [&](unsigned i) {
        return pickTuple(inputs,
                         spreadBits(result, kept) | spreadBits(i, dropped));
      });
    };
    bool isOfChains = isOfAnyOrder() && count >= 2 * kChains,
         isOfPairs = isOfAnyOrder() && hasPackedForm(getCombiner()) &&
                     !addsWidened(getCombiner(), op.getOperands());
    // Registers 2i and 2i + 1 belong to adjacent results, or to one.
    bool arePairsOfResults = isOfPairs && !kept.empty() && kept[0] == 0,
         arePairsOfChains = isOfPairs && !arePairsOfResults && isOfChains;
    unsigned chains = isOfChains ? kChains : 1;
    for (unsigned i = 0; i < 1u << kept.size();
         i += arePairsOfResults ? 2 : 1) {
      if (arePairsOfResults) {
        auto [low, high] =
            split(reduceChains(join(elementsOf(i), elementsOf(i + 1)), chains));
        results.append({low, high});
      } else if (arePairsOfChains) {
        SmallVector<Tuple> elements = elementsOf(i), even, odd;
        for (auto [j, element] : llvm::enumerate(elements))
          (j % kChains == 0 ? even : odd).push_back(element);
        auto [low, high] = split(reduceChains(join(even, odd), 1));
        results.push_back(combine(low, high));
      } else {
        results.push_back(reduceChains(elementsOf(i), chains));
      }
    }
  }

  /// Distributes elements to chains round-robin, and then combines the results
  /// of the chains.
  Tuple reduceChains(ArrayRef<Tuple> elements, unsigned chains) {
    SmallVector<Tuple> accumulators(elements.take_front(chains));
    for (auto [i, element] : llvm::enumerate(elements.drop_front(chains)))
      accumulators[i % chains] = combine(accumulators[i % chains], element);
    for (const Tuple &other : ArrayRef(accumulators).drop_front())
      accumulators.front() = combine(accumulators.front(), other);
    return accumulators.front();
  }

  SmallVector<Tuple> join(ArrayRef<Tuple> low, ArrayRef<Tuple> high) {
    SmallVector<Tuple> pairs;
    for (auto [first, second] : llvm::zip_equal(low, high))
      pairs.push_back({joinPair(rewriter, loc, first.front(), second.front())});
    return pairs;
  }
  std::pair<Tuple, Tuple> split(const Tuple &pair) {
    auto [low, high] = splitPair(rewriter, loc, pair.front());
    return {{low}, {high}};
  }

  Operation *getCombiner() { return &op.getBody().front().front(); }

  /// Returns whether the region is one operation whose operands may be combined
  /// in any order. For sums of floats the order affects the result, but the
  /// compiler may choose it (specification, "reduce").
  bool isOfAnyOrder() {
    Block &block = op.getBody().front();
    return llvm::hasSingleElement(block.without_terminator()) &&
           isa<arith::AddFOp, arith::MulFOp, arith::MaxNumFOp, arith::MinNumFOp,
               arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp,
               arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(block.front()) &&
           block.front().getOperands() == block.getArguments();
  }

  void reduceWarp(const Redux &redux) {
    for (Tuple &result : results)
      for (Value &value : result)
        value = std::visit(
            [&](auto kind) { return createRedux(redux, kind, value); },
            redux.what);
  }
  Value createRedux(const Redux &, cute_nvgpu::Combination kind, Value value) {
    return cute_nvgpu::ReduxOp::create(rewriter, loc, kind, value);
  }
  Value createRedux(const Redux &redux, cute_nvgpu::Extreme kind, Value value) {
    return cute_nvgpu::ReduxF32Op::create(rewriter, loc, kind, value,
                                          redux.isNaNResult);
  }

  /// Reads the value of the lane whose bits along the dimension are all set, or
  /// all clear.
  void readFromLane(bool isLast) {
    unsigned mask = 0;
    for (unsigned bit = 0; bit < layout.getInBits(InDim::Lane); ++bit)
      mask |= varies(InDim::Lane, bit) ? 1u << bit : 0;
    if (mask == 0)
      return;
    Value lane = thread.lane;
    if (isLast)
      lane = LLVM::OrOp::create(rewriter, loc, lane,
                                i32Constant(rewriter, loc, mask));
    else
      lane = LLVM::AndOp::create(rewriter, loc, lane,
                                 i32Constant(rewriter, loc, int32_t(~mask)));
    for (Tuple &result : results)
      for (Value &value : result)
        value = shuffleFrom(rewriter, loc, value, lane);
  }

  Value createIsUpper(unsigned bit) {
    return LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::ne,
        LLVM::AndOp::create(rewriter, loc, thread.lane,
                            i32Constant(rewriter, loc, 1 << bit)),
        i32Constant(rewriter, loc, 0));
  }

  /// Combines the tuple with that of the lane whose index differs in the bit of
  /// the mask.
  Tuple combineLanes(const Tuple &tuple, unsigned mask, Value isUpper) {
    Tuple lower, upper;
    for (Value own : tuple) {
      Value other = shuffleXor(rewriter, loc, own, mask);
      lower.push_back(
          LLVM::SelectOp::create(rewriter, loc, isUpper, other, own));
      upper.push_back(
          LLVM::SelectOp::create(rewriter, loc, isUpper, own, other));
    }
    return combine(lower, upper);
  }

  void reduceLanes() {
    for (unsigned bit = 0; bit < layout.getInBits(InDim::Lane); ++bit) {
      if (!varies(InDim::Lane, bit))
        continue;
      Value isUpper = createIsUpper(bit);
      for (Tuple &result : results)
        result = combineLanes(result, 1u << bit, isUpper);
    }
  }

  ReduceOp op;
  ConversionPatternRewriter &rewriter;
  Location loc;
  Combiner combiner;
  const LinearLayout &layout;
  ThreadIndex thread;
  SmallVector<SmallVector<Value>> inputs;
  SmallVector<Tuple> results;
};

struct ReduceLowering : ConvertOpToLLVMPattern<ReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  /// Checks that every basis is either along the dimension or across it; where
  /// elements have an order, each basis along it must be a bit of the
  /// coordinate.
  static LogicalResult checkLayout(ReduceOp op) {
    const LinearLayout &layout = getLayout(op.getOperand(0).getType());
    if (hasOrder(op)) {
      if (getCoordinateBits(layout, op.getDim()))
        return success();
      return op.emitOpError("expected registers and lanes to hold one bit each "
                            "of the coordinate along the dimension of a "
                            "reduction in order, as tileas-legalize-reduce "
                            "arranges them, got ")
             << layout.str();
    }
    for (InDim in : {InDim::Register, InDim::Lane, InDim::Warp})
      for (unsigned bit = 0; bit < layout.getInBits(in); ++bit) {
        Coords basis = layout.getBasis(in, bit);
        bool along = basis[op.getDim()] != 0;
        basis[op.getDim()] = 0;
        if (along && layout.flatten(basis) != 0)
          return op.emitOpError("expected a layout whose bases lie along or "
                                "across the reduced dimension, got ")
                 << layout.str();
      }
    return success();
  }

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkLayout(op)))
      return failure();
    SmallVector<Tuple> results =
        Reduction(op, adaptor.getOperands(), rewriter, *getTypeConverter())
            .run();
    SmallVector<Value> tiles;
    for (auto [i, type] : llvm::enumerate(op.getResultTypes())) {
      SmallVector<Value> registers = llvm::map_to_vector(
          results, [&](const Tuple &tuple) { return tuple[i]; });
      tiles.push_back(packRegisters(rewriter, op.getLoc(), registers,
                                    getTypeConverter()->convertType(type)));
    }
    rewriter.replaceOp(op, tiles);
    return success();
  }
};

} // namespace

void populateReducePatterns(const TileTypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<ReduceLowering>(converter);
}

} // namespace tileiras::to_llvm

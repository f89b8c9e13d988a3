//===- SliceK.cpp - Thin dots, whose K dimension threads divide -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot with few rows and columns fills no fragment of a matrix unit, or too few
// for all warps, and has hardly more results than a block has threads. A thread
// that computed its results alone would hold all of K, and other threads would
// do the same work.
// So threads divide K (CUTLASS, "sliced-K"): each accumulates partial sums of
// all results over its share of K, and one reduction adds these accumulators:
//
//                            %p = for each slice of K, from zero [M, N, k]:
//   %d = dot %a, %b, %c  =>    %p[m, n, k] += %a[m, k] * %b[k, n]
//                            %d = %c + reduce %p along k
//
// The registers available for accumulators determine the depth of a K slice.
// Producers of the operands are fused into the loop (SlicePlan.h); an operand
// that can't be is computed once, and its slices are extracted.
//
// Accumulators of narrow floats are f32 until the end, as in matrix units.
//
//===----------------------------------------------------------------------===//

#include "SliceConsumers.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"
#include "tileiras/Dialect/TileAA/Utils/MatrixUnits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Remarks.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAASLICEK
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// The results of a thread up to which a dot is thin, in general and if each
/// element of an operand is multiplied once.
constexpr int64_t kFewResults = 4, kFewResultsOfVector = 32;
/// The K and the multiply-adds of a thread up to which it computes its results
/// alone.
constexpr int64_t kFewSteps = 256, kFewMultiplyAdds = 1024;
/// The registers of a thread for its accumulators.
constexpr int64_t kAccumulatorRegisters = 32;

/// The partial sums of a dot, [B x] M x N x k, of which threads hold parts.
class ThreadAccumulators {
public:
  explicit ThreadAccumulators(DotOp dot)
      : loc(dot.getLoc()), result(dot.getType()),
        element(result.getElementType()) {
    if (isa<FloatType>(element) && getMemoryBits(element) < 32)
      element = Float32Type::get(dot.getContext());
  }

  RankedTensorType getType(int64_t depth) const {
    SmallVector<int64_t> shape(result.getShape());
    shape.push_back(depth);
    return RankedTensorType::get(shape, element);
  }

  Value makeZero(OpBuilder &builder, int64_t depth) const {
    return arith::ConstantOp::create(
        builder, loc, SplatElementsAttr::get(getType(depth), getZero()));
  }

  /// Adds the dot of a slice of the operands to the accumulators.
  Value add(OpBuilder &builder, DotOp slice, Value accumulators) const {
    int rank = result.getRank();
    Value a = convert(builder, slice.getA(), element, slice.getSignednessA()),
          b = convert(builder, slice.getB(), element, slice.getSignednessB());
    b = transpose(builder, b);
    auto all = cast<RankedTensorType>(accumulators.getType());
    a = repeat(builder, a, rank - 1, all);
    b = repeat(builder, b, rank - 2, all);
    if (isa<FloatType>(element))
      return math::FmaOp::create(builder, loc, a, b, accumulators);
    Value multiplied = arith::MulIOp::create(builder, loc, a, b);
    return arith::AddIOp::create(builder, loc, multiplied, accumulators);
  }

  /// Reduces the accumulators of all threads to the result of the dot.
  Value finish(OpBuilder &builder, Value accumulators, Value c) const {
    auto type = RankedTensorType::get(result.getShape(), element);
    auto reduce = ReduceOp::create(builder, loc, TypeRange(type),
                                   ValueRange(accumulators), result.getRank(),
                                   builder.getArrayAttr(getZero()));
    {
      OpBuilder::InsertionGuard guard(builder);
      Block *body = builder.createBlock(&reduce.getBody());
      Value lhs = body->addArgument(element, loc),
            rhs = body->addArgument(element, loc);
      YieldOp::create(builder, loc, addUp(builder, lhs, rhs));
    }
    Value sum =
        addUp(builder, reduce.getResult(0), convert(builder, c, element));
    return convert(builder, sum, result.getElementType());
  }

private:
  /// The zero of floats is negative, since adding it changes no number.
  TypedAttr getZero() const {
    if (auto type = dyn_cast<FloatType>(element))
      return FloatAttr::get(
          type, APFloat::getZero(type.getFloatSemantics(), /*Negative=*/true));
    return IntegerAttr::get(element, 0);
  }

  Value addUp(OpBuilder &builder, Value lhs, Value rhs) const {
    if (isa<FloatType>(element))
      return arith::AddFOp::create(builder, loc, lhs, rhs);
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  }

  Value convert(OpBuilder &builder, Value value, Type to,
                std::optional<Signedness> signedness = std::nullopt) const {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() == to)
      return value;
    if (isa<FloatType>(to))
      return FpToFpOp::create(builder, loc, type.clone(to), value);
    if (signedness == Signedness::UNSIGNED)
      return arith::ExtUIOp::create(builder, loc, type.clone(to), value);
    return arith::ExtSIOp::create(builder, loc, type.clone(to), value);
  }

  /// Swaps rows and columns.
  Value transpose(OpBuilder &builder, Value value) const {
    auto type = cast<RankedTensorType>(value.getType());
    auto order = llvm::to_vector(llvm::seq<int32_t>(type.getRank()));
    SmallVector<int64_t> shape(type.getShape());
    std::swap(order.end()[-2], order.end()[-1]);
    std::swap(shape.end()[-2], shape.end()[-1]);
    return PermuteOp::create(builder, loc, type.clone(shape), value, order);
  }

  /// Repeats an operand, whose K is last, for each index of dimension `dim`.
  Value repeat(OpBuilder &builder, Value value, int dim,
               RankedTensorType all) const {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + dim, 1);
    value = ViewOp::create(builder, loc, type.clone(shape), value);
    if (value.getType() == all)
      return value;
    return BroadcastOp::create(builder, loc, all, value);
  }

  Location loc;
  RankedTensorType result;
  Type element;
};

class SliceK : public tileiras::impl::TileAASliceKBase<SliceK> {
public:
  void runOnOperation() override {
    FuncOp func = getOperation();
    KernelSpecAttr spec = func.getKernelSpec();
    const TargetInfo *target = findTarget(func);
    if (!spec || !target) // Later passes report what is missing.
      return markAllAnalysesPreserved();
    threads = kLanes * spec.getNumWarps();
    SmallVector<DotOp> dots;
    func.walk([&](DotOp dot) {
      if (isThinAndDeep(dot) && isForThreads(dot, *target))
        dots.push_back(dot);
    });
    if (dots.empty())
      return markAllAnalysesPreserved();
    for (DotOp dot : dots)
      divide(dot);
    eraseDead(func, dropTokens);
    hoistScalars(func);
  }

private:
  /// Whether no matrix unit computes the dot, or a part of the warps would:
  /// where the result has fewer of the instruction's tiles than there are
  /// warps, and fills none of them, warps would repeat what others do.
  bool isForThreads(DotOp dot, const TargetInfo &target) const {
    const AtomInfo &atom = chooseFinalInstruction(dot, target);
    ArrayRef<int64_t> shape = dot.getType().getShape();
    int64_t m = shape.end()[-2], n = shape.end()[-1],
            batch = shape.size() == 3 ? shape.front() : 1;
    int64_t tiles = batch * llvm::divideCeil(m, atom.M) *
                    llvm::divideCeil(n, atom.N);
    return !atom.usesTensorUnit() ||
           (!atom.isFilledBy(m, n) && tiles * kLanes < threads);
  }

  bool isThinAndDeep(DotOp dot) const {
    // A scale belongs to several adjacent elements along K.
    if (dot.isScaled())
      return false;
    ArrayRef<int64_t> shape = dot.getType().getShape();
    int64_t results = llvm::divideCeil(dot.getType().getNumElements(), threads),
            depth = dot.getDepth();
    if (results <= kFewResults)
      return depth > kFewSteps;
    bool isVector = llvm::is_contained(shape.take_back(2), 1);
    return isVector && results <= kFewResultsOfVector &&
           results * depth > kFewMultiplyAdds;
  }

  /// Slices are as deep as there are registers for accumulators.
  int64_t countSlices(const ThreadAccumulators &accumulators,
                      int64_t depth) const {
    RankedTensorType type = accumulators.getType(depth);
    int64_t bits = type.getNumElements() * getMemoryBits(type.getElementType());
    int64_t count =
        llvm::divideCeil(bits, 32 * threads * kAccumulatorRegisters);
    return std::min<int64_t>(llvm::PowerOf2Ceil(count), depth);
  }

  void divide(DotOp dot) {
    ThreadAccumulators accumulators(dot);
    int64_t depth = dot.getDepth(), count = countSlices(accumulators, depth);
    report(dot, depth / count);
    OpBuilder builder(dot);
    if (count > 1) {
      multiplyInSlices(builder, dot, makePlan(dot, count), accumulators,
                       depth / count);
    } else {
      Value partial =
          accumulators.add(builder, dot, accumulators.makeZero(builder, depth));
      dot.replaceAllUsesWith(accumulators.finish(builder, partial, dot.getC()));
    }
    dot.erase();
  }

  /// Operands that can't be computed in slices are computed as a whole.
  static SlicePlan makePlan(DotOp dot, int64_t count) {
    auto isPossible = [&](SlicePlan &plan) {
      return llvm::all_of(getSummedParts(dot), [&](const Part &part) {
        return succeeded(plan.require(part.first, part.second));
      });
    };
    SlicePlan plan(dot, kWhole, count, [](Type) { return true; });
    if (isPossible(plan))
      return plan;
    SlicePlan ofWhole(dot, kWhole, count, [](Type) { return true; });
    ofWhole.keepWhole([](Value) { return true; });
    [[maybe_unused]] bool isPlanned = isPossible(ofWhole);
    assert(isPlanned && "slices of whole values can always be extracted");
    return ofWhole;
  }

  /// The loop of `sliceDot` carries the accumulators of threads instead of its
  /// results.
  static void multiplyInSlices(OpBuilder &builder, DotOp dot,
                               const SlicePlan &plan,
                               const ThreadAccumulators &accumulators,
                               int64_t depth) {
    Value c = dot.getC(), zero = accumulators.makeZero(builder, depth);
    auto loop = cast<scf::ForOp>(sliceDot(dot, plan));
    Value carried = loop.getRegionIterArg(0), result = loop.getResult(0);
    auto slice = loop.getYieldedValues()[0].getDefiningOp<DotOp>();
    loop.getInitArgsMutable()[0].set(zero);
    carried.setType(zero.getType());
    result.setType(zero.getType());
    builder.setInsertionPoint(slice);
    slice.replaceAllUsesWith(accumulators.add(builder, slice, carried));
    slice.erase();
    auto uses = llvm::map_to_vector(result.getUses(),
                                    [](OpOperand &use) { return &use; });
    builder.setInsertionPointAfter(loop);
    Value total = accumulators.finish(builder, result, c);
    for (OpOperand *use : uses)
      use->set(total);
  }

  void report(DotOp dot, int64_t depth) {
    remark::analysis(
        dot.getLoc(),
        remark::RemarkOpts::name("Slices").category("memory").function(
            getOperation().getName()))
        << remark::add("threads divide the depth of a dot of {0} by {1}, "
                       "which {2}, {3} at a time",
                       dot.getA().getType(), dot.getB().getType(),
                       hasMatrixUnit(dot, *findTarget(dot))
                           ? "fills the matrix units of few warps"
                           : "has no matrix unit",
                       depth);
  }

  int64_t threads = 0;
};

} // namespace

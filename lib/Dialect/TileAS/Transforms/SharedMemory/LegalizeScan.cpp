//===- LegalizeScan.cpp - Scans across warps ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp scans runs of adjacent elements that its threads hold, one thread
// after the other. The rest of the dimension, [n] = [blocks, run], is in
// further registers and in other warps:
//
//   s = scan run              in each warp, by registers and shuffles
//   t = the last of each run
//   convert_layout t          blocks from warps to registers: through shared
//                             memory, once for all of them
//   b = scan blocks           in each thread, without the block itself
//   convert_layout b          each warp takes those of its own runs
//   combine b with s          but for the first block
//
// A scan is inclusive. The scan of (t, t, false) by
//
//   (t1, e1, h1), (t2, e2, h2) ->
//     (combine(t1, t2), h2 ? combine(t1, e2) : t1, true)
//
// has as second component the prefix before each block, the combination of all
// but the last, where it exists: identities are not combined with anything.
// Where a neutral constant n is known, as -0 for sums, pairs (t, n) do without
// the flag. So every thread combines the totals of all blocks. Where these are
// too many, lanes share them, and a second round trip through shared memory
// gives the warps their own.
//
// Tiles in which a thread's elements, or the lanes, are not consecutive along
// the dimension are converted to the usual layout of their shape first.
//
//===----------------------------------------------------------------------===//

#include "SplitDimension.h"

#include "tileiras/Dialect/TileAA/IR/Combiner.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/IR/ScannedCoordinates.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASLEGALIZESCAN
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class ScanLegalization : SplitDimension {
public:
  /// The constructor's `run` adjacent elements are scanned by a warp.
  ScanLegalization(ScanOp scan, int64_t run)
      : SplitDimension(scan, scan.getDim()), scan(scan), run(run),
        blocks(shape[dim] / run) {}

  SmallVector<Value> build() {
    SmallVector<Value> runs;
    for (Value tile : scan.getOperands())
      runs.push_back(view(tile, around({blocks, run})));
    if (run > 1)
      runs = scanRuns(runs);
    SmallVector<Value> before;
    for (Value total : takeLast(runs))
      before.push_back(share(total));
    before = scanBefore(before);
    for (auto [value, tile] : llvm::zip_equal(before, runs))
      value = spread(value, cast<RankedTensorType>(tile.getType()));
    SmallVector<Value> results;
    for (auto [combined, own] :
         llvm::zip_equal(combine(before, runs), ValueRange(runs)))
      results.push_back(
          view(arith::SelectOp::create(builder, hasBefore(own.getType()),
                                       combined, own),
               shape));
    return results;
  }

  /// Returns the scan of blocks, which may need legalisation in turn.
  ScanOp getScanOfBlocks() const { return ofBlocks; }

private:
  SmallVector<Value> scanRuns(ValueRange runs) {
    auto result = ScanOp::create(builder, runs.getTypes(), runs, dim + 1,
                                 scan.getReverse(), scan.getIdentities());
    IRMapping mapping;
    scan.getBody().cloneInto(&result.getBody(), mapping);
    return result.getResults();
  }

  /// Returns the prefix before each block, at its index; the first one is
  /// undefined.
  SmallVector<Value> scanBefore(ValueRange totals) {
    std::optional<TypedAttr> neutral =
        nv_tileaa::findNeutral(scan.getBody().front());
    SmallVector<Value> tiles(totals);
    SmallVector<Attribute> identities(scan.getIdentities().getValue());
    llvm::append_range(identities, scan.getIdentities().getValue());
    if (neutral) {
      tiles.push_back(createSplat(totals.front(), *neutral));
    } else {
      llvm::append_range(tiles, totals);
      identities.push_back(builder.getBoolAttr(false));
      tiles.push_back(createSplat(totals.front(), builder.getBoolAttr(false)));
    }
    ofBlocks =
        ScanOp::create(builder, ValueRange(tiles).getTypes(), tiles, dim,
                       scan.getReverse(), builder.getArrayAttr(identities));
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&ofBlocks.getBody());
    for (Value tile : tiles)
      for ([[maybe_unused]] StringRef part : {"earlier", "later"})
        body->addArgument(getType(tile).getElementType(), builder.getLoc());
    nv_tileaa::YieldOp::create(builder,
                               combineBlocks(*body, totals.size(), !neutral));
    return ofBlocks.getResults().slice(totals.size(), totals.size());
  }

  Value createSplat(Value like, TypedAttr number) {
    return arith::ConstantOp::create(
        builder,
        SplatElementsAttr::get(getType(like).clone(number.getType()), number));
  }

  /// Computes new totals, the prefix before, and, if required, whether there is
  /// one.
  SmallVector<Value> combineBlocks(Block &body, size_t count, bool hasFlag) {
    SmallVector<Value> result = combineScalars(body, 0),
                       before = combineScalars(body, 2 * count);
    if (!hasFlag) {
      llvm::append_range(result, before);
      return result;
    }
    Value hasBefore = body.getArguments().back();
    for (auto [number, value] : llvm::enumerate(before))
      result.push_back(arith::SelectOp::create(builder, hasBefore, value,
                                               body.getArgument(2 * number)));
    result.push_back(
        arith::ConstantOp::create(builder, builder.getBoolAttr(true)));
    return result;
  }

  /// Clones the combination of the earlier totals with the later components of
  /// the pairs that begin with this argument.
  SmallVector<Value> combineScalars(Block &body, size_t first) {
    Block &original = scan.getBody().front();
    IRMapping mapping;
    for (size_t i = 0; i < original.getNumArguments(); i += 2) {
      mapping.map(original.getArgument(i), body.getArgument(i));
      mapping.map(original.getArgument(i + 1), body.getArgument(first + i + 1));
    }
    for (Operation &op : original.without_terminator())
      builder.clone(op, mapping);
    return llvm::map_to_vector(
        original.getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }

  /// Returns of each run the last element, its total, in all lanes.
  SmallVector<Value> takeLast(ValueRange runs) {
    SmallVector<Type> types = llvm::map_to_vector(
        runs, [&](Value tile) -> Type { return dropDim(tile, dim + 1); });
    auto reduce = ReduceOp::create(builder, types, runs, dim + 1,
                                   scan.getIdentities(), /*commutes=*/false,
                                   /*atom=*/AtomAttr());
    OpBuilder::InsertionGuard guard(builder);
    Block *body = builder.createBlock(&reduce.getBody());
    SmallVector<Value> kept;
    for (Value tile : runs) {
      Type element = getType(tile).getElementType();
      Value earlier = body->addArgument(element, builder.getLoc()),
            later = body->addArgument(element, builder.getLoc());
      kept.push_back(scan.getReverse() ? earlier : later);
    }
    nv_tileaa::YieldOp::create(builder, kept);
    return reduce.getResults();
  }

  /// Broadcasts the prefix before a block to all of its elements.
  Value spread(Value before, RankedTensorType type) {
    auto column = RankedTensorType::get(around({blocks, 1}),
                                        getType(before).getElementType());
    LinearLayout layout =
        broadcastSourceLayout(getLayout(type), column.getShape());
    before = convert(before, layout.dropOut(dim + 1));
    before = convert(view(before, column.getShape()), layout);
    return BroadcastOp::create(builder, type, before);
  }

  Value hasBefore(Type tile) {
    auto type = RankedTensorType::get(cast<RankedTensorType>(tile).getShape(),
                                      builder.getI32Type());
    const LinearLayout &layout = getLayout(tile);
    SmallVector<int64_t> sizes(type.getRank(), 1);
    sizes[dim] = blocks;
    LinearLayout position = broadcastSourceLayout(layout, sizes);
    auto line = RankedTensorType::get(blocks, builder.getI32Type());
    Value number = MakeRangeOp::create(
        builder, withLayout(line, viewLayout(position, blocks)));
    number = convert(view(number, sizes), position);
    number = BroadcastOp::create(builder, withLayout(type, layout), number);
    Value first = arith::ConstantOp::create(
        builder,
        DenseElementsAttr::get(cast<ShapedType>(number.getType()),
                               APInt(32, scan.getReverse() ? blocks - 1 : 0)));
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, number,
                                 first);
  }

  /// Emits the body of the scan on tiles.
  SmallVector<Value> combine(ValueRange earlier, ValueRange later) {
    Block &body = scan.getBody().front();
    RankedTensorType model = getType(later.front());
    auto getTile = [&](Type element) {
      return withLayout(RankedTensorType::get(model.getShape(), element),
                        getLayout(model));
    };
    IRMapping mapping;
    for (size_t i = 0; i < later.size(); ++i) {
      mapping.map(body.getArgument(2 * i), earlier[i]);
      mapping.map(body.getArgument(2 * i + 1), later[i]);
    }
    auto asTile = [&](Value scalar) -> Value {
      if (!mapping.contains(scalar))
        mapping.map(scalar, nv_tileaa::SplatOp::create(
                                builder, getTile(scalar.getType()), scalar));
      return mapping.lookup(scalar);
    };
    for (Operation &op : body.without_terminator()) {
      if (op.hasTrait<OpTrait::ConstantLike>()) {
        Operation *constant = builder.clone(op);
        mapping.map(op.getResult(0), asTile(constant->getResult(0)));
        continue;
      }
      llvm::for_each(op.getOperands(), asTile);
      Operation *tiled = builder.clone(op, mapping);
      for (Value result : tiled->getResults())
        result.setType(getTile(result.getType()));
    }
    return llvm::map_to_vector(body.getTerminator()->getOperands(), asTile);
  }

  ScanOp scan, ofBlocks;
  int64_t run, blocks;
};

/// Returns how many adjacent elements warps can scan, if the lanes hold no
/// others; else none.
std::optional<int64_t> findRun(const LinearLayout &layout, unsigned dim) {
  std::optional<CoordinateBits> bits = getCoordinateBits(layout, dim);
  if (!bits)
    return std::nullopt;
  unsigned scanned = bits->countScanned();
  for (auto [in, bit] : ArrayRef(bits->owners).drop_front(scanned))
    if (in == InDim::Lane)
      return std::nullopt;
  return int64_t(1) << scanned;
}

class LegalizeScan
    : public tileiras::impl::TileASLegalizeScanBase<LegalizeScan> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    SmallVector<ScanOp> scans;
    func.walk([&](ScanOp scan) { scans.push_back(scan); });
    for (ScanOp scan : scans)
      legalize(scan);
  }

private:
  void legalize(ScanOp scan) {
    auto type = cast<RankedTensorType>(scan.getOperand(0).getType());
    std::optional<int64_t> run = findRun(getLayout(type), scan.getDim());
    if (!run)
      run = useUsualLayout(scan, type);
    if (*run == type.getDimSize(scan.getDim()))
      return;
    ScanLegalization legalization(scan, *run);
    scan->replaceAllUsesWith(legalization.build());
    scan.erase();
    legalize(legalization.getScanOfBlocks());
  }

  /// The usual layout follows the order of elements in all dimensions.
  int64_t useUsualLayout(ScanOp scan, RankedTensorType type) {
    int64_t numWarps = int64_t(1) << getLayout(type).getInBits(InDim::Warp);
    LinearLayout usual = defaultLayout(
        RankedTensorType::get(type.getShape(), type.getElementType()),
        numWarps);
    OpBuilder builder(scan);
    Location loc = scan.getLoc();
    for (OpOperand &operand : scan->getOpOperands())
      operand.set(ConvertLayoutOp::create(
          builder, loc,
          withLayout(cast<RankedTensorType>(operand.get().getType()), usual),
          operand.get()));
    builder.setInsertionPointAfter(scan);
    for (Value result : scan.getResults()) {
      auto before = cast<RankedTensorType>(result.getType());
      result.setType(withLayout(before, usual));
      auto convert = ConvertLayoutOp::create(builder, loc, before, result);
      result.replaceAllUsesExcept(convert, convert);
    }
    return *findRun(usual, scan.getDim());
  }
};

} // namespace

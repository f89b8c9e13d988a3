//===- ReduceAtoms.cpp - Instructions of reductions -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/ReduceAtoms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using cute_nvgpu::Combination;
using cute_nvgpu::Extreme;

/// Returns the number of bits of the lane along the reduced dimension.
static unsigned countReducedBits(ReduceOp reduce) {
  const LinearLayout &layout = getLayout(reduce.getOperand(0).getType());
  unsigned count = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Lane); ++bit)
    count += layout.getBasis(InDim::Lane, bit)[reduce.getDim()] != 0;
  return count;
}

std::optional<bool> tileiras::findKept(ReduceOp reduce) {
  Block &block = reduce.getBody().front();
  ValueRange arguments = block.getArguments(),
             yielded = block.getTerminator()->getOperands();
  for (unsigned part : {0, 1})
    if (llvm::all_of(llvm::enumerate(yielded), [&](auto each) {
          return each.value() == arguments[2 * each.index() + part];
        }))
      return part == 1;
  return std::nullopt;
}

bool tileiras::hasOrder(ReduceOp reduce) {
  return !reduce.getCommutes() && !findKept(reduce);
}

/// Returns the operation that combines two elements, in either order, and
/// nothing else; null where the region is more than that.
static Operation *findCombiner(ReduceOp reduce) {
  Block &body = reduce.getBody().front();
  if (reduce->getNumOperands() != 1 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation &combiner = body.front();
  bool isAll = combiner.getNumOperands() == 2 &&
               combiner.getNumResults() == 1 &&
               body.getTerminator()->getOperand(0) == combiner.getResult(0) &&
               llvm::all_of(body.getArguments(), [&](Value argument) {
                 return llvm::is_contained(combiner.getOperands(), argument);
               });
  return isAll ? &combiner : nullptr;
}

std::optional<Redux> tileiras::matchRedux(ReduceOp reduce) {
  constexpr unsigned kLaneBits = 5;
  Operation *combiner = findCombiner(reduce);
  if (!reduce.getCommutes() || !combiner ||
      countReducedBits(reduce) != kLaneBits)
    return std::nullopt;
  Type element = combiner->getResult(0).getType();
  if (!element.isInteger(32) && !element.isF32())
    return std::nullopt;
  using Match = std::optional<Redux>;
  auto integers = [](Combination what) -> Match {
    return Redux{lookupAtom("redux"), what};
  };
  auto floats = [](Extreme what, bool isNaNResult) -> Match {
    return Redux{lookupAtom("redux.f32"), what, isNaNResult};
  };
  return TypeSwitch<Operation *, Match>(combiner)
      .Case<arith::AddIOp>([&](auto) { return integers(Combination::ADD); })
      .Case<arith::AndIOp>([&](auto) { return integers(Combination::AND); })
      .Case<arith::OrIOp>([&](auto) { return integers(Combination::OR); })
      .Case<arith::XOrIOp>([&](auto) { return integers(Combination::XOR); })
      .Case<arith::MinSIOp>([&](auto) { return integers(Combination::MIN); })
      .Case<arith::MaxSIOp>([&](auto) { return integers(Combination::MAX); })
      .Case<arith::MinUIOp>([&](auto) { return integers(Combination::UMIN); })
      .Case<arith::MaxUIOp>([&](auto) { return integers(Combination::UMAX); })
      .Case<arith::MinimumFOp>([&](auto) { return floats(Extreme::MIN, true); })
      .Case<arith::MaximumFOp>([&](auto) { return floats(Extreme::MAX, true); })
      .Case<arith::MinNumFOp>([&](auto) { return floats(Extreme::MIN, false); })
      .Case<arith::MaxNumFOp>([&](auto) { return floats(Extreme::MAX, false); })
      .Default([](auto) -> Match { return std::nullopt; });
}

AtomAttr tileiras::chooseReduceAtom(ReduceOp reduce, const TargetInfo &target) {
  if (countReducedBits(reduce) == 0)
    return {};
  std::optional<Redux> redux = matchRedux(reduce);
  return AtomAttr::get(reduce.getContext(), redux && redux->record->isOn(target)
                                                ? redux->record
                                                : lookupAtom("shfl.bfly"));
}

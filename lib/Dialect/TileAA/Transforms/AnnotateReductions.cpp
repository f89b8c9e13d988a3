//===- AnnotateReductions.cpp - Reductions that commute -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commutativity.h"

#include "tileiras/Analysis/TileFacts.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAAANNOTATEREDUCTIONS
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// Whether the elements of a line are consecutive integers that don't wrap.
bool elementsDiffer(Value tile, unsigned dim, const TileFacts &facts) {
  auto type = cast<RankedTensorType>(tile.getType());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element)
    return false;
  int64_t size = type.getDimSize(dim);
  return llvm::Log2_64(size) <= element.getWidth() &&
         facts.getAxisFacts(tile).getContiguity(dim) == size;
}

class AnnotateReductions
    : public tileiras::impl::TileAAAnnotateReductionsBase<AnnotateReductions> {
public:
  void runOnOperation() override {
    FuncOp func = getOperation();
    SmallVector<ReduceOp> reductions;
    func.walk([&](ReduceOp reduce) { reductions.push_back(reduce); });
    if (reductions.empty())
      return markAllAnalysesPreserved();
    TileFacts facts(func);
    for (ReduceOp reduce : reductions) {
      SmallVector<bool> differ =
          llvm::map_to_vector(reduce.getOperands(), [&](Value tile) {
            return elementsDiffer(tile, reduce.getDim(), facts);
          });
      reduce.setCommutes(commutes(reduce, differ));
      if (!reduce.getCommutes())
        report(reduce);
    }
  }

private:
  void report(ReduceOp reduce) {
    remark::missed(reduce.getLoc(), remark::RemarkOpts::name("ReductionOrder")
                                        .category("memory")
                                        .function(getOperation().getName()))
        << remark::reason("the reduction keeps the order of elements: nothing "
                          "shows that its combiner gives the same in any");
  }
};

} // namespace

//===- Combiner.cpp - Regions of reductions and scans ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace tileiras::to_llvm {

void Combiner::mapSource(IRMapping &mapping, Value argument, Value value) {
  if (argument.getType() != value.getType())
    value = converter.materializeSourceConversion(rewriter, loc,
                                                  argument.getType(), value);
  mapping.map(argument, value);
}

Tuple Combiner::combine(const Tuple &earlier, const Tuple &later) {
  IRMapping mapping;
  for (size_t i = 0; i < earlier.size(); ++i) {
    mapSource(mapping, block.getArgument(2 * i), earlier[i]);
    mapSource(mapping, block.getArgument(2 * i + 1), later[i]);
  }
  for (Operation &inner : block.without_terminator())
    rewriter.clone(inner, mapping);
  Tuple result;
  for (auto [yielded, input] :
       llvm::zip(block.getTerminator()->getOperands(), earlier)) {
    Value value = mapping.lookupOrDefault(yielded);
    if (value.getType() != input.getType())
      value = converter.materializeTargetConversion(rewriter, loc,
                                                    input.getType(), value);
    result.push_back(value);
  }
  return result;
}

Tuple Combiner::select(Value condition, const Tuple &chosen,
                       const Tuple &other) {
  Tuple result;
  for (auto [value, instead] : llvm::zip_equal(chosen, other))
    result.push_back(
        LLVM::SelectOp::create(rewriter, loc, condition, value, instead));
  return result;
}

Tuple pickTuple(ArrayRef<SmallVector<Value>> inputs, unsigned reg) {
  return llvm::map_to_vector(
      inputs, [&](const SmallVector<Value> &input) { return input[reg]; });
}

unsigned spreadBits(unsigned index, ArrayRef<unsigned> positions) {
  unsigned result = 0;
  for (auto [i, position] : llvm::enumerate(positions))
    result |= (index >> i & 1) << position;
  return result;
}

} // namespace tileiras::to_llvm

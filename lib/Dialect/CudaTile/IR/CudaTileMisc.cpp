//===- CudaTileMisc.cpp - Promises and printing -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// assume and print_tko.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileMisc.cpp.inc"

void CudaTileDialect::registerMiscOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileMisc.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// `assume_` and the name of the operand, if that is the result of a named
/// operation.
void AssumeOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  std::string name = "assume";
  if (auto op = getValue().getDefiningOp<OpAsmOpInterface>())
    op.getAsmResultNames([&](Value value, StringRef operandName) {
      if (value == getValue())
        name = ("assume_" + operandName).str();
    });
  setName(getResult(), name);
}

LogicalResult AssumeOp::verify() {
  return getPredicate().verifyFor(getValue().getType(),
                                  [&] { return emitOpError(); });
}

/// The longest chain of assumes that is searched for an equivalent one.
static constexpr unsigned maxAssumes = 16;

/// A promise is redundant if its operand provably keeps it, and it makes a
/// weaker promise of the assume before it redundant.
OpFoldResult AssumeOp::fold(FoldAdaptor adaptor) {
  auto constant = dyn_cast_or_null<DenseElementsAttr>(adaptor.getValue());
  if (constant && holdsFor(getPredicate(), constant))
    return getValue();
  auto inner = getValue().getDefiningOp<AssumeOp>();
  for (unsigned i = 0; inner && i < maxAssumes; ++i) {
    if (implies(inner.getPredicate(), getPredicate()))
      return getValue();
    inner = inner.getValue().getDefiningOp<AssumeOp>();
  }
  inner = getValue().getDefiningOp<AssumeOp>();
  if (!inner || !implies(getPredicate(), inner.getPredicate()))
    return {};
  getValueMutable().assign(inner.getValue());
  return getResult();
}

//===----------------------------------------------------------------------===//
// print_tko
//===----------------------------------------------------------------------===//

/// Returns the number of conversions in a printf format; `%%` is not one. A
/// conversion ends at its letter; one without a letter is not counted.
static size_t countConversions(StringRef format) {
  size_t count = 0;
  while (true) {
    size_t percent = format.find('%');
    if (percent == StringRef::npos)
      return count;
    format = format.drop_front(percent + 1);
    if (format.consume_front("%"))
      continue;
    size_t end = format.find_first_of("diuoxXeEfFgGaAcCsSpn");
    if (end == StringRef::npos)
      return count;
    ++count;
    format = format.drop_front(end + 1);
  }
}

LogicalResult PrintTkoOp::verify() {
  size_t numConversions = countConversions(getStr());
  if (numConversions == getArgs().size())
    return success();
  return emitOpError("expects as many operands as conversions in its format, "
                     "got ")
         << getArgs().size() << " operands and " << numConversions
         << " conversions";
}

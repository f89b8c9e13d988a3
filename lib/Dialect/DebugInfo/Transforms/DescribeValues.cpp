//===- DescribeValues.cpp - Variables for named values ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass debuginfo-describe-values. It describes parameters of kernels, and
// values to whose locations a front end gave names; DescribeAssignments.cpp
// handles locations without names.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h"

#include "DescribableTypes.h"

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"

#include "mlir/IR/Builders.h"

namespace tileiras {
#define GEN_PASS_DEF_DEBUGINFODESCRIBEVALUES
#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;
using tileiras::isDescribable;

namespace {

/// Returns the name that a front end gave a value, or null. The name of an
/// inlined value is one of the callee.
StringAttr findName(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return findName(site.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringAttr name = findName(part))
        return name;
  return {};
}

/// Returns the only result that a name can refer to.
Value findNamedResult(Operation *op) {
  Value found;
  for (Value result : op->getResults()) {
    if (!isDescribable(result.getType()))
      continue;
    if (found)
      return {};
    found = result;
  }
  return found;
}

class DebugInfoDescribeValues
    : public tileiras::impl::DebugInfoDescribeValuesBase<
          DebugInfoDescribeValues> {
public:
  void runOnOperation() override {
    getOperation()->walk([](EntryOp kernel) {
      if (findSubprogramOf(kernel.getLoc()))
        describeKernel(kernel);
    });
  }

private:
  static void describeKernel(EntryOp kernel) {
    SmallVector<Operation *> ops;
    kernel.getBody().walk([&](Operation *op) { ops.push_back(op); });
    describeParameters(kernel);
    for (Operation *op : ops) {
      OpBuilder builder(op->getContext());
      if (Value result = findNamedResult(op)) {
        builder.setInsertionPointAfter(op);
        describe(builder, result, op->getLoc());
      }
      for (Region &region : op->getRegions())
        describeArguments(builder, region);
    }
  }

  /// Parameters are variables of the subprogram, whether they have names or
  /// not.
  static void describeParameters(EntryOp kernel) {
    auto place = cast<DILocAttr>(findDebugLoc(kernel.getLoc()));
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    for (BlockArgument parameter : kernel.getBody().getArguments()) {
      if (!isDescribable(parameter.getType()))
        continue;
      StringAttr name = findName(parameter.getLoc());
      if (!name)
        name = builder.getStringAttr("arg" + Twine(parameter.getArgNumber()));
      create(builder, parameter, place, Location(place), name,
             parameter.getArgNumber() + 1);
    }
  }

  /// The body of a reduction has no location in the program, so it is skipped.
  static void describeArguments(OpBuilder &builder, Region &region) {
    Operation *op = region.getParentOp();
    if (!isa<IfOp, ForOp, LoopOp>(op))
      return;
    for (Block &block : region) {
      builder.setInsertionPointToStart(&block);
      for (BlockArgument argument : block.getArguments())
        if (isDescribable(argument.getType()))
          describe(builder, argument, getArgumentLoc(op, argument));
    }
  }

  /// If a loop carries a single value, that value has the name of its result.
  static Location getArgumentLoc(Operation *op, BlockArgument argument) {
    bool isCarried = isa<ForOp>(op) && op->getNumResults() == 1 &&
                     argument.getArgNumber() > 0;
    return isCarried && !findName(argument.getLoc()) ? op->getLoc()
                                                     : argument.getLoc();
  }

  static void describe(OpBuilder &builder, Value value, Location loc) {
    StringAttr name = findName(loc);
    LocationAttr debugLoc = findDebugLoc(loc);
    if (!name || name.empty() || !debugLoc)
      return;
    LocationAttr innermost = debugLoc;
    while (auto site = dyn_cast<CallSiteLoc>(innermost))
      innermost = site.getCallee();
    create(builder, value, cast<DILocAttr>(innermost), Location(debugLoc), name,
           /*number=*/0);
  }

  static void create(OpBuilder &builder, Value value, DILocAttr place,
                     Location loc, StringAttr name, unsigned number) {
    MLIRContext *context = builder.getContext();
    auto variable = debuginfo::LocalVariableAttr::get(
        context, name, place.getScope(), place.getSourceLoc().getLine(),
        number);
    debuginfo::ValueOp::create(
        builder, loc, debuginfo::Kind::Value, value, variable,
        /*expression=*/LLVM::DIExpressionAttr(), /*layout=*/StringAttr(),
        debuginfo::ValueType::get(context, value.getType()));
  }
};

} // namespace

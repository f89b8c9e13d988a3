//===- VerifyLayoutsPass.cpp - Check layouts between passes ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASVERIFYLAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

class VerifyLayouts
    : public tileiras::impl::TileASVerifyLayoutsBase<VerifyLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    markAllAnalysesPreserved();
    bool hasTensors = func.walk([](Operation *op) {
                            return getLayoutRule(op) == LayoutRule::Ignore
                                       ? WalkResult::advance()
                                       : WalkResult::interrupt();
                          })
                          .wasInterrupted();
    if (hasTensors && (failed(getNumWarps(func)) ||
                       failed(verifyLayouts(func, LayoutState::Complete))))
      signalPassFailure();
  }
};

} // namespace

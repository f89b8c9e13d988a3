//===- StripValues.cpp - Erase descriptions of values -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_DEBUGINFOSTRIPVALUES
#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;

namespace {

class DebugInfoStripValues
    : public tileiras::impl::DebugInfoStripValuesBase<DebugInfoStripValues> {
public:
  void runOnOperation() override {
    debuginfo::eraseDescriptions(getOperation());
  }
};

} // namespace

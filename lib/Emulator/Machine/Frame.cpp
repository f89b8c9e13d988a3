//===- Frame.cpp - One activation of a function by a warp -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Frame.h"

namespace tileiras::emu {

std::unique_ptr<Frame> FramePool::take(const Function &function) {
  auto &kept = free[&function];
  if (!kept.empty()) {
    std::unique_ptr<Frame> frame = std::move(kept.back());
    kept.pop_back();
    return frame;
  }
  auto frame = std::make_unique<Frame>();
  frame->function = &function;
  frame->registers.resize(function.registerUnits);
  frame->predicates.resize(function.predicates);
  frame->params.resize(WarpSize * function.frameBytes);
  return frame;
}

void FramePool::give(std::unique_ptr<Frame> frame) {
  free[frame->function].push_back(std::move(frame));
}

} // namespace tileiras::emu

//===- Frame.cpp - One activation of a function by a warp -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Frame.h"

#include "llvm/Support/MathExtras.h"

namespace tileiras::emu {

/// The parameters of each lane begin at an address aligned for every type.
static uint64_t paramStrideOf(const Function &function) {
  return llvm::alignTo(function.frameBytes, 16);
}

uint64_t frameBytesOf(const Function &function) {
  return function.registerUnits * sizeof(RegisterUnit) +
         function.predicates * sizeof(LaneMask) +
         kWarpSize * paramStrideOf(function);
}

std::unique_ptr<Frame> FramePool::take(const Function &function,
                                       uint64_t &made) {
  auto &kept = free[&function];
  made = kept.empty() ? frameBytesOf(function) : 0;
  if (!kept.empty()) {
    std::unique_ptr<Frame> frame = std::move(kept.back());
    kept.pop_back();
    return frame;
  }
  auto frame = std::make_unique<Frame>();
  frame->function = &function;
  frame->registers.resize(function.registerUnits);
  frame->predicates.resize(function.predicates);
  frame->paramStride = paramStrideOf(function);
  frame->params.resize(kWarpSize * frame->paramStride);
  return frame;
}

void FramePool::give(std::unique_ptr<Frame> frame) {
  free[frame->function].push_back(std::move(frame));
}

} // namespace tileiras::emu

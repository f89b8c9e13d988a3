//===- LaneList.cpp - Lanes of a warp as text -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/LaneList.h"

namespace tileiras::emu {

std::string listLanes(LaneMask lanes) {
  std::string text;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    unsigned last = lane;
    while (last + 1 < kWarpSize && (lanes >> (last + 1) & 1))
      ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last > lane)
      text += "-" + std::to_string(last);
    lane = last;
  }
  return text;
}

} // namespace tileiras::emu

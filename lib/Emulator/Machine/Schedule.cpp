//===- Schedule.cpp - In which order things happen --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Schedule.h"

using namespace llvm;

namespace tileiras::emu {

Expected<Schedule> Schedule::parse(StringRef text) {
  if (text == "inorder")
    return Schedule{InOrder, 0};
  if (text == "adversarial")
    return Schedule{Adversarial, 0};
  Schedule random{Random, 0};
  auto [kind, seed] = text.split(':');
  bool hasSeed = text.contains(':');
  if (kind == "random" && (!hasSeed || !seed.getAsInteger(10, random.seed)))
    return random;
  return createStringError("unknown schedule '" + text +
                           "': expected inorder, random:SEED or adversarial");
}

} // namespace tileiras::emu

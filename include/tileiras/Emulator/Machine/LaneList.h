//===- LaneList.h - Lanes of a warp as text ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_LANELIST_H
#define TILEIRAS_EMULATOR_MACHINE_LANELIST_H

#include "tileiras/Emulator/Machine/Frame.h"

#include <string>

namespace tileiras::emu {

/// Returns the lanes as ranges: "0-15,31".
std::string listLanes(LaneMask lanes);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LANELIST_H

//===- MmaShapes.h - Products that tests take -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_UNITTESTS_LAYOUT_MMASHAPES_H
#define TILEIRAS_UNITTESTS_LAYOUT_MMASHAPES_H

#include "tileiras/Layout/Factories.h"

namespace tileiras {

/// The shapes of mma.sync with operands of this width: m16n8 and 256 bits along
/// K; m8n8k4 in f64.
inline MmaShape warpMma(unsigned operandBits) {
  if (operandBits == 64)
    return {8, 8, 4, 64};
  return {16, 8, 256 / operandBits, operandBits};
}

} // namespace tileiras

#endif // TILEIRAS_UNITTESTS_LAYOUT_MMASHAPES_H

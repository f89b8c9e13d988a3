//===- BlockScale.h - Scales of blocks of A and B ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Block Scaling". scale_vec gives the number of blocks into which a
// row of A and a column of B are divided along k; each block has one scale.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_BLOCKSCALE_H
#define TILEIRAS_EMULATOR_SEMANTICS_BLOCKSCALE_H

#include "tileiras/Emulator/ISA/Modifiers.h"

namespace tileiras::emu {

/// The number of scales of a row; 0 if the combination doesn't exist. PTX ISA,
/// "Valid combinations of scale_vectorsize with types and MMA-Kind".
inline unsigned scalesPerRow(MmaKind kind, unsigned written, Type scale) {
  switch (kind) {
  case MmaKind::MXF8F6F4:
    return written <= 1 && scale == Type::UE8M0 ? 1 : 0;
  case MmaKind::MXF4:
    return (written == 0 || written == 2) && scale == Type::UE8M0 ? 2 : 0;
  case MmaKind::MXF4NVF4:
    return written == 4 || (written == 2 && scale == Type::UE8M0) ? written : 0;
  default:
    return 0;
  }
}

/// Returns whether the scales of a row may begin at byte \p id of their word.
inline bool isScaleByte(unsigned scales, unsigned id) {
  return id < 4 && id % scales == 0;
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_BLOCKSCALE_H

//===- Tcgen05.h - Common parts of tcgen05 ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "TensorCore 5th Generation Family Instructions": the instruction
// descriptor, and the CTAs whose tensor memory an instruction works on.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_TCGEN05_H
#define TILEIRAS_EMULATOR_SEMANTICS_TCGEN05_H

#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Machine/TensorMemory.h"

#include <string>

namespace tileiras::emu {

/// The instruction descriptor of all kinds.
struct MmaDescriptor {
  Type a = Type::None, b = Type::None, d = Type::None, scale = Type::None;
  unsigned m = 0, n = 0, k = 0;
  bool sparse = false, saturate = false;
  bool negateA = false, negateB = false;
  bool transposeA = false, transposeB = false;
  unsigned scaleIdA = 0, scaleIdB = 0; // first byte of a word
  unsigned sparsitySelector = 0;

  /// Returns false with the reason in \p problem if \p bits are no descriptor
  /// of \p kind.
  static bool decode(MmaKind kind, uint32_t bits, MmaDescriptor &descriptor,
                     std::string &problem);
};

/// Returns whether it is one of the shapes of "Matrix Shape". \p group is the
/// number of CTAs.
bool isShape(const MmaDescriptor &descriptor, MmaKind kind, unsigned group,
             bool weightStationary);

/// The CTAs of .cta_group, the even one first; empty after a fault because the
/// cluster has no pair.
llvm::SmallVector<Cta *, 2> groupOf(Warp &w, const Instruction &i);

/// The tensor memory of a CTA that has allocated some; null after a fault.
TensorMemory *tensorMemoryOf(Warp &w, Cta &cta);

/// Issues \p operation of the one thread that executes the instruction. It
/// comes after the thread's earlier operations: tcgen05.mma, .cp and .shift are
/// executed in order.
void issueTensorCore(Warp &w, AsyncOperation operation);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_TCGEN05_H

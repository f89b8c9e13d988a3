//===- Sites.h - Instructions by number -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_CHECKS_SITES_H
#define TILEIRAS_EMULATOR_CHECKS_SITES_H

#include "tileiras/Emulator/Checks/ShadowMemory.h"
#include "tileiras/Emulator/Program/Program.h"

namespace tileiras::emu {

/// Numbers the instructions of a program, so that the location of an access
/// fits in a few bits.
class Sites {
public:
  explicit Sites(const Program &program);

  SiteId of(const Function &function, const Instruction &instruction) const {
    return firstOf.lookup(&function) + (&instruction - function.code.data());
  }
  const Instruction *instruction(SiteId site) const;
  /// Returns "k.ptx:31, from a.cu:12:3".
  std::string text(SiteId site) const;

private:
  /// Returns null if the program has too many instructions for the number.
  const Function *functionOf(SiteId site) const;

  const Program &program;
  llvm::DenseMap<const Function *, SiteId> firstOf;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_SITES_H

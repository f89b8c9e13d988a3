//===- Messages.h - Messages of faults, for tests ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_MESSAGES_H
#define TILEIRAS_UNITTESTS_EMULATOR_MESSAGES_H

#include "KernelHarness.h"

namespace tileiras::emu::test {

/// The message of a kernel's mistake without the location, which must be in
/// test.ptx.
inline std::string withoutPosition(const std::string &text) {
  EXPECT_TRUE(contains(text, "\n  at test.ptx:")) << text;
  return llvm::StringRef(text).split("\n  in kernel 'k', CTA (").first.str();
}

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_MESSAGES_H

//===- Coverage.h - Table lines that tests execute --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_COVERAGE_H
#define TILEIRAS_UNITTESTS_EMULATOR_COVERAGE_H

#include "tileiras/Emulator/Emulator.h"

namespace tileiras::emu::test {

/// Machine::launch for a test that compares results: if the kernel ends without
/// an error, records the lines of the instruction table that some lane
/// executed. CoverageTest.cpp fails for lines that no test executes.
llvm::Error launchCovered(Machine &machine, const Module &module,
                          LaunchConfig config,
                          llvm::ArrayRef<uint8_t> parameters);

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_COVERAGE_H

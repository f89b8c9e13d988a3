//===- Coverage.h - Which table lines the tests execute ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_COVERAGE_H
#define TILEIRAS_UNITTESTS_EMULATOR_COVERAGE_H

namespace tileiras::emu {
class Module;
namespace test {

/// Notes the lines of the instruction table that \p module's functions use:
/// a test runs it and looks at what comes out. CoverageTest.cpp fails for
/// lines that no test has.
void coverModule(const Module &module);

} // namespace test
} // namespace tileiras::emu

#endif // TILEIRAS_UNITTESTS_EMULATOR_COVERAGE_H

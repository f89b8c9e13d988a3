//===- JsonReport.h - A launch as data --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of the page that HtmlReport.h writes, for programs:
//
//   kernel, program, target, grid, block
//   counters   those of the launch (Counters::printJson)
//   facts      label and value of each line of summary
//   costs      the meaning of a line's numbers, in their order
//   ptx        line of the PTX, from 1 -> numbers; lines that were executed
//   sources    name of a source file -> line -> numbers
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_JSONREPORT_H
#define TILEIRAS_EMULATOR_PROFILE_JSONREPORT_H

#include "tileiras/Emulator/Profile/ReportInput.h"

namespace tileiras::emu {

void writeJsonReport(const ReportInput &input, llvm::raw_ostream &os);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_JSONREPORT_H

//===- HtmlReport.h - A launch as one page of HTML --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One self-contained page: what the launch did in sums, its hottest lines, then
// the source and the PTX with each line's costs beside it, coloured by the cost
// that the reader chooses. No network, no other files.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_HTMLREPORT_H
#define TILEIRAS_EMULATOR_PROFILE_HTMLREPORT_H

#include "tileiras/Emulator/Profile/ReportInput.h"

namespace tileiras::emu {

void writeHtmlReport(const ReportInput &input, llvm::raw_ostream &os);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_HTMLREPORT_H

//===- HtmlReport.h - A launch as one page of HTML --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes one self-contained page: the launch's counters, its hottest lines,
// then the source and the PTX with each line's costs next to it, coloured by
// the cost that the reader chooses. The page needs no network and no other
// files.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_HTMLREPORT_H
#define TILEIRAS_EMULATOR_PROFILE_HTMLREPORT_H

#include "tileiras/Emulator/Profile/ReportInput.h"

namespace tileiras::emu {

void writeHtmlReport(const ReportInput &input, llvm::raw_ostream &os);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_HTMLREPORT_H

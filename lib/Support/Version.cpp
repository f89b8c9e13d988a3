//===- Version.cpp - Version of this compiler -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

#include "Revision.inc"

#include <cstdlib>

std::string tileiras::versionLine() {
  return "tileiras " TILEIRAS_VERSION " (git " TILEIRAS_REVISION
         ", LLVM " TILEIRAS_LLVM_VERSION ")";
}

std::string tileiras::releaseLine(const std::string &bytecodeVersion) {
  return "In place of the Cuda compilation tools, release " + bytecodeVersion +
         ", V" + bytecodeVersion + ".0";
}

void tileiras::followConventions() {
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { os << versionLine() << '\n'; });
  const char *noColor = std::getenv("NO_COLOR");
  if (noColor && *noColor)
    llvm::WithColor::setAutoDetectFunction(
        [](const llvm::raw_ostream &) { return false; });
}

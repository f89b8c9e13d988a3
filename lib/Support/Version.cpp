//===- Version.cpp - Who this compiler is -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/Version.h"

#include "Revision.inc"

std::string tileiras::versionLine() {
  return "tileiras " TILEIRAS_VERSION " (git " TILEIRAS_REVISION
         ", LLVM " TILEIRAS_LLVM_VERSION ")";
}

std::string tileiras::releaseLine(const std::string &bytecodeVersion) {
  return "In place of the Cuda compilation tools, release " + bytecodeVersion +
         ", V" + bytecodeVersion + ".0";
}

//===- Fuzz.cpp - What fuzz targets share ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

void tileiras::fuzz::require(bool property, const llvm::Twine &what) {
  if (property)
    return;
  llvm::errs() << "finding: " << what << '\n';
  std::abort();
}

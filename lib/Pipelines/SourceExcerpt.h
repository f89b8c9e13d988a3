//===- SourceExcerpt.h - The source line of a message -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_PIPELINES_SOURCEEXCERPT_H
#define TILEIRAS_LIB_PIPELINES_SOURCEEXCERPT_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tileiras {

struct SourcePosition {
  llvm::StringRef file;
  unsigned line, column;
};

/// Prints a source line, and a caret below the column, each after `margin`;
/// prints nothing if the file can't be read.
void printExcerpt(SourcePosition position, llvm::StringRef margin,
                  llvm::raw_ostream &os);

} // namespace tileiras

#endif // TILEIRAS_LIB_PIPELINES_SOURCEEXCERPT_H

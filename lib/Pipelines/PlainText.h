//===- PlainText.h - What terminals do nothing by ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PIPELINES_PLAINTEXT_H
#define LIB_PIPELINES_PLAINTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras {

/// A name of the program's, on one line: what moves a terminal's cursor or
/// changes its state is written as MLIR writes it in strings ("\1B").
std::string plainName(llvm::StringRef name);

/// A message. Its lines after the first are indented, so that none looks as if
/// it were another message.
std::string plainMessage(llvm::StringRef message);

} // namespace tileiras

#endif // LIB_PIPELINES_PLAINTEXT_H

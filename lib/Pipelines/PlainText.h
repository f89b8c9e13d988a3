//===- PlainText.h - Text without control characters ------------*- C++ -*-===//
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

/// Returns a name of the program's on one line: characters that move a
/// terminal's cursor or change its state are escaped as in MLIR's strings
/// ("\1B").
std::string plainName(llvm::StringRef name);

/// Returns a message. Its lines after the first are indented, so that none
/// looks like another message.
std::string plainMessage(llvm::StringRef message);

} // namespace tileiras

#endif // LIB_PIPELINES_PLAINTEXT_H

//===- CacheEntry.h - A result as bytes -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PIPELINES_CACHEENTRY_H
#define LIB_PIPELINES_CACHEENTRY_H

#include "tileiras/Pipelines/Compiler.h"

namespace tileiras {

/// All of a result that succeeded: output, messages and remarks, with a
/// checksum.
std::string encodeResult(const CompileResult &result);

/// The result that was encoded; none for bytes that are damaged or not
/// complete.
std::optional<CompileResult> decodeResult(llvm::StringRef bytes);

} // namespace tileiras

#endif // LIB_PIPELINES_CACHEENTRY_H

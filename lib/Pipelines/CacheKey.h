//===- CacheKey.h - What the output of a compilation depends on -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PIPELINES_CACHEKEY_H
#define LIB_PIPELINES_CACHEKEY_H

#include "tileiras/Pipelines/CompileRequest.h"

#include <optional>
#include <string>

namespace tileiras {

/// A digest, in hexadecimal, of all that the result of a compilation that
/// succeeds depends on: the input's bytes, the options, this compiler's version
/// line, the contents of the device library, and the programs that may be the
/// assembler, by path, size and time of change. None for a compilation whose
/// result is not to be kept: it reads files that only the program names, or is
/// there for what happens on the way.
std::optional<std::string> cacheKey(const CompileRequest &request);

} // namespace tileiras

#endif // LIB_PIPELINES_CACHEKEY_H

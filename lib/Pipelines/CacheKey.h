//===- CacheKey.h - Inputs of a compilation's output ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cached result may be used only if nothing that affects it has changed; so
// the key covers every such input, and a compilation whose inputs can't be
// listed has no key.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PIPELINES_CACHEKEY_H
#define LIB_PIPELINES_CACHEKEY_H

#include "tileiras/Pipelines/CompileRequest.h"

#include <optional>
#include <string>

namespace tileiras {

/// Returns a digest, in hexadecimal, of everything on which the result of a
/// successful compilation depends: the input's bytes, the options, this
/// compiler's version line, the contents of the device library, and the
/// programs that may be the assembler, by path, size and time of change.
/// Returns nullopt for a compilation whose result must not be kept: it reads
/// files that only the program names, or is run for its side effects.
std::optional<std::string> cacheKey(const CompileRequest &request);

} // namespace tileiras

#endif // LIB_PIPELINES_CACHEKEY_H

//===- Limits.h - Bounds on nesting and size --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of nesting and counts. The reader needs bounds, since a few bytes of a
// hostile file can describe something infinite; the writer keeps to them, so
// that all its output can be read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_LIMITS_H
#define TILEIRAS_LIB_BYTECODE_LIMITS_H

#include "tileiras/Dialect/CudaTile/IR/Dimensions.h"

#include <cstdint>

namespace tileiras {

/// Types nest in types; deeper references are errors, and so are cycles.
inline constexpr unsigned kMaxTypeDepth = 8;
/// Arrays and dictionaries nest in each other. The format itself uses two
/// levels.
inline constexpr unsigned kMaxAttributeDepth = 16;
/// Scopes nest in scopes and calls in calls; cycles end here too.
inline constexpr unsigned kMaxDebugDepth = 512;
/// A call site names two locations, so that a small table can describe an
/// infinite tree. It may have this many debug attributes, with shared ones
/// counted each time, as a printer or a verifier visits them.
inline constexpr uint32_t kMaxDebugNodes = 1 << 14;
/// Regions nest in regions. Verifier and passes recurse over them as well.
inline constexpr unsigned kMaxRegionDepth = 128;

/// Returns the maximal number of arguments of all functions together when their
/// section has `size` bytes. Functions share types, so that a few bytes could
/// make many arguments.
inline constexpr uint64_t maxArguments(uint64_t size) {
  return (uint64_t(1) << 16) + 16 * size;
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_LIMITS_H

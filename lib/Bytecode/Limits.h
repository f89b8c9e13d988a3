//===- Limits.h - Bounds on nesting and size --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How deep things may nest and how many there may be. The reader needs bounds,
// since a few bytes of a hostile file can describe what has no end; the writer
// keeps to them, so that whatever is written can be read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_LIMITS_H
#define TILEIRAS_LIB_BYTECODE_LIMITS_H

#include "tileiras/Dialect/CudaTile/IR/Dimensions.h"

#include <cstdint>

namespace tileiras {

/// Types in types; deeper references are errors, and so are cycles.
inline constexpr unsigned kMaxTypeDepth = 8;
/// Arrays and dictionaries in each other. What the format uses is two deep.
inline constexpr unsigned kMaxAttributeDepth = 16;
/// Scopes in scopes and calls in calls; cycles end here too.
inline constexpr unsigned kMaxDebugDepth = 512;
/// A call site names two locations, so that a small table can describe a tree
/// without end. This many debug attributes may be in it, shared ones counted
/// each time: what a printer or a verifier has to walk.
inline constexpr uint32_t kMaxDebugNodes = 1 << 14;
/// Regions in regions. Verifier and passes recurse over them as well.
inline constexpr unsigned kMaxRegionDepth = 128;

/// How many arguments all functions together may have when their section has
/// `size` bytes. Functions share types, so that a few bytes could make many.
inline constexpr uint64_t maxArguments(uint64_t size) {
  return (uint64_t(1) << 16) + 16 * size;
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_LIMITS_H

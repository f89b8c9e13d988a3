//===- Dimensions.h - How many dimensions types have ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_DIMENSIONS_H
#define TILEIRAS_DIALECT_CUDATILE_IR_DIMENSIONS_H

namespace tileiras {

/// Of a tile or tensor_view, at most: every operation may have the type, and
/// looks at all of them. Tile IR has no limit of its own.
inline constexpr unsigned kMaxDimensions = 1024;

} // namespace tileiras

#endif // TILEIRAS_DIALECT_CUDATILE_IR_DIMENSIONS_H

//===- Dimensions.h - The number of dimensions of types ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_DIMENSIONS_H
#define TILEIRAS_DIALECT_CUDATILE_IR_DIMENSIONS_H

namespace tileiras {

/// The largest number of dimensions of a tile or tensor_view. It is limited
/// since each operation on the type visits all of them; Tile IR has no limit.
inline constexpr unsigned kMaxDimensions = 1024;

} // namespace tileiras

#endif // TILEIRAS_DIALECT_CUDATILE_IR_DIMENSIONS_H

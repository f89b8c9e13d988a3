//===- Arguments.h - Kernel arguments from the command line -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax of --arg SPEC, in the order of the kernel's parameters:
//
//   array:FILE.npy      base pointer, then all sizes, then all strides in
//                       elements: how cuTile passes an array
//   ptr:FILE.npy        the pointer alone
//   zeros:TYPE:2x3      like array:, with zeros; ptr:zeros:… the pointer alone
//   empty:TYPE:2x3      like zeros:, filled with a pattern
//   random:TYPE:2x3     like zeros:, filled with small numbers
//   i32:5  f32:1.5 …    a scalar
//   hex:0a00ff          these bytes, for structures passed by value
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ARGUMENTS_ARGUMENTS_H
#define TILEIRAS_ARGUMENTS_ARGUMENTS_H

#include "tileiras/Arguments/Npy.h"

#include <array>
#include <optional>

namespace tileiras::run {

/// The value of one --arg.
struct Argument {
  std::string spec;
  std::optional<Array> array;
  bool pointerOnly = false;
  uint64_t address = 0;        // the array's, once it is in memory
  std::vector<uint8_t> scalar; // little endian
};

/// Fails if \p spec is none of these, its file can't be read, or a value does
/// not fit into its type.
llvm::Expected<Argument> parseArgument(llvm::StringRef spec);

/// Parses X[,Y[,Z]], positive integers; messages name \p option.
llvm::Expected<std::array<uint32_t, 3>> parseExtents(llvm::StringRef text,
                                                     llvm::StringRef option);

} // namespace tileiras::run

#endif // TILEIRAS_ARGUMENTS_ARGUMENTS_H

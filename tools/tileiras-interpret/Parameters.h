//===- Parameters.h - Arguments as parameters of an entry point -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts arguments of the command line to parameters of a kernel by cuTile's
// rules (an array is its pointer, sizes and strides), and reads the arrays
// back.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRET_PARAMETERS_H
#define TILEIRAS_INTERPRET_PARAMETERS_H

#include "tileiras/Arguments/ArgumentList.h"
#include "tileiras/Interpreter/Interpreter.h"

namespace tileiras::run {

struct PassedArguments {
  /// For an array, its pointer, all sizes and all strides in elements, or the
  /// pointer alone; for a scalar, its bits.
  std::vector<interpreter::Parameter> parameters;
  /// For each argument, the origin of its array; 0 for a scalar.
  std::vector<interpreter::Origin> arrays;
};

/// Copies the arrays into memory, and returns the parameters. Fails if their
/// number or widths aren't those of the kernel's arguments.
llvm::Expected<PassedArguments> passArguments(interpreter::Memory &memory,
                                              mlir::cuda_tile::EntryOp kernel,
                                              ArgumentList &arguments);

/// Fetches the arrays that a run left at \p arrays. Fails if the kernel has
/// stored unspecified values in one; \p where is then the location of the first
/// such store.
llvm::Error fetchArrays(interpreter::Memory &memory,
                        llvm::ArrayRef<interpreter::Origin> arrays,
                        ArgumentList &arguments,
                        std::optional<mlir::Location> &where);

} // namespace tileiras::run

#endif // TILEIRAS_INTERPRET_PARAMETERS_H

//===- Parameters.h - Arguments as an entry point takes them ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRET_PARAMETERS_H
#define TILEIRAS_INTERPRET_PARAMETERS_H

#include "tileiras/Arguments/ArgumentList.h"
#include "tileiras/Interpreter/Interpreter.h"

namespace tileiras::run {

struct PassedArguments {
  /// Of an array its pointer, all sizes and all strides in elements, or the
  /// pointer alone; of a scalar its bits.
  std::vector<interpreter::Parameter> parameters;
  /// For each argument, where its array is; 0 for a scalar.
  std::vector<interpreter::Origin> arrays;
};

/// Puts the arrays into memory, and gives the parameters. Fails where numbers
/// or widths aren't those of the kernel's arguments.
llvm::Expected<PassedArguments> passArguments(interpreter::Memory &memory,
                                              mlir::cuda_tile::EntryOp kernel,
                                              ArgumentList &arguments);

/// Fetches the arrays that a run left at \p arrays. Fails where the kernel has
/// put unspecified values into one; \p where is then the first place of the
/// program that did.
llvm::Error fetchArrays(interpreter::Memory &memory,
                        llvm::ArrayRef<interpreter::Origin> arrays,
                        ArgumentList &arguments,
                        std::optional<mlir::Location> &where);

} // namespace tileiras::run

#endif // TILEIRAS_INTERPRET_PARAMETERS_H

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

/// Puts the arrays into memory, and gives the parameters: of an array its
/// pointer, all sizes and all strides in elements, or the pointer alone; of a
/// scalar its bits. Fails where numbers or widths aren't those of the kernel's
/// arguments.
llvm::Expected<std::vector<interpreter::Parameter>>
passArguments(interpreter::Memory &memory, mlir::cuda_tile::EntryOp kernel,
              ArgumentList &arguments);

/// Fetches the arrays that a run left there. Fails where the kernel has put
/// unspecified values into one; \p where is then the first place of the program
/// that did.
llvm::Error fetchArrays(interpreter::Memory &memory, ArgumentList &arguments,
                        std::optional<mlir::Location> &where);

} // namespace tileiras::run

#endif // TILEIRAS_INTERPRET_PARAMETERS_H

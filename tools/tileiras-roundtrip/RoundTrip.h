//===- RoundTrip.h - Bytecode to text and bytecode and back -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a file of bytecode is what it should be after a way through every
// form of the program:
//
//   decode -> print -> parse -> print     the same text, pretty and generic
//   decode -> encode -> decode            the same module, locations included
//   decode -> encode -> decode -> encode  the same bytes
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_ROUNDTRIP_ROUNDTRIP_H
#define TILEIRAS_TOOLS_TILEIRAS_ROUNDTRIP_ROUNDTRIP_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tileiras {

/// What did not work, and the first error that was reported; nothing if all
/// did. `bytes` is a file of Tile IR bytecode.
std::optional<std::string> findRoundTripFailure(mlir::MLIRContext *context,
                                                llvm::StringRef bytes);

/// The module of a file, encoded for another version; in place of it, the
/// first error in `error`.
std::optional<std::string> reencode(mlir::MLIRContext *context,
                                    llvm::StringRef bytes,
                                    BytecodeVersion version,
                                    std::string &error);

} // namespace tileiras

#endif // TILEIRAS_TOOLS_TILEIRAS_ROUNDTRIP_ROUNDTRIP_H

//===- RoundTrip.h - Bytecode to text and bytecode and back -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a file of bytecode by conversions through every form of the program:
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

/// Returns the check that failed, and the first error that was reported;
/// nullopt if all succeeded. `bytes` is a file of Tile IR bytecode.
std::optional<std::string> findRoundTripFailure(mlir::MLIRContext *context,
                                                llvm::StringRef bytes);

/// Returns the module of a file, encoded for another version; on failure,
/// `error` is the first error.
std::optional<std::string> reencode(mlir::MLIRContext *context,
                                    llvm::StringRef bytes,
                                    BytecodeVersion version,
                                    std::string &error);

} // namespace tileiras

#endif // TILEIRAS_TOOLS_TILEIRAS_ROUNDTRIP_ROUNDTRIP_H

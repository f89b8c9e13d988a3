//===- Assemble.h - PTX to a cubin ------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs ptxas on a PTX text with a time limit, by way of temporary files, and
// returns the cubin and the messages of ptxas.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTXAS_ASSEMBLE_H
#define TILEIRAS_TARGET_PTXAS_ASSEMBLE_H

#include "tileiras/Target/Ptxas/Discovery.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras {

struct AssembleRequest {
  /// The SASS target: the `.target` of the text.
  std::string arch;
  /// 0 to 3.
  unsigned optLevel = 3;
  bool lineInfo = false;
  bool deviceDebug = false;
  /// Static shared memory beyond the amount that every launch has.
  bool extendedSharedMemory = false;
  /// The time limit of ptxas; 0 for none.
  unsigned secondsToWait = 0;
  /// The process exists for this run alone: a signal that ends it removes the
  /// temporary files and ends ptxas, too, by signal handlers.
  bool ownsProcess = false;
};

/// The output of ptxas.
struct AssembleResult {
  /// The cubin, an ELF file.
  std::string cubin;
  /// The warnings and remarks of ptxas, as it printed them.
  std::string log;
};

/// Assembles `ptx` with `tool`. If ptxas refuses the text, the error holds its
/// output.
llvm::Expected<AssembleResult> assemblePTX(const PtxasTool &tool,
                                           llvm::StringRef ptx,
                                           const AssembleRequest &request);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_ASSEMBLE_H

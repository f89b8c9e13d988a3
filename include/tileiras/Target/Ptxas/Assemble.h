//===- Assemble.h - PTX to a cubin ------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// Static shared memory beyond what every launch has.
  bool extendedSharedMemory = false;
  /// For the run of ptxas; 0 for no limit.
  unsigned secondsToWait = 0;
  /// The process is there for this alone: a signal that ends it removes the
  /// temporary files and ends ptxas, too, by handlers of signals.
  bool ownsProcess = false;
};

/// What came out of ptxas.
struct AssembleResult {
  /// The cubin, an ELF file.
  std::string cubin;
  /// Its warnings and remarks, as it printed them.
  std::string log;
};

/// Assembles `ptx` with `tool`. When ptxas refuses the text, the error holds
/// what it said.
llvm::Expected<AssembleResult> assemblePTX(const PtxasTool &tool,
                                           llvm::StringRef ptx,
                                           const AssembleRequest &request);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_ASSEMBLE_H

//===- Discovery.h - The ptxas to use ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a ptxas that is new enough for a PTX text. The order of the search is:
// the program that the user named, TILEIRAS_PTXAS, then the CUDA toolkits
// (ToolkitSearch.h). A program is asked for its release, which determines the
// PTX version that it accepts (PTX ISA, "Release notes").
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTXAS_DISCOVERY_H
#define TILEIRAS_TARGET_PTXAS_DISCOVERY_H

#include "tileiras/Support/Subprocess.h"
#include "tileiras/Target/PTX/PtxVersion.h"
#include "tileiras/Target/Toolkit/ToolkitSearch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras {

/// The sources of a search; unset members are skipped.
struct PtxasSearch {
  /// The program that the user named (`--ptxas`); then no other source is
  /// searched.
  std::optional<std::string> named;
  /// TILEIRAS_PTXAS: the program to use if it is new enough.
  std::optional<std::string> preferred;
  ToolkitSearch toolkits;
  /// The time limit of each run of a ptxas; 0 for none.
  unsigned secondsToWait = 600;
};

/// A program that may be a ptxas, and the source that named it.
using PtxasCandidate = ToolkitFile;

/// A ptxas that reported its version.
struct PtxasTool {
  std::string path;
  std::string origin;
  /// CUDA release as major*10 + minor: 135 is 13.5.
  unsigned release = 0;

  /// The newest PTX version that it accepts.
  PtxVersion maxPtxVersion() const;
  /// Returns "ptxas 13.5 at /path (origin)".
  std::string describe() const;
};

/// Returns the newest PTX version that the ptxas of a CUDA release accepts.
PtxVersion maxPtxVersionOf(unsigned release);

/// Returns the programs in the order of the search, each file once. Fails if
/// the file that the user named isn't a program.
llvm::Expected<std::vector<PtxasCandidate>>
findPtxas(const PtxasSearch &search);

/// Returns the release in the output of `ptxas --version`; 0 if there is none.
unsigned parsePtxasRelease(llvm::StringRef text);

/// Asks a candidate for its version, once in the life of a process as long as
/// the file stays as it is. Fails if it isn't a ptxas. Threads may probe at the
/// same time.
llvm::Expected<PtxasTool> probePtxas(const PtxasCandidate &candidate,
                                     unsigned secondsToWait);

/// The reason why there is no ptxas to use.
class NoPtxas : public llvm::ErrorInfo<NoPtxas> {
public:
  static char ID;
  explicit NoPtxas(std::string message) : message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string message;
};

/// Returns the job that runs a ptxas. `secondsToWait` is 0 for no limit.
Subprocess jobOfPtxas(llvm::StringRef path,
                      llvm::ArrayRef<llvm::StringRef> arguments,
                      unsigned secondsToWait);

/// Returns the tool for a text that needs `version`: the first of the search
/// that is new enough; later ones are not run. In messages, `job` names the
/// cause of the requirement ("the code for sm_120"). NoPtxas lists the tools
/// that were found and their shortcomings; any other error is a mistake of the
/// user who named the program, or of the system, which refused a process or
/// memory.
llvm::Expected<PtxasTool> choosePtxas(const PtxasSearch &search,
                                      PtxVersion version, llvm::StringRef job);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_DISCOVERY_H

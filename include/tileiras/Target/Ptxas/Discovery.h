//===- Discovery.h - Which ptxas to use -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// What a search starts from; unset members are not looked at.
struct PtxasSearch {
  /// The program that the user named (`--ptxas`); nothing else is looked at
  /// then.
  std::optional<std::string> named;
  /// TILEIRAS_PTXAS: the program to use if it is new enough.
  std::optional<std::string> preferred;
  ToolkitSearch toolkits;
  /// For each run of a ptxas; 0 for no limit.
  unsigned secondsToWait = 600;
};

/// A program that may be a ptxas, and where the search met it.
using PtxasCandidate = ToolkitFile;

/// A ptxas that told its version.
struct PtxasTool {
  std::string path;
  std::string origin;
  /// CUDA release as major*10 + minor: 135 is 13.5.
  unsigned release = 0;

  /// The newest PTX that it takes.
  PtxVersion maxPtxVersion() const;
  /// "ptxas 13.5 at /path (origin)".
  std::string describe() const;
};

/// The newest PTX version that the ptxas of a CUDA release takes.
PtxVersion maxPtxVersionOf(unsigned release);

/// The programs in the order of the search, each file once. Fails when one that
/// the user named is no program.
llvm::Expected<std::vector<PtxasCandidate>>
findPtxas(const PtxasSearch &search);

/// The release that the output of `ptxas --version` states; 0 when none.
unsigned parsePtxasRelease(llvm::StringRef text);

/// Asks a candidate for its version, once in the life of a process as long as
/// the file stays as it is. Fails when it is not a ptxas. Threads may probe at
/// the same time.
llvm::Expected<PtxasTool> probePtxas(const PtxasCandidate &candidate,
                                     unsigned secondsToWait);

/// Why there is no ptxas to use.
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

/// A run of a ptxas. `secondsToWait` is 0 for no limit.
Subprocess jobOfPtxas(llvm::StringRef path,
                      llvm::ArrayRef<llvm::StringRef> arguments,
                      unsigned secondsToWait);

/// The tool to use for a text that needs `version`: the first of the search
/// that is new enough; later ones are not run. `job` says in messages what
/// needs the version ("the code for sm_120"). NoPtxas says what was found and
/// what it lacks; any other error is a mistake of who named the program, or the
/// system's, which refused what every program needs.
llvm::Expected<PtxasTool> choosePtxas(const PtxasSearch &search,
                                      PtxVersion version, llvm::StringRef job);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_DISCOVERY_H

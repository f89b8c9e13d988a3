//===- Discovery.h - Which ptxas to use -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTXAS_DISCOVERY_H
#define TILEIRAS_TARGET_PTXAS_DISCOVERY_H

#include "tileiras/Target/PTX/PtxVersion.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras {

/// What a search starts from; unset members are not looked at.
struct PtxasSearch {
  /// The program that the user named; nothing else is looked at then.
  std::optional<std::string> named;
  /// TILEIRAS_PTXAS, CUDA_HOME, VIRTUAL_ENV and PATH.
  std::optional<std::string> preferred;
  std::optional<std::string> cudaHome;
  std::optional<std::string> virtualEnv;
  std::optional<std::string> path;

  static PtxasSearch fromEnvironment();
};

/// A program that may be a ptxas, and where the search met it.
struct PtxasCandidate {
  std::string path;
  std::string origin;
};

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

/// Existing programs in the order of the search, each file once.
std::vector<PtxasCandidate> findPtxas(const PtxasSearch &search);

/// The release that the output of `ptxas --version` states; 0 when none.
unsigned parsePtxasRelease(llvm::StringRef text);

/// Asks a candidate for its version. Fails when it is not a ptxas.
llvm::Expected<PtxasTool> probePtxas(const PtxasCandidate &candidate);

/// The tool to use for a text that needs `version`: the preferred one when it
/// can, else the newest. Fails with what was found and what it lacks; `job`
/// says in that text what needs the version ("the code for sm_120").
llvm::Expected<PtxasTool> choosePtxas(const PtxasSearch &search,
                                      PtxVersion version, llvm::StringRef job);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTXAS_DISCOVERY_H

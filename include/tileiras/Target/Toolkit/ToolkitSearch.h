//===- ToolkitSearch.h - Files of installed CUDA toolkits -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A toolkit may be an installation (`$CUDA_HOME`, or one whose `bin` is on
// PATH) or PyPI's wheels (nvidia-cuda-nvcc, nvidia-nvvm), which install the
// same tree below `site-packages/nvidia`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_TOOLKIT_TOOLKITSEARCH_H
#define TILEIRAS_TARGET_TOOLKIT_TOOLKITSEARCH_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras {

/// Returns a variable of the environment; an empty one counts as unset.
std::optional<std::string> getVariable(llvm::StringRef name);

/// The sources of a search; unset members are skipped.
struct ToolkitSearch {
  /// VIRTUAL_ENV, CUDA_HOME, CUDA_ROOT (which nvcc and cuTile.jl set for the
  /// programs that they call) and PATH.
  std::optional<std::string> virtualEnv;
  std::optional<std::string> cudaHome;
  std::optional<std::string> cudaRoot;
  std::optional<std::string> path;
  /// The installation of the Python of this process (its `sys.prefix`).
  std::optional<std::string> pythonPrefix;

  static ToolkitSearch fromEnvironment();
};

/// A file, and its source in the search, in words for messages.
struct ToolkitFile {
  std::string path;
  std::string origin;
};

/// Returns the existing files with the name `file` in a toolkit's tree
/// ("bin/ptxas"), each once even if it is reached twice. The order is: wheels
/// of the virtual environment, of the process's Python, of the Python
/// installations on PATH; CUDA_HOME; CUDA_ROOT; PATH.
std::vector<ToolkitFile> findInToolkits(const ToolkitSearch &search,
                                        llvm::StringRef file);

} // namespace tileiras

#endif // TILEIRAS_TARGET_TOOLKIT_TOOLKITSEARCH_H

//===- DebugOnly.h - The option --debug-only --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM registers --debug-only only if it was compiled with assertions, which
// the distribution's LLVM was not. The functions that LLVM_DEBUG calls exist in
// any case. So a build of this project with assertions adds the option.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRASOPT_DEBUGONLY_H
#define TILEIRAS_TOOLS_TILEIRASOPT_DEBUGONLY_H

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras {

#ifdef NDEBUG

class DebugOnly {};

#else

class DebugOnly {
public:
  DebugOnly() {
    if (!llvm::cl::getRegisteredOptions().contains("debug-only"))
      option.emplace(
          "debug-only", llvm::cl::CommaSeparated,
          llvm::cl::value_desc("pass,..."),
          llvm::cl::desc("Print what these passes decide and why"),
          llvm::cl::callback([this](const std::string &type) { add(type); }));
  }

private:
  void add(const std::string &type) {
    types.push_back(type);
    auto names = llvm::map_to_vector(
        types, [](const std::string &known) { return known.c_str(); });
    llvm::DebugFlag = true;
    llvm::setCurrentDebugTypes(names.data(), names.size());
  }

  std::vector<std::string> types;
  std::optional<llvm::cl::list<std::string>> option;
};

#endif

} // namespace tileiras

#endif // TILEIRAS_TOOLS_TILEIRASOPT_DEBUGONLY_H

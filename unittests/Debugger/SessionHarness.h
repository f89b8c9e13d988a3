//===- SessionHarness.h - Kernels in the debugger, for tests ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_DEBUGGER_SESSIONHARNESS_H
#define TILEIRAS_UNITTESTS_DEBUGGER_SESSIONHARNESS_H

#include "tileiras/Debugger/Session.h"
#include "tileiras/Emulator/Emulator.h"

#include "gtest/gtest.h"

namespace tileiras::dbg::test {

/// A module with files 1, "/src/k.py", and 2, "/src/helper.py".
inline std::string moduleText(llvm::StringRef rest) {
  return (".version 8.7\n.target sm_90\n.address_size 64\n"
          ".file 1 \"/src/k.py\"\n.file 2 \"/src/helper.py\"\n" +
          rest)
      .str();
}

/// The debugger's answers to the lines of \p script. Each `run` that ends
/// without error is followed by "rest: …" with the program's error otherwise.
inline std::string debug(llvm::StringRef ptx, llvm::StringRef script,
                         emu::LaunchConfig config = {}) {
  auto module = emu::Module::parse(ptx, "k.ptx");
  if (!module)
    return toString(module.takeError());
  auto kernel = (*module)->kernel("k");
  if (!kernel)
    return toString(kernel.takeError());
  std::string output;
  llvm::raw_string_ostream os(output);
  auto read = [&](std::string &line) {
    auto [first, rest] = script.split('\n');
    bool isThere = !script.empty();
    line = first.str();
    script = rest;
    return isThere;
  };
  auto session = Session::make((*module)->program(), **kernel, ptx, read, os,
                               /*prompt=*/"");
  emu::Machine machine;
  config.monitor = &session->getMonitor();
  while (session->awaitLaunch()) {
    llvm::Error error = machine.launch(**module, "k", config, {});
    bool hasFailed = bool(error);
    llvm::consumeError(std::move(error));
    if (session->hasAborted())
      break;
    session->launchEnded(hasFailed);
  }
  machine.unload(**module);
  return output;
}

/// Is \p part in \p text? Prints both where it is not.
inline testing::AssertionResult contains(const std::string &text,
                                         llvm::StringRef part) {
  if (llvm::StringRef(text).contains(part))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected\n"
                                     << part.str() << "\nin\n"
                                     << text;
}

} // namespace tileiras::dbg::test

#endif // TILEIRAS_UNITTESTS_DEBUGGER_SESSIONHARNESS_H

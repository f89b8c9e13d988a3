//===- Version.h - Version of this compiler ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_SUPPORT_VERSION_H
#define TILEIRAS_SUPPORT_VERSION_H

#include <string>

namespace tileiras {

/// Returns "tileiras 0.1.0 (git HASH, LLVM 22.1.8)": clients use it as the
/// identity of the compiler in cache keys, and so does this project's cache.
std::string versionLine();

/// Returns "In place of the Cuda compilation tools, release 13.5, V13.5.0" for
/// bytecode 13.5: clients look for that release of NVIDIA's programs in
/// `--version`.
std::string releaseLine(const std::string &bytecodeVersion);

/// Makes a program follow common conventions: --version, if options are LLVM's,
/// prints the version line; and with NO_COLOR there are no colours
/// (no-color.org).
void followConventions();

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_VERSION_H

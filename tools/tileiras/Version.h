//===- Version.h - Who this compiler is -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_TILEIRAS_VERSION_H
#define TOOLS_TILEIRAS_VERSION_H

#include <string>

namespace tileiras {

/// "tileiras 0.1.0 (git HASH, LLVM 22.1.8)": clients keep it as the identity of
/// the compiler in cache keys.
std::string versionLine();

} // namespace tileiras

#endif // TOOLS_TILEIRAS_VERSION_H

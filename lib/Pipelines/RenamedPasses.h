//===- RenamedPasses.h - Old names of passes --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_PIPELINES_RENAMEDPASSES_H
#define TILEIRAS_LIB_PIPELINES_RENAMEDPASSES_H

namespace tileiras {

/// Registers the old names of passes, after the passes themselves.
void registerRenamedPasses();

} // namespace tileiras

#endif // TILEIRAS_LIB_PIPELINES_RENAMEDPASSES_H

//===- CompileCache.h - Results of earlier compilations ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PIPELINES_COMPILECACHE_H
#define LIB_PIPELINES_COMPILECACHE_H

#include "tileiras/Pipelines/Compiler.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tileiras {

/// Returns the result that an equal compilation left in the folder
/// `request.cacheDirectory`; if there is none, `compile` makes it, and a
/// successful result is left there. Processes and threads may share the folder.
/// A folder that can't be written to gives a warning.
CompileResult compileCached(const CompileRequest &request,
                            llvm::function_ref<CompileResult()> compile);

} // namespace tileiras

#endif // LIB_PIPELINES_COMPILECACHE_H

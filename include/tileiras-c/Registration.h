//===- Registration.h - C API: all dialects and passes ------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_REGISTRATION_H
#define TILEIRAS_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds every dialect that appears between Tile IR and LLVM IR.
MLIR_CAPI_EXPORTED void
tileirasRegisterAllDialects(MlirDialectRegistry registry);

/// Makes passes and pipelines known by name, to mlirParsePassPipeline: the
/// project's and MLIR's general ones (canonicalize, cse, …). Once is enough;
/// more does no harm. Any thread may call it.
MLIR_CAPI_EXPORTED void tileirasRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_REGISTRATION_H

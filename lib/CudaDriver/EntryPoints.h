//===- EntryPoints.h - Entry points by name ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_CUDADRIVER_ENTRYPOINTS_H
#define TILEIRAS_CUDADRIVER_ENTRYPOINTS_H

#include "tileiras/CudaDriver/Abi.h"

#include "llvm/ADT/StringRef.h"

namespace tileiras::cuda {

/// Returns the newest form of \p name that a client of API \p version knows;
/// null with the reason if there is none.
void *findEntryPoint(llvm::StringRef name, int version,
                     CUdriverProcAddressQueryResult &result);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_ENTRYPOINTS_H

//===- Log.h - What the emulated driver says --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_CUDADRIVER_LOG_H
#define TILEIRAS_CUDADRIVER_LOG_H

#include "tileiras/CudaDriver/Abi.h"

#include "llvm/ADT/Twine.h"

namespace tileiras::cuda {

/// One message on standard error. A result code says little; this says why. If
/// the call fails, it is what cuGetErrorString adds.
void report(const llvm::Twine &message);
/// One that is no reason for a failure.
void note(const llvm::Twine &message);

/// Hands what kernels printed to standard output.
void flushOutput();

/// "CUDA_ERROR_…"; null for a number that is none.
const char *resultName(CUresult result);
/// What it means, and after the call of this thread that failed last with it:
/// why. Valid for ever.
const char *resultText(CUresult result);

/// Why the call that this thread is in fails.
void explain(llvm::StringRef why);
/// A call begins.
void forgetExplanation();
/// It ends with \p result.
void keepExplanation(CUresult result);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_LOG_H

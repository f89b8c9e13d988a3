//===- Log.h - Messages of the emulated driver ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Result codes alone don't explain a failure, so each failing call prints its
// reason, and cuGetErrorString adds it to the text of the code for the same
// thread.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_CUDADRIVER_LOG_H
#define TILEIRAS_CUDADRIVER_LOG_H

#include "tileiras/CudaDriver/Abi.h"

#include "llvm/ADT/Twine.h"

namespace tileiras::cuda {

/// Prints one message on standard error, with the reason for a result code. If
/// the call fails, cuGetErrorString adds it.
void report(const llvm::Twine &message);
/// Prints a message that isn't a reason for a failure.
void note(const llvm::Twine &message);

/// Passes the output of kernels to standard output.
void flushOutput();

/// Returns "CUDA_ERROR_…"; null for an unknown code.
const char *resultName(CUresult result);
/// Returns the meaning of a code, and the reason if it is the code of the last
/// failed call of this thread. The text is valid for ever.
const char *resultText(CUresult result);

/// Records the reason why this thread's current call fails.
void explain(llvm::StringRef text);
/// Marks the begin of a call.
void forgetExplanation();
/// Marks its end with \p result.
void keepExplanation(CUresult result);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_LOG_H

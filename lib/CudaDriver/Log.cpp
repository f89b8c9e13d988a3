//===- Log.cpp - What the emulated driver says ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Log.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras::cuda {

void report(const Twine &message) {
  errs() << "emulated CUDA driver: " << message << '\n';
  errs().clear_error(); // or the client would end with it
}

void flushOutput() {
  outs().flush();
  if (std::error_code error = outs().error())
    report("cannot write what a kernel printed: " + error.message());
  outs().clear_error();
}

const char *resultName(CUresult result) {
  switch (result) {
#define RESULT(NAME, NUMBER, TEXT)                                             \
  case NAME:                                                                   \
    return #NAME;
#include "tileiras/CudaDriver/Results.def"
  }
  return nullptr;
}

const char *resultText(CUresult result) {
  switch (result) {
#define RESULT(NAME, NUMBER, TEXT)                                             \
  case NAME:                                                                   \
    return TEXT;
#include "tileiras/CudaDriver/Results.def"
  }
  return nullptr;
}

} // namespace tileiras::cuda

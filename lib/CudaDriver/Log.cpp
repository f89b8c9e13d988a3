//===- Log.cpp - Messages of the emulated driver --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Log.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;

namespace tileiras::cuda {

void report(const Twine &message) {
  note(message);
  explain(message.str());
}

void note(const Twine &message) {
  errs() << "emulated CUDA driver: " << message << '\n';
  errs().clear_error(); // an error would end the client
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

//===-- Reasons of failed calls -----------------------------------------===//

namespace {
thread_local std::string reason; // the current call's
struct Explained {
  CUresult result = CUDA_SUCCESS;
  const char *text = nullptr;
};
thread_local Explained latest;

/// Clients keep the result of cuGetErrorString. There are few different texts.
const char *keepForEver(StringRef text) {
  static std::mutex lock;
  static StringSet<> &kept = *new StringSet<>;
  std::lock_guard guard(lock);
  return kept.insert(text).first->getKeyData();
}
} // namespace

void explain(StringRef text) { reason = text; }
void forgetExplanation() { reason.clear(); }

static const char *meaningOf(CUresult result) {
  switch (result) {
#define RESULT(NAME, NUMBER, TEXT)                                             \
  case NAME:                                                                   \
    return TEXT;
#include "tileiras/CudaDriver/Results.def"
  }
  return nullptr;
}

void keepExplanation(CUresult result) {
  if (result == CUDA_SUCCESS)
    return;
  latest = {};
  const char *meaning = meaningOf(result);
  if (meaning && !reason.empty())
    latest = {result, keepForEver((Twine(meaning) + ": " + reason).str())};
}

const char *resultText(CUresult result) {
  bool isExplained = latest.text && latest.result == result;
  return isExplained ? latest.text : meaningOf(result);
}

} // namespace tileiras::cuda

//===- OwnStackTest.cpp - A stack apart from the host's -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/OwnStack.h"

#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace tileiras {
namespace {

std::string text(Error error) { return toString(std::move(error)); }

/// Uses a kibibyte of stack, or somewhat more, in each call.
[[gnu::noinline]] unsigned recurse(unsigned steps) {
  volatile char frame[1024];
  frame[steps % sizeof frame] = 1;
  return steps == 0 ? 0 : recurse(steps - 1) + frame[steps % sizeof frame];
}

TEST(OwnStack, IsDeep) {
  constexpr unsigned kSteps = 40000;
  unsigned sum = 0;
  EXPECT_EQ(text(runOnOwnStack([&] { sum = recurse(kSteps); })), "");
  EXPECT_EQ(sum, kSteps);
}

TEST(OwnStack, WorkMayCallForAnother) {
  std::string order;
  auto inner = [&] { order += "inner "; };
  EXPECT_EQ(text(runOnOwnStack([&] {
              order += "outer ";
              EXPECT_EQ(text(runOnOwnStack(inner)), "");
              order += "outer";
            })),
            "");
  EXPECT_EQ(order, "outer inner outer");
}

/// Runs in a separate process, which runs nothing afterwards.
void giveUp() {
  std::string order;
  Error error = runOnOwnStack([&] {
    consumeError(runOnOwnStack([&] { order += "inner "; }));
    report_fatal_error("too much");
  });
  bool isKnown = error.isA<LLVMGaveUp>();
  std::string first = text(std::move(error));
  std::string second = text(runOnOwnStack([&] { order += "again"; }));
  bool isRight = isKnown && first == "too much" && order == "inner " &&
                 StringRef(second).contains("(too much): compile in another");
  exit(isRight ? 0 : 1);
}

TEST(OwnStackDeathTest, FatalErrorsAreErrors) {
  EXPECT_EXIT(giveUp(), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace tileiras

//===- CheckSet.cpp - Mistakes that a launch checks -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/CheckSet.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
struct NamedCheck {
  StringLiteral name;
  bool CheckSet::*member;
};
constexpr NamedCheck checks[] = {
    {"races", &CheckSet::races},
    {"lane-races", &CheckSet::laneRaces},
    {"same-value", &CheckSet::sameValue},
    {"uninitialized", &CheckSet::uninitialized},
    {"registers", &CheckSet::registers},
    {"mbarriers", &CheckSet::mbarriers},
    {"unfinished", &CheckSet::unfinished},
    {"warpgroups", &CheckSet::warpgroups},
    {"tensor-fences", &CheckSet::tensorFences},
};
} // namespace

CheckSet CheckSet::none() {
  CheckSet set;
  for (const NamedCheck &check : checks)
    set.*check.member = false;
  return set;
}

Error CheckSet::set(StringRef name, bool value) {
  if (name == "all") {
    CheckSet before = *this;
    *this = value ? CheckSet() : none();
    sameValue = value && before.sameValue;
    tensorFences = value && before.tensorFences;
    return Error::success();
  }
  SmallVector<StringRef> known = {"all"};
  for (const NamedCheck &check : checks) {
    if (check.name == name) {
      this->*check.member = value;
      return Error::success();
    }
    known.push_back(check.name);
  }
  return createStringError("unknown check '" + name + "': expected " +
                           join(known, ", "));
}

} // namespace tileiras::emu

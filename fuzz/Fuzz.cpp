//===- Fuzz.cpp - Shared parts of fuzz targets ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <string>
#include <vector>

using namespace tileiras;

using Counts = std::vector<std::pair<std::string, uint64_t>>;

/// Printed when the process ends, for any reason.
static Counts &counts() {
  static Counts &counts = *new Counts;
  return counts;
}

void fuzz::count(llvm::StringRef what) {
  [[maybe_unused]] static const int atEnd =
      std::atexit([] { printCounts(llvm::errs()); });
  auto known = llvm::find_if(
      counts(), [&](const auto &entry) { return entry.first == what; });
  if (known == counts().end())
    counts().emplace_back(what.str(), 1);
  else
    ++known->second;
}

void fuzz::printCounts(llvm::raw_ostream &os) {
  llvm::ListSeparator separator;
  for (auto &[what, number] : counts())
    os << separator << number << ' ' << what;
  if (!counts().empty())
    os << '\n';
}

void fuzz::require(bool property, const llvm::Twine &what) {
  if (property)
    return;
  llvm::errs() << "finding: " << what << '\n';
  std::abort();
}

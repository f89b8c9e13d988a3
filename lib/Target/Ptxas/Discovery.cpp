//===- Discovery.cpp - The ptxas to use -----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/Ptxas/Discovery.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"

#include <map>
#include <mutex>
#include <tuple>

using namespace llvm;

namespace tileiras {

char NoPtxas::ID = 0;

static constexpr StringLiteral kNamedOrigin = "--ptxas";
static constexpr StringLiteral kPreferredOrigin = "TILEIRAS_PTXAS";

/// Returns whether the user named this one.
static bool isNamed(const PtxasCandidate &candidate) {
  return candidate.origin == kNamedOrigin ||
         candidate.origin == kPreferredOrigin;
}

PtxVersion maxPtxVersionOf(unsigned release) {
  // PTX ISA, "Release notes": 11.x has PTX 7.x and 13.x has 9.x; the 12 series
  // is one version lower, as 12.6 had no new PTX.
  unsigned major = release / 10, minor = release % 10;
  if (major == 12 && minor >= 6)
    return 80 + minor - 1;
  return (major - 4) * 10 + minor;
}

PtxVersion PtxasTool::maxPtxVersion() const { return maxPtxVersionOf(release); }

std::string PtxasTool::describe() const {
  return ("ptxas " + Twine(release / 10) + "." + Twine(release % 10) + " at " +
          path + " (" + origin + ")")
      .str();
}

/// A program that a user named must exist.
static Expected<PtxasCandidate> checkNamed(StringRef path, StringRef origin) {
  if (sys::fs::is_regular_file(path) && sys::fs::can_execute(path))
    return PtxasCandidate{path.str(), origin.str()};
  return createStringError("no ptxas at '" + path + "', which " + origin +
                           " names: " +
                           (sys::fs::exists(path) ? "it is not a program"
                                                  : "there is no such file"));
}

Expected<std::vector<PtxasCandidate>> findPtxas(const PtxasSearch &search) {
  std::vector<PtxasCandidate> found;
  const auto &[path, origin] =
      search.named ? std::tie(search.named, kNamedOrigin)
                   : std::tie(search.preferred, kPreferredOrigin);
  if (path) {
    auto candidate = checkNamed(*path, origin);
    if (!candidate)
      return candidate.takeError();
    found.push_back(std::move(*candidate));
  }
  if (search.named)
    return found;
  for (PtxasCandidate &candidate : findInToolkits(search.toolkits, "bin/ptxas"))
    if (sys::fs::can_execute(candidate.path) &&
        (found.empty() ||
         !sys::fs::equivalent(candidate.path, found.front().path)))
      found.push_back(std::move(candidate));
  return found;
}

unsigned parsePtxasRelease(StringRef text) {
  StringRef rest = text.split("release ").second;
  unsigned major, minor;
  if (rest.consumeInteger(10, major) || !rest.consume_front(".") ||
      rest.consumeInteger(10, minor) || minor > 9)
    return 0;
  return major * 10 + minor;
}

Subprocess jobOfPtxas(StringRef path, ArrayRef<StringRef> arguments,
                      unsigned secondsToWait) {
  constexpr size_t kMaxLog = 1 << 20;
  Subprocess job;
  job.program = path;
  job.arguments = arguments;
  job.secondsToWait = secondsToWait;
  job.limitName = "--ptxas-timeout";
  job.maxOutput = kMaxLog;
  return job;
}

/// Returns the release that the program at `path` reports; 0 if it isn't a
/// ptxas.
static Expected<unsigned> askForRelease(StringRef path,
                                        unsigned secondsToWait) {
  auto output = runSubprocess(jobOfPtxas(path, {"--version"}, secondsToWait));
  if (!output)
    return output.takeError();
  return output->exitCode.value_or(0) == 0 ? parsePtxasRelease(output->text)
                                           : 0;
}

namespace {
/// The releases of the programs that were asked. A program that has been
/// replaced since is asked again.
class KnownReleases {
public:
  static KnownReleases &ofProcess() {
    static KnownReleases known;
    return known;
  }

  /// A thread waits for another one that asks.
  Expected<unsigned> get(StringRef path, unsigned secondsToWait) {
    // A file that has vanished since it was found fails to run.
    sys::fs::file_status status;
    (void)sys::fs::status(path, status);
    Key key(path.str(), status.getLastModificationTime(), status.getSize());
    std::lock_guard lock(mutex);
    if (auto it = releases.find(key); it != releases.end())
      return it->second;
    auto release = askForRelease(path, secondsToWait);
    if (release)
      releases[key] = *release;
    return release;
  }

private:
  using Key = std::tuple<std::string, sys::TimePoint<>, uint64_t>;
  std::mutex mutex;
  std::map<Key, unsigned> releases;
};
} // namespace

Expected<PtxasTool> probePtxas(const PtxasCandidate &candidate,
                               unsigned secondsToWait) {
  auto release = KnownReleases::ofProcess().get(candidate.path, secondsToWait);
  if (!release)
    return release.takeError();
  if (*release == 0)
    return createStringError(candidate.path + " (" + candidate.origin +
                             ") is not a ptxas: its --version says no release");
  return PtxasTool{candidate.path, candidate.origin, *release};
}

/// Returns the shortcomings of every tool that was probed.
static std::string lacking(ArrayRef<PtxasTool> tools, PtxVersion version,
                           StringRef job) {
  std::string text = (job + " needs PTX " + formatPtxVersion(version)).str();
  for (const PtxasTool &tool : tools)
    text += (tools.size() > 1 ? "; " : ", but ") + tool.describe() +
            " accepts PTX up to " + formatPtxVersion(tool.maxPtxVersion());
  return text;
}

Expected<PtxasTool> choosePtxas(const PtxasSearch &search, PtxVersion version,
                                StringRef job) {
  auto candidates = findPtxas(search);
  if (!candidates)
    return candidates.takeError();
  if (candidates->empty())
    return make_error<NoPtxas>("no ptxas found by TILEIRAS_PTXAS, in pip "
                               "packages, in $CUDA_HOME/bin, in "
                               "$CUDA_ROOT/bin or on PATH");

  std::vector<PtxasTool> tools;
  std::string refused;
  for (const PtxasCandidate &candidate : *candidates) {
    auto tool = probePtxas(candidate, search.secondsToWait);
    if (!tool && (isNamed(candidate) || tool.errorIsA<NoResources>()))
      return tool.takeError();
    if (!tool) {
      refused += (refused.empty() ? "" : "; ") + toString(tool.takeError());
      continue;
    }
    if (tool->maxPtxVersion() >= version)
      return tool;
    tools.push_back(std::move(*tool));
  }
  return make_error<NoPtxas>(tools.empty() ? refused
                                           : lacking(tools, version, job));
}

} // namespace tileiras

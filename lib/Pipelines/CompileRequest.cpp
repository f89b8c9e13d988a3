//===- CompileRequest.cpp - Inputs and options of a compilation -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/CompileRequest.h"

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tileiras {

CompileRequest CompileRequest::fromEnvironment() {
  CompileRequest request;
  request.ptxas.toolkits = ToolkitSearch::fromEnvironment();
  request.ptxas.preferred = getVariable("TILEIRAS_PTXAS");
  if (request.ptxas.preferred == "none") {
    request.ptxas.preferred.reset();
    request.ptxasPolicy = PtxasPolicy::None;
  }
  request.tensorMaps =
      parseTensorMapProvider(getVariable("TILEIRAS_TENSOR_MAPS").value_or(""));
  request.cacheDirectory = getVariable("TILEIRAS_CACHE").value_or("");
  if (auto policy = getVariable("TILEIRAS_CACHE_POLICY"))
    request.cachePolicy = *policy;
  return request;
}

/// Returns the error for a value that isn't one of the known ones.
static Error unknown(StringRef what, StringRef value, const Twine &known) {
  return createStringError("unknown " + what + " '" + value +
                           "' (expected one of: " + known + ")");
}

Error CompileRequest::setTarget(StringRef name) {
  target = lookupTarget(name);
  return target ? Error::success()
                : unknown("architecture", name, targetNames());
}

Error CompileRequest::setEmit(StringRef name) {
  auto stage = parseStage(name);
  if (!stage)
    return unknown("stage", name, stageNames());
  emit = *stage;
  return Error::success();
}

Error CompileRequest::setDebugInfo(StringRef name) {
  auto kind = parseDebugInfo(name);
  if (!kind)
    return unknown("kind of debug information", name, debugInfoNames());
  debugInfo = *kind;
  return Error::success();
}

Error CompileRequest::setTensorMaps(StringRef name) {
  auto provider = parseTensorMapProvider(name);
  if (!provider)
    return unknown("provider of tensor maps", name, tensorMapProviderNames());
  tensorMaps = *provider;
  return Error::success();
}

/// Returns whether matrix units read operands from the memory that TMA fills.
static bool multipliesBuffers(const TargetInfo &target) {
  return target.Wgmma || target.Tcgen05;
}

TensorMapProvider CompileRequest::getTensorMaps() const {
  return tensorMaps.value_or(multipliesBuffers(*target)
                                 ? TensorMapProvider::Device
                                 : TensorMapProvider::None);
}

bool CompileRequest::getWarpSpecialize() const {
  return warpSpecialize.value_or(multipliesBuffers(*target));
}

static bool hasPtxas(const CompileRequest &request) {
  auto tool =
      choosePtxas(request.ptxas, request.target->MinPtxVersion, "a cubin");
  if (tool)
    return true;
  consumeError(tool.takeError());
  return false;
}

/// The stages before PTX are shown as they would be for a cubin.
bool CompileRequest::getExtendedSharedMemory() const {
  if (extendedSharedMemory)
    return *extendedSharedMemory;
  bool endsAsPTX = emit == Stage::PTX ||
                   (emit == Stage::Cubin &&
                    (ptxasPolicy == PtxasPolicy::None ||
                     (ptxasPolicy == PtxasPolicy::Auto && !hasPtxas(*this))));
  return !endsAsPTX;
}

Error CompileRequest::setPipelineStrategy(StringRef name) {
  if (name != "unspecialize" && name != "warp-specialize")
    return unknown("strategy of pipelines", name,
                   "unspecialize, warp-specialize");
  warpSpecialize = name == "warp-specialize";
  return Error::success();
}

void CompileRequest::setPtxas(StringRef text) {
  if (text == "auto")
    return;
  ptxasPolicy = text == "none" ? PtxasPolicy::None : PtxasPolicy::Require;
  if (text != "none" && text != "require")
    ptxas.named = text.str();
}

Error CompileRequest::setDeviceLibrary(StringRef text) {
  auto path = resolveDeviceLibrary(text, ptxas.toolkits);
  if (!path)
    return path.takeError();
  deviceLibrary = std::move(*path);
  return Error::success();
}

void CompileRequest::useCache() {
  SmallString<128> path;
  if (!cacheDirectory.empty() || !sys::path::cache_directory(path))
    return;
  sys::path::append(path, "tileiras");
  cacheDirectory = path.str().str();
}

/// LLVM's message lacks the name of the option.
static Error checkCachePolicy(StringRef words) {
  auto policy = parseCachePruningPolicy(words);
  if (policy)
    return Error::success();
  return createStringError("TILEIRAS_CACHE_POLICY is '" + words +
                           "': " + toString(policy.takeError()));
}

Error CompileRequest::check() const {
  if (!target)
    return createStringError(
        "no GPU architecture was given: name one with --gpu-name (" +
        targetNames() + ")");
  if (optLevel > 3)
    return createStringError("invalid optimization level: " + Twine(optLevel));
  if (isFull(debugInfo) && optLevel > 0)
    return createStringError(
        "optimized debugging is currently not supported, change the "
        "optimization level to 0 or disable full debug info");
  if (!cacheDirectory.empty())
    return checkCachePolicy(cachePolicy);
  return Error::success();
}

} // namespace tileiras

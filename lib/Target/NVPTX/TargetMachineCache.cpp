//===- TargetMachineCache.cpp - One machine per kind of request -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/TargetMachineCache.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

// TargetSelect.h declares them only for the targets of the LLVM build at hand;
// these are the four of NVPTX.
extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace tileiras {

void registerNVPTX() {
  static const bool done = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)done;
}

/// Looks a target up. LLVM looks at the architecture alone; the operating
/// system is checked here, so that bitcode producers' triples such as
/// nvptx64-nvidia-gpulibs never name a machine.
static const Target *lookupNVPTX(const Triple &triple) {
  if (!triple.isNVPTX() || triple.getOS() != Triple::CUDA)
    return nullptr;
  std::string error;
  return TargetRegistry::lookupTarget(triple, error);
}

static TargetOptions targetOptions() {
  TargetOptions options;
  // Operations are contracted only if the IR asks for it (llvm.fmuladd in
  // device libraries): Tile IR's mulf and addf stay two roundings.
  options.AllowFPOpFusion = FPOpFusion::Standard;
  return options;
}

/// Asks before a machine is made, which would print a warning on standard
/// error.
static bool knowsChip(const Target &target, const Triple &triple,
                      StringRef chip) {
  std::unique_ptr<MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, /*CPU=*/"", /*Features=*/""));
  return info && info->isCPUStringValid(chip);
}

static Expected<std::unique_ptr<TargetMachine>>
createMachine(const TargetRequest &request) {
  registerNVPTX();
  Triple triple(request.triple);
  const Target *target = lookupNVPTX(triple);
  if (!target)
    return createStringError(
        "failed to look up NVPTX target for requested triple");
  if (!knowsChip(*target, triple, request.chip))
    return createStringError("LLVM does not know the chip '" + request.chip +
                             "'");
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, request.chip, request.features, targetOptions(), std::nullopt));
}

TargetMachineCache::Lease::Lease(TargetMachineCache &cache,
                                 TargetRequest request,
                                 std::unique_ptr<TargetMachine> machine)
    : cache(cache), request(std::move(request)), machine(std::move(machine)) {}

TargetMachineCache::Lease::~Lease() {
  if (machine)
    cache.release(request, std::move(machine));
}

Expected<TargetMachineCache::Lease>
TargetMachineCache::acquire(const TargetRequest &request) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = idle.find(request);
    if (it != idle.end() && !it->second.empty()) {
      auto machine = std::move(it->second.back());
      it->second.pop_back();
      return Lease(*this, request, std::move(machine));
    }
  }
  auto machine = createMachine(request);
  if (!machine)
    return machine.takeError();
  return Lease(*this, request, std::move(*machine));
}

void TargetMachineCache::release(const TargetRequest &request,
                                 std::unique_ptr<TargetMachine> machine) {
  std::lock_guard<std::mutex> lock(mutex);
  idle[request].push_back(std::move(machine));
}

TargetMachineCache &TargetMachineCache::ofProcess() {
  static TargetMachineCache cache;
  return cache;
}

} // namespace tileiras

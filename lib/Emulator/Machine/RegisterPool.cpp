//===- RegisterPool.cpp - Registers of setmaxnreg ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/RegisterPool.h"
#include "tileiras/Emulator/Machine/Frame.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

//===-- At the start of a kernel ----------------------------------------===//

namespace {
/// A warp receives registers in units of eight per thread.
constexpr uint32_t kRegisterUnits = 8;

/// The requests of the setmaxnreg of some functions.
struct Requests {
  bool any = false;
  uint32_t largestIncrease = 0; // 0: there is no .inc

  void add(const Program &program, const Function &function) {
    for (const Instruction &instruction : function.code) {
      StringRef words = instruction.info->words;
      if (!words.starts_with("setmaxnreg."))
        continue;
      any = true;
      auto found = find(program.constantPositions, instruction[0].unit());
      auto index = found - program.constantPositions.begin();
      if (words.contains(".inc"))
        largestIncrease =
            std::max(largestIncrease, uint32_t(program.constants[index].low));
    }
  }
};

} // namespace

/// The registers that the directives of \p kernel leave each of its threads.
static std::optional<uint32_t> statedRegisters(const Function &kernel) {
  constexpr uint32_t parts = 4, largest = 255;
  std::optional<uint32_t> stated;
  if (kernel.maximumRegisters)
    stated = std::min(*kernel.maximumRegisters, largest);
  std::optional<Dim3> block =
      kernel.requiredBlock ? kernel.requiredBlock : kernel.maximumBlock;
  if (!kernel.minimumCtas || !block)
    return stated;
  uint64_t warps =
      SaturatingMultiply(divideCeil(block->count(), kWarpSize),
                         std::max<uint64_t>(*kernel.minimumCtas, 1));
  uint64_t left = kRegistersPerSM / parts / kWarpSize /
                  std::max<uint64_t>(divideCeil(warps, parts), 1);
  return std::min(stated.value_or(largest),
                  uint32_t(alignDown(left, kRegisterUnits)));
}

std::optional<uint32_t> registersAtEntry(const Program &program,
                                         const Function &kernel) {
  Requests requests;
  for (const Function &function : program.functions)
    if (!function.isKernel || &function == &kernel)
      requests.add(program, function);
  std::optional<uint32_t> stated = statedRegisters(kernel);
  if (!stated || !requests.any)
    return std::nullopt;
  constexpr uint32_t smallest = 24;
  uint32_t count = requests.largestIncrease
                       ? std::min(*stated, requests.largestIncrease)
                       : *stated;
  return std::max(uint32_t(alignTo(count, kRegisterUnits)), smallest);
}

//===-- While it runs ---------------------------------------------------===//

bool RegisterPool::resize(unsigned warp, uint32_t count) {
  if (count > owned[warp] + available) {
    requested[warp] = count;
    return false;
  }
  available += owned[warp];
  available -= count;
  owned[warp] = count;
  requested[warp] = 0;
  return true;
}

std::string RegisterPool::describe() const {
  if (none_of(requested, [](uint32_t count) { return count; }))
    return {};
  std::string text = "registers a thread: ";
  for (unsigned first = 0, end; first < owned.size(); first = end) {
    for (end = first + 1; end < owned.size(); ++end)
      if (owned[end] != owned[first] || requested[end] != requested[first])
        break;
    text += first + 1 == end ? "warp " : "warps ";
    text += std::to_string(first);
    if (first + 1 != end)
      text += "-" + std::to_string(end - 1);
    text += " " + std::to_string(owned[first]);
    if (requested[first])
      text += " and waiting for " + std::to_string(requested[first]);
    text += ", ";
  }
  return text + "in the CTA's pool " + std::to_string(available) +
         " for one warp";
}

} // namespace tileiras::emu

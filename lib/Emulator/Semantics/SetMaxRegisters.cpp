//===- SetMaxRegisters.cpp - setmaxnreg -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Miscellaneous Instructions: setmaxnreg". Registers are counted
// (Machine/RegisterPool.h), but no value is lost with released registers, since
// the allocation of ptxas isn't known here.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Semantics/Warpgroup.h"

#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

template <bool Increases> Flow setRegisters(Warp &w, const Instruction &i) {
  if (Flow flow = enterAsWarpgroup(w, i); flow != Flow::Next)
    return flow;
  uint32_t count = w.readAny(i[0], 0);
  if (count < 24 || count > 256 || count % 8)
    return w.fault("setmaxnreg takes 24 to 256 registers in steps of 8, not " +
                   Twine(count));
  Cta &cta = w.cta();
  if (!cta.registers)
    return w.fault("setmaxnreg has no effect: kernel '" +
                   w.launch().kernel.name +
                   "' states no number of registers to start with (.maxnreg, "
                   "or .minnctapersm with .reqntid or .maxntid)");
  uint32_t owned = cta.registers->of(w.index());
  if (Increases ? count < owned : count > owned)
    return w.fault(wordsBeforeSync(*i.info) + " to " + Twine(count) +
                   " registers a thread, where the warp has " + Twine(owned));
  if (!cta.registers->resize(w.index(), count))
    return w.blockAtRegisters();
  if (!Increases) {
    w.noteProgress();
    cta.wakeRegisters();
  }
  return leaveAsWarpgroup(w, i, count);
}

} // namespace

namespace bind {
/// The number of registers is an immediate.
Handler setMaxRegisters(const Instruction &i) {
  if (i[0].base() != Slot::Constant)
    return nullptr;
  return StringRef(i.info->words).contains(".inc") ? setRegisters<true>
                                                   : setRegisters<false>;
}
} // namespace bind

} // namespace tileiras::emu

//===- RegisterUses.cpp - Registers of an instruction -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Program/RegisterUses.h"
#include "tileiras/Emulator/ISA/OperandRoles.h"
#include "tileiras/Emulator/Program/FlowGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

bool isPredicate(char role, const Modifiers &modifiers) {
  if (role == 'p')
    return true;
  if (role >= '0' && role <= '3')
    return modifiers.types[role - '0'] == Type::Pred;
  return role == 'M' && modifiers.type() == Type::Pred;
}

void addSlot(const Function &function, Slot slot, RegisterUse use, bool pred,
             SmallVectorImpl<RegisterUse> &uses) {
  if (slot.base() != Slot::Frame)
    return;
  use.reg = pred ? function.registerUnits + slot.unit() : slot.unit();
  uses.push_back(use);
}

/// An instruction keeps the beginnings of its first operands; all vectors are
/// among them.
ArrayRef<Slot> slotsOf(const Instruction &instruction, unsigned operand,
                       unsigned operands) {
  constexpr unsigned last = std::size(decltype(instruction.starts){}) - 1;
  if (operand < last || operands <= last + 1)
    return instruction.group(operand);
  return instruction.group(last).slice(operand - last, 1);
}

} // namespace

SmallVector<RegisterUse, 8> registerUses(const Function &function,
                                         const Instruction &instruction) {
  SmallVector<RegisterUse, 8> uses;
  addSlot(function, instruction.guard, {0, RegisterUse::kGuard, 'p', false},
          true, uses);
  SmallVector<Role, 12> roles = rolesOf(*instruction.info);
  for (auto [index, role] : enumerate(roles)) {
    RegisterUse use{0, uint8_t(index), role.letters[0], role.written};
    bool pred = isPredicate(use.role, instruction.modifiers);
    for (Slot slot : slotsOf(instruction, index, roles.size()))
      addSlot(function, slot, use, pred, uses);
  }
  return uses;
}

//===-- Definite assignment ---------------------------------------------===//

namespace {

/// Forward dataflow over basic blocks: the registers that every path to an
/// instruction has written.
class DefiniteAssignment {
public:
  explicit DefiniteAssignment(const Function &function)
      : function(function), size(countRegisters(function)) {}

  BitVector run() {
    FlowGraph graph(function);
    for (FlowGraph::BasicBlock &block : graph.blocks)
      blocks.push_back({std::move(block), {}, {}, {}});
    for (BlockSummary &block : blocks)
      summarize(block);
    propagate();
    BitVector unwritten(size);
    for (const BlockSummary &block : blocks)
      for (RegisterIndex reg : block.readFirst)
        if (!block.in.test(reg))
          unwritten.set(reg);
    return unwritten;
  }

private:
  struct BlockSummary : FlowGraph::BasicBlock {
    /// Registers that are read in the block before it writes them; registers
    /// that it writes without a guard.
    SmallVector<RegisterIndex, 8> readFirst;
    BitVector writes, in;
  };

  void summarize(BlockSummary &block) {
    block.writes.resize(size);
    for (uint32_t pc = block.begin; pc < block.end; ++pc) {
      const Instruction &instruction = function.code[pc];
      auto uses = registerUses(function, instruction);
      for (const RegisterUse &use : uses)
        if (!use.isDestination && !block.writes.test(use.reg))
          block.readFirst.push_back(use.reg);
      for (const RegisterUse &use : uses)
        if (use.isDestination && !instruction.guard.exists())
          block.writes.set(use.reg);
    }
  }

  void propagate() {
    for (BlockSummary &block : blocks)
      block.in.resize(size, true);
    if (blocks.empty())
      return;
    blocks[0].in.reset();
    for (auto [slot, offset] : function.localAddresses)
      blocks[0].in.set(slot.unit());
    SmallVector<unsigned> work = {0};
    BitVector reached(blocks.size());
    while (!work.empty()) {
      const BlockSummary &block = blocks[work.pop_back_val()];
      BitVector out = block.in;
      out |= block.writes;
      for (unsigned next : block.successors) {
        bool isNew = !reached.test(next);
        reached.set(next);
        if (!isNew && !blocks[next].in.test(out))
          continue;
        blocks[next].in &= out;
        work.push_back(next);
      }
    }
  }

  const Function &function;
  const uint32_t size;
  std::vector<BlockSummary> blocks;
};

} // namespace

BitVector mayReadUnwritten(const Function &function) {
  return DefiniteAssignment(function).run();
}

} // namespace tileiras::emu

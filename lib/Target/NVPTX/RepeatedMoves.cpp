//===- RepeatedMoves.cpp - Removes redundant moves ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedMoves.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

using namespace llvm;

namespace {

/// The move that set each register, and the registers that were set from it.
class KnownMoves {
public:
  /// Returns whether `move` changes nothing.
  bool has(const MachineInstr &move) const {
    const MachineInstr *known = moves.lookup(getTarget(move));
    return known && known->isIdenticalTo(move);
  }

  void add(const MachineInstr &move) {
    moves[getTarget(move)] = &move;
    if (move.isCopy())
      copies[move.getOperand(1).getReg()].push_back(getTarget(move));
  }

  /// Records that `reg` has another value from here on.
  void forget(Register reg) {
    moves.erase(reg);
    auto found = copies.find(reg);
    if (found == copies.end())
      return;
    for (Register copy : found->second)
      // The copy may have another source by now.
      if (const MachineInstr *move = moves.lookup(copy);
          move && move->isCopy() && move->getOperand(1).getReg() == reg)
        moves.erase(copy);
    copies.erase(found);
  }

private:
  static Register getTarget(const MachineInstr &move) {
    return move.getOperand(0).getReg();
  }

  DenseMap<Register, const MachineInstr *> moves;
  DenseMap<Register, SmallVector<Register, 2>> copies;
};

/// Returns whether the instruction moves a constant or a whole virtual register
/// to a virtual register.
bool isMove(const MachineInstr &instr) {
  if (!instr.isCopy() && !instr.isMoveImmediate())
    return false;
  return all_of(instr.operands(), [](const MachineOperand &operand) {
    return !operand.isReg() ||
           (operand.getReg().isVirtual() && !operand.getSubReg());
  });
}

class RepeatedMoves : public MachineFunctionPass {
public:
  RepeatedMoves() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Repeated moves"; }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction &function) override {
    DenseMap<const MachineBasicBlock *, KnownMoves> atEnd;
    bool changed = false;
    ReversePostOrderTraversal<MachineFunction *> blocks(&function);
    for (MachineBasicBlock *block : blocks) {
      // At a join, all predecessors would have to agree; so the block starts
      // empty.
      KnownMoves known;
      if (block->pred_size() == 1)
        known = atEnd.lookup(*block->pred_begin());
      changed |= visit(*block, known);
      atEnd[block] = std::move(known);
    }
    return changed;
  }

private:
  static char ID;

  static bool visit(MachineBasicBlock &block, KnownMoves &known) {
    bool changed = false;
    for (MachineInstr &instr : make_early_inc_range(block)) {
      bool move = isMove(instr);
      if (move && known.has(instr)) {
        instr.eraseFromParent();
        changed = true;
        continue;
      }
      for (const MachineOperand &operand : instr.all_defs())
        known.forget(operand.getReg());
      if (move)
        known.add(instr);
    }
    return changed;
  }
};

char RepeatedMoves::ID = 0;

} // namespace

MachineFunctionPass *tileiras::createRepeatedMovesPass() {
  return new RepeatedMoves();
}

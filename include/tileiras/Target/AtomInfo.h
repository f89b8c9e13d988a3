//===- AtomInfo.h - The table of atoms --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of Atoms.td. AtomBase.td describes every field with its unit.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_ATOMINFO_H
#define TILEIRAS_TARGET_ATOMINFO_H

#include "tileiras/Layout/LinearLayout.h"
#include "tileiras/Target/TargetInfo.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tileiras {

/// The enumerations of AtomBase.td.
namespace atoms {
#define GET_Kind_DECL
#define GET_Element_DECL
#define GET_Space_DECL
#define GET_Fragment_DECL
#define GET_Completion_DECL
#define GET_SizeUnit_DECL
#define GET_Lowering_DECL
#include "tileiras/Target/AtomEnums.inc"
} // namespace atoms

struct ScaledTypes;

/// One instruction. The fields are those of `class Atom` in AtomBase.td, in the
/// order of `AtomTable`. Spaces and elements are masks: bit i is case i of the
/// enumeration.
struct AtomInfo {
  const char *Name;
  const char *Mnemonic;
  const char *Ptx;
  atoms::Kind Kind;
  uint16_t Threads;

  uint16_t M, N, K;
  const char *TransposeOf;
  uint8_t OperandBits;

  uint8_t SpacesA, SpacesB, SpacesC;
  uint32_t ElementsA, ElementsB, ElementsC;
  uint32_t ElementsMnMajor;
  atoms::Fragment FragmentA, FragmentB, FragmentC;
  uint32_t ElementsOfScales;
  uint8_t ScaleBlock;

  atoms::Completion Completion;
  bool TargetInfo::*Capability;

  atoms::SizeUnit SizeUnit;
  uint16_t MinSize, MaxSize;
  bool SizeIsMultiple;

  atoms::Lowering Lowering;

  uint16_t TensorCycles;
  uint32_t SharedBytes, SharedBytesPerSize;
  uint16_t IssueSlots;

  [[nodiscard]] bool isOn(const TargetInfo &target) const {
    return !Capability || target.*Capability;
  }
  /// Returns whether a lowering makes the instruction. Others are never
  /// selected.
  [[nodiscard]] bool hasLowering() const {
    return Lowering != atoms::NoLowering;
  }
  /// Returns whether an operand always comes from shared memory.
  [[nodiscard]] bool needsSharedOperands() const {
    return Kind == atoms::Matrix && !(SpacesB >> atoms::Register & 1);
  }
  [[nodiscard]] bool usesTensorUnit() const { return TensorCycles != 0; }
  /// Returns whether the instruction computes C^T += B^T x A^T. M and N are the
  /// rows and columns of C, not the instruction's.
  [[nodiscard]] bool isTransposed() const { return *TransposeOf != '\0'; }
  /// Returns the record of the instruction itself.
  [[nodiscard]] const AtomInfo &getInstruction() const;
  /// Returns whether a result of m x n fills the atom. One with fewer rows or
  /// columns of registers is padded: lanes and registers repeat others.
  [[nodiscard]] bool isFilledBy(int64_t m, int64_t n) const {
    return m >= M && n >= N;
  }
  /// Returns whether rows of A and columns of B are multiplied by scales of
  /// blocks.
  [[nodiscard]] bool isScaled() const { return ElementsOfScales != 0; }
  /// The scales of a row of A, and of a column of B.
  [[nodiscard]] unsigned getScalesOfRow() const {
    return isScaled() ? K / ScaleBlock : 0;
  }
  /// Returns whether the atom multiplies these element types; each mask has one
  /// or more types of an operand.
  [[nodiscard]] bool multiplies(uint32_t a, uint32_t b, uint32_t c) const {
    return Kind == atoms::Matrix && (ElementsA & a) && (ElementsB & b) &&
           (ElementsC & c);
  }
  [[nodiscard]] bool multipliesScaled(const ScaledTypes &types) const;
  /// Returns whether accumulators are in tensor memory.
  [[nodiscard]] bool accumulatesInTmem() const {
    return Kind == atoms::Matrix && Completion == atoms::TensorCommit;
  }
  /// The columns of tensor memory for the accumulators of an MMA of m x n x k,
  /// and for its scales, as tileas-assign-tmem assigns them.
  [[nodiscard]] int64_t countTmemColumns(int64_t m, int64_t n, int64_t k) const;
  /// Returns whether the atom copies from one space to another.
  [[nodiscard]] bool copies(atoms::Space from, atoms::Space to) const {
    return Kind == atoms::Copy && (SpacesA >> from & 1) && (SpacesC >> to & 1);
  }

  [[nodiscard]] bool acceptsSize(unsigned size) const;
  /// Returns "a power of two from 8 to 128 bits".
  [[nodiscard]] std::string describeSizes() const;

  /// The costs of the instruction with this size (0 if it has none).
  [[nodiscard]] unsigned getTensorCycles(unsigned size = 0) const;
  [[nodiscard]] unsigned getSharedBytes(unsigned size = 0) const;
};

/// Returns the record with this name, or null.
const AtomInfo *lookupAtom(llvm::StringRef name);

/// Returns every record.
llvm::ArrayRef<AtomInfo> allAtoms();

/// Element types of an MMA as masks, and its extents.
struct MatrixProblem {
  uint32_t a, b, c;
  int64_t m, n, k;
};

/// Returns the cheapest matrix atom of a target with operands in registers; one
/// that the tile does not fill where that takes less time than multiply-adds of
/// threads. `fma`, which multiplies all types, if there is none.
const AtomInfo &chooseMatrixAtom(const TargetInfo &target,
                                 const MatrixProblem &problem);

/// The cheapest matrix atom that a tile does not fill.
struct PaddedAtom {
  const AtomInfo *atom;
  /// Cycles of one of the SM's four parts for the instruction, and for its
  /// multiply-adds by threads without those of the padding (MachineModel.td).
  double ofTensorUnit, ofThreads;

  [[nodiscard]] bool isWorthIt() const { return ofTensorUnit <= ofThreads; }
};

/// Returns the atom that a tile does not fill; nullopt if another one is filled
/// by it, or none multiplies these types.
std::optional<PaddedAtom> findPaddedAtom(const TargetInfo &target,
                                         const MatrixProblem &problem);

/// Element types of an MMA with scales as masks, the bits of an element of A
/// and B, and the number of elements along K that share a scale.
struct ScaledTypes {
  uint32_t a, b, c, scales;
  unsigned operandBits;
  int64_t block;
};

/// Returns the cheapest matrix atom of a target for operands with scales, and a
/// tile that fills it, or as much of it as tensor memory holds; null if there
/// is none.
const AtomInfo *findScaledMatrixAtom(const TargetInfo &target,
                                     const ScaledTypes &types, int64_t m,
                                     int64_t n, int64_t k);

enum class AtomOperand { A, B, C };

/// Returns the layout of an operand of one instruction, from the factory that
/// the record names; nullopt if it names none, since every layout will do.
/// `size` is that of the attribute. The extents are M x K for A, K x N for B, M
/// x N for C and for copies.
std::optional<LinearLayout>
getAtomFragment(const AtomInfo &atom, AtomOperand operand, unsigned size = 0);

/// Returns the fragment of an operand that has no more than these rows and
/// columns, without the registers that repeat others; and for each register of
/// the instruction the one that it repeats, or is.
std::pair<LinearLayout, llvm::SmallVector<unsigned>>
padFragment(const LinearLayout &fragment, llvm::ArrayRef<int64_t> sizes);

} // namespace tileiras

#endif // TILEIRAS_TARGET_ATOMINFO_H

//===- AtomInfo.h - What is known of each instruction -----------*- C++ -*-===//
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
/// order of `AtomTable`. Spaces and elements are masks: bit i stands for case i
/// of the enumeration.
struct AtomInfo {
  const char *Name;
  const char *Mnemonic;
  const char *Ptx;
  atoms::Kind Kind;
  uint16_t Threads;

  uint16_t M, N, K;
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
  /// Is there code that makes the instruction? What has none is never chosen.
  [[nodiscard]] bool hasLowering() const {
    return Lowering != atoms::NoLowering;
  }
  /// An operand comes from shared memory in any case.
  [[nodiscard]] bool needsSharedOperands() const {
    return Kind == atoms::Matrix && !(SpacesB >> atoms::Register & 1);
  }
  [[nodiscard]] bool usesTensorUnit() const { return TensorCycles != 0; }
  /// Whether rows of A and columns of B are multiplied by scales of blocks.
  [[nodiscard]] bool isScaled() const { return ElementsOfScales != 0; }
  /// Scales of a row of A, and of a column of B.
  [[nodiscard]] unsigned getScalesOfRow() const {
    return isScaled() ? K / ScaleBlock : 0;
  }
  /// A product of these element types; each mask has one or more of the types
  /// that an operand stands for.
  [[nodiscard]] bool multiplies(uint32_t a, uint32_t b, uint32_t c) const {
    return Kind == atoms::Matrix && (ElementsA & a) && (ElementsB & b) &&
           (ElementsC & c);
  }
  [[nodiscard]] bool multipliesScaled(const ScaledTypes &types) const;
  /// Whether sums are in tensor memory.
  [[nodiscard]] bool addsToTensorMemory() const {
    return Kind == atoms::Matrix && Completion == atoms::TensorCommit;
  }
  /// Columns of tensor memory for the sums of a product of m x n x k, and for
  /// its scales, as tileas-assign-tmem gives them.
  [[nodiscard]] int64_t countTensorColumns(int64_t m, int64_t n,
                                           int64_t k) const;
  /// A copy from one space to another.
  [[nodiscard]] bool copies(atoms::Space from, atoms::Space to) const {
    return Kind == atoms::Copy && (SpacesA >> from & 1) && (SpacesC >> to & 1);
  }

  [[nodiscard]] bool takesSize(unsigned size) const;
  /// "a power of two from 8 to 128 bits".
  [[nodiscard]] std::string describeSizes() const;

  /// Costs of the instruction with this size (0 where it has none).
  [[nodiscard]] unsigned getTensorCycles(unsigned size = 0) const;
  [[nodiscard]] unsigned getSharedBytes(unsigned size = 0) const;
};

/// The record with this name, or null.
const AtomInfo *lookupAtom(llvm::StringRef name);

/// Every record.
llvm::ArrayRef<AtomInfo> allAtoms();

/// The cheapest matrix atom of a target with operands in registers, for element
/// types and a tile of m x n x k that fills it; `fma`, which multiplies
/// everything, where no matrix unit does.
const AtomInfo &chooseMatrixAtom(const TargetInfo &target, uint32_t a,
                                 uint32_t b, uint32_t c, int64_t m, int64_t n,
                                 int64_t k);

/// Element types of a product with scales as masks, the bits that an element of
/// A and B takes, and how many of them along K share a scale.
struct ScaledTypes {
  uint32_t a, b, c, scales;
  unsigned operandBits;
  int64_t block;
};

/// The cheapest matrix atom of a target for operands with scales, and a tile
/// that fills it, or that tensor memory has room for; null where there is none.
const AtomInfo *findScaledMatrixAtom(const TargetInfo &target,
                                     const ScaledTypes &types, int64_t m,
                                     int64_t n, int64_t k);

enum class AtomOperand { A, B, C };

/// What one instruction holds of an operand, from the factory that the record
/// names; none where it names none, as every layout will do. `size` is that of
/// the attribute. M x K for A, K x N for B, M x N for C and for what copies
/// move.
std::optional<LinearLayout>
getAtomFragment(const AtomInfo &atom, AtomOperand operand, unsigned size = 0);

} // namespace tileiras

#endif // TILEIRAS_TARGET_ATOMINFO_H

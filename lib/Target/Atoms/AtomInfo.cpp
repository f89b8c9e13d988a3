//===- AtomInfo.cpp - The table of atoms ----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/AtomInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <tuple>

using namespace llvm;
using namespace tileiras;

namespace {
using namespace tileiras::atoms;
#define GET_AtomTable_DECL
#define GET_AtomTable_IMPL
#include "tileiras/Target/Atoms.inc"
} // namespace

const AtomInfo *tileiras::lookupAtom(StringRef name) {
  const AtomInfo *atom = lookupAtomRow(name); // upper and lower case alike
  return atom && name == atom->Name ? atom : nullptr;
}

ArrayRef<AtomInfo> tileiras::allAtoms() { return AtomTable; }

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

bool AtomInfo::acceptsSize(unsigned size) const {
  if (SizeUnit == NoSize)
    return size == 0;
  return size >= MinSize && size <= MaxSize &&
         (SizeIsMultiple ? size % MinSize == 0 : isPowerOf2_32(size));
}

static StringRef getUnitName(atoms::SizeUnit unit) {
  switch (unit) {
  case NoSize:
    return "";
  case Bits:
    return "bits";
  case Bytes:
    return "bytes";
  case Matrices:
    return "matrices";
  case Columns:
    return "columns";
  case Dimensions:
    return "dimensions";
  case ThreadCount:
    return "threads";
  case Repetitions:
    return "repetitions";
  }
  llvm_unreachable("every unit has a name");
}

std::string AtomInfo::describeSizes() const {
  if (SizeUnit == NoSize)
    return "no size";
  std::string kind = SizeIsMultiple ? formatv("multiple of {0}", MinSize).str()
                                    : std::string("power of two");
  return formatv("a {0} from {1} to {2} {3}", kind, MinSize, MaxSize,
                 getUnitName(SizeUnit));
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Returns `size` as a multiple of the smallest size.
static unsigned getMultiple(const AtomInfo &atom, unsigned size) {
  assert(atom.acceptsSize(size) && "verified where the size is written");
  return atom.SizeUnit == NoSize ? 1 : size / atom.MinSize;
}

unsigned AtomInfo::getTensorCycles(unsigned size) const {
  return TensorCycles * getMultiple(*this, size);
}

unsigned AtomInfo::getSharedBytes(unsigned size) const {
  return SharedBytes + SharedBytesPerSize * getMultiple(*this, size);
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// Orders atoms: a matrix unit wins (the rate of fma is that of f32, and f64 is
/// far slower), then more multiply-adds of a warp's threads per cycle, then
/// more multiply-adds of an instruction.
static std::tuple<bool, double, double> getMerit(const AtomInfo &atom) {
  double multiplyAdds = double(atom.M) * atom.N * atom.K * 32 / atom.Threads;
  return {atom.usesTensorUnit(),
          multiplyAdds / std::max(atom.TensorCycles, atom.IssueSlots),
          multiplyAdds};
}

/// Returns whether a matrix atom with operands in registers has a lowering, and
/// fragments that a tile of m x n x k fills: others would multiply duplicates.
static bool isPossible(const AtomInfo &atom, const TargetInfo &target,
                       int64_t m, int64_t n, int64_t k) {
  return atom.hasLowering() && atom.isOn(target) &&
         !atom.needsSharedOperands() && m >= atom.M && n >= atom.N &&
         k >= atom.K;
}

const AtomInfo &tileiras::chooseMatrixAtom(const TargetInfo &target, uint32_t a,
                                           uint32_t b, uint32_t c, int64_t m,
                                           int64_t n, int64_t k) {
  const AtomInfo *best = lookupAtom("universal_fma");
  for (const AtomInfo &atom : allAtoms())
    if (atom.multiplies(a, b, c) && !atom.isScaled() &&
        isPossible(atom, target, m, n, k) && getMerit(atom) > getMerit(*best))
      best = &atom;
  return *best;
}

bool AtomInfo::multipliesScaled(const ScaledTypes &types) const {
  return multiplies(types.a, types.b, types.c) &&
         (ElementsOfScales & types.scales) && ScaleBlock == types.block &&
         OperandBits == types.operandBits;
}

int64_t AtomInfo::countTmemColumns(int64_t m, int64_t n, int64_t k) const {
  constexpr int64_t kColumnsAtOnce = 32, kLanesOfQuarter = 32,
                    kScalesOfColumn = 4;
  auto countScales = [&](int64_t rows) {
    int64_t columns =
        rows / kLanesOfQuarter * (k / ScaleBlock) / kScalesOfColumn;
    return int64_t(llvm::alignTo(columns, kColumnsAtOnce));
  };
  int64_t accumulators = m / M * n;
  return isScaled() ? accumulators + countScales(m) + countScales(n)
                    : accumulators;
}

/// Returns whether one instruction computes all columns of an MMA with scales,
/// the scales fill cells of tensor memory, and the operands leave half of
/// shared memory to others.
static bool fitsTensorMemory(const AtomInfo &atom, const TargetInfo &target,
                             int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kScalesOfColumn = 4, kLanesOfQuarter = 32;
  return atom.accumulatesInTmem() && atom.hasLowering() && atom.isOn(target) &&
         m % atom.M == 0 && n % kLanesOfQuarter == 0 && n <= atom.MaxSize &&
         k % atom.K == 0 && k % (atom.ScaleBlock * kScalesOfColumn) == 0 &&
         atom.countTmemColumns(m, n, k) <=
             int64_t(target.TensorMemoryColumns) &&
         (m + n) * k * atom.OperandBits / 8 <=
             int64_t(target.SharedMemoryStatic) / 2;
}

const AtomInfo *tileiras::findScaledMatrixAtom(const TargetInfo &target,
                                               const ScaledTypes &types,
                                               int64_t m, int64_t n,
                                               int64_t k) {
  const AtomInfo *best = nullptr;
  for (const AtomInfo &atom : allAtoms())
    if (atom.multipliesScaled(types) &&
        (isPossible(atom, target, m, n, k) ||
         fitsTensorMemory(atom, target, m, n, k)) &&
        (!best || getMerit(atom) > getMerit(*best)))
      best = &atom;
  return best;
}

//===- AtomInfo.cpp - The table of atoms ----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/AtomInfo.h"

#include "tileiras/Target/MachineModel.h"

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

const AtomInfo &AtomInfo::getInstruction() const {
  return isTransposed() ? *lookupAtom(TransposeOf) : *this;
}

/// Returns the multiply-adds of a warp's threads in an instruction whose result
/// is m x n.
static double countMultiplyAdds(const AtomInfo &atom, int64_t m, int64_t n) {
  return double(std::min<int64_t>(atom.M, m)) * std::min<int64_t>(atom.N, n) *
         atom.K * 32 / atom.Threads;
}

/// Orders atoms: a matrix unit wins (the rate of fma is that of f32, and f64 is
/// far slower), then more multiply-adds of a warp's threads per cycle, then
/// more multiply-adds of an instruction, then the instruction as it is.
static std::tuple<bool, double, double, bool> getMerit(const AtomInfo &atom,
                                                       int64_t m, int64_t n) {
  double multiplyAdds = countMultiplyAdds(atom, m, n);
  return {atom.usesTensorUnit(),
          multiplyAdds / std::max(atom.TensorCycles, atom.IssueSlots),
          multiplyAdds, !atom.isTransposed()};
}

/// Returns whether a matrix atom with operands in registers has a lowering, and
/// fragments that a tile of depth `k` fills.
static bool isPossible(const AtomInfo &atom, const TargetInfo &target,
                       int64_t k) {
  return atom.hasLowering() && atom.isOn(target) &&
         !atom.needsSharedOperands() && k >= atom.K;
}

/// Returns the best of the atoms that the result fills, or of those that it does
/// not fill; null if there is none.
static const AtomInfo *findBest(const TargetInfo &target,
                                const MatrixProblem &problem, bool isFilled) {
  auto [a, b, c, m, n, k] = problem;
  const AtomInfo *best = nullptr;
  for (const AtomInfo &atom : allAtoms())
    if (atom.multiplies(a, b, c) && !atom.isScaled() &&
        isPossible(atom, target, k) && atom.isFilledBy(m, n) == isFilled &&
        (!best || getMerit(atom, m, n) > getMerit(*best, m, n)))
      best = &atom;
  return best;
}

/// Returns the name of an element type among the tensor rates of a machine.
static StringRef getRateName(uint32_t elements) {
  auto has = [&](uint32_t kinds) { return (elements & kinds) != 0; };
  if (has(1u << atoms::F16))
    return "f16";
  if (has(1u << atoms::BF16))
    return "bf16";
  if (has(1u << atoms::TF32))
    return "tf32";
  if (has(1u << atoms::F64))
    return "f64";
  if (has(1u << atoms::S8 | 1u << atoms::U8))
    return "i8";
  return "f8";
}

/// Returns the cycles of one instruction in a part of the SM.
static double getCycles(const AtomInfo &atom, const MachineModel &machine) {
  double rate = machine.getTensorRate(getRateName(atom.ElementsA)) *
                machine.synchronousPercent / 100;
  if (rate == 0) // The family's model is that of an SM without these types.
    return atom.TensorCycles;
  return countMultiplyAdds(atom, atom.M, atom.N) * kSchedulersOfSM / rate;
}

/// Returns the cycles of multiply-adds by the threads of a warp: each multiplies
/// elements that were converted to the accumulator's type, the elements of the
/// longer side once for each row, or column, of the shorter one.
static double getCyclesOfThreads(const AtomInfo &atom,
                                 const MatrixProblem &problem,
                                 const MachineModel &machine) {
  StringRef type = getRateName(atom.ElementsA);
  int64_t m = std::min<int64_t>(problem.m, atom.M),
          n = std::min<int64_t>(problem.n, atom.N);
  double multiplyAdds = countMultiplyAdds(atom, m, n);
  StringRef unit = type == "f64" ? "double"
                         : type == "i8" ? "imad"
                                        : "fma";
  double cycles = multiplyAdds / machine.getRate(unit);
  if (atom.OperandBits < 32)
    cycles += multiplyAdds / std::min(m, n) /
              machine.getRate(type == "f16" ? "half" : "alu");
  return cycles * kSchedulersOfSM;
}

std::optional<PaddedAtom>
tileiras::findPaddedAtom(const TargetInfo &target,
                         const MatrixProblem &problem) {
  const AtomInfo *atom = findBest(target, problem, /*isFilled=*/false);
  if (!atom || findBest(target, problem, /*isFilled=*/true)->usesTensorUnit())
    return std::nullopt;
  const MachineModel &machine = getMachineModel(target);
  return PaddedAtom{atom, getCycles(*atom, machine),
                    getCyclesOfThreads(*atom, problem, machine)};
}

const AtomInfo &tileiras::chooseMatrixAtom(const TargetInfo &target,
                                           const MatrixProblem &problem) {
  if (std::optional<PaddedAtom> padded = findPaddedAtom(target, problem);
      padded && padded->isWorthIt())
    return *padded->atom;
  return *findBest(target, problem, /*isFilled=*/true);
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
        ((isPossible(atom, target, k) && atom.isFilledBy(m, n)) ||
         fitsTensorMemory(atom, target, m, n, k)) &&
        (!best || getMerit(atom, m, n) > getMerit(*best, m, n)))
      best = &atom;
  return best;
}

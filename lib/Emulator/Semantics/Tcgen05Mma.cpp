//===- Tcgen05Mma.cpp - tcgen05.mma, .sp, .ws -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.mma, tcgen05.mma.sp, tcgen05.mma.ws, tcgen05.mma.ws.sp. Here
// the operands are read and checked; Tcgen05MmaOperation.h has the computation.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Processor.h"
#include "tileiras/Emulator/Semantics/BlockScale.h"
#include "tileiras/Emulator/Semantics/Tcgen05MmaOperation.h"

#include "llvm/ADT/StringRef.h"

namespace tileiras::emu {

namespace {

/// The number of scales of a row that .scale_vec or .block states.
unsigned scalesOf(const Modifiers &m, const MmaDescriptor &shape) {
  constexpr unsigned kBlock16 = 16, kBlock32 = 32;
  unsigned written = m.get(Group::ScaleVector);
  if (written == kBlock16)
    written = 4;
  if (written == kBlock32)
    written = m.kind() == MmaKind::MXF8F6F4 ? 1 : 2;
  return scalesPerRow(m.kind(), written, shape.scale);
}

bool checkScales(Warp &w, const Tcgen05MmaOperation &mma) {
  if (!mma.scales)
    w.fault("tcgen05.mma: the descriptor's scale type doesn't go with "
            ".scale_vec");
  else if (!isScaleByte(mma.scales, mma.shape.scaleIdA) ||
           !isScaleByte(mma.scales, mma.shape.scaleIdB))
    w.fault("tcgen05.mma: a scale factor id of the instruction descriptor is "
            "out of range for " +
            llvm::Twine(mma.scales) + " scales of a row");
  return !w.faulted();
}

bool readDescriptor(Warp &w, const char *name, uint64_t bits,
                    SharedMatrixDescriptor &descriptor) {
  std::string problem;
  if (!SharedMatrixDescriptor::ofTcgen05(bits, descriptor, problem))
    w.fault(llvm::Twine("tcgen05.mma: descriptor of ") + name + ": " + problem);
  return !w.faulted();
}

/// Reads the operands in the order written: D, A, B, descriptor, …
class OperandReader {
public:
  OperandReader(Warp &w, const Instruction &i, unsigned lane)
      : w(w), i(i), lane(lane) {}
  Slot next() { return i.group(operand++)[0]; }
  uint64_t value() { return w.readAny(next(), lane); }
  TmemAddress address() {
    uint64_t at = w.address(i, operand++, addresses++, lane);
    return TmemAddress(uint32_t(at));
  }
  bool predicate() { return w.predicate(next()) >> lane & 1; }
  /// Reads an optional vector of words.
  void words(std::array<uint32_t, 8> &to) {
    llvm::ArrayRef<Slot> slots = i.group(operand++);
    for (unsigned n = 0; n < slots.size() && slots[n].exists(); ++n)
      to[n] = uint32_t(w.readAny(slots[n], lane));
  }
  /// Reads the last operand, if it is present.
  uint64_t optional() {
    if (operand >= Instruction::kMaxOperands || i.group(operand).empty() ||
        !i.group(operand)[0].exists())
      return 0;
    return value();
  }

private:
  Warp &w;
  const Instruction &i;
  unsigned lane, operand = 0, addresses = 0;
};

bool isSparse(const Instruction &i) {
  return llvm::StringRef(i.info->words).contains(".sp");
}
bool isWeightStationary(const Instruction &i) {
  return llvm::StringRef(i.info->words).contains(".ws");
}

/// Checks the lanes of D and A that the layout doesn't fix.
bool checkLanes(Warp &w, const Tcgen05MmaOperation &mma) {
  bool halves =
      mma.rows() == 64 && mma.ctas.size() == 1 && !mma.weightStationary;
  auto fits = [&](TmemAddress at) {
    return at.lane == 0 || (halves && at.lane == 16);
  };
  if (!fits(mma.d) || (mma.aInTensorMemory && !fits(mma.a)))
    w.fault("tcgen05.mma: the address of D or A in tensor memory begins at "
            "lane " +
            llvm::Twine(mma.d.lane) + ", which this shape can't");
  else if (halves && mma.aInTensorMemory && mma.a.lane != mma.d.lane)
    w.fault("tcgen05.mma: A and D begin at different lanes");
  return !w.faulted();
}

bool decodeShape(Warp &w, const Instruction &i, uint32_t bits,
                 Tcgen05MmaOperation &mma) {
  std::string problem;
  if (!MmaDescriptor::decode(mma.kind, bits, mma.shape, problem))
    w.fault("tcgen05.mma: instruction descriptor: " + problem);
  else if (mma.shape.sparse != isSparse(i))
    w.fault("tcgen05.mma: instruction descriptor: its bit 2, sparse, is not "
            "what the instruction says");
  else if (mma.shape.sparse && mma.rows() != 128)
    w.fault("tcgen05.mma.sp: only 128 rows of a CTA are supported, not " +
            llvm::Twine(mma.rows()));
  else if (mma.shape.sparsitySelector > (mma.kind <= MmaKind::TF32))
    w.fault("tcgen05.mma.sp: instruction descriptor: sparsity selector " +
            llvm::Twine(mma.shape.sparsitySelector) +
            " is out of range for this kind");
  else if (!isShape(mma.shape, mma.kind, mma.ctas.size(), mma.weightStationary))
    w.fault("tcgen05.mma: instruction descriptor: there is no shape M = " +
            llvm::Twine(mma.shape.m) + ", N = " + llvm::Twine(mma.shape.n) +
            " of this kind");
  else if (mma.aInTensorMemory && mma.shape.transposeA)
    w.fault("tcgen05.mma: instruction descriptor: A in tensor memory can't be "
            "transposed (bit 15)");
  return !w.faulted();
}

template <bool FromTensorMemory> Flow multiply(Warp &w, const Instruction &i) {
  unsigned lane = __builtin_ctz(w.active);
  if (w.active & (w.active - 1))
    return w.fault("tcgen05.mma is for one thread, not for several lanes of a "
                   "warp");
  auto mma = std::make_shared<Tcgen05MmaOperation>();
  mma->kind = i.modifiers.kind();
  mma->aInTensorMemory = FromTensorMemory;
  mma->weightStationary = isWeightStationary(i);
  mma->ctas = groupOf(w, i);
  for (Cta *cta : mma->ctas)
    if (!tensorMemoryOf(w, *cta))
      return Flow::Fault;
  if (w.faulted())
    return Flow::Fault;
  OperandReader read(w, i, lane);
  mma->d = read.address();
  if constexpr (FromTensorMemory)
    mma->a = read.address();
  else if (!readDescriptor(w, "A", read.value(), mma->descriptorA))
    return Flow::Fault;
  if (!readDescriptor(w, "B", read.value(), mma->descriptorB))
    return Flow::Fault;
  if (isSparse(i))
    mma->metadata = read.address();
  if (!decodeShape(w, i, uint32_t(read.value()), *mma) || !checkLanes(w, *mma))
    return Flow::Fault;
  bool isScaled = i.modifiers.has(Group::BlockScale);
  if (isScaled) {
    mma->scaleA = read.address();
    mma->scaleB = read.address();
    mma->scales = scalesOf(i.modifiers, mma->shape);
    if (!checkScales(w, *mma))
      return Flow::Fault;
  } else if (!mma->weightStationary) {
    read.words(mma->disabled);
  }
  mma->accumulate = read.predicate();
  if (mma->weightStationary && read.optional())
    return w.fault("tcgen05.mma.ws: a zero-column mask is not supported");
  if (!isScaled && !mma->weightStationary)
    mma->inputShift = read.optional() & 15;
  w.processor().counters.multiplyAdds +=
      uint64_t(mma->shape.m) * mma->shape.n * mma->shape.k;
  AsyncOperation operation;
  operation.kind = AsyncKind::TensorCore;
  operation.tensorMemory = mma->touched();
  operation.land = [mma](AsyncOperation &self) { mma->run(self); };
  issueTensorCore(w, std::move(operation));
  return w.next();
}

Handler chosen(const Instruction &i) {
  bool fromTensorMemory = llvm::StringRef(i.info->operands).starts_with("m m");
  return fromTensorMemory ? multiply<true> : multiply<false>;
}

/// Only f16 and tf32 have .scale-input-d; masks have four words per CTA.
bool plainFits(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  unsigned last = isSparse(i) ? 7 : 6;
  llvm::ArrayRef<Slot> mask = i.group(last - 2);
  bool hasMask = mask.size() > 1 || mask[0].exists();
  bool hasShift = i.group(last)[0].exists();
  bool takesShift = m.kind() == MmaKind::F16 || m.kind() == MmaKind::TF32;
  return m.kind() != MmaKind::None && m.kind() <= MmaKind::F8F6F4 &&
         (!hasMask || mask.size() == 4u * m.get(Group::CtaGroup)) &&
         (!hasShift || takesShift);
}

} // namespace

namespace bind {
Handler tcgen05Mma(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) && plainFits(i) ? chosen(i) : nullptr;
}
Handler tcgen05MmaWs(const Instruction &i) {
  MmaKind kind = i.modifiers.kind();
  return i.modifiers.get(Group::CtaGroup) == 1 && kind != MmaKind::None &&
                 kind <= MmaKind::F8F6F4
             ? chosen(i)
             : nullptr;
}
Handler tcgen05MmaScaled(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) &&
                 i.modifiers.has(Group::BlockScale) &&
                 i.modifiers.kind() >= MmaKind::MXF8F6F4
             ? chosen(i)
             : nullptr;
}
} // namespace bind

} // namespace tileiras::emu

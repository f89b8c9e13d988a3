//===- Wgmma.cpp - wgmma.mma_async ------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". Warp w of a warpgroup owns rows 16w to 16w + 15 of A and D, in
// registers laid out as those of mma, so that each warp's part is a separate
// operation: it reads A and B (registers too) and adds to D when the
// asynchronous engine lands it, no earlier than required, in the order of issue
// within a warp. Products are accumulated as in mma.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Semantics/AsyncOrder.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"
#include "tileiras/Emulator/Semantics/SharedMatrix.h"
#include "tileiras/Emulator/Semantics/Sparsity.h"
#include "tileiras/Emulator/Semantics/Warpgroup.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras::emu {

namespace {

/// The indices of the written operands of an instruction.
struct WgmmaOperands {
  bool sparse, aInRegisters;
  unsigned scaleD;

  explicit WgmmaOperands(const Instruction &i)
      : sparse(llvm::StringRef(i.info->words).contains(".sp.")),
        aInRegisters(i.group(1).size() == 4), scaleD(sparse ? 5 : 3) {}
};

/// The registers of one operand, which don't move while the operation is in
/// flight.
using Registers = llvm::SmallVector<Lanes<uint32_t>, 4>;
Registers registersOf(Warp &w, llvm::ArrayRef<Slot> slots) {
  Registers registers;
  for (Slot slot : slots)
    registers.push_back(w.lanes<uint32_t>(slot));
  return registers;
}

/// One warp's part of an issued wgmma.
struct WgmmaOperation {
  Warp *warp;
  Modifiers modifiers;
  Registers d, a; // a: empty when it is in shared memory
  SharedMatrixDescriptor descriptorA, descriptorB;
  bool transposeA = false, transposeB = false;
  double scaleA = 1, scaleB = 1;
  bool accumulate = true, sparse = false;
  Registers metadata;
  unsigned selector = 0;
  ValueMatrix matrixA, matrixB; // the sources, after they have been read

  bool readSources(AsyncOperation &operation);
  void addToAccumulators();

private:
  template <class Visit> void forAccumulators(Visit visit) const;
  void multiplyInto(ValueMatrix &accumulators) const;
  bool readA(AsyncOperation &operation, ValueMatrix &matrix);
  void readRegistersA(ValueMatrix &matrix);
  bool expand(AsyncOperation &operation, const ValueMatrix &stored,
              ValueMatrix &matrix);
  bool readShared(AsyncOperation &operation,
                  const SharedMatrixDescriptor &descriptor, Type type,
                  bool isMnMajor, unsigned first, ValueMatrix &matrix);
  MatrixElement elementA() const { return packedElement(modifiers.types[1]); }
};

bool WgmmaOperation::readShared(AsyncOperation &operation,
                                const SharedMatrixDescriptor &descriptor,
                                Type type, bool isMnMajor, unsigned first,
                                ValueMatrix &matrix) {
  auto fetch = [&](uint32_t address) -> const uint8_t * {
    return operation.memory({Space::Shared, &warp->cta(), address}, kChunkBytes,
                            Access::Read);
  };
  return readSharedMatrix(descriptor, chunkedElement(type, MmaKind::None),
                          isMnMajor, first, matrix.rows, fetch, matrix, 0);
}

void WgmmaOperation::readRegistersA(ValueMatrix &matrix) {
  MatrixElement element = elementA();
  unsigned count = element.perRegister();
  withReader<double>(element, [&](auto read) {
    for (unsigned r = 0; r < a.size(); ++r)
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        for (unsigned j = 0; j < count; ++j) {
          FragmentPosition p = positionInA(kMmaRows, count, lane, r, j);
          matrix.at(p.row, p.column) =
              read(a[r][lane] >> (j * element.bits) & element.mask());
        }
  });
}

bool WgmmaOperation::expand(AsyncOperation &operation,
                            const ValueMatrix &stored, ValueMatrix &matrix) {
  MatrixElement element = elementA();
  MmaMetadata layout(element, modifiers.shape.k, selector);
  auto metadataOf = [&](unsigned row, unsigned c) -> std::optional<unsigned> {
    auto [lane, bit] = layout.position(row, c);
    return metadata[0][lane] >> bit & 15;
  };
  return expandSparse(operation, element, /*ordered=*/true, metadataOf, stored,
                      matrix);
}

bool WgmmaOperation::readA(AsyncOperation &operation, ValueMatrix &matrix) {
  ValueMatrix stored(kMmaRows, matrix.depth / (sparse ? 2 : 1));
  if (!a.empty())
    readRegistersA(stored);
  else if (!readShared(operation, descriptorA, modifiers.types[1], transposeA,
                       kMmaRows * (warp->index() % 4), stored))
    return false;
  if (sparse)
    return expand(operation, stored, matrix);
  matrix = std::move(stored);
  return true;
}

bool WgmmaOperation::readSources(AsyncOperation &operation) {
  if (!readA(operation, matrixA) ||
      !readShared(operation, descriptorB, modifiers.types[2], transposeB, 0,
                  matrixB))
    return false;
  for (double &value : matrixA.values)
    value *= scaleA * scaleB;
  return true;
}

/// Calls visit(row, column, register, lane, bit) for the elements of D: each
/// group of eight columns is that of an mma.
template <class Visit> void WgmmaOperation::forAccumulators(Visit visit) const {
  unsigned count = accumulatorsPerRegister(modifiers.type());
  for (unsigned r = 0; r < d.size(); ++r)
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      for (unsigned j = 0; j < count; ++j) {
        unsigned element = r * count + j;
        FragmentPosition p = positionInC(lane, element % 4);
        visit(p.row, p.column + kMmaColumns * (element / 4), r, lane, 16 * j);
      }
}

void WgmmaOperation::multiplyInto(ValueMatrix &accumulators) const {
  const auto &types = modifiers.types;
  auto rule =
      accumulationRuleOf(warp->launch(), types[1], /*isWarpgroup=*/true);
  if (!rule)
    return multiplyAccumulate(matrixA, matrixB, accumulators);
  std::vector<double> columns = matrixB.transposed();
  Factors b(*formatOf(types[2]), columns.data(), columns.size());
  for (unsigned row = 0; row < kMmaRows; ++row) {
    Factors a(*formatOf(types[1]), &matrixA.values[row * matrixA.depth],
              matrixA.depth);
    accumulateAligned(*rule, modifiers.type(), a, b, accumulators.depth,
                      &accumulators.at(row, 0));
  }
}

void WgmmaOperation::addToAccumulators() {
  Type type = modifiers.type();
  ValueMatrix accumulators(kMmaRows, modifiers.shape.n);
  if (accumulate)
    forAccumulators([&](unsigned row, unsigned column, unsigned r,
                        unsigned lane, unsigned bit) {
      accumulators.at(row, column) =
          readAccumulator<double>(type, d[r][lane] >> bit);
    });
  multiplyInto(accumulators);
  forAccumulators([&](unsigned row, unsigned column, unsigned r, unsigned lane,
                      unsigned bit) {
    double sum = accumulators.at(row, column);
    uint64_t bits = type == Type::S32 ? accumulatorBits(type, int64_t(sum),
                                                        modifiers.satfinite())
                                      : accumulatorBits(type, sum, false);
    uint32_t others = type == Type::F16 ? d[r][lane] & ~(0xffffu << bit) : 0;
    d[r].set(lane, others | uint32_t(bits) << bit);
  });
}

/// Immediates after scale-d: imm-scale-a, -b, imm-trans-a, -b.
struct Immediates {
  int32_t scaleA = 1, scaleB = 1, transA = 0, transB = 0;

  Immediates(Warp &w, const Instruction &i, const WgmmaOperands &operands) {
    int32_t *targets[] = {&scaleA, &scaleB, &transA, &transB};
    unsigned next = operands.scaleD + 1;
    for (int32_t *target : targets) {
      if (target == &transA && operands.aInRegisters)
        continue;
      if (next >= Instruction::kMaxOperands || i.group(next).empty() ||
          !i.group(next)[0].exists())
        break;
      *target = int32_t(w.readAny(i.group(next++)[0], 0));
    }
  }
  const char *problem() const {
    if (std::abs(scaleA) != 1 || std::abs(scaleB) != 1)
      return "imm-scale of wgmma.mma_async is 1 or -1";
    if ((transA | transB) & ~1)
      return "imm-trans of wgmma.mma_async is 0 or 1";
    return nullptr;
  }
};

Flow issueWgmma(Warp &w, const Instruction &i) {
  if (Flow flow = enterAsWarpgroup(w, i); flow != Flow::Next)
    return flow;
  WgmmaOperands operands(i);
  Immediates immediates(w, i, operands);
  if (const char *problem = immediates.problem())
    return w.fault(problem);
  Shape shape = i.modifiers.shape;
  auto mma = std::make_shared<WgmmaOperation>(
      WgmmaOperation{&w,
                     i.modifiers,
                     registersOf(w, i.group(0)),
                     {},
                     {},
                     {},
                     immediates.transA == 1,
                     immediates.transB == 1,
                     double(immediates.scaleA),
                     double(immediates.scaleB),
                     true,
                     operands.sparse,
                     {},
                     0,
                     ValueMatrix(kMmaRows, shape.k),
                     ValueMatrix(shape.n, shape.k)});
  llvm::SmallVector<uint64_t, 2> descriptors = {w.readAny(i.group(2)[0], 0)};
  mma->descriptorB = SharedMatrixDescriptor::ofWgmma(descriptors[0]);
  if (operands.aInRegisters) {
    mma->a = registersOf(w, i.group(1));
  } else {
    descriptors.push_back(w.readAny(i.group(1)[0], 0));
    mma->descriptorA = SharedMatrixDescriptor::ofWgmma(descriptors[1]);
  }
  mma->accumulate = w.predicate(i.group(operands.scaleD)[0]) & 1;
  if (operands.sparse) {
    mma->metadata = registersOf(w, i.group(3));
    mma->selector = w.readAny(i.group(4)[0], 0);
    MmaMetadata layout(packedElement(i.modifiers.types[1]), shape.k,
                       mma->selector);
    if (!layout.isSelector())
      return w.fault("sparsity selector " + llvm::Twine(mma->selector) +
                     " is out of range for this shape");
  }
  AsyncOperation operation;
  operation.kind = AsyncKind::Wgmma;
  operation.grouped = true;
  operation.read = [mma](AsyncOperation &self) { mma->readSources(self); };
  operation.land = [mma](AsyncOperation &) { mma->addToAccumulators(); };
  runAfterEarlier(w, AsyncKind::Wgmma, operation);
  w.async().issue(w, std::move(operation));
  return leaveAsWarpgroup(w, i, descriptors);
}

Flow commitGroup(Warp &w, const Instruction &i) {
  if (Flow flow = enterAsWarpgroup(w, i); flow != Flow::Next)
    return flow;
  w.async().commit(w, AsyncKind::Wgmma);
  return leaveAsWarpgroup(w, i);
}

Flow waitForGroup(Warp &w, const Instruction &i) {
  if (Flow flow = enterAsWarpgroup(w, i); flow != Flow::Next)
    return flow;
  Flow flow = w.async().waitGroups(w, AsyncKind::Wgmma, w.readAny(i[0], 0));
  return flow == Flow::Next ? leaveAsWarpgroup(w, i) : flow;
}

/// wgmma.fence orders accesses to registers, which only this warp's operations
/// access: they are in order already.
Flow fenceRegisters(Warp &w, const Instruction &i) {
  Flow flow = enterAsWarpgroup(w, i);
  return flow == Flow::Next ? leaveAsWarpgroup(w, i) : flow;
}

/// N is a multiple of 8; for integers and bits, of 16 beyond 32.
bool columnsFit(const Modifiers &m) {
  unsigned n = m.shape.n;
  bool coarse = m.type() == Type::S32 && n > 32;
  return n >= 8 && n <= 256 && n % (coarse ? 16 : 8) == 0;
}

bool typesFit(const Modifiers &m) {
  Type a = m.types[1], b = m.types[2];
  bool isByte = bytesOf(a) == 1 && a != Type::B1;
  return isByte ? bytesOf(b) == 1 : a == b;
}

} // namespace

namespace bind {
Handler wgmma(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  WgmmaOperands operands(i);
  unsigned bits = packedElement(m.types[1]).bits;
  // 16-bit types have imm-trans: of both matrices, or only of B if A is in
  // registers.
  unsigned immediates = bits == 16 ? (operands.aInRegisters ? 3 : 4)
                        : m.type() == Type::S32 ? 0
                                                : 2;
  unsigned written = 0;
  for (unsigned n = operands.scaleD + 1; n < Instruction::kMaxOperands; ++n)
    written += !i.group(n).empty() && i.group(n)[0].exists();
  unsigned registers = m.shape.n / 2 / accumulatorsPerRegister(m.type());
  return m.shape.m == 64 && columnsFit(m) && typesFit(m) &&
                 m.shape.k * bits == (operands.sparse ? 512u : 256u) &&
                 written == immediates && i.group(0).size() == registers &&
                 (operands.aInRegisters || i.group(1).size() == 1)
             ? issueWgmma
             : nullptr;
}
Handler wgmmaCommit(const Instruction &) { return commitGroup; }
Handler wgmmaWait(const Instruction &) { return waitForGroup; }
Handler wgmmaFence(const Instruction &) { return fenceRegisters; }
} // namespace bind

} // namespace tileiras::emu

//===- Tcgen05Mma.cpp - tcgen05.mma -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "TensorCore 5th Generation Matrix Multiply and accumulate
// Operations". Each CTA of the group holds its rows of A and D and its share of
// the columns of B. Where rows and columns are in tensor memory ("Data Path
// Layout Organization"):
//
//   M of a CTA        lane                        column
//   128               row                         n
//   64, one CTA       row / 16 · 32 + row % 16    n
//   64, of a pair     row + 64 (n ≥ N/2)          n mod N/2      and .ws
//   32 (.ws)          row + 32 (n div N/4)        n mod N/4
//
// Scales of row r (of A) and of column n (of B) are in lane r % 32 (n % 32) and
// column r / 32 (n / 32) of each quarter of the lanes; the copy read is that in
// the quarter of the sum's lane. Exact products are summed with D in f64 and
// rounded once.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/BlockScale.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"
#include "tileiras/Emulator/Semantics/SharedMatrix.h"
#include "tileiras/Emulator/Semantics/Table.h"
#include "tileiras/Emulator/Semantics/Tcgen05.h"

#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace tileiras::emu {

namespace {

struct TensorPlace {
  unsigned lane, column;
};

/// One tcgen05.mma under way.
struct TensorProduct {
  MmaKind kind;
  MmaDescriptor shape;
  llvm::SmallVector<Cta *, 2> ctas;
  TensorAddress d{0}, a{0}, scaleA{0}, scaleB{0};
  bool aInTensorMemory = false, weightStationary = false, accumulate = true;
  SharedMatrixDescriptor descriptorA, descriptorB;
  unsigned scales = 0; // of a row; 0: not block-scaled
  unsigned inputShift = 0;
  std::array<uint32_t, 8> disabled = {};

  unsigned rows() const { return shape.m / ctas.size(); }
  TensorPlace place(unsigned row, unsigned column) const;
  TensorPlace placeA(unsigned row) const;
  void run(AsyncOperation &operation);

private:
  bool readB(AsyncOperation &operation, ValueMatrix &matrix);
  bool readA(AsyncOperation &operation, Cta &cta, ValueMatrix &matrix);
  bool readTensorA(AsyncOperation &operation, Cta &cta, ValueMatrix &matrix);
  bool readShared(AsyncOperation &operation, Cta &cta,
                  const SharedMatrixDescriptor &descriptor, Type type,
                  bool isMnMajor, unsigned count, ValueMatrix &matrix,
                  unsigned to);
  bool addScaled(AsyncOperation &operation, Cta &cta, const ValueMatrix &a,
                 const ValueMatrix &b, ValueMatrix &sums);
  bool finish(AsyncOperation &operation, unsigned rank, ValueMatrix &sums);
  bool readScale(AsyncOperation &operation, Cta &cta, TensorAddress base,
                 unsigned id, unsigned quarter, unsigned index, unsigned block,
                 double &value);
  bool readCell(AsyncOperation &operation, Cta &cta, unsigned lane,
                unsigned column, uint32_t &cell);
};

TensorPlace TensorProduct::place(unsigned row, unsigned column) const {
  unsigned m = rows(), n = shape.n;
  bool split = weightStationary || ctas.size() == 2;
  if (m == 128)
    return {row, column};
  if (m == 64 && !split)
    return {row / 16 * 32 + row % 16, column};
  unsigned part = n / (128 / m);
  return {row + column / part * m, column % part};
}

/// A's rows are where D's are, at column 0.
TensorPlace TensorProduct::placeA(unsigned row) const { return place(row, 0); }

bool TensorProduct::readCell(AsyncOperation &operation, Cta &cta, unsigned lane,
                             unsigned column, uint32_t &cell) {
  std::string problem = cta.tensorMemory->problem(lane, column, true);
  if (!problem.empty()) {
    operation.fault(problem);
    return false;
  }
  cell = cta.tensorMemory->read(lane, column);
  return true;
}

bool TensorProduct::readShared(AsyncOperation &operation, Cta &cta,
                               const SharedMatrixDescriptor &descriptor,
                               Type type, bool isMnMajor, unsigned count,
                               ValueMatrix &matrix, unsigned to) {
  auto fetch = [&](uint32_t address) -> const uint8_t * {
    return operation.memory({Space::Shared, &cta, address}, ChunkBytes,
                            Access::Read);
  };
  return readSharedMatrix(descriptor, chunkedElement(type, kind), isMnMajor, 0,
                          count, fetch, matrix, to);
}

/// Each CTA has its share of the columns of B.
bool TensorProduct::readB(AsyncOperation &operation, ValueMatrix &matrix) {
  unsigned share = shape.n / ctas.size();
  for (unsigned rank = 0; rank < ctas.size(); ++rank)
    if (!readShared(operation, *ctas[rank], descriptorB, shape.b,
                    shape.transposeB, share, matrix, rank * share))
      return false;
  return true;
}

bool TensorProduct::readTensorA(AsyncOperation &operation, Cta &cta,
                                ValueMatrix &matrix) {
  MatrixElement element = elementOf(shape.a, kind);
  unsigned per = element.perRegister();
  bool complete = true;
  withReader<double>(element, [&](auto read) {
    for (unsigned row = 0; row < matrix.rows && complete; ++row) {
      for (unsigned k = 0; k < matrix.depth && complete; k += per) {
        uint32_t cell;
        complete = readCell(operation, cta, a.lane + placeA(row).lane,
                            a.column + k / per, cell);
        for (unsigned j = 0; j < per && complete; ++j)
          matrix.at(row, k + j) =
              read(cell >> (j * element.bits) & element.mask());
      }
    }
  });
  return complete;
}

bool TensorProduct::readA(AsyncOperation &operation, Cta &cta,
                          ValueMatrix &matrix) {
  if (aInTensorMemory)
    return readTensorA(operation, cta, matrix);
  return readShared(operation, cta, descriptorA, shape.a, shape.transposeA,
                    matrix.rows, matrix, 0);
}

bool TensorProduct::readScale(AsyncOperation &operation, Cta &cta,
                              TensorAddress base, unsigned id, unsigned quarter,
                              unsigned index, unsigned block, double &value) {
  uint32_t cell;
  if (!readCell(operation, cta, quarter * 32 + index % 32,
                base.column + index / 32, cell))
    return false;
  value = decode(*formatOf(shape.scale), cell >> (8 * (id + block)) & 0xff);
  return true;
}

bool TensorProduct::addScaled(AsyncOperation &operation, Cta &cta,
                              const ValueMatrix &matrixA,
                              const ValueMatrix &matrixB, ValueMatrix &sums) {
  unsigned length = shape.k / scales;
  for (unsigned row = 0; row < rows(); ++row) {
    for (unsigned column = 0; column < shape.n; ++column) {
      TensorPlace at = place(row, column);
      for (unsigned block = 0; block < scales; ++block) {
        double a, b, sum = 0;
        if (!readScale(operation, cta, scaleA, shape.scaleIdA, at.lane / 32,
                       row, block, a) ||
            !readScale(operation, cta, scaleB, shape.scaleIdB, at.lane / 32,
                       at.column, block, b))
          return false;
        for (unsigned k = block * length; k < (block + 1) * length; ++k)
          sum += matrixA.at(row, k) * matrixB.at(column, k);
        sums.at(row, column) += sum * a * b;
      }
    }
  }
  return true;
}

/// D = sums [+ D · 2^-shift] in the tensor memory of CTA \p rank of the group.
bool TensorProduct::finish(AsyncOperation &operation, unsigned rank,
                           ValueMatrix &sums) {
  Cta &cta = *ctas[rank];
  TensorMemory &memory = *cta.tensorMemory;
  double factor = std::ldexp(1.0, -int(inputShift));
  for (unsigned row = 0; row < rows(); ++row) {
    for (unsigned column = 0; column < shape.n; ++column) {
      TensorPlace at = place(row, column);
      unsigned lane = d.lane + at.lane;
      if (disabled[4 * rank + at.lane / 32] >> (at.lane % 32) & 1)
        continue;
      uint32_t cell = 0;
      if (accumulate &&
          !readCell(operation, cta, lane, d.column + at.column, cell))
        return false;
      std::string problem = memory.problem(lane, d.column + at.column, false);
      if (!problem.empty()) {
        operation.fault(problem);
        return false;
      }
      double sum = sums.at(row, column);
      if (accumulate)
        sum += readAccumulator<double>(shape.d, cell) * factor;
      uint64_t bits = shape.d == Type::S32
                          ? accumulatorBits(shape.d, int64_t(sum),
                                            shape.saturate)
                          : accumulatorBits(shape.d, sum, false);
      memory.write(lane, d.column + at.column, uint32_t(bits));
    }
  }
  return true;
}

void TensorProduct::run(AsyncOperation &operation) {
  ValueMatrix matrixB(shape.n, shape.k);
  if (!readB(operation, matrixB))
    return;
  double sign = shape.negateA != shape.negateB ? -1 : 1;
  for (unsigned rank = 0; rank < ctas.size(); ++rank) {
    ValueMatrix matrixA(rows(), shape.k), sums(rows(), shape.n);
    if (!readA(operation, *ctas[rank], matrixA))
      return;
    for (double &value : matrixA.values)
      value *= sign;
    if (!scales)
      addProducts(matrixA, matrixB, sums);
    else if (!addScaled(operation, *ctas[rank], matrixA, matrixB, sums))
      return;
    if (!finish(operation, rank, sums))
      return;
  }
}

/// The number of scales of a row that .scale_vec or .block says.
unsigned scalesOf(const Modifiers &m, const MmaDescriptor &shape) {
  constexpr unsigned Block16 = 16, Block32 = 32;
  unsigned written = m.get(Group::ScaleVector);
  if (written == Block16)
    written = 4;
  if (written == Block32)
    written = m.kind() == MmaKind::MXF8F6F4 ? 1 : 2;
  return scalesPerRow(m.kind(), written, shape.scale);
}

bool checkScales(Warp &w, const TensorProduct &product) {
  if (!product.scales)
    w.fault("tcgen05.mma: the descriptor's scale type doesn't go with "
            ".scale_vec");
  else if (!isScaleByte(product.scales, product.shape.scaleIdA) ||
           !isScaleByte(product.scales, product.shape.scaleIdB))
    w.fault("tcgen05.mma: a scale factor id of the instruction descriptor is "
            "out of range for " +
            llvm::Twine(product.scales) + " scales of a row");
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
  TensorAddress address() {
    uint64_t at = w.address(i, operand++, addresses++, lane);
    return TensorAddress(uint32_t(at));
  }
  bool predicate() { return w.predicate(next()) >> lane & 1; }
  /// An optional vector of words.
  void words(std::array<uint32_t, 8> &to) {
    llvm::ArrayRef<Slot> slots = i.group(operand++);
    for (unsigned n = 0; n < slots.size() && slots[n].exists(); ++n)
      to[n] = uint32_t(w.readAny(slots[n], lane));
  }
  /// The last operand, if there.
  uint64_t optional() {
    if (operand >= Instruction::MaxOperands || i.group(operand).empty() ||
        !i.group(operand)[0].exists())
      return 0;
    return value();
  }

private:
  Warp &w;
  const Instruction &i;
  unsigned lane, operand = 0, addresses = 0;
};

bool isWeightStationary(const Instruction &i) {
  return llvm::StringRef(i.info->words).contains(".ws");
}

/// D's and A's lanes: those that the layout leaves to choose.
bool checkLanes(Warp &w, const TensorProduct &product) {
  bool halves = product.rows() == 64 && product.ctas.size() == 1 &&
                !product.weightStationary;
  auto fits = [&](TensorAddress at) {
    return at.lane == 0 || (halves && at.lane == 16);
  };
  if (!fits(product.d) || (product.aInTensorMemory && !fits(product.a)))
    w.fault("tcgen05.mma: the address of D or A in tensor memory begins at "
            "lane " +
            llvm::Twine(product.d.lane) + ", which this shape can't");
  else if (halves && product.aInTensorMemory &&
           product.a.lane != product.d.lane)
    w.fault("tcgen05.mma: A and D begin at different lanes");
  return !w.faulted();
}

bool decodeShape(Warp &w, const Instruction &i, uint32_t bits,
                 TensorProduct &product) {
  std::string problem;
  if (!MmaDescriptor::decode(product.kind, bits, product.shape, problem))
    w.fault("tcgen05.mma: instruction descriptor: " + problem);
  else if (product.shape.sparse)
    w.fault("tcgen05.mma: instruction descriptor: it says sparse (bit 2), the "
            "instruction is dense");
  else if (!isShape(product.shape, product.kind, product.ctas.size(),
                    product.weightStationary))
    w.fault("tcgen05.mma: instruction descriptor: there is no shape M = " +
            llvm::Twine(product.shape.m) +
            ", N = " + llvm::Twine(product.shape.n) + " of this kind");
  else if (product.aInTensorMemory && product.shape.transposeA)
    w.fault("tcgen05.mma: instruction descriptor: A in tensor memory can't be "
            "transposed (bit 15)");
  return !w.faulted();
}

template <bool FromTensorMemory> Flow multiply(Warp &w, const Instruction &i) {
  unsigned lane = __builtin_ctz(w.active);
  if (w.active & (w.active - 1))
    return w.fault("tcgen05.mma is for one thread, not for several lanes of a "
                   "warp");
  auto product = std::make_shared<TensorProduct>();
  product->kind = i.modifiers.kind();
  product->aInTensorMemory = FromTensorMemory;
  product->weightStationary = isWeightStationary(i);
  product->ctas = groupOf(w, i);
  for (Cta *cta : product->ctas)
    if (!tensorMemoryOf(w, *cta))
      return Flow::Fault;
  if (w.faulted())
    return Flow::Fault;
  OperandReader read(w, i, lane);
  product->d = read.address();
  if constexpr (FromTensorMemory)
    product->a = read.address();
  else if (!readDescriptor(w, "A", read.value(), product->descriptorA))
    return Flow::Fault;
  if (!readDescriptor(w, "B", read.value(), product->descriptorB) ||
      !decodeShape(w, i, uint32_t(read.value()), *product) ||
      !checkLanes(w, *product))
    return Flow::Fault;
  bool isScaled = i.modifiers.has(Group::BlockScale);
  if (isScaled) {
    product->scaleA = read.address();
    product->scaleB = read.address();
    product->scales = scalesOf(i.modifiers, product->shape);
    if (!checkScales(w, *product))
      return Flow::Fault;
  } else if (!product->weightStationary) {
    read.words(product->disabled);
  }
  product->accumulate = read.predicate();
  if (product->weightStationary && read.optional())
    return w.fault("tcgen05.mma.ws: a zero-column mask is not supported");
  if (!isScaled && !product->weightStationary)
    product->inputShift = read.optional() & 15;
  AsyncOperation operation;
  operation.kind = AsyncKind::TensorCore;
  operation.land = [product](AsyncOperation &self) { product->run(self); };
  issueTensorCore(w, std::move(operation));
  return w.next();
}

Handler chosen(const Instruction &i) {
  bool fromTensorMemory =
      llvm::StringRef(i.info->operands).starts_with("m m");
  return fromTensorMemory ? multiply<true> : multiply<false>;
}

/// .scale-input-d is for f16 and tf32; masks have four words a CTA.
bool plainFits(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  llvm::ArrayRef<Slot> mask = i.group(4);
  bool hasMask = mask.size() > 1 || mask[0].exists();
  bool hasShift = i.group(6)[0].exists();
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

//===- RowVectorAccess.cpp - Vectors that the array may end in ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowVectorAccess.h"

#include "OwnerPredicate.h"
#include "Registers.h"

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

/// One vector of a thread.
struct RowVector {
  SmallVector<unsigned> registers;
  Value pointer;
  /// Whether other dimensions are inside and this thread is the owner; null
  /// where both always hold.
  Value predicate;
  /// The number of elements of the row that are inside.
  Value left;
};

Value compare(OpBuilder &builder, Location loc, LLVM::ICmpPredicate predicate,
              Value value, int64_t constant) {
  return LLVM::ICmpOp::create(builder, loc, predicate, value,
                              i32Constant(builder, loc, constant));
}

/// Returns the address of element `n` after `pointer`.
Value getElement(OpBuilder &builder, Location loc, Value pointer, unsigned n,
                 Type element) {
  if (n == 0)
    return pointer;
  return cute::AddOffsetOp::create(
      builder, loc, pointer, i32Constant(builder, loc, n),
      builder.getIntegerType(getMemoryBits(element)));
}

/// Returns whether element `n` is inside.
Value hasElement(OpBuilder &builder, Location loc, Value left, unsigned n,
                 Value predicate) {
  return andPredicates(
      builder, loc, predicate,
      compare(builder, loc, LLVM::ICmpPredicate::sgt, left, n));
}

/// All vectors of a thread, by their position in a row: the array ends in
/// vectors of one position.
class RowVectors {
public:
  RowVectors(OpBuilder &builder, Location loc, TileAccess &access, Value owner)
      : builder(builder), loc(loc), access(access) {
    const VectorGroups &groups = access.getGroups();
    for (unsigned group = 0; group < groups.size(); ++group) {
      RowVector vector{groups.getRegisters(group), {}, {}, {}};
      unsigned first = vector.registers[0];
      vector.pointer = access.getPointer(first);
      vector.predicate =
          andPredicates(builder, loc, owner, access.isRowInside(first));
      vector.left = access.getElementsLeft(first);
      positions[access.getPositionInRow(first)].push_back(vectors.size());
      vectors.push_back(std::move(vector));
    }
  }

  ArrayRef<RowVector> get() const { return vectors; }
  unsigned getLength() const { return vectors[0].registers.size(); }

  /// Returns whether the whole vector is inside.
  Value isWhole(const RowVector &vector) {
    return andPredicates(builder, loc, vector.predicate,
                         compare(builder, loc, LLVM::ICmpPredicate::sge,
                                 vector.left, getLength()));
  }

  /// Replaces the `values` of vectors that the array ends in by the results of
  /// `body`. Each vector has the same number of values.
  SmallVector<Value> replace(
      ArrayRef<Value> values,
      function_ref<SmallVector<Value>(OpBuilder &, const RowVector &)> body) {
    size_t each = values.size() / vectors.size();
    return choose(
        builder, access.endsWithin(getLength()), values,
        [&](OpBuilder &inside) {
          SmallVector<Value> chosen(values);
          for (auto &[position, indices] : positions) {
            SmallVector<Value> here;
            for (unsigned n : indices)
              llvm::append_range(here, values.slice(n * each, each));
            here =
                choose(inside, isPart(inside, vectors[indices[0]].left), here,
                       [&](OpBuilder &part) {
                         SmallVector<Value> replaced;
                         for (unsigned n : indices)
                           llvm::append_range(replaced, body(part, vectors[n]));
                         return replaced;
                       });
            for (auto [i, n] : llvm::enumerate(indices))
              llvm::copy(ArrayRef(here).slice(i * each, each),
                         chosen.begin() + n * each);
          }
          return chosen;
        });
  }

private:
  /// Returns whether 0 < left < length.
  Value isPart(OpBuilder &at, Value left) {
    Value before = LLVM::SubOp::create(at, loc, left, i32Constant(at, loc, 1));
    return compare(at, loc, LLVM::ICmpPredicate::ult, before, getLength() - 1);
  }

  SmallVector<Value>
  choose(OpBuilder &at, Value condition, ArrayRef<Value> otherwise,
         function_ref<SmallVector<Value>(OpBuilder &)> body) {
    auto yield = [&](OpBuilder &end, ValueRange values) {
      scf::YieldOp::create(end, loc, values);
    };
    auto branch = scf::IfOp::create(
        at, loc, condition,
        [&](OpBuilder &inside, Location) { yield(inside, body(inside)); },
        [&](OpBuilder &inside, Location) { yield(inside, otherwise); });
    return SmallVector<Value>(branch.getResults());
  }

  OpBuilder &builder;
  Location loc;
  TileAccess &access;
  SmallVector<RowVector> vectors;
  llvm::MapVector<uint64_t, SmallVector<unsigned>> positions;
};

} // namespace

SmallVector<Value> loadElements(OpBuilder &builder, Location loc, Value pointer,
                                ValueRange padding, Value left, Value predicate,
                                AccessKind kind) {
  SmallVector<Value> elements;
  for (auto [n, pad] : llvm::enumerate(padding))
    llvm::append_range(
        elements,
        emitLoad(builder, loc,
                 getElement(builder, loc, pointer, n, pad.getType()), pad,
                 hasElement(builder, loc, left, n, predicate), kind));
  return elements;
}

SmallVector<Value> loadRows(OpBuilder &builder, Location loc,
                            TileAccess &access, Value owner, Value padding,
                            AccessKind kind) {
  RowVectors rows(builder, loc, access, owner);
  SmallVector<Value> otherwise(rows.getLength(), padding), words;
  for (const RowVector &vector : rows.get())
    llvm::append_range(words,
                       emitWordLoad(builder, loc, vector.pointer, otherwise,
                                    rows.isWhole(vector), kind));
  words = rows.replace(words, [&](OpBuilder &part, const RowVector &vector) {
    return packLoadedWords(part, loc,
                           loadElements(part, loc, vector.pointer, otherwise,
                                        vector.left, vector.predicate, kind));
  });
  SmallVector<Value> registers(rows.get().size() * rows.getLength());
  size_t each = words.size() / rows.get().size();
  for (auto [n, vector] : llvm::enumerate(rows.get())) {
    SmallVector<Value> elements =
        unpackLoadedWords(builder, loc, ArrayRef(words).slice(n * each, each),
                          ValueRange(otherwise).getTypes());
    for (auto [reg, element] : llvm::zip_equal(vector.registers, elements))
      registers[reg] = element;
  }
  return registers;
}

void storeRows(OpBuilder &builder, Location loc, TileAccess &access,
               Value owner, ArrayRef<Value> registers, AccessKind kind) {
  RowVectors rows(builder, loc, access, owner);
  for (const RowVector &vector : rows.get())
    emitStore(builder, loc, vector.pointer,
              pickRegisters(registers, vector.registers), rows.isWhole(vector),
              kind);
  rows.replace({}, [&](OpBuilder &part, const RowVector &vector) {
    for (auto [n, reg] : llvm::enumerate(vector.registers))
      emitStore(
          part, loc,
          getElement(part, loc, vector.pointer, n, registers[reg].getType()),
          registers[reg],
          hasElement(part, loc, vector.left, n, vector.predicate), kind);
    return SmallVector<Value>();
  });
}

} // namespace tileiras::to_llvm

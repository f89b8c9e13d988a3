//===- IntTuple.h - Trees of integers ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuTe's IntTuple: an integer, or a tuple of such trees. Shapes, strides and
// coordinates are written with them. (CUTLASS, "CuTe Layouts"; the notation of
// dynamic leaves is that of the CuTe DSL.)
//
//     (128,(4,?))     two modes; the second is a tuple of two modes
//     ?               an integer of 32 bits that is known at run time
//     ?{i64}          one of 64 bits
//     _               in a coordinate or a tile: all of this mode
//
// Values are immutable. Two trees are *congruent* when they have the same
// tuples in the same positions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_INTTUPLE_H
#define TILEIRAS_LAYOUT_INTTUPLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tileiras {

class IntTuple {
public:
  /// Constructs the static integer 0.
  IntTuple() = default;
  /// Returns a static integer, which is not negative.
  [[nodiscard]] static IntTuple integer(int64_t value);
  /// Returns an integer of 32 or 64 bits that is known at run time.
  [[nodiscard]] static IntTuple dynamic(unsigned bits);
  /// Returns `_`.
  [[nodiscard]] static IntTuple whole();
  [[nodiscard]] static IntTuple tuple(llvm::ArrayRef<IntTuple> elements);
  /// Returns a tuple of static integers.
  [[nodiscard]] static IntTuple flat(llvm::ArrayRef<int64_t> values);

  [[nodiscard]] bool isTuple() const { return kind == Kind::Tuple; }
  [[nodiscard]] bool isInteger() const { return kind == Kind::Static; }
  [[nodiscard]] bool isDynamic() const { return kind == Kind::Dynamic; }
  [[nodiscard]] bool isWhole() const { return kind == Kind::Whole; }
  [[nodiscard]] bool isInteger(int64_t v) const {
    return isInteger() && value == v;
  }
  /// The value of a static integer.
  [[nodiscard]] int64_t getValue() const { return value; }
  /// The width of a dynamic integer.
  [[nodiscard]] unsigned getBits() const { return value; }

  /// The number of modes; a leaf is its own only mode.
  [[nodiscard]] unsigned getRank() const {
    return isTuple() ? elements.size() : 1;
  }
  [[nodiscard]] const IntTuple &operator[](unsigned mode) const {
    return isTuple() ? elements[mode] : *this;
  }

  /// Calls `visit` for each leaf, from left to right.
  void forEachLeaf(llvm::function_ref<void(const IntTuple &)> visit) const;
  /// Returns the tree with each leaf replaced.
  [[nodiscard]] IntTuple
  mapLeaves(llvm::function_ref<IntTuple(const IntTuple &)> change) const;
  [[nodiscard]] unsigned getNumDynamic() const;
  /// Returns whether all leaves are static integers.
  [[nodiscard]] bool isStatic() const;
  /// The product of all leaves, if they are static and it fits 62 bits.
  [[nodiscard]] std::optional<int64_t> getProduct() const;

  [[nodiscard]] bool isCongruentTo(const IntTuple &other) const;
  /// Returns whether this is a coordinate in a shape like `shape`: an integer
  /// is a coordinate in any tree, a tuple in one of its rank.
  [[nodiscard]] bool isWeaklyCongruentTo(const IntTuple &shape) const;

  void print(llvm::raw_ostream &os) const;
  [[nodiscard]] std::string str() const;
  /// Reads the output of print; white space is free.
  [[nodiscard]] static llvm::Expected<IntTuple> parse(llvm::StringRef text);
  /// Reads the same from the beginning of `text`, and removes it there.
  [[nodiscard]] static llvm::Expected<IntTuple>
  parsePrefix(llvm::StringRef &text);

  friend bool operator==(const IntTuple &lhs, const IntTuple &rhs) {
    return lhs.kind == rhs.kind && lhs.value == rhs.value &&
           lhs.elements == rhs.elements;
  }
  friend bool operator!=(const IntTuple &lhs, const IntTuple &rhs) {
    return !(lhs == rhs);
  }
  friend llvm::hash_code hash_value(const IntTuple &tuple);

private:
  enum class Kind : uint8_t { Static, Dynamic, Whole, Tuple };

  IntTuple(Kind kind, int64_t value) : kind(kind), value(value) {}

  Kind kind = Kind::Static;
  int64_t value = 0;
  std::vector<IntTuple> elements;
};

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_INTTUPLE_H

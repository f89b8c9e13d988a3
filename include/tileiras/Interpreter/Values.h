//===- Values.h - Values of an interpreted kernel ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter represents a tile by the bit patterns of its elements. For
// pointers it keeps their allocation as well, and for any element whether the
// specification leaves it open, so that faults are found at the operation that
// depends on it. Views are tensors in memory; tokens carry nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRETER_VALUES_H
#define TILEIRAS_INTERPRETER_VALUES_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Interpreter/Memory.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <string>
#include <variant>

namespace tileiras::interpreter {

/// A tile: the bit patterns of its elements, in row-major order.
class Tile {
public:
  /// Constructs a tile whose elements are all 0.
  explicit Tile(mlir::cuda_tile::TileType type);

  mlir::cuda_tile::TileType getType() const { return type; }
  mlir::Type getElementType() const { return type.getElementType(); }
  llvm::ArrayRef<int64_t> getShape() const { return type.getShape(); }
  /// The bits of an element; 64 for a pointer.
  unsigned getWidth() const { return width; }
  size_t size() const { return elements.size(); }

  uint64_t getBits(size_t n) const { return elements[n]; }
  llvm::APInt getInt(size_t n) const { return {width, elements[n]}; }
  Pointer getPointer(size_t n) const { return {elements[n], origins[n]}; }
  /// Returns whether the specification leaves the element open.
  bool isUnspecified(size_t n) const {
    return !unspecified.empty() && unspecified.test(n);
  }

  void setBits(size_t n, uint64_t bits) { elements[n] = bits; }
  void setPointer(size_t n, Pointer pointer);
  void setUnspecified(size_t n);
  /// Copies element \p from of \p source, with its origin and state.
  void copyElement(size_t n, const Tile &source, size_t from);

private:
  mlir::cuda_tile::TileType type;
  unsigned width;
  llvm::SmallVector<uint64_t, 1> elements;
  llvm::SmallVector<Origin, 0> origins; // only pointers have one
  llvm::BitVector unspecified;          // empty: none is
};

/// A tensor in memory, and any view of it: views differ only in their types.
struct TensorView {
  Pointer base;
  mlir::cuda_tile::TensorViewType type;
  llvm::SmallVector<int64_t, 4> sizes, strides; // in elements
};

/// Tokens order operations, which happen in the order of the program here.
struct Token {};

using RuntimeValue = std::variant<Token, std::shared_ptr<const Tile>,
                                  std::shared_ptr<const TensorView>>;

/// Returns the coordinates of element \p n of a tile of that shape.
llvm::SmallVector<int64_t, 4> getCoordinates(llvm::ArrayRef<int64_t> shape,
                                             size_t n);
/// Returns the inverse.
size_t getElementIndex(llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<int64_t> coordinates);
/// Returns "(1, 2)"; empty for a rank-0 tile, so that it can follow any
/// message.
std::string describeElement(llvm::ArrayRef<int64_t> shape, size_t n);

} // namespace tileiras::interpreter

#endif // TILEIRAS_INTERPRETER_VALUES_H

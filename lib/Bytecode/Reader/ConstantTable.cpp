//===- ConstantTable.cpp - The constant section ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantTable.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

FailureOr<DenseElementsAttr> ConstantTable::read(ByteCursor &cursor,
                                                 Type type) {
  uint64_t offset = cursor.offset();
  FailureOr<uint64_t> index =
      cursor.readIndex(table.size(), "a constant index");
  if (failed(index))
    return failure();
  auto tile = dyn_cast<TileType>(type);
  if (!tile || isa<PointerType>(tile.getElementType()))
    return emitErrorAt(cursor.getContext(), offset)
           << "expected a constant to be a tile of numbers, got " << type;
  DenseElementsAttr &constant = constants[{*index, type}];
  if (constant)
    return constant;
  FailureOr<DenseElementsAttr> parsed =
      parse(table.getEntry(*index), getConstantType(tile));
  if (succeeded(parsed))
    constant = *parsed;
  return parsed;
}

static InFlightDiagnostic wrongSize(const ByteCursor &bytes, ShapedType type,
                                    uint64_t all) {
  return bytes.error() << "expected the constant of type " << type
                       << " to hold one element or " << all << " bytes, got "
                       << bytes.remaining() << " bytes";
}

static FailureOr<DenseElementsAttr> parseBits(const ByteCursor &bytes,
                                              ShapedType type) {
  ArrayRef<uint8_t> data = bytes.rest();
  uint64_t count = type.getNumElements();
  if (data.size() == 1 && count > 8)
    return DenseElementsAttr::get(type, bool(data[0] & 1));
  uint64_t all = llvm::divideCeil(count, 8);
  if (data.size() != all)
    return wrongSize(bytes, type, all);
  SmallVector<bool> bits(count);
  for (uint64_t i = 0; i < count; ++i)
    bits[i] = (data[i / 8] >> (i % 8)) & 1;
  return DenseElementsAttr::get(type, ArrayRef<bool>(bits));
}

/// The bits of the last byte of an element beyond its width must be 0: code
/// that processes elements relies on it.
static LogicalResult checkUnusedBits(const ByteCursor &bytes, unsigned width) {
  unsigned size = llvm::divideCeil(width, 8);
  if (width == size * 8)
    return success();
  ArrayRef<uint8_t> data = bytes.rest();
  for (uint64_t i = size - 1; i < data.size(); i += size)
    if (data[i] >> (width - (size - 1) * 8))
      return emitErrorAt(bytes.getContext(), bytes.offset() + i)
             << "expected a constant element of " << width
             << " bits, got more bits set";
  return success();
}

FailureOr<DenseElementsAttr> ConstantTable::parse(ByteCursor entry,
                                                  ShapedType type) {
  FailureOr<uint64_t> length = entry.readCount(1, "a constant's length");
  FailureOr<ByteCursor> bytes =
      failed(length) ? FailureOr<ByteCursor>()
                     : entry.take(*length, "a constant's elements");
  if (failed(bytes))
    return failure();
  if (*length > budget)
    return bytes->error() << "constants are used with too many types";
  budget -= *length;
  unsigned width = type.getElementTypeBitWidth();
  if (width == 1)
    return parseBits(*bytes, type);
  uint64_t size = llvm::divideCeil(width, 8);
  uint64_t all = size * type.getNumElements();
  if (*length != size && *length != all)
    return wrongSize(*bytes, type, all);
  if (failed(checkUnusedBits(*bytes, width)))
    return failure();
  StringRef raw = llvm::toStringRef(bytes->rest());
  return DenseElementsAttr::getFromRawBuffer(type,
                                             ArrayRef(raw.data(), raw.size()));
}

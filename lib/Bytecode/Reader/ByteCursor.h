//===- ByteCursor.h - Checked reading of bytes ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window of the file and a position in it. Every read is checked; errors are
// reported with the offset in the file and with the expected and the actual
// value.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_BYTECURSOR_H
#define TILEIRAS_LIB_BYTECODE_READER_BYTECURSOR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tileiras {

/// Emits an error at an offset in the file: "error at offset N: …".
mlir::InFlightDiagnostic emitErrorAt(mlir::MLIRContext *context,
                                     uint64_t offset);

class ByteCursor {
public:
  /// `window` names the bytes in messages ("the string section") and must
  /// outlive the cursor; `start` is their offset in the file.
  ByteCursor(mlir::MLIRContext *context, llvm::ArrayRef<uint8_t> bytes,
             uint64_t start, llvm::StringRef window)
      : context(context), bytes(bytes), start(start), window(window) {}

  mlir::MLIRContext *getContext() const { return context; }
  uint64_t offset() const { return start + position; }
  uint64_t remaining() const { return bytes.size() - position; }
  bool empty() const { return remaining() == 0; }
  llvm::ArrayRef<uint8_t> rest() const { return bytes.drop_front(position); }

  mlir::InFlightDiagnostic error() const {
    return emitErrorAt(context, offset());
  }

  mlir::FailureOr<uint8_t> readByte(llvm::StringRef what);
  /// Reads a byte that is 0 or 1.
  mlir::FailureOr<bool> readBool(llvm::StringRef what);
  /// Reads unsigned LEB128, at most 64 bits.
  mlir::FailureOr<uint64_t> readVarint(llvm::StringRef what);
  /// Reads zig-zag LEB128.
  mlir::FailureOr<int64_t> readSignedVarint(llvm::StringRef what);
  /// Reads the bits of a double as a zig-zag LEB128 number. A double with the
  /// top bit set has two spellings: some writers treat the bits as a signed
  /// integer (64 bits in zig-zag), cuTile Python as an unsigned one (65 bits).
  mlir::FailureOr<uint64_t> readZigzagBits(llvm::StringRef what);
  /// Reads a little-endian integer of `width` bytes, at most 8.
  mlir::FailureOr<uint64_t> readFixed(unsigned width, llvm::StringRef what);
  /// Reads a varint that counts items of at least `size` bytes each: it is
  /// never more than the rest of the window can hold, so it is safe to allocate
  /// for.
  mlir::FailureOr<uint64_t> readCount(uint64_t size, llvm::StringRef what);
  /// Reads a varint below `size`, which is the number of `what`s.
  mlir::FailureOr<uint64_t> readIndex(uint64_t size, llvm::StringRef what);

  /// Returns the integer of `width` bytes that is `ahead` bytes further; the
  /// caller knows that it is in the window.
  uint64_t peekFixed(uint64_t ahead, unsigned width) const;
  /// Returns a cursor over the `size` bytes that are `ahead` bytes further and
  /// in the window.
  ByteCursor slice(uint64_t ahead, uint64_t size) const;

  /// Moves over `size` bytes and returns a cursor over them.
  mlir::FailureOr<ByteCursor> take(uint64_t size, llvm::StringRef what);
  /// Skips to a multiple of `alignment` from the start of the window.
  mlir::LogicalResult align(uint64_t alignment);

private:
  /// Reads the low 64 bits of a LEB128 number of at most `numBits`, 64 or 65;
  /// `top` is bit 64.
  mlir::FailureOr<uint64_t> readLEB(unsigned numBits, bool &top,
                                    llvm::StringRef what);

  mlir::MLIRContext *context;
  llvm::ArrayRef<uint8_t> bytes;
  uint64_t start;
  llvm::StringRef window;
  uint64_t position = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_BYTECURSOR_H

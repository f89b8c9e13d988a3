//===- TensorMapAddress.h - An entry of the tensor map cache ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is 256 bytes of global memory, zero when the module is loaded:
//
//   0    the tensor map, 128 bytes
//   128  the tag, 32 bits: 0 while the entry is free, then a hash of the key
//        with the state in its two lowest bits: Building, Ready. Of a private
//        entry: Private while a CTA owns it
//   136  the key: the base, then the dynamic sizes and strides of the array's
//        type, 64 bits each, all of them incremented by one
//   240  16 bytes that stay zero
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPADDRESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPADDRESS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

inline constexpr int64_t kEntryBytes = 256;

/// The state, in the lowest bits of a tag.
enum EntryState : int32_t { Free = 0, Building = 1, Ready = 2, Private = 3 };
inline constexpr int32_t kEntryStateMask = 3;

/// Builds instructions on entries, in one thread. Entries are pointers to
/// global memory, tags i32, words of keys i64.
class EntryBuilder {
public:
  EntryBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Value i32(int32_t value);
  mlir::Value constant(bool value);
  mlir::Value isEqual(mlir::Value lhs, mlir::Value rhs);
  mlir::Value both(mlir::Value lhs, mlir::Value rhs);
  mlir::Value negate(mlir::Value value);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);

  /// Returns the entry with index `index` (i32), counted from `first`.
  mlir::Value getEntry(mlir::Value first, mlir::Value index);
  /// Returns the address of the bytes that stay zero, i64.
  mlir::Value getZeros(mlir::Value entry);

  /// Reads the tag by a relaxed load.
  mlir::Value readTag(mlir::Value entry);
  mlir::Value acquireTag(mlir::Value entry);
  /// Replaces a free tag by `tag`; returns the previous tag.
  mlir::Value claimEntry(mlir::Value entry, mlir::Value tag);
  void releaseTag(mlir::Value entry, mlir::Value tag);

  /// Returns as many words as `key` has, by relaxed loads.
  llvm::SmallVector<mlir::Value> readKey(mlir::Value entry,
                                         llvm::ArrayRef<mlir::Value> key);
  mlir::Value areEqual(llvm::ArrayRef<mlir::Value> lhs,
                       llvm::ArrayRef<mlir::Value> rhs);
  void writeKey(mlir::Value entry, llvm::ArrayRef<mlir::Value> key);
  /// Returns a 32-bit hash to which every bit of the key contributes.
  mlir::Value hash(llvm::ArrayRef<mlir::Value> key);

private:
  mlir::Value load(mlir::Value entry, int64_t offset, mlir::Type type,
                   mlir::cute_nvgpu::MemoryOrder order);
  mlir::Value at(mlir::Value entry, int64_t offset);
  mlir::cute_nvgpu::AtomAttr getAtom(unsigned bits);
  mlir::cute_nvgpu::MemoryScopeAttr getGpuScope();

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPADDRESS_H

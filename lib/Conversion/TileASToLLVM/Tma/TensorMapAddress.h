//===- TensorMapAddress.h - An entry of the tensor map cache ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place is 256 bytes of global memory, zero when the module is loaded:
//
//   0    the tensor map, 128 bytes
//   128  the tag, 32 bits: 0 while the place is free, then a hash of the key
//        with the state in its two lowest bits: Building, Ready. Of a private
//        place: Private while somebody has it
//   136  the key: the base, then the sizes and strides that the type of the
//        array does not say, 64 bits each, all of them one more than they are
//   240  16 bytes that stay zero
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPADDRESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPADDRESS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

inline constexpr int64_t kPlaceBytes = 256;

/// Of a tag, its lowest bits.
enum PlaceState : int32_t { Free = 0, Building = 1, Ready = 2, Private = 3 };
inline constexpr int32_t kPlaceStates = 3;

/// The instructions on places, in one thread. Places are pointers to global
/// memory, tags i32, words of keys i64.
class PlaceCode {
public:
  PlaceCode(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Value i32(int32_t value);
  mlir::Value constant(bool value);
  mlir::Value isEqual(mlir::Value lhs, mlir::Value rhs);
  mlir::Value both(mlir::Value lhs, mlir::Value rhs);
  mlir::Value negate(mlir::Value value);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);

  /// Number `index` (i32) from `first` on.
  mlir::Value getPlace(mlir::Value first, mlir::Value index);
  /// The address of the bytes that stay zero, i64.
  mlir::Value getZeros(mlir::Value place);

  /// Relaxed.
  mlir::Value readTag(mlir::Value place);
  mlir::Value acquireTag(mlir::Value place);
  /// From free to `tag`; what was there.
  mlir::Value takePlace(mlir::Value place, mlir::Value tag);
  void releaseTag(mlir::Value place, mlir::Value tag);

  /// As many words as `key` has, relaxed.
  llvm::SmallVector<mlir::Value> readKey(mlir::Value place,
                                         llvm::ArrayRef<mlir::Value> key);
  mlir::Value areEqual(llvm::ArrayRef<mlir::Value> lhs,
                       llvm::ArrayRef<mlir::Value> rhs);
  void writeKey(mlir::Value place, llvm::ArrayRef<mlir::Value> key);
  /// 32 bits of the key, in which all of it has part.
  mlir::Value hash(llvm::ArrayRef<mlir::Value> key);

private:
  mlir::Value load(mlir::Value place, int64_t offset, mlir::Type type,
                   mlir::cute_nvgpu::MemoryOrder order);
  mlir::Value at(mlir::Value place, int64_t offset);
  mlir::cute_nvgpu::AtomAttr getAtom(unsigned bits);
  mlir::cute_nvgpu::MemoryScopeAttr getGpuScope();

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPADDRESS_H

//===- TypePool.h - The type section ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the entries that TypeTable reads. A type comes after its element and
// parameter types, so that readers which go through the table in order know
// them by then.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_TYPEPOOL_H
#define TILEIRAS_LIB_BYTECODE_WRITER_TYPEPOOL_H

#include "ByteBuffer.h"

#include "tileiras/Bytecode/BytecodeFormat.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/ADT/DenseMap.h"

namespace tileiras {

class TypePool {
public:
  explicit TypePool(BytecodeVersion version) : version(version) {}

  /// Returns the index of a type that `user` has. Fails if the version, or any
  /// version, lacks the type.
  mlir::FailureOr<uint64_t> add(mlir::Type type, mlir::Operation *user);
  /// Adds a type and writes its index.
  mlir::LogicalResult write(mlir::Type type, mlir::Operation *user,
                            ByteBuffer &buffer);

  void write(ByteBuffer &section) const { table.write(section, 4); }

private:
  /// Appends tag and body of a type.
  mlir::LogicalResult encode(mlir::Type type, mlir::Operation *user,
                             ByteBuffer &entry);
  mlir::LogicalResult writeTag(TypeTag tag, mlir::Type type,
                               mlir::Operation *user, ByteBuffer &entry);
  mlir::LogicalResult writePtrAttrFlag(mlir::cuda_tile::PtrAttr ptrAttr,
                                       mlir::Type type, mlir::Operation *user,
                                       ByteBuffer &entry);
  void writePaddingFlag(bool padded, ByteBuffer &entry);
  mlir::LogicalResult writeTypeList(mlir::TypeRange types,
                                    mlir::Operation *user, ByteBuffer &entry);

  mlir::LogicalResult encodePointer(mlir::cuda_tile::PointerType type,
                                    mlir::Operation *user, ByteBuffer &entry);
  mlir::LogicalResult encodeTile(mlir::cuda_tile::TileType type,
                                 mlir::Operation *user, ByteBuffer &entry);
  mlir::LogicalResult encodeTensorView(mlir::cuda_tile::TensorViewType type,
                                       mlir::Operation *user,
                                       ByteBuffer &entry);
  mlir::LogicalResult
  encodePartitionView(mlir::cuda_tile::PartitionViewType type,
                      mlir::Operation *user, ByteBuffer &entry);
  mlir::LogicalResult encodeStridedView(mlir::cuda_tile::StridedViewType type,
                                        mlir::Operation *user,
                                        ByteBuffer &entry);
  mlir::LogicalResult
  encodeGatherScatterView(mlir::cuda_tile::GatherScatterViewType type,
                          mlir::Operation *user, ByteBuffer &entry);
  mlir::LogicalResult encodeFunction(mlir::FunctionType type,
                                     mlir::Operation *user, ByteBuffer &entry);

  BytecodeVersion version;
  TableBuilder table;
  llvm::DenseMap<mlir::Type, uint64_t> indices;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_TYPEPOOL_H

//===- MemoryAccess.h - One memory access of one thread ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access reads or writes a vector of elements at an address, possibly under
// a predicate or with a memory order. Elements are packed into the machine
// words of one operation of cute_nvgpu, and unpacked from them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MEMORYACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MEMORYACCESS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Properties of an access other than address and value.
struct AccessKind {
  mlir::nv_tileaa::MemSemantic semantic = mlir::nv_tileaa::MemSemantic::WEAK;
  std::optional<mlir::nv_tileaa::MemScope> scope;
  /// Address space of the pointer: 1 global, 3 shared.
  unsigned space = 1;
  /// Nothing writes to the address of this load while the kernel runs (PTX ISA,
  /// "ld.global.nc").
  bool isReadOnly = false;
};

/// Return order and scope as instructions name them.
mlir::cute_nvgpu::MemoryOrder getOrder(AccessKind kind);
mlir::cute_nvgpu::MemoryScope getScope(mlir::nv_tileaa::MemScope scope);
mlir::cute_nvgpu::Update getUpdate(mlir::nv_tileaa::RmwMode mode);
/// Returns an element of this type with the sign that minima and maxima of
/// integers need.
mlir::Type getRmwElement(mlir::nv_tileaa::RmwMode mode, mlir::Type type);

/// Loads `padding.size()` (1, 2, 4, … up to 16 bytes) elements of the type of
/// the padding values (an LLVM integer, float or pointer type; i1 is a byte in
/// memory). Where `predicate` (i1, may be null: always) is false, returns the
/// padding.
llvm::SmallVector<mlir::Value> emitLoad(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::Value pointer,
                                        mlir::ValueRange padding,
                                        mlir::Value predicate, AccessKind kind);

/// Loads the same as machine words of one or more elements each: a word that
/// may not be loaded is selected from alternatives before it is unpacked.
llvm::SmallVector<mlir::Value>
emitWordLoad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer,
             mlir::ValueRange padding, mlir::Value predicate, AccessKind kind);
/// Convert elements to the words that a load of them would return, and back.
llvm::SmallVector<mlir::Value> packLoadedWords(mlir::OpBuilder &builder,
                                               mlir::Location loc,
                                               mlir::ValueRange elements);
llvm::SmallVector<mlir::Value> unpackLoadedWords(mlir::OpBuilder &builder,
                                                 mlir::Location loc,
                                                 mlir::ValueRange words,
                                                 mlir::TypeRange types);

/// Stores `values` one after another, starting at `pointer`.
void emitStore(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::Value pointer, mlir::ValueRange values,
               mlir::Value predicate, AccessKind kind);

/// Packs elements of 32 bits in total into one word, the first in the lowest
/// bits.
mlir::Value packWord(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::ValueRange elements);

/// Emits an atomic RMW at `pointer` with `value`, an element of type `element`
/// (integers with a sign where it matters). Returns the previous value; where
/// `predicate` is false does nothing and returns `otherwise`.
mlir::Value emitAtomicRmw(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::cute_nvgpu::Update update, mlir::Type element,
                          mlir::Value pointer, mlir::Value value,
                          mlir::Value otherwise, mlir::Value predicate,
                          AccessKind kind);

/// Adds `values`, floats of 16 or 32 bits, to the contiguous elements at
/// `pointer` by the instruction that `atom` names.
void emitVectorRed(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::cute_nvgpu::AtomAttr atom, mlir::Value pointer,
                   mlir::ValueRange values, mlir::Value predicate,
                   AccessKind kind);

/// Does the same as `emitAtomicRmw`, with `value` where the previous value is
/// `expected`.
mlir::Value emitCompareAndSwap(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value pointer, mlir::Value expected,
                               mlir::Value value, mlir::Value otherwise,
                               mlir::Value predicate, AccessKind kind);

/// Converts bits in memory, an integer, to an element of (LLVM) type `type`.
mlir::Value fromMemoryBits(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value bits, mlir::Type type);

/// Returns the bits that an element occupies in memory, global or shared. They
/// are the same for the element type of a tile and for the LLVM type of its
/// registers, so that plans for tiles fit the code for registers.
unsigned getMemoryBits(mlir::Type type);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MEMORYACCESS_H

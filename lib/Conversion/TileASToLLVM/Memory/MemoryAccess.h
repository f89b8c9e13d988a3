//===- MemoryAccess.h - One memory access of one thread -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector of elements at an address, perhaps under a predicate, perhaps
// ordered: elements become the machine words of one operation of cute_nvgpu,
// and the other way round.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MEMORYACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MEMORYACCESS_H

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// How an access is made, apart from where and what.
struct AccessKind {
  mlir::nv_tileaa::MemSemantic semantic = mlir::nv_tileaa::MemSemantic::WEAK;
  std::optional<mlir::nv_tileaa::MemScope> scope;
  /// Address space of the pointer: 1 global, 3 shared.
  unsigned space = 1;
  /// Of a load: nothing writes there while the kernel runs (PTX ISA,
  /// "ld.global.nc").
  bool isReadOnly = false;
};

/// As instructions call them.
mlir::cute_nvgpu::MemoryOrder getOrder(AccessKind kind);
mlir::cute_nvgpu::MemoryScope getScope(mlir::nv_tileaa::MemScope scope);
mlir::cute_nvgpu::Update getUpdate(mlir::nv_tileaa::RmwMode mode);
/// An element of this type with the sign that minima and maxima of integers
/// need.
mlir::Type getUpdatedElement(mlir::nv_tileaa::RmwMode mode, mlir::Type type);

/// Loads `padding.size()` (1, 2, 4, … up to 16 bytes) elements of the type of
/// the padding values (an LLVM integer, float or pointer type; i1 is a byte in
/// memory). Where `predicate` (i1, may be null: always) is false, gives the
/// padding.
llvm::SmallVector<mlir::Value> emitLoad(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::Value pointer,
                                        mlir::ValueRange padding,
                                        mlir::Value predicate, AccessKind kind);

/// The same as machine words, each of one or more elements: what may or may not
/// be loaded is chosen among words, which only then are taken apart.
llvm::SmallVector<mlir::Value>
emitWordLoad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer,
             mlir::ValueRange padding, mlir::Value predicate, AccessKind kind);
/// The words that a load of these elements would give, and the way back.
llvm::SmallVector<mlir::Value> packLoadedWords(mlir::OpBuilder &builder,
                                               mlir::Location loc,
                                               mlir::ValueRange elements);
llvm::SmallVector<mlir::Value> unpackLoadedWords(mlir::OpBuilder &builder,
                                                 mlir::Location loc,
                                                 mlir::ValueRange words,
                                                 mlir::TypeRange types);

/// Stores `values` one after another from `pointer` on.
void emitStore(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::Value pointer, mlir::ValueRange values,
               mlir::Value predicate, AccessKind kind);

/// Elements of 32 bits together as one word, the first lowest.
mlir::Value packWord(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::ValueRange elements);

/// Updates what is at `pointer` with `value`, an element of type `element`
/// (integers with a sign where it counts). Gives what was there before; where
/// `predicate` is false does nothing and gives `otherwise`.
mlir::Value emitUpdate(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::cute_nvgpu::Update update, mlir::Type element,
                       mlir::Value pointer, mlir::Value value,
                       mlir::Value otherwise, mlir::Value predicate,
                       AccessKind kind);

/// Adds `values`, floats of 16 or 32 bits, to what is from `pointer` on, each
/// to its own, by the instruction that `atom` says.
void emitSums(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::cute_nvgpu::AtomAttr atom, mlir::Value pointer,
              mlir::ValueRange values, mlir::Value predicate, AccessKind kind);

/// As `emitUpdate`, with `value` where `expected` is found.
mlir::Value emitCompareAndSwap(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value pointer, mlir::Value expected,
                               mlir::Value value, mlir::Value otherwise,
                               mlir::Value predicate, AccessKind kind);

/// An element of (LLVM) type `type` of its bits in memory, an integer.
mlir::Value fromMemoryBits(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value bits, mlir::Type type);

/// Bits that an element takes in memory, global or shared. The same for the
/// element type of a tile and for the LLVM type of its registers, so that what
/// is planned from tiles fits what is emitted for registers.
unsigned getMemoryBits(mlir::Type type);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MEMORYACCESS_H

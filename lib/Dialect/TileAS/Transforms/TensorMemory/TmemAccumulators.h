//===- TmemAccumulators.h - Accumulators in tensor memory -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product in tensor memory brings its sums there, multiplies, and takes them
// back:
//
//                              %m = alloc_tmem
//                              copy %c, %m
//   %d = dot %a, %b, %c   =>   async.tmem_dot %a, %b, %m
//                              async.tmem_wait %done
//                              %d = copy %m
//
// Sums that a loop does nothing with but add to stay there:
//
//                                  %m = alloc_tmem
//   for iter_args(%c = %0)         copy %0, %m
//     %m = alloc_tmem              for
//     copy %c, %m             =>     async.tmem_dot %a, %b, %m
//     async.tmem_dot %a, %b, %m      async.tmem_wait %done
//     async.tmem_wait %done        async.tmem_wait %done
//     %d = copy %m                 %d = copy %m
//     yield %d
//
// Sums that threads change in each step, as attention scales its own, stay
// there too: threads take them where they change them, and the loop carries
// nothing:
//
//                                  %m = alloc_tmem
//   for iter_args(%c = %0)         copy %0, %m
//     %s = mulf %c, %f             for
//     %m = alloc_tmem                %c = copy %m
//     copy %s, %m             =>     %s = mulf %c, %f
//     async.tmem_dot %a, %b, %m      copy %s, %m
//     async.tmem_wait %done          async.tmem_dot %a, %b, %m
//     %d = copy %m                   async.tmem_wait %done
//     yield %d                     async.tmem_wait %done
//                                  %d = copy %m
//
// A loop behind it that goes on with these sums does so in the same memory.
//
// The wait in the loop says when operands have been read. Where somebody else
// fills their buffers tileas-materialize-schedule drops it, and the wait behind
// the loop remains.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMACCUMULATORS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMACCUMULATORS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace tileiras {

/// The atom that moves a tile to or from tensor memory (`direction` is
/// tmem_store or tmem_load): as many words as one instruction moves, enough
/// that few instructions do, and few enough that registers are free to be
/// chosen.
mlir::nv_tileas::AtomAttr
getTensorMove(mlir::MLIRContext *context, llvm::StringRef direction,
              mlir::nv_tileaa::StridedMemRefType memory,
              mlir::RankedTensorType tile);

class TmemAccumulators {
public:
  explicit TmemAccumulators(mlir::nv_tileaa::FuncOp func) : func(func) {}

  /// The product of a dot, made before it of operands in buffers, and of scales
  /// in `sources`; where there are none threads store them. The threads that
  /// wait for it are those that hold its sums.
  mlir::Value multiply(mlir::nv_tileas::DotOp dot, mlir::Value a, mlir::Value b,
                       mlir::ValueRange sources);

  /// Afterwards; sums of these products leave loops.
  void keep();

private:
  struct Product {
    mlir::nv_tileas::AllocTmemOp memory;
    /// Null where sums begin with zero.
    mlir::nv_tileas::CopyOp store;
    mlir::nv_tileas::TmemWaitOp wait;
    mlir::nv_tileas::CopyOp load;
  };

  mlir::Value getDone(mlir::nv_tileas::DotOp dot);
  bool leave(Product &product, bool waitsInside);
  bool change(Product &product);
  void loadBehind(Product &product, mlir::scf::ForOp loop, bool waitsInside);
  /// Goes on in the memory of a product before, if that has what the loop
  /// begins with.
  bool joinMemory(Product &product, mlir::OpOperand &init);

  mlir::nv_tileaa::FuncOp func;
  /// The barrier object of all waits.
  mlir::Value done;
  llvm::SmallVector<Product> products;
  llvm::SetVector<mlir::Operation *> loops;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMACCUMULATORS_H

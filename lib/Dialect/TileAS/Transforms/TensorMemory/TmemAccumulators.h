//===- TmemAccumulators.h - Accumulators in tensor memory -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An MMA in tensor memory first copies its accumulator there, and back to
// registers afterwards:
//
//                              %m = alloc_tmem
//                              copy %c, %m
//   %d = dot %a, %b, %c   =>   async.tmem_dot %a, %b, %m
//                              async.tmem_wait %done
//                              %d = copy %m
//
// An accumulator that a loop only adds to stays in tensor memory:
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
// An accumulator that is rescaled in each iteration, as attention does, stays
// there too: threads load it for the rescale and store it again, and the loop
// carries nothing:
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
// A later loop that continues with this accumulator uses the same memory, and
// so does a dot that adds to what another one of the same block gives. Both
// follow each other then, since one thread starts them, and one wait is for
// both:
//
//   %m = alloc_tmem                  %m = alloc_tmem
//   async.tmem_dot %a, %b, %m        async.tmem_dot %a, %b, %m
//   async.tmem_wait %done            async.tmem_dot %p, %q, %m
//   %d = copy %m                =>   async.tmem_wait %done
//   %n = alloc_tmem                  %e = copy %m
//   copy %d, %n
//   async.tmem_dot %p, %q, %n
//   async.tmem_wait %done
//   %e = copy %n
//
// The wait in the loop says when operands have been read. Where other warps
// fill their buffers tileas-materialize-schedule drops it, and the wait after
// the loop remains.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMACCUMULATORS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMACCUMULATORS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace tileiras {

/// Returns the atom that moves a tile to or from tensor memory (`direction` is
/// tmem_store or tmem_load): as many words as one instruction moves, enough
/// that few instructions suffice, and few enough that the register allocator
/// keeps its freedom.
mlir::nv_tileas::AtomAttr
getTmemMoveAtom(mlir::MLIRContext *context, llvm::StringRef direction,
                mlir::nv_tileaa::StridedMemRefType memory,
                mlir::RankedTensorType tile);

class TmemAccumulators {
public:
  explicit TmemAccumulators(mlir::nv_tileaa::FuncOp func) : func(func) {}

  /// Emits the MMA of a dot before it, with operands in buffers, and scales in
  /// `sources`; where there are none threads store them. The threads that wait
  /// for it are those that hold its accumulator.
  mlir::Value multiply(mlir::nv_tileas::DotOp dot, mlir::Value a, mlir::Value b,
                       mlir::ValueRange sources);

  /// Keeps the accumulators of these MMAs out of loops, once all are emitted.
  void hoistOutOfLoops();

private:
  struct TmemMma {
    mlir::nv_tileas::AllocTmemOp memory;
    /// Those that add to it, one after the other.
    llvm::SmallVector<mlir::nv_tileas::TmemDotOp> dots;
    /// Null where the accumulator begins with zero.
    mlir::nv_tileas::CopyOp store;
    mlir::nv_tileas::TmemWaitOp wait;
    mlir::nv_tileas::CopyOp load;
  };

  mlir::Value getDone(mlir::nv_tileas::DotOp dot);
  void joinChains();
  TmemMma *findBefore(const TmemMma &mma);
  bool hoist(TmemMma &mma, bool waitsInside);
  bool keepAcrossRescale(TmemMma &mma);
  void loadAfterLoop(TmemMma &mma, mlir::scf::ForOp loop, bool waitsInside);
  /// Continues in the memory of an earlier MMA, if that holds the initial value
  /// of the loop.
  bool shareMemory(TmemMma &mma, mlir::OpOperand &init);

  mlir::nv_tileaa::FuncOp func;
  /// The mbarrier of all waits.
  mlir::Value done;
  llvm::SmallVector<TmemMma> mmas;
  llvm::SetVector<mlir::Operation *> loops;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMACCUMULATORS_H

//===- Passes.td - Passes on nv_tileaa ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These passes run on tiles before layouts are chosen: two of them annotate
// facts, the others change the sizes of tiles. A tile that the registers of a
// CTA cannot hold is computed slice by slice (SlicePlan.h has the theory); thin
// dots are divided along K; tiles of the K loop shrink until two stages of them
// fit into shared memory. All of these may create tiles that are out of bounds
// as a whole, so they run after tileaa-annotate-accesses.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileAAAnnotateAccesses
    : Pass<"tileaa-annotate-accesses", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Annotate memory accesses with what analyses prove";
  let description = [{
    Runs the analyses of `lib/Analysis` on the function and annotates accesses
    with their results: `alignment`, `contiguity`, `in_bounds`, `index_bits` and
    `read_only`. Layouts and code are chosen from these attributes alone, so
    the program's `assume` is not read later. The pass replaces facts that an
    access already has, but it only strengthens `in_bounds` and `read_only`,
    which may come from the program.
  }];
}

def TileAAAnnotateReductions
    : Pass<"tileaa-annotate-reductions", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Annotate reductions that may combine in any order";
  let description = [{
    Marks reductions with `commutes` if and only if their combiner provably
    commutes (Commutativity.h). Other reductions combine elements in the order
    of their indices, which costs more where threads hold the elements in
    another order.
  }];
}

def TileAAScalarizeLoads
    : Pass<"tileaa-scalarize-loads", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Load scalars where a program extracts them from a loaded tile";
  let description = [{
    ScalarizeLoads.cpp describes the rewrite. It runs after
    `tileaa-annotate-accesses`, which proves which tiles are in bounds.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileAAPartitionCtaCluster
    : Pass<"tileaa-partition-cta-cluster", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Divide tiles among CTAs if a hint asks for clusters";
  let description = [{
    Where `nv_tileaa.cluster_hint` is 2, 4 or 8, each store of the kernel, with
    the values that it is computed from, becomes a store of a part of a tile;
    the CTA's rank in its cluster selects the part. The kernel_spec then says
    that a tile block is a cluster of that many CTAs. Operands of dots that all
    parts need stay whole. A cluster has half as many CTAs where tiles can't be
    divided among all.

    The pass leaves a kernel unchanged, with a remark that names the operation
    that prevents the partition, if the kernel has another effect that other
    blocks or the host see, has no dots, or has a tile that can't be divided. The
    pass removes the hint in each case.

    A part may be out of bounds as a whole, so this pass runs after
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceK : Pass<"tileaa-slice-k", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Divide the K dimension of thin dots among threads";
  let description = [{
    A dot that no matrix unit computes, with few results for each thread and a
    large K, becomes a loop over K slices, in which each thread accumulates
    partial sums of all results, and a reduction of these partial sums. The same
    holds for a dot with a vector. SliceK.cpp describes the rewrite.

    A slice may be out of bounds as a whole, so this pass runs after
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceAccumulators
    : Pass<"tileaa-slice-accumulators", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Compute accumulators that registers can't hold slice by slice";
  let description = [{
    Where the target has `wgmma` and the accumulators of a block, with operands
    that are computed in registers, need more registers than a thread has, the
    store of the tile becomes a loop over slices of it, in which the dots of the
    slice are computed, with the loops around them. SliceAccumulators.cpp
    describes the rewrite.

    In tensor memory, the accumulators of more than 128 rows are sliced to 128
    rows if an operand of another dot of the block is computed from them.

    Several stores of a block are in one loop over slices, if what they store is
    computed from the same dots or loops.

    The pass leaves a kernel unchanged, with a remark that names the operation
    in the way, if a slice would compute a dot again.

    A slice may be out of bounds as a whole, so this pass runs after
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceAndFuse
    : Pass<"tileaa-slice-and-fuse", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Process tiles that don't fit into registers slice by slice";
  let description = [{
    Stores, reductions and dots whose tile needs more than 128 registers of each
    thread become loops over slices of it. Everything that the slices are
    computed from is fused into the loop: element-wise work, changes of shape,
    loads and whole loops. The loop of a reduction carries a slice of
    accumulators; the loop of a dot runs over K slices and carries the
    accumulator. Of an operand that was computed from another dot they are
    extracted, if registers hold it. Dots that no matrix unit computes are
    sliced too if a thread would have more than 1024 multiply-adds.

    A load is repeated in each loop that needs it, if no write that is ordered
    after the load would run before it. Otherwise, if registers can't hold the
    tile, its slices are loaded at the position of the load and kept in local
    memory. The same is done with old values of atomic RMW operations, with
    scans along the slices, and with tiles that a loop carries (SliceLocals.h).

    A slice may be out of bounds as a whole, which no other tile is, so this
    pass runs after `tileaa-annotate-accesses`: slices inherit the facts of
    their accesses. An operation that has no slices is unchanged, with a remark.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceDotResults
    : Pass<"tileaa-slice-dot-results", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Store large results of dots slice by slice";
  let description = [{
    Where the target has `wgmma` or tensor memory, the store of a tile of at
    least 128 accumulators of each thread, and of more than 64 KiB, becomes
    stores of slices of its columns. The epilogue between the dot and the store
    runs for each slice. The dot, and every other result of a loop, is computed
    once, and slices are extracted from it. SliceResults.cpp describes the
    rewrite.

    A slice may be out of bounds as a whole, so this pass runs after
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileAAShrinkKTiles
    : Pass<"tileaa-shrink-k-tiles", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Make K tiles smaller if two stages of them don't fit";
  let description = [{
    A loop that only accumulates dots gets two or four times as many iterations,
    with tiles whose K is smaller by the same factor, if the shared memory of a
    CTA can't hold two stages of its tiles; where registers allow two CTAs on an
    SM, if their share can't. SplitSteps.cpp describes the rewrite.

    A slice may be out of bounds as a whole, so this pass runs after
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [Option<"extendedSmem", "extended-smem", "bool", "false",
                        "Use the shared memory that the assembler allows with "
                        "--enable-extended-smem, above the static limit">];
}

#endif // TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

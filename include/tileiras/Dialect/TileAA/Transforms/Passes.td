//===- Passes.td - Passes on nv_tileaa ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileAAAnnotateAccesses
    : Pass<"tileaa-annotate-accesses", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Write down what is known of each access to memory";
  let description = [{
    Runs the analyses of `lib/Analysis` on the function and puts what they find
    on the accesses: `alignment`, `contiguity`, `in_bounds`, `index_bits` and
    `read_only`. Layouts and code are chosen from these attributes alone; what
    the program says with `assume` has then done its work. Facts that stand on an
    access already are replaced, but `in_bounds` and `read_only` only become
    stronger: they may come from the program.
  }];
}

def TileAAAnnotateReductions
    : Pass<"tileaa-annotate-reductions", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Write down which reductions may combine in any order";
  let description = [{
    Marks reductions whose combiner provably commutes with `commutes`, and those
    alone: see Commutativity.h. The others combine elements in the order of their
    indices, which costs more where threads hold them in another one.
  }];
}

def TileAAScalarizeLoads
    : Pass<"tileaa-scalarize-loads", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Load single numbers where a program takes these from a tile";
  let description = [{
    See the head of ScalarizeLoads.cpp. Behind `tileaa-annotate-accesses`, which
    says what lies inside of its array.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileAAPartitionCtaCluster
    : Pass<"tileaa-partition-cta-cluster", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Let two CTAs work on each tile, where a hint asks for clusters";
  let description = [{
    Where `nv_tileaa.cluster_hint` is 2, each store of the kernel, and everything
    that it is computed from, becomes one of half a tile, whose number is that of
    the CTA in its cluster; the kernel_spec then says that a tile block is a
    cluster of two CTAs. Operands of products that both halves need stay whole.

    A kernel stays as it is, with a remark that names the operation in the way,
    if it does anything else that other blocks or the host see, has no products,
    or some of its tiles can't be halved. The hint is gone afterwards.

    A half may lie outside of the array as a whole, so this comes behind
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceK : Pass<"tileaa-slice-k", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Divide the depth of thin products among threads";
  let description = [{
    A product that no matrix unit makes, with few results for each thread and a
    great depth, becomes a loop over slices of the depth in which each thread
    adds up products for all results, and a reduction of these sums. So does one
    of a vector. See the head of SliceK.cpp.

    A slice may lie outside of the array as a whole, so this comes behind
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceAndFuse
    : Pass<"tileaa-slice-and-fuse", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Work off tiles that don't fit into registers in slices";
  let description = [{
    Stores, reductions and products that take a tile of more than 128 registers
    of each thread become loops over slices of it, into which everything is fused
    that the slices are computed from: element-wise work, changes of shape, loads
    and whole loops. Reductions carry a slice of accumulators, products their
    accumulator along the dimension that is summed over. So do products that no
    matrix unit makes, where a thread would have more than 1024 multiply-adds.

    A load runs again in each loop that needs it. It does so only where no write
    that is ordered behind it comes first. Where that can't be, and registers
    have no room for the tile, its slices are loaded where it stands, and kept in
    local memory; so are old values of atomic updates, scans along the slices,
    and tiles that a loop carries and takes (SliceLocals.h). A slice may lie outside of the array
    as a whole, which no tile does otherwise, so this comes behind
    `tileaa-annotate-accesses`: facts of accesses are kept for their slices.

    What has no slices stays as it is, with a remark.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileAASliceDotResults
    : Pass<"tileaa-slice-dot-results", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Store large results of products slice by slice";
  let description = [{
    Where the target has `wgmma` or tensor memory, the store of a tile of 128
    sums and more of each thread, and of more than 64 KiB, becomes stores of
    slices of its columns. What stands between the product and the store is done
    for each slice; the product, and whatever else loops give, is not: slices are
    taken out of it. See the head of SliceResults.cpp.

    A slice may lie outside of the array as a whole, so this comes behind
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileAAShrinkKTiles : Pass<"tileaa-shrink-k-tiles", "::mlir::nv_tileaa::FuncOp"> {
  let summary = "Make steps of products smaller, where no ring of their tiles fits";
  let description = [{
    A loop that only multiplies tiles and adds up the products becomes one of
    twice or four times as many steps, of tiles that are so much less deep, if
    shared memory has no room for two stages of its tiles: what a CTA may have,
    or where registers do, each of two on an SM. See the head of SplitSteps.cpp.

    A slice may lie outside of the array as a whole, so this comes behind
    `tileaa-annotate-accesses`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [Option<"extendedSmem", "extended-smem", "bool", "false",
                        "Take what the assembler grants with "
                        "--enable-extended-smem, more than the static limit">];
}

#endif // TILEIRAS_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

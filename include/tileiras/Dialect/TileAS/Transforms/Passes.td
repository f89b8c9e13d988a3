//===- Passes.td - Passes on nv_tileas ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which the pipeline runs them. The layout passes hand their
// decisions on in types only: a tensor with an encoding is decided, a
// `convert_layout` between a tensor with and one without marks a border that
// tileas-propagate-layouts has to settle.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_TD
#define TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

class TileASPass<string argument>
    : Pass<argument, "::mlir::nv_tileaa::FuncOp"> {
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect"];
}

def TileAS_ExtendedSmem
    : Option<"extendedSmem", "extended-smem", "bool", "false",
             "Take what the assembler grants with --enable-extended-smem, more "
             "than the static limit">;

def TileAS_TensorMaps
    : Option<"tensorMaps", "tensor-maps", "::tileiras::TensorMapProvider",
             "::tileiras::TensorMapProvider::None",
             "Who makes the tensor maps that copies by TMA need",
             [{::llvm::cl::values(
               clEnumValN(::tileiras::TensorMapProvider::None, "none", "nobody"),
               clEnumValN(::tileiras::TensorMapProvider::Parameter, "parameter",
                          "who launches the kernel"),
               clEnumValN(::tileiras::TensorMapProvider::Device, "device",
                          "the kernel"))}]>;

def TileASFoldRoundingIntoTma : TileASPass<"tileas-fold-rounding-into-tma"> {
  let summary = "Round operands of products while TMA loads them";
  let description = [{
    See the head of FoldRoundingIntoTma.cpp. Where the target has TMA, and tensor maps can
    be had.
  }];
  let options = [TileAS_TensorMaps];
}

def TileASTransposeDot : TileASPass<"tileas-transpose-dot"> {
  let summary = "Multiply transposed what matrix units read that way only";
  let description = [{
    See the head of TransposeDot.cpp. Of products that warpgroups make.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def TileASAssignDotLayouts : TileASPass<"tileas-assign-dot-layouts"> {
  let summary = "Give accumulators and operands of dots their layouts";
  let description = [{
    Where the atom has fragments, these; warps are spread over the result, along
    M only where another product or a reduction consumes its rows. Elsewhere
    (`universal_fma`) blocks of the result, and for the operands what each
    thread needs to compute its own block.
  }];
}

def TileASAssignLoadStoreLayouts
    : TileASPass<"tileas-assign-load-store-layouts"> {
  let summary = "Give loads and stores coalesced layouts";
  let description = [{
    The fastest order is along the dimension of the runs of the access, or that
    has unit stride in memory; a thread has as many neighbours as is cheapest for
    the accesses whose tiles meet in element-wise operations, so that these
    agree.
  }];
}

def TileASPropagateLayouts : TileASPass<"tileas-propagate-layouts"> {
  let summary = "Give every other tensor a layout";
  let description = [{
    See the head of PropagateLayouts.cpp. Afterwards every tensor has a layout,
    and `convert_layout` stands wherever an operand is wanted in another layout
    than it has.
  }];
}

def TileASRemoveLayoutConversions
    : TileASPass<"tileas-remove-layout-conversions"> {
  let summary = "Remove layout conversions that cost more than they bring";
  let description = [{
    Conversions to the same layout and of conversions fold; what is cheap to
    compute again is computed again; small tiles are loaded and stored in the
    layout that their neighbours want. What only one branch of an `scf.if` needs
    is converted there.
  }];
}

def TileASLowerDotToAsync : TileASPass<"tileas-lower-dot-to-async"> {
  let summary = "Make products of buffers those that read shared memory";
  let description = [{
    See the head of LowerDotToAsync.cpp. Afterwards products that are no
    `async.dot` have operands in registers.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::ub::UBDialect"];
}

def TileASLowerStoresToAsync : TileASPass<"tileas-lower-stores-to-async"> {
  let summary = "Store tiles by TMA that go through shared memory anyway";
  let description = [{
    See the head of LowerStoresToAsync.cpp. Where the target has TMA, and tensor
    maps can be had.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [TileAS_ExtendedSmem, TileAS_TensorMaps];
}

def TileASLowerLoadsToAsync : TileASPass<"tileas-lower-loads-to-async"> {
  let summary = "Make loads of loops copies to rings in shared memory";
  let description = [{
    See the head of LowerLoadsToAsync.cpp. Where the target has `cp.async`; by TMA
    where it has that, and tensor maps can be had.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [TileAS_ExtendedSmem, TileAS_TensorMaps];
}

def TileASOptimizeDotAccumulation
    : TileASPass<"tileas-optimize-dot-accumulation"> {
  let summary = "Leave sums of products in flight from step to step";
  let description = [{
    See the head of OptimizeDotAccumulation.cpp.
  }];
}

def TileASLegalizeScan : TileASPass<"tileas-legalize-scan"> {
  let summary = "Split scans into what a warp can do, and what joins those";
  let description = [{
    See the head of LegalizeScan.cpp. Afterwards a scan goes along runs of
    registers and lanes, and conversions bring together the totals of several
    runs.
  }];
}

def TileASLegalizeReduce : TileASPass<"tileas-legalize-reduce"> {
  let summary = "Split reductions across warps into what a warp can do";
  let description = [{
    See the head of LegalizeReduce.cpp. Afterwards a reduce combines what one
    warp holds, and conversions bring together what several hold.
  }];
}

def TileASMaterializeSharedResults
    : TileASPass<"tileas-materialize-shared-results"> {
  let summary = "Send what one thread did for all to the others";
  let description = [{
    See the head of MaterializeSharedResults.cpp. Afterwards the result of an
    atomic operation or ordered load that several warps hold is only copied to
    buffers.
  }];
}

def TileASMaterializeConvertLayout
    : TileASPass<"tileas-materialize-convert-layout"> {
  let summary = "Make conversions across warps copies to and from buffers";
  let description = [{
    See the head of MaterializeConvertLayout.cpp. Afterwards a convert_layout
    takes registers and shuffles only.
  }];
}

def TileASSlicing : TileASPass<"tileas-slicing"> {
  let summary = "Multiply slice by slice along K";
  let description = [{
    See the head of Slicing.cpp. Operands of products that come from buffers are
    read as late as they are needed, as far as shared memory has room for their
    buffers until then; a remark says where it has not.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [TileAS_ExtendedSmem];
}

def TileASMaterializeSchedule : TileASPass<"tileas-materialize-schedule"> {
  let summary = "Let a warp of its own bring the tiles of loops";
  let description = [{
    See the head of MaterializeSchedule.cpp. Loops whose copies by TMA another
    agent can start are split: the kernel becomes an agent_switch of a producer
    and consumers with a pipeline for each ring. Other loops stay as they are,
    for tileas-unspecialized-pipeline.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [TileAS_ExtendedSmem];
}

def TileASUnspecializedPipeline : TileASPass<"tileas-unspecialized-pipeline"> {
  let summary = "Start copies of later steps while this one works";
  let description = [{
    See the head of UnspecializedPipeline.cpp. Remark `Failed to pipeline loop`.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileASPrintSchedule : Pass<"tileas-print-schedule"> {
  let summary = "Show which operation of a loop runs in which stage, and when";
  let description = [{
    See the heads of PrintSchedule.cpp and LoopSchedule.h. Of each loop that
    `tileas-unspecialized-pipeline` will expand: a table on standard error, or a
    trace for Perfetto in `schedule-trace-file`. Changes nothing.
  }];
  let options = [Option<"scheduleTraceFile", "schedule-trace-file",
                        "std::string", "",
                        "Write a Chrome trace to this file, and no table">];
}

def TileASMaterializeAsync : TileASPass<"tileas-materialize-async"> {
  let summary = "Count the groups that waits may leave in flight";
  let description = [{
    See the head of MaterializeAsync.cpp. Afterwards every `async.wait` says how
    many groups may be pending.
  }];
}

def TileASAttachTmaDescArgs : TileASPass<"tileas-attach-tma-desc-args"> {
  let summary = "Make tensor maps arguments of the kernel";
  let description = [{
    See the head of AttachTmaDescArgs.cpp. Afterwards there is no
    make_tiled_tma_desc, and who launches the kernel makes the maps.
  }];
}

def TileASBuildTmaDescs : TileASPass<"tileas-build-tma-descs"> {
  let summary = "Let the kernel find or make its tensor maps";
  let description = [{
    See the head of BuildTmaDescs.cpp. Afterwards there is no
    make_tiled_tma_desc, and nobody has to make maps for a launch.
  }];
  let options = [Option<"entries", "entries", "unsigned", "64",
                        "Places of a cache, a power of two">];
}

def TileASAssignSmem : TileASPass<"tileas-assign-smem"> {
  let summary = "Place the buffers in shared memory";
  let description = [{
    See the head of AssignSmem.cpp. Writes the offset of every alloc_tensor, and
    `nv_tileas.shared_memory`, the bytes that the kernel takes in all, on the
    function. Fails where the target has less.
  }];
  let options = [TileAS_ExtendedSmem];
}

def TileASAssignTmem : TileASPass<"tileas-assign-tmem"> {
  let summary = "Place the buffers in tensor memory";
  let description = [{
    See the head of AssignTmem.cpp. Writes the offset of every alloc_tmem, and
    takes the columns of the kernel, and gives them back. Fails where there are
    fewer.
  }];
}

def TileASInsertMemoryBarriers : TileASPass<"tileas-insert-memory-barriers"> {
  let summary = "Make threads meet between accesses that are in conflict";
  let description = [{
    See the head of InsertMemoryBarriers.cpp.
  }];
}

def TileASAssignNamedBarriers : TileASPass<"tileas-assign-named-barriers"> {
  let summary = "Give the barriers of agents their ids";
  let description = [{
    See the head of AssignNamedBarriers.cpp. Afterwards every barrier of an agent
    of several warps has an id. Fails where a CTA has too few.
  }];
}

def TileASAssignAccessAtoms : TileASPass<"tileas-assign-access-atoms"> {
  let summary = "Choose the instructions of accesses, reductions and barriers";
  let description = [{
    Layouts and facts of an access say how many neighbours a thread may take at
    a time: that is the size of its atom. What combines the lanes of a warp
    depends on the combination and the target, which barrier it is on who meets.
  }];
}

def TileASReportResources : TileASPass<"tileas-report-resources"> {
  let summary = "Say what a kernel takes of a multiprocessor";
  let description = [{
    See the heads of ReportResources.cpp and RegisterPressure.h. Remarks
    `Resources`, and `RegisterPressure` where a thread needs more registers than
    it can have. Changes nothing.
  }];
}

def TileASVerifyLayouts : TileASPass<"tileas-verify-layouts"> {
  let summary = "Check the contract of nv_tileas after layout assignment";
  let description = [{
    Every tensor has a layout of the kernel's warps of 32 lanes each, without
    registers that duplicate others, and operands and results of each operation
    agree as the operation requires.
  }];
}

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

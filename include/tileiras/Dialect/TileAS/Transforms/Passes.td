//===- Passes.td - Passes on nv_tileas ---------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes are in the order in which the pipeline runs them
// (lib/Pipelines/Pipelines.cpp). Layout passes communicate by types only: a
// tensor with an encoding has its layout, and a `convert_layout` between a
// tensor with and one without an encoding marks a boundary that
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
             "Use the shared memory that the assembler allows with "
             "--enable-extended-smem, which is more than the static limit">;

def TileAS_TensorMaps
    : Option<"tensorMaps", "tensor-maps", "::tileiras::TensorMapProvider",
             "::tileiras::TensorMapProvider::None",
             "Which side encodes the tensor maps of TMA copies",
             [{::llvm::cl::values(
               clEnumValN(::tileiras::TensorMapProvider::None, "none",
                          "none: no copy goes by TMA"),
               clEnumValN(::tileiras::TensorMapProvider::Parameter, "parameter",
                          "the launch, which passes them to the kernel"),
               clEnumValN(::tileiras::TensorMapProvider::Device, "device",
                          "the kernel itself"))}]>;

def TileASFoldRoundingIntoTma : TileASPass<"tileas-fold-rounding-into-tma"> {
  let summary = "Fold the rounding of dot operands to tf32 into TMA loads";
  let description = [{
    A load of f32 whose only use is a conversion to tf32 for a dot becomes a
    load of tf32, which TMA rounds on the way. It applies where the target has
    TMA and tensor maps are available. See the head of FoldRoundingIntoTma.cpp.
  }];
  let options = [TileAS_TensorMaps];
}

def TileASTransposeDot : TileASPass<"tileas-transpose-dot"> {
  let summary =
      "Transpose dots whose B operand wgmma can't read from shared memory";
  let description = [{
    wgmma reads 32-bit operands from shared memory only where they are
    contiguous along K. A dot whose B is not is rewritten as the transposed dot,
    with B on the left, in registers. See the head of TransposeDot.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
}

def TileASAssignDotLayouts : TileASPass<"tileas-assign-dot-layouts"> {
  let summary = "Choose the MMA instruction of each dot, and its layouts";
  let description = [{
    A dot comes with the mma.sync or FMA that the conversion from nv_tileaa
    chose (lib/Conversion/TileAAToTileAS/MmaAtoms.cpp). This pass replaces it by
    tcgen05.mma (Tcgen05Selection.h), else by wgmma (WgmmaSelection.h), where
    one of them can compute the dot. Where the instruction has fragments,
    accumulator and operands get their layouts; warps tile the result, along M
    only where another dot or a reduction consumes its rows. `universal_fma`
    gets blocks of the result, and as operands what each thread needs for its
    own block. A remark says which instruction was chosen and, where the
    operands or the accumulator rule a better one out, why.
  }];
}

def TileASAssignLoadStoreLayouts
    : TileASPass<"tileas-assign-load-store-layouts"> {
  let summary = "Give loads and stores coalesced layouts";
  let description = [{
    The fastest dimension is that of the contiguous runs of the access, or the
    one with unit stride in memory. The vector width of a thread is the cheapest
    one over all accesses whose tiles are combined element-wise, so that these
    agree on one layout.
  }];
}

def TileASPropagateLayouts : TileASPass<"tileas-propagate-layouts"> {
  let summary = "Propagate layouts to all other tensors";
  let description = [{
    Tensors that must have the same layout form a class, and a cost model
    chooses a layout for each class (LayoutSelection.h). Afterwards every tensor
    has a layout, and a `convert_layout` is wherever an operand is required in
    another layout than its value has. See the head of PropagateLayouts.cpp.
  }];
}

def TileASRemoveLayoutConversions
    : TileASPass<"tileas-remove-layout-conversions"> {
  let summary = "Remove layout conversions that cost more than they gain";
  let description = [{
    Conversions to the same layout and of other conversions fold; cheap values
    are rematerialised in the other layout; small tiles are loaded and stored in
    the layout that their users or producers have. A conversion whose result
    only one branch of an `scf.if` uses sinks into that branch.
  }];
}

def TileASLowerDotToAsync : TileASPass<"tileas-lower-dot-to-async"> {
  let summary = "Lower dots on shared-memory operands to wgmma and tcgen05.mma";
  let description = [{
    Operands are staged in shared memory, with the fence that makes them visible
    to the async proxy; the dot becomes an `async.dot` (wgmma) or an
    `async.tmem_dot` (tcgen05.mma), whose accumulator is in tensor memory
    (TmemAccumulators.h, which also keeps it there across the rescale of
    attention). Dots that are left have their operands in registers. See the
    head of LowerDotToAsync.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::ub::UBDialect"];
}

def TileASLowerStoresToAsync : TileASPass<"tileas-lower-stores-to-async"> {
  let summary =
      "Store staged tiles by TMA, and place the fence before each store";
  let description = [{
    A tile that is staged through shared memory for its store alone is stored
    from there by TMA: threads write their part, execute a proxy fence and
    synchronise, and one thread starts the copy. It applies where the target has
    TMA and tensor maps are available (TmaStores.h). See the head of
    LowerStoresToAsync.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [TileAS_ExtendedSmem, TileAS_TensorMaps];
}

def TileASLowerLoadsToAsync : TileASPass<"tileas-lower-loads-to-async"> {
  let summary =
      "Turn loads of loops into multi-stage async copies to shared memory";
  let description = [{
    A tile that a loop loads and stages through shared memory is copied there by
    TMA or cp.async, to a circular buffer. RingStages.h decides the number of
    pipeline stages, and tileas-materialize-schedule chooses it anew for loops
    that it partitions; AsyncLoadPlan.h decides which loads take part and which
    of them go by TMA. LoadedIndices.h loads an index that an address needs an
    iteration earlier. The pass applies where the target has `cp.async`, or TMA
    and tensor maps are available. See the head of LowerLoadsToAsync.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [TileAS_ExtendedSmem, TileAS_TensorMaps];
}

def TileASOptimizeDotAccumulation
    : TileASPass<"tileas-optimize-dot-accumulation"> {
  let summary = "Keep wgmma accumulation in flight across iterations";
  let description = [{
    A loop carries its accumulator as a future, so that an iteration waits for
    the MMAs of the iteration before instead of its own. See the head of
    OptimizeDotAccumulation.cpp.
  }];
}

def TileASLegalizeScan : TileASPass<"tileas-legalize-scan"> {
  let summary = "Split scans across warps into scans within a warp";
  let description = [{
    Afterwards a scan runs along the registers and lanes of one warp, and layout
    conversions exchange the totals of blocks between warps. See the head of
    LegalizeScan.cpp.
  }];
}

def TileASLegalizeReduce : TileASPass<"tileas-legalize-reduce"> {
  let summary = "Split reductions across warps into reductions within a warp";
  let description = [{
    Afterwards a reduce combines what one warp holds, and layout conversions
    exchange partial results between warps. See the head of LegalizeReduce.cpp.
  }];
}

def TileASMaterializeSharedResults
    : TileASPass<"tileas-materialize-shared-results"> {
  let summary =
      "Broadcast results of single-thread operations through shared memory";
  let description = [{
    Atomic operations and ordered loads are executed by one thread for all that
    hold the element. Where several warps need the result, it is staged through
    a buffer. See the head of MaterializeSharedResults.cpp.
  }];
}

def TileASMaterializeConvertLayout
    : TileASPass<"tileas-materialize-convert-layout"> {
  let summary =
      "Lower layout conversions across warps to copies through buffers";
  let description = [{
    Conversions that cross warps become a store to and a load from a buffer in
    shared memory. The conversions that are left need registers and shuffles
    only. See the head of MaterializeConvertLayout.cpp.
  }];
}

def TileASSlicing : TileASPass<"tileas-slicing"> {
  let summary = "Slice dots along K, so that operands are read just before use";
  let description = [{
    Operands in buffers are read one K slice at a time, as late as possible, as
    long as shared memory has the capacity to keep their buffers alive until
    then; a remark reports where it has not. See the head of Slicing.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [TileAS_ExtendedSmem];
}

def TileASVerifySchedule : TileASPass<"tileas-verify-schedule"> {
  let summary = "Verify the schedule that a kernel's attributes are";
  let description = [{
    A kernel whose operations have attributes of a schedule
    (`tileas.schedule.partition`, `stage`, `order`, …) obeys the rules V1 to
    V10 of VerifySchedule.h, whoever wrote it; an error names the rule that it
    breaks, and the operations; a remark has the cycles of an iteration by the
    machine model. Other kernels are left alone. It changes nothing.
  }];
}

def TileASMaterializeSchedule : TileASPass<"tileas-materialize-schedule"> {
  let summary =
      "Warp-specialize TMA loops into producer, MMA and compute partitions";
  let description = [{
    A loop with asynchronous MMAs on tiles that TMA loads is partitioned: the
    kernel becomes an `agent_switch` of a producer warp and its consumers, with
    a pipeline for each circular buffer. The pass chooses the number of stages
    anew, more or fewer, as shared memory allows, assigns registers to producer,
    MMA and consumer warps (setmaxnreg), and schedules attention: two compute
    warpgroups in ping-pong (AlternateSteps.h), MMA warps (IssuedProducts.h),
    dependent MMAs one iteration late (StaggerProducts.h), and the rescale of
    the accumulator in slices (SliceChanges.h). Other loops are left to
    tileas-unspecialized-pipeline. See the head of MaterializeSchedule.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [TileAS_ExtendedSmem];
}

def TileASUnspecializedPipeline : TileASPass<"tileas-unspecialized-pipeline"> {
  let summary = "Software-pipeline async copies in loops that all warps run";
  let description = [{
    Copies of later iterations are started while this one computes. Where a loop
    can't be pipelined, the remark `Failed to pipeline loop` says so. A kernel
    with a schedule in mode `pipelined` is expanded as that says, or is an
    error. See the head of UnspecializedPipeline.cpp.
  }];
  let dependentDialects = ["::mlir::nv_tileas::TileASDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TileASPrintSchedule : Pass<"tileas-print-schedule"> {
  let summary =
      "Print the stage, cycle and order of each operation of a pipelined loop";
  let description = [{
    For each loop that `tileas-unspecialized-pipeline` will expand, the pass
    prints a table to standard error, or writes a trace for Perfetto to
    `schedule-trace-file`. It changes nothing. See the heads of
    PrintSchedule.cpp and LoopSchedule.h.
  }];
  let options = [Option<"scheduleTraceFile", "schedule-trace-file",
                        "std::string", "",
                        "Write a Chrome trace to this file, and no table">];
}

def TileASPrintPlacements : Pass<"tileas-print-placements"> {
  let summary = "Print the partition, stage, order and copies of copies and MMAs";
  let description = [{
    The pass prints what it reads from agents, and from rings that
    `tileas-unspecialized-pipeline` will expand, to standard error: whether two
    kernels have the same schedule. It changes nothing. See the heads of
    PrintPlacements.cpp and KernelPlacements.h.
  }];
}

def TileASMaterializeAsync : TileASPass<"tileas-materialize-async"> {
  let summary = "Compute how many async groups each wait may leave in flight";
  let description = [{
    Afterwards every `async.wait` has the number of groups that may be pending.
    See the head of MaterializeAsync.cpp.
  }];
}

def TileASAttachTmaDescArgs : TileASPass<"tileas-attach-tma-desc-args"> {
  let summary = "Pass tensor maps to the kernel as arguments";
  let description = [{
    Afterwards there is no `make_tiled_tma_desc`, and the launch encodes the
    tensor maps. See the head of AttachTmaDescArgs.cpp.
  }];
}

def TileASBuildTmaDescs : TileASPass<"tileas-build-tma-descs"> {
  let summary = "Let the kernel find or encode its tensor maps";
  let description = [{
    Afterwards there is no `make_tiled_tma_desc`, and a launch needs no tensor
    maps: the kernel looks them up in a cache in global memory. See the head of
    BuildTmaDescs.cpp.
  }];
  let options = [Option<"entries", "entries", "unsigned", "64",
                        "Entries of each cache of maps, a power of two">];
}

def TileASAssignSmem : TileASPass<"tileas-assign-smem"> {
  let summary = "Allocate the buffers in shared memory";
  let description = [{
    The pass writes the offset of every `alloc_tensor` and, on the function,
    `nv_tileas.shared_memory`: the bytes that the kernel uses in total. It fails
    where the target has less. See the head of AssignSmem.cpp.
  }];
  let options = [TileAS_ExtendedSmem];
}

def TileASAssignTmem : TileASPass<"tileas-assign-tmem"> {
  let summary = "Allocate the buffers in tensor memory";
  let description = [{
    The pass writes the offset of every `alloc_tmem`, allocates the columns of
    the kernel, and deallocates them at its end. It fails where the target has
    fewer. See the head of AssignTmem.cpp.
  }];
}

def TileASInsertMemoryBarriers : TileASPass<"tileas-insert-memory-barriers"> {
  let summary = "Insert CTA barriers between conflicting accesses";
  let description = [{
    Accesses conflict if one of them writes the same bytes of shared memory, or
    a token orders them, and different threads may make them. See the head of
    InsertMemoryBarriers.cpp.
  }];
}

def TileASAssignNamedBarriers : TileASPass<"tileas-assign-named-barriers"> {
  let summary = "Assign ids to the named barriers of agents";
  let description = [{
    Afterwards every barrier of an agent of several warps has an id. The pass
    fails where a CTA has too few. See the head of AssignNamedBarriers.cpp.
  }];
}

def TileASAssignAccessAtoms : TileASPass<"tileas-assign-access-atoms"> {
  let summary = "Select the instructions of accesses, reductions and barriers";
  let description = [{
    The layout and the facts of an access bound its vector width, which is the
    size of its atom. The instruction that combines the lanes of a warp depends
    on the combination and the target, that of a barrier on the threads that
    synchronise at it.
  }];
}

def TileASAdmitOccupancy : TileASPass<"tileas-admit-occupancy"> {
  let summary = "Reduce an occupancy to what the resources of an SM admit";
  let description = [{
    The hint `nv_tileaa.occupancy` becomes the most CTAs up to it that have
    registers, shared memory and tensor memory for what the kernel takes; the
    remark `Occupancy` says what is missing. Agents that reallocate registers
    get those of fewer CTAs. See the head of AdmitOccupancy.cpp.
  }];
}

def TileASReportResources : TileASPass<"tileas-report-resources"> {
  let summary = "Report registers, shared memory and occupancy of a kernel";
  let description = [{
    The pass emits the remark `Resources`, and `RegisterPressure` where a thread
    needs more registers than it can have. It changes nothing. See the heads of
    ReportResources.cpp and RegisterPressure.h.
  }];
}

def TileASVerifyLayouts : TileASPass<"tileas-verify-layouts"> {
  let summary = "Verify the contract of nv_tileas after layout assignment";
  let description = [{
    Every tensor has a layout of the kernel's warps of 32 lanes each, without
    registers that duplicate others, and operands and results of each operation
    agree as the operation requires.
  }];
}

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

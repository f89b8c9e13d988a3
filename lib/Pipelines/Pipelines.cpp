//===- Pipelines.cpp - The order of the passes ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Pipelines.h"

#include "tileiras/Conversion/CudaTileToTileAA/Passes.h"
#include "tileiras/Conversion/DebugInfoToLLVM/Passes.h"
#include "tileiras/Conversion/TileAAToTileAS/Passes.h"
#include "tileiras/Conversion/TileASToLLVM/Passes.h"
#include "tileiras/Conversion/TileFuncToLLVM/Passes.h"
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"
#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Target/NVPTX/DeviceLibrary.h"
#include "tileiras/Target/NVVMAttach/Passes.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tileiras {

/// Simplifies a program while it is Tile IR. At -O0 it stays as it was written.
/// A loop becomes a `for` if its bound is invariant. Splitting leaves constant
/// conditions, and values that are the same in both loops.
static void addTileSimplification(OpPassManager &pm,
                                  const PipelineOptions &options) {
  if (options.optLevel == 0)
    return;
  auto &kernelPM = pm.nest<cuda_tile::ModuleOp>().nest<cuda_tile::EntryOp>();
  kernelPM.addPass(createCanonicalizerPass());
  kernelPM.addPass(createCSEPass());
  if (options.optLevel >= 2) {
    kernelPM.addPass(createLoopToWhile());
    kernelPM.addPass(createLoopInvariantCodeMotionPass());
    kernelPM.addPass(createLoopToFor());
  }
  if (options.optLevel >= 3) {
    kernelPM.addPass(createLoopSplit());
    kernelPM.addPass(createCanonicalizerPass());
    kernelPM.addPass(createCSEPass());
  }
}

/// Converts cuda_tile to nv_tileaa in a separate gpu.module.
static void addTileToTileAA(OpPassManager &pm, const PipelineOptions &options) {
  ConvertCudaTileToTileAAOptions convert;
  convert.computeCapability = options.computeCapability;
  pm.addPass(createConvertCudaTileToTileAA(convert));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// Puts the tiles that warps exchange into buffers in shared memory. Runs on
/// functions.
static void addBuffers(OpPassManager &pm, const PipelineOptions &options) {
  // This precedes the passes that compute the cost of conversions.
  pm.addPass(createTileASLegalizeScan());
  pm.addPass(createTileASLowerDotToAsync());
  // This precedes the choice of the number of stages, which uses the remaining
  // shared memory.
  TileASLowerStoresToAsyncOptions stores;
  stores.extendedSmem = options.extendedSharedMemory;
  stores.tensorMaps = options.tensorMaps;
  pm.addPass(createTileASLowerStoresToAsync(stores));
  TileASLowerLoadsToAsyncOptions loads;
  loads.extendedSmem = options.extendedSharedMemory;
  loads.tensorMaps = options.tensorMaps;
  pm.addPass(createTileASLowerLoadsToAsync(loads));
  if (options.tensorMaps == TensorMapProvider::Parameter)
    pm.addPass(createTileASAttachTmaDescArgs());
  pm.addPass(createTileASOptimizeDotAccumulation());
  pm.addPass(createTileASLegalizeReduce());
  pm.addPass(createTileASMaterializeSharedResults());
  pm.addPass(createTileASMaterializeConvertLayout());
  TileASSlicingOptions slicing;
  slicing.extendedSmem = options.extendedSharedMemory;
  pm.addPass(createTileASSlicing(slicing));
}

/// Lets agents start copies and MMAs. Runs on functions.
static void addAgents(OpPassManager &pm, const PipelineOptions &options) {
  // The pass that expands the schedule comes next.
  pm.addPass(createTileASVerifySchedule());
  if (!options.warpSpecialize)
    return;
  TileASMaterializeScheduleOptions schedule;
  schedule.extendedSmem = options.extendedSharedMemory;
  pm.addPass(createTileASMaterializeSchedule(schedule));
}

/// Pipelines copies, and assigns offsets of buffers and barriers. Runs on
/// functions.
static void addSchedule(OpPassManager &pm, const PipelineOptions &options) {
  pm.addPass(createTileASUnspecializedPipeline());
  pm.addPass(createTileASMaterializeAsync());
  // This follows every pass that chooses the threads that start copies.
  if (options.tensorMaps == TensorMapProvider::Device)
    pm.addPass(createTileASBuildTmaDescs());
  pm.addPass(createTileASAssignTmem());
  TileASAssignSmemOptions placement;
  placement.extendedSmem = options.extendedSharedMemory;
  pm.addPass(createTileASAssignSmem(placement));
  pm.addPass(createTileASInsertMemoryBarriers());
  pm.addPass(createTileASAssignNamedBarriers());
}

/// Prints a table, a trace, or nothing. Runs on a gpu.module, so that a trace
/// has all of its kernels.
static void addPrintSchedule(OpPassManager &pm,
                             const PipelineOptions &options) {
  if (options.printSchedule)
    pm.addPass(createTileASPrintSchedule());
  TileASPrintScheduleOptions trace;
  trace.scheduleTraceFile = options.scheduleTraceFile;
  if (!trace.scheduleTraceFile.empty())
    pm.addPass(createTileASPrintSchedule(trace));
}

/// Annotates accesses with facts, assigns layouts in registers to all tiles,
/// and puts the tiles that threads exchange into shared memory.
static void addTileAAToTileAS(OpPassManager &pm,
                              const PipelineOptions &options) {
  auto &gpuPM = pm.nest<gpu::GPUModuleOp>();
  auto &kernelPM = gpuPM.nest<nv_tileaa::FuncOp>();
  kernelPM.addPass(createTileAAAnnotateAccesses());
  kernelPM.addPass(createTileAAScalarizeLoads());
  // Tiles that are divided may need no slices.
  kernelPM.addPass(createTileAAPartitionCtaCluster());
  // If threads divide K, tiles may need no slices either.
  kernelPM.addPass(createTileAASliceK());
  kernelPM.addPass(createTileAAAnnotateReductions());
  // Slices of accumulators need no other slices.
  kernelPM.addPass(createTileAASliceAccumulators());
  kernelPM.addPass(createTileAASliceAndFuse());
  kernelPM.addPass(createTileAASliceDotResults());
  TileAAShrinkKTilesOptions shrinking;
  shrinking.extendedSmem = options.extendedSharedMemory;
  kernelPM.addPass(createTileAAShrinkKTiles(shrinking));
  kernelPM.addPass(createConvertTileAAToTileAS());
  TileASFoldRoundingIntoTmaOptions rounding;
  rounding.tensorMaps = options.tensorMaps;
  kernelPM.addPass(createTileASFoldRoundingIntoTma(rounding));
  kernelPM.addPass(createTileASTransposeDot());
  kernelPM.addPass(createTileASAssignDotLayouts());
  kernelPM.addPass(createTileASAssignLoadStoreLayouts());
  kernelPM.addPass(createTileASPropagateLayouts());
  kernelPM.addPass(createTileASRemoveLayoutConversions());
  kernelPM.addPass(createCSEPass());
  addBuffers(kernelPM, options);
  addPrintSchedule(gpuPM, options);
  addAgents(gpuPM.nest<nv_tileaa::FuncOp>(), options);
  if (options.printSchedule)
    gpuPM.addPass(createTileASPrintPlacements());
  auto &scheduledPM = gpuPM.nest<nv_tileaa::FuncOp>();
  addSchedule(scheduledPM, options);
  scheduledPM.addPass(createTileASAssignAccessAtoms());
  // This follows whatever takes registers, shared memory and tensor memory.
  scheduledPM.addPass(createTileASAdmitOccupancy());
  scheduledPM.addPass(createTileASReportResources());
  scheduledPM.addPass(createTileASVerifyLayouts());
}

/// Converts tiles to the registers of one thread: first the functions'
/// boundaries, then their bodies. Either half may be omitted. A library that a
/// user compiles has only its own functions.
static void addTileASToLLVM(OpPassManager &pm, const PipelineOptions &options,
                            bool toCute, bool fromCute) {
  auto &gpuPM = pm.nest<gpu::GPUModuleOp>();
  if (toCute)
    gpuPM.addPass(createConvertTileFuncToLLVM());
  ConvertTileASToLLVMOptions convert;
  convert.toInstructions = !fromCute;
  convert.fromInstructions = !toCute;
  convert.libraryFunctions = !options.deviceLibrary.empty() &&
                             options.deviceLibrary != kEmbeddedLibrary;
  gpuPM.addPass(createConvertTileASToLLVM(convert));
  if (fromCute)
    gpuPM.addPass(createCuteKernelToNvvmRewrite());
}

/// Inserts the debug values of a debugger, before any pass moves values.
/// Without a debugger they would only hinder optimisation.
static void addDescriptions(OpPassManager &pm, const PipelineOptions &options) {
  if (!isFull(options.debugInfo)) {
    pm.addPass(createDebugInfoStripValues());
    return;
  }
  pm.addPass(createDebugInfoScopeRegions());
  if (options.debugInfo == DebugInfoKind::SourceVariables)
    pm.addPass(createDebugInfoDescribeAssignments());
  if (options.debugInfo >= DebugInfoKind::Variables)
    pm.addPass(createDebugInfoDescribeValues());
}

/// Records in the gpu.module the options that later stages read.
static void addPrepare(OpPassManager &pm, const PipelineOptions &options) {
  GPUModulePrepareOptions prepare;
  prepare.computeCapability = options.computeCapability;
  prepare.debugInfo =
      debugInfoName(std::min(options.debugInfo, DebugInfoKind::Full)).str();
  pm.addPass(createGPUModulePrepare(prepare));
}

/// Converts llvm and nvvm operations to the form that the translation accepts.
static void addTail(OpPassManager &pm, const PipelineOptions &options) {
  auto &gpuPM = pm.nest<gpu::GPUModuleOp>();
  gpuPM.addPass(createConvertNVVMToLLVMPass());
  gpuPM.addPass(createReconcileUnrealizedCastsPass());
  ConvertDebugInfoToLLVMOptions debugInfo;
  debugInfo.optLevel = options.optLevel;
  gpuPM.addPass(createConvertDebugInfoToLLVM(debugInfo));

  AttachNVVMTargetOptions target;
  target.optLevel = options.optLevel;
  pm.addPass(createAttachNVVMTarget(target));

  AttachDeviceLibraryOptions library;
  library.path = options.deviceLibrary;
  pm.addPass(createAttachDeviceLibrary(library));
}

void buildTileirasPipeline(OpPassManager &pm, const PipelineOptions &options) {
  auto goesTo = [&](Stage stage) {
    return options.from < stage && stage <= options.to;
  };
  addDescriptions(pm, options);
  if (goesTo(Stage::TileAA)) {
    addTileSimplification(pm, options);
    addTileToTileAA(pm, options);
  }
  addPrepare(pm, options);
  if (goesTo(Stage::TileAS))
    addTileAAToTileAS(pm, options);
  if (goesTo(Stage::Cute) || goesTo(Stage::LLVM))
    addTileASToLLVM(pm, options, goesTo(Stage::Cute), goesTo(Stage::LLVM));
  if (options.to >= Stage::LLVM)
    addTail(pm, options);
}

/// Returns the stage that one operation implies.
static Stage stageOf(Operation *op) {
  // The warps diverge until the end.
  if (isa<nv_tileas::AgentSwitchOp, nv_tileas::YieldOp>(op))
    return Stage::Cute;
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "cuda_tile")
    return Stage::Tile;
  if (dialect == "nv_tileas")
    return Stage::TileAS;
  if (dialect == "nv_tileaa")
    return Stage::TileAA;
  if (dialect == "cute_nvgpu" || dialect == "cute" || dialect == "cutlass")
    return Stage::Cute;
  return Stage::LLVM;
}

Stage detectStage(ModuleOp module) {
  // nv_tileaa operations occur among those of nv_tileas, so one of the latter
  // implies TileAS; any cuda_tile operation precedes both. Operations that
  // become cute_nvgpu may occur among those of earlier stages.
  bool hasTileAA = false, hasTileAS = false, hasCute = false;
  WalkResult result = module.walk([&](Operation *op) {
    Stage stage = stageOf(op);
    hasTileAA |= stage == Stage::TileAA;
    hasTileAS |= stage == Stage::TileAS;
    hasCute |= stage == Stage::Cute;
    return stage == Stage::Tile ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return Stage::Tile;
  if (hasTileAS)
    return Stage::TileAS;
  if (hasTileAA)
    return Stage::TileAA;
  return hasCute ? Stage::Cute : Stage::LLVM;
}

namespace {
/// The pipeline's options in text form.
struct TextOptions : PassPipelineOptions<TextOptions> {
  Option<unsigned> computeCapability{*this, "compute-capability",
                                     llvm::cl::desc("GPU, as major*10 + minor"),
                                     llvm::cl::init(0)};
  Option<unsigned> optLevel{*this, "opt-level",
                            llvm::cl::desc("Optimisation level (0 to 3)"),
                            llvm::cl::init(3)};
  Option<std::string> debugInfo{
      *this, "debug-info",
      llvm::cl::desc("none, lineinfo, full, variables or source-variables"),
      llvm::cl::init("none")};
  Option<std::string> deviceLibrary{
      *this, "device-library",
      llvm::cl::desc("libclc, cuda, none, or a file of bitcode"),
      llvm::cl::init("none")};
  Option<bool> extendedSmem{
      *this, "extended-smem",
      llvm::cl::desc("Shared memory beyond the static limit"),
      llvm::cl::init(false)};
  Option<std::string> tensorMaps{
      *this, "tensor-maps",
      llvm::cl::desc("Provider of tensor maps: none, parameter or device"),
      llvm::cl::init("none")};
  Option<bool> printSchedule{
      *this, "print-schedule",
      llvm::cl::desc("Show the schedule of loops as a table"),
      llvm::cl::init(false)};
  Option<std::string> scheduleTraceFile{
      *this, "schedule-trace-file",
      llvm::cl::desc("Write the schedule of loops as a Chrome trace"),
      llvm::cl::init("")};
  Option<std::string> pipelineStrategy{
      *this, "pipeline-strategy",
      llvm::cl::desc(
          "Warps that start copies in flight: unspecialize (the warps "
          "that use them) or warp-specialize"),
      llvm::cl::init("unspecialize")};
  Option<std::string> from{*this, "from", llvm::cl::desc("Stage of the input"),
                           llvm::cl::init("tile")};
  Option<std::string> to{*this, "to", llvm::cl::desc("Stage to stop at"),
                         llvm::cl::init("llvm")};
};

/// The options as text, all of them.
std::string printOptions(const PipelineOptions &options) {
  TextOptions text;
  text.computeCapability = options.computeCapability;
  text.optLevel = options.optLevel;
  text.debugInfo = debugInfoName(options.debugInfo).str();
  text.deviceLibrary =
      options.deviceLibrary.empty() ? "none" : options.deviceLibrary;
  text.extendedSmem = options.extendedSharedMemory;
  text.tensorMaps = tensorMapProviderName(options.tensorMaps).str();
  text.printSchedule = options.printSchedule;
  text.scheduleTraceFile = options.scheduleTraceFile;
  text.pipelineStrategy =
      options.warpSpecialize ? "warp-specialize" : "unspecialize";
  text.from = stageName(options.from).str();
  text.to = stageName(options.to).str();
  std::string printed;
  llvm::raw_string_ostream os(printed);
  text.print(os);
  return printed;
}

/// Reads the options that are keywords, and reports errors in them.
class TextOptionReader {
public:
  using ErrorHandler = llvm::function_ref<LogicalResult(const Twine &)>;

  TextOptionReader(const TextOptions &text, ErrorHandler onError)
      : text(text), onError(onError) {}

  LogicalResult read(PipelineOptions &options) {
    options.computeCapability = text.computeCapability;
    options.optLevel = text.optLevel;
    options.extendedSharedMemory = text.extendedSmem;
    options.printSchedule = text.printSchedule;
    options.scheduleTraceFile = text.scheduleTraceFile;
    // 0 means that the module may state the capability.
    if (options.computeCapability != 0 &&
        !lookupTarget(options.computeCapability))
      return wrong("compute-capability", Twine(options.computeCapability),
                   "the number of one of " + targetNames());
    if (options.optLevel > 3)
      return wrong("opt-level", Twine(options.optLevel), "0 to 3");
    auto debugInfo = parseDebugInfo(text.debugInfo);
    if (!debugInfo)
      return wrong("debug-info", text.debugInfo.getValue(),
                   "one of " + debugInfoNames());
    options.debugInfo = *debugInfo;
    auto tensorMaps = parseTensorMapProvider(text.tensorMaps);
    if (!tensorMaps)
      return wrong("tensor-maps", text.tensorMaps.getValue(),
                   "one of " + tensorMapProviderNames());
    options.tensorMaps = *tensorMaps;
    options.warpSpecialize = text.pipelineStrategy == "warp-specialize";
    if (!options.warpSpecialize && text.pipelineStrategy != "unspecialize")
      return wrong("pipeline-strategy", text.pipelineStrategy.getValue(),
                   "unspecialize or warp-specialize");
    if (failed(readStage("from", text.from, options.from)) ||
        failed(readStage("to", text.to, options.to)) ||
        failed(readDeviceLibrary(options.deviceLibrary)))
      return failure();
    if (options.to < options.from)
      return wrong("to", text.to.getValue(),
                   "a stage not before '" + stageName(options.from) + "'");
    return success();
  }

private:
  LogicalResult wrong(StringRef option, const Twine &value,
                      const Twine &expected) {
    return onError("option '" + option + "' of pipeline 'tileiras': expected " +
                   expected + ", got '" + value + "'");
  }

  /// Stages after `llvm` are not MLIR's.
  LogicalResult readStage(StringRef option, const std::string &name,
                          Stage &stage) {
    auto parsed = parseStage(name);
    if (!parsed || *parsed > Stage::LLVM)
      return wrong(option, name, "a stage from tile to llvm");
    stage = *parsed;
    return success();
  }

  LogicalResult readDeviceLibrary(std::string &path) {
    auto resolved = resolveDeviceLibrary(text.deviceLibrary,
                                         ToolkitSearch::fromEnvironment());
    if (!resolved)
      return onError("option 'device-library' of pipeline 'tileiras': " +
                     llvm::toString(resolved.takeError()));
    path = std::move(*resolved);
    return success();
  }

  const TextOptions &text;
  ErrorHandler onError;
};
} // namespace

std::string printTileirasPipeline(const PipelineOptions &options) {
  return "builtin.module(tileiras" + printOptions(options) + ")";
}

void registerPipelines() {
  PassPipelineRegistration<>(
      "tileas-shared-memory",
      "What warps exchange becomes buffers in shared memory, with barriers",
      [](OpPassManager &pm) {
        addBuffers(pm, PipelineOptions());
        addAgents(pm, PipelineOptions());
        addSchedule(pm, PipelineOptions());
      });
  registerPassPipeline(
      "tileiras", "The whole way from one stage to another",
      [](OpPassManager &pm, StringRef text,
         TextOptionReader::ErrorHandler onError) -> LogicalResult {
        TextOptions parsed;
        PipelineOptions options;
        if (failed(parsed.parseFromString(text)) ||
            failed(TextOptionReader(parsed, onError).read(options)))
          return failure();
        buildTileirasPipeline(pm, options);
        return success();
      },
      [](llvm::function_ref<void(const mlir::detail::PassOptions &)> show) {
        show(TextOptions());
      });
}

} // namespace tileiras

//===- TileASToLLVM.cpp - Bodies of kernels: tiles become registers -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These are the phases of the pass, numbered as in its description, in the
// order of execution. Pipelines are converted before control flow, since a wait
// polls in a loop.
//
//   1  prints are decomposed
//   2  buffers are checked, and the symbols created that contain them and
//   tensor
//      maps
//   3  tiles become registers: all operations of nv_tileaa and nv_tileas, and
//      element-wise arith and math, on LLVM-typed scalars; addresses become
//      layouts and coordinates, which are hoisted out of loops. Where no other
//      pattern applies, the PDL patterns of the module are tried
//   6  pipelines become states of producers and consumers and barrier objects,
//      in cutlass, and these instructions (convert-cutlass-to-cute-nvgpu)
//   4  structured control flow becomes branches, and so do agents
//   5  operations of gpu and instructions become operations of nvvm
//      (convert-cute-nvgpu-to-nvvm), addresses integer arithmetic
//      (convert-cute-to-llvm). These are separate passes, so that dumps show
//      the IR before and after them
//   7  scalar arith, math, branches and functions become LLVM's
//   8  casts that cancel are removed
//   9  tiles that are values to the end are packed from their registers
//
// Each is an action of MLIR: --log-actions-to shows them. ConversionTarget.h
// says what operations each of them may leave.
//
//===----------------------------------------------------------------------===//

#include "MarkForReuse.h"
#include "Memory/SharedMemoryToLLVM.h"
#include "Patterns.h"
#include "PdlFallback.h"
#include "Registers.h"
#include "Tma/TensorMapCache.h"

#include "tileiras/Conversion/CuteNVGPUToNVVM/Passes.h"
#include "tileiras/Conversion/CuteToLLVM/Passes.h"
#include "tileiras/Conversion/CutlassToCuteNVGPU/Passes.h"
#include "tileiras/Conversion/LLVMTypes/RegionTypes.h"
#include "tileiras/Conversion/TileASToLLVM/ConversionTarget.h"
#include "tileiras/Conversion/TileASToLLVM/Passes.h"
#include "tileiras/Dialect/Cute/Transforms/Passes.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyAgents.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyAtoms.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyPipelines.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyTmaCopies.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/Action.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace tileiras {
#define GEN_PASS_DEF_CONVERTTILEASTOLLVM
#include "tileiras/Conversion/TileASToLLVM/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_llvm;

namespace {

/// For the phases that read every operation of a kernel: foldable operations
/// were folded before, LLVM folds again, and to try it here takes a twentieth
/// of the compile time of a long kernel.
ConversionConfig withoutFolds() {
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return config;
}

/// ub.poison of a tile becomes poison of its struct.
struct PoisonLowering : ConvertOpToLLVMPattern<ub::PoisonOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(ub::PoisonOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::PoisonOp>(
        op, getTypeConverter()->convertType(op.getType()));
    return success();
  }
};

/// A phase of the pass.
class PhaseAction : public tracing::ActionImpl<PhaseAction> {
public:
  static constexpr StringLiteral tag = "convert-nv-tileas-to-llvm-phase";

  PhaseAction(ArrayRef<IRUnit> units, unsigned number)
      : ActionImpl(units), number(number) {}

  void print(raw_ostream &os) const override {
    os << "`" << tag << "` " << number;
  }

private:
  unsigned number;
};

class ConvertTileASToLLVMPass
    : public tileiras::impl::ConvertTileASToLLVMBase<ConvertTileASToLLVMPass> {
public:
  using ConvertTileASToLLVMBase::ConvertTileASToLLVMBase;

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    const TargetInfo *target = getTarget(module);
    if (!target)
      return signalPassFailure();
    LowerToLLVMOptions options(&getContext());
    options.useBarePtrCallConv = true;
    options.overrideIndexBitwidth(indexBitwidth == 0 ? 64 : indexBitwidth);
    TileTypeConverter converter(&getContext(), options);

    if (failed(checkFunctions(*target, converter)) ||
        failed(checkTileSizes(converter)))
      return signalPassFailure();
    bool hasMarks = moveMarksToLocations(module);
    if (!fromInstructions && failed(createInstructions(converter, *target)))
      return signalPassFailure();
    if (skipPipeline && hasPipelines())
      return;
    if (!toInstructions && failed(lowerInstructions(converter, *target)))
      return signalPassFailure();
    if (hasMarks)
      moveMarksToOperations(module);
  }

private:
  /// Lowers to addresses of cute and instructions of cute_nvgpu.
  LogicalResult createInstructions(TileTypeConverter &converter,
                                   const TargetInfo &target) {
    gpu::GPUModuleOp module = getOperation();
    if (failed(phase(1, [&] { return decomposePrints(module); })) ||
        failed(phase(2, [&] { return createSymbols(target); })) ||
        failed(phase(3, [&] { return convertTiles(converter, target); })))
      return failure();
    if (skipPipeline && hasPipelines())
      return success();
    return phase(6, [&] { return convertProtocols(converter); });
  }

  LogicalResult lowerInstructions(TileTypeConverter &converter,
                                  const TargetInfo &target) {
    return success(
        succeeded(
            phase(4, [&] { return convertControlFlow(converter, target); })) &&
        succeeded(phase(5, [&] { return convertInstructions(converter); })) &&
        succeeded(phase(7, [&] { return convertScalars(converter); })) &&
        succeeded(phase(8, [&] { return removeCasts(); })) &&
        succeeded(phase(9, [&] { return packTiles(); })));
  }

  LogicalResult phase(unsigned number, function_ref<LogicalResult()> run) {
    LogicalResult result = failure();
    getContext().executeAction<PhaseAction>(
        [&] { result = run(); }, {getOperation().getOperation()}, number);
    return result;
  }

  /// Checks that bodies read the converted arguments, their layouts are
  /// complete, and the target has their instructions.
  LogicalResult checkFunctions(const TargetInfo &target,
                               const TileTypeConverter &converter) {
    for (auto func : getOperation().getOps<nv_tileaa::FuncOp>())
      return func.emitError("expected the function boundary to be converted "
                            "before, by convert-nv-tile-func-to-llvm");
    for (auto func : getOperation().getOps<FunctionOpInterface>())
      if (isa<func::FuncOp>(func)
              ? failed(verifyLayouts(func, LayoutState::Complete)) ||
                    failed(verifyAtoms(func, target)) ||
                    failed(verifyAgents(func, target)) ||
                    failed(verifyPipelines(func, target)) ||
                    failed(verifyTmaCopies(func))
              : failed(checkHasNoTiles(func)))
        return failure();
    return checkRegionTypes(getOperation(), converter);
  }

  /// The boundary conversion creates func.func; tiles elsewhere have not been
  /// verified.
  LogicalResult checkHasNoTiles(FunctionOpInterface func) {
    WalkResult result = func.walk([](Operation *op) {
      if (!isa_and_present<nv_tileas::TileASDialect, nv_tileaa::TileAADialect>(
              op->getDialect()))
        return WalkResult::advance();
      op->emitOpError("expected to be in a 'func.func'");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// A tile is held in registers as a whole. A larger tile would be spilled
  /// many times over, by code with as many instructions.
  static constexpr unsigned kMaxRegistersPerTile = 1024;

  LogicalResult checkTileSizes(const TileTypeConverter &converter) {
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (failed(checkTileSize(op, type, converter)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult checkTileSize(Operation *op, Type type,
                              const TileTypeConverter &converter) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return success();
    Type element = converter.convertType(tile.getElementType());
    unsigned bits = isa<LLVM::LLVMPointerType>(element)
                        ? 64
                        : element.getIntOrFloatBitWidth();
    int64_t registers = nv_tileas::getLayout(tile).getNumRegisters();
    int64_t words = registers * std::max(bits, 16u) / 32;
    if (words <= kMaxRegistersPerTile)
      return success();
    return op->emitError("operation '")
           << op->getName() << "': a tile of "
           << RankedTensorType::get(tile.getShape(), tile.getElementType())
           << " needs " << words << " registers of each thread, more than the "
           << kMaxRegistersPerTile << " that are supported yet";
  }

  /// Phase 2.
  LogicalResult createSymbols(const TargetInfo &target) {
    createTensorMapCaches(getOperation(), target);
    return createSharedMemory(getOperation(), target);
  }

  /// Phase 3.
  LogicalResult convertTiles(const TileTypeConverter &converter,
                             const TargetInfo &targetInfo) {
    RewritePatternSet patterns(&getContext());
    populateElementwisePatterns(converter, patterns);
    populateFloatCastPatterns(converter, targetInfo, patterns);
    populateConstantPatterns(converter, patterns);
    populateShapePatterns(converter, patterns);
    populateStructurePatterns(converter, patterns);
    populatePointerPatterns(converter, patterns);
    populateAtomicPatterns(converter, targetInfo, patterns);
    populateTiledAccessPatterns(converter, targetInfo, patterns);
    populateReducePatterns(converter, patterns);
    populateScanPatterns(converter, patterns);
    populateConvertLayoutPatterns(converter, targetInfo, patterns);
    populateSharedMemoryPatterns(converter, patterns);
    populateCopyPatterns(converter, patterns);
    populateAsyncCopyPatterns(converter, patterns);
    populateTmaPatterns(converter, patterns);
    populateDotPatterns(converter, patterns);
    populateFuturePatterns(converter, patterns);
    populateTmemPatterns(converter, patterns);
    populateTcgen05MmaPatterns(converter, patterns);
    populateBlockMemoryPatterns(converter, patterns);
    populateLocalMemoryPatterns(converter, patterns);
    populateDebugPatterns(converter, targetInfo, patterns);
    populateDebugValuePatterns(converter, patterns);
    patterns.add<PoisonLowering>(converter);
    if (failed(takePdlPatterns(getOperation(), patterns)))
      return failure();
    ConversionTarget target =
        getBodyTarget(converter, getContext(), BodyPhase::Tiles);
    populateAgentTypePatterns(converter, patterns, target);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns), withoutFolds())))
      return failure();
    OpPassManager pipeline(gpu::GPUModuleOp::getOperationName());
    pipeline.addPass(createCuteHoistAddresses());
    return runPipeline(pipeline, getOperation());
  }

  /// After phase 3, operations of nv_tileas other than agents are those of
  /// pipelines.
  bool hasPipelines() {
    auto isOfPipeline = [](Operation *op) {
      return isa_and_present<nv_tileas::TileASDialect>(op->getDialect()) &&
             !isa<nv_tileas::AgentSwitchOp, nv_tileas::YieldOp>(op);
    };
    return getOperation()
        .walk([&](Operation *op) {
          return isOfPipeline(op) ? WalkResult::interrupt()
                                  : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Phase 6. Both parts are for few kernels.
  LogicalResult convertProtocols(const TileTypeConverter &converter) {
    if (hasPipelines() && failed(convertPipelines(getOperation(), converter)))
      return failure();
    WalkResult protocols = getOperation().walk([](Operation *op) {
      return isa_and_present<cutlass::CutlassDialect>(op->getDialect())
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (protocols.wasInterrupted()) {
      OpPassManager pipeline(gpu::GPUModuleOp::getOperationName());
      pipeline.addPass(createConvertCutlassToCuteNVGPU());
      if (failed(runPipeline(pipeline, getOperation())))
        return failure();
      mergeElectSync(getOperation());
    }
    eliminateRedundantFences(getOperation());
    return success();
  }

  /// Phase 4.
  LogicalResult convertControlFlow(const TileTypeConverter &converter,
                                   const TargetInfo &targetInfo) {
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    populateAgentDispatchPatterns(targetInfo, patterns);
    ConversionTarget target =
        getBodyTarget(converter, getContext(), BodyPhase::ControlFlow);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  /// Phase 5.
  LogicalResult convertInstructions(const TileTypeConverter &converter) {
    if (failed(convertGPUOperations(getOperation(), converter)))
      return failure();
    OpPassManager pipeline(gpu::GPUModuleOp::getOperationName());
    pipeline.addPass(createConvertCuteNVGPUToNVVM());
    pipeline.addPass(createConvertCuteToLLVM());
    return runPipeline(pipeline, getOperation());
  }

  /// Phase 7.
  LogicalResult convertScalars(TileTypeConverter &converter) {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateMathPatterns(converter, libraryFunctions, patterns);
    ConversionTarget target =
        getBodyTarget(converter, getContext(), BodyPhase::Scalars);
    return applyPartialConversion(getOperation(), target, std::move(patterns),
                                  withoutFolds());
  }

  /// Phase 8.
  LogicalResult removeCasts() {
    SmallVector<UnrealizedConversionCastOp> casts;
    getOperation().walk(
        [&](UnrealizedConversionCastOp op) { casts.push_back(op); });
    reconcileUnrealizedCasts(casts);
    return success();
  }

  /// Phase 9.
  LogicalResult packTiles() {
    RewritePatternSet patterns(&getContext());
    populatePackLoweringPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    WalkResult result = getOperation().walk([&](UnrealizedConversionCastOp op) {
      op.emitError("cast that is not reconciled: ")
          << op.getInputs().getTypes() << " to " << op.getResultTypes();
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace

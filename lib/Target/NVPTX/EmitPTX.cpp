//===- EmitPTX.cpp - LLVM dialect to PTX text -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/EmitPTX.h"

#include "tileiras/Target/NVPTX/BlobLinkedLib.h"
#include "tileiras/Target/NVPTX/CodeRules.h"
#include "tileiras/Target/PTX/Names.h"

#include "BackendDiagnostics.h"
#include "ExitWaits.h"
#include "InlinedLocations.h"
#include "JointConditions.h"
#include "LongBlocks.h"
#include "MissingLines.h"
#include "RepeatedMoves.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

Expected<PTXRequest> readPTXRequest(mlir::gpu::GPUModuleOp module) {
  mlir::ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.empty())
    return createStringError("the module has no target attributes");
  if (targets.size() != 1)
    return createStringError("expected one target attribute, got " +
                             Twine(targets.size()));
  auto target = dyn_cast<mlir::NVVM::NVVMTargetAttr>(targets[0]);
  if (!target)
    return createStringError("expected an #nvvm.target attribute");
  PTXRequest request;
  request.target.triple = target.getTriple().str();
  request.target.chip = target.getChip().str();
  request.target.features = target.getFeatures().str();
  request.optLevel = target.getO();
  return request;
}

static Error verify(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  if (verifyModule(module, &os))
    return createStringError("translation made invalid LLVM IR: " + text);
  return Error::success();
}

/// LLVM would end the process over some names, and ptxas the compilation over
/// others. Private symbols get valid names.
static Error checkNames(const Module &module) {
  for (const GlobalValue &value : module.global_values()) {
    if (value.hasLocalLinkage() || value.getName().starts_with("llvm."))
      continue;
    std::string refusal = refusePtxName("symbol", value.getName());
    if (!refusal.empty())
      return createStringError(refusal);
  }
  return Error::success();
}

static uint64_t countParameterBytes(const Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  uint64_t bytes = 0;
  for (const Argument &argument : kernel.args()) {
    Type *type = argument.hasByValAttr() ? argument.getParamByValType()
                                         : argument.getType();
    Align alignment = layout.getABITypeAlign(type);
    // For a pointer, the size is that of the pointee.
    if (argument.hasByValAttr())
      alignment = argument.getParamAlign().value_or(alignment);
    bytes = alignTo(bytes, alignment) + layout.getTypeAllocSize(type);
  }
  return bytes;
}

/// PTX ISA, "Kernel Function Parameters".
static Error checkParameters(const Module &module) {
  constexpr uint64_t kMaxParameterBytes = 32764;
  for (const Function &function : module)
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      if (uint64_t bytes = countParameterBytes(function);
          bytes > kMaxParameterBytes)
        return createStringError(
            "expected kernel '" + function.getName() + "' to have at most " +
            Twine(kMaxParameterBytes) + " bytes of parameters, got " +
            Twine(bytes) + "; pass some of them in an array");
  return Error::success();
}

Expected<std::unique_ptr<Module>>
translateToLLVMIR(mlir::gpu::GPUModuleOp gpuModule, const PTXRequest &request,
                  LLVMContext &context) {
  auto machine = TargetMachineCache::ofProcess().acquire(request.target);
  if (!machine)
    return machine.takeError();
  auto library = loadBlobLinkedLib(gpuModule, context);
  if (!library)
    return library.takeError();

  BackendDiagnostics diagnostics(context);
  // MLIR would write its verifier's errors to standard error.
  std::unique_ptr<Module> module =
      mlir::translateModuleToLLVMIR(gpuModule, context, gpuModule.getName(),
                                    /*disableVerification=*/true);
  if (!module)
    return createStringError("cannot translate module '" + gpuModule.getName() +
                             "' to LLVM IR");
  module->setTargetTriple(Triple(request.target.triple));
  module->setDataLayout((*machine)->createDataLayout());
  if (Error error = verify(*module))
    return std::move(error);
  if (Error error = checkNames(*module))
    return std::move(error);
  if (Error error = checkParameters(*module))
    return std::move(error);
  if (*library)
    if (Error error = linkDeviceLibrary(*module, std::move(*library)))
      return std::move(error);
  if (Error error = checkSymbolsResolved(*module))
    return std::move(error);
  applyCodeRules(*module);
  if (Error error = diagnostics.takeError())
    return std::move(error);
  return module;
}

static ModulePassManager buildPipeline(PassBuilder &builder, unsigned level) {
  switch (level) {
  case 0:
    return builder.buildO0DefaultPipeline(OptimizationLevel::O0);
  case 1:
    return builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1);
  case 2:
    return builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
  default:
    return builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3);
  }
}

/// Returns whether the loop only waits for a phase of an mbarrier, and many
/// instructions precede it.
static bool isWaitAfterWork(const Loop &loop) {
  constexpr size_t kMuch = 64;
  auto isTry = [](const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with("llvm.nvvm.mbarrier.try");
  };
  const BasicBlock *before = loop.getLoopPreheader();
  return before && before->size() > kMuch && loop.getNumBlocks() == 1 &&
         llvm::any_of(*loop.getHeader(), isTry);
}

/// IndVarSimplify sinks computations before a loop to their uses after it.
/// Before a loop that waits for an mbarrier, that work should overlap the wait.
static void keepWorkBeforeWaits(PassInstrumentationCallbacks &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback([](StringRef pass, Any ir) {
    const Loop *const *loop = any_cast<const Loop *>(&ir);
    return !loop || pass != "IndVarSimplifyPass" || !isWaitAfterWork(**loop);
  });
}

Error optimizeModule(Module &module, TargetMachine *machine, unsigned level) {
  if (level > 3)
    return createStringError("invalid LLVM optimization level");
  if (!machine)
    return createStringError(
        "target machine unavailable; cannot optimize with LLVM");

  BackendDiagnostics diagnostics(module.getContext());
  LoopAnalysisManager lam;
  FunctionAnalysisManager fam;
  CGSCCAnalysisManager cgam;
  ModuleAnalysisManager mam;
  PassInstrumentationCallbacks callbacks;
  keepWorkBeforeWaits(callbacks);
  PassBuilder builder(machine, PipelineTuningOptions(), std::nullopt,
                      &callbacks);
  builder.registerModuleAnalyses(mam);
  builder.registerCGSCCAnalyses(cgam);
  builder.registerFunctionAnalyses(fam);
  builder.registerLoopAnalyses(lam);
  builder.crossRegisterProxies(lam, fam, cgam, mam);
  ModulePassManager passes = buildPipeline(builder, level);
  passes.addPass(createModuleToFunctionPassAdaptor(ExitWaitsPass()));
  passes.addPass(createModuleToFunctionPassAdaptor(JointConditionsPass()));
  passes.run(module, mam);
  return diagnostics.takeError();
}

/// Adds the passes of TargetMachine::addPassesToEmitFile, and one of this
/// project, which it can't insert.
static Error addPrinter(legacy::PassManager &passes, TargetMachine &machine,
                        raw_pwrite_stream &os) {
  auto *modules = new MachineModuleInfoWrapperPass(&machine);
  TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  // CodeGenPrepare is the last pass before selection that joins blocks; its id
  // has no declaration.
  std::unique_ptr<Pass> prepare(createCodeGenPrepareLegacyPass());
  config->insertPass(prepare->getPassID(), createLongBlocksPass());
  // StackSlotColoring runs after all passes that join registers, which makes
  // moves redundant.
  config->insertPass(&StackSlotColoringID, createRepeatedMovesPass());
  passes.add(config);
  passes.add(modules);
  if (config->addISelPasses())
    return createStringError("the NVPTX target cannot print assembly");
  config->addMachinePasses();
  config->setInitialized();
  passes.add(createMissingLinesPass());
  if (static_cast<CodeGenTargetMachineImpl &>(machine).addAsmPrinter(
          passes, os, /*DwoOut=*/nullptr, CodeGenFileType::AssemblyFile,
          modules->getMMI().getContext()))
    return createStringError("the NVPTX target cannot print assembly");
  passes.add(createFreeMachineFunctionPass());
  return Error::success();
}

Expected<std::string> printPTX(Module &module, TargetMachine &machine,
                               unsigned level) {
  // Level 0 would copy every value of an inline assembly and between blocks,
  // registers of operations in flight too.
  auto codeGenLevel = CodeGenOpt::getLevel(std::max(level, 1u));
  if (!codeGenLevel)
    return createStringError("invalid LLVM optimization level");
  machine.setOptLevel(*codeGenLevel);
  BackendDiagnostics diagnostics(module.getContext());
  InlinedLocations inlined(module);
  SmallString<0> text;
  raw_svector_ostream os(text);
  legacy::PassManager passes;
  if (Error error = addPrinter(passes, machine, os))
    return std::move(error);
  passes.run(module);
  if (Error error = diagnostics.takeError())
    return std::move(error);
  return inlined.expand(text);
}

Expected<std::string> emitPTX(Module &module, const PTXRequest &request) {
  auto machine = TargetMachineCache::ofProcess().acquire(request.target);
  if (!machine)
    return machine.takeError();
  module.setTargetTriple(Triple(request.target.triple));
  module.setDataLayout((*machine)->createDataLayout());
  if (Error error = optimizeModule(module, machine->get(), request.optLevel))
    return std::move(error);
  return printPTX(module, **machine, request.optLevel);
}

} // namespace tileiras

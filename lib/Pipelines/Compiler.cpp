//===- Compiler.cpp - A compilation, in process -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Compiler.h"

#include "CompileCache.h"
#include "DiagnosticCollector.h"
#include "InputReader.h"
#include "RemarkCollector.h"

#include "tileiras/Pipelines/RegisterEverything.h"
#include "tileiras/Support/OwnStack.h"
#include "tileiras/Target/NVPTX/EmitPTX.h"
#include "tileiras/Target/PTX/Finalizer.h"
#include "tileiras/Target/Ptxas/Assemble.h"
#include "tileiras/Target/Ptxas/PerformanceLosses.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tileiras {

namespace {

/// The code of Tile IR in EIATTR_LANGUAGE.
constexpr unsigned kLanguageTileIR = 7;
/// PTX 9.2 added `.language`.
constexpr PtxVersion kLanguageSince = 92;

/// Reports the start of each pass. Passes that only nest others have no name.
class PassAnnouncer : public PassInstrumentation {
public:
  explicit PassAnnouncer(std::function<void(StringRef)> announce)
      : announce(std::move(announce)) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty())
      announce(pass->getArgument());
  }

private:
  std::function<void(StringRef)> announce;
};

/// One compilation. Each phase returns false after reporting an error.
class Compilation {
public:
  explicit Compilation(const CompileRequest &request)
      : request(request), context(registry(), MLIRContext::Threading::DISABLED),
        collector(&context, result.diagnostics) {
    // Users have the location; the compiler's form of the operation tells them
    // little.
    context.printOpOnDiagnostic(false);
    collectRemarks(context, request.remarks, result);
  }

  CompileResult run() {
    result.produced = request.emit;
    if (!read())
      result.status = CompileStatus::NotTileIR;
    else if (compile())
      result.status = CompileStatus::Success;
    return std::move(result);
  }

private:
  static const DialectRegistry &registry() {
    static const DialectRegistry all = [] {
      DialectRegistry registry;
      registerDialects(registry);
      return registry;
    }();
    return all;
  }

  void phase(StringRef name) {
    if (request.onPhase)
      request.onPhase(name);
  }

  bool read() {
    phase("reading the input");
    module = readInput(request, &context);
    if (!module)
      return false;
    nameUnknownLocations(*module);
    announceKernel();
    return true;
  }

  void announceKernel() {
    SmallVector<FunctionOpInterface> functions;
    module->walk([&](FunctionOpInterface function) {
      if (!function.isDeclaration())
        functions.push_back(function);
    });
    if (functions.size() != 1 || !request.onKernel)
      return;
    CompileDiagnostic kernel = makeDiagnostic(CompileDiagnostic::Severity::Note,
                                              functions.front()->getLoc(), "");
    if (!kernel.file.empty())
      request.onKernel(kernel.file, kernel.line, kernel.column);
  }

  bool compile() {
    if (!runPasses())
      return false;
    if (request.emit <= Stage::LLVM) {
      llvm::raw_string_ostream os(result.output);
      OpPrintingFlags flags;
      flags.enableDebugInfo(request.debugInfo != DebugInfoKind::None);
      // A device library would be millions of digits.
      flags.elideLargeResourceString();
      module->print(os, flags);
      os << "\n";
      return true;
    }
    return findGPUModule() && translate() && emit();
  }

  bool runPasses() {
    phase("running the MLIR passes");
    PassManager pm(&context);
    pm.enableVerifier(request.verifyEach);
    if (request.onPass)
      pm.addInstrumentation(std::make_unique<PassAnnouncer>(request.onPass));
    buildTileirasPipeline(pm, pipelineOf(request, detectStage(*module)));
    if (failed(pm.run(*module)))
      return fail(module->getLoc(), "failed to compile Tile IR program");
    return request.verifyEach || succeeded(verify(*module));
  }

  bool findGPUModule() {
    auto modules = llvm::to_vector(module->getOps<gpu::GPUModuleOp>());
    if (modules.size() != 1)
      return error(module->getLoc(), "expected one module of GPU code, got " +
                                         llvm::Twine(modules.size()));
    gpuModule = modules.front();
    return true;
  }

  bool translate() {
    phase("translating to LLVM IR");
    // attach-nvvm-target has given the module one target.
    ptxRequest = llvm::cantFail(readPTXRequest(gpuModule));
    auto translated = translateToLLVMIR(gpuModule, ptxRequest, llvmContext);
    if (!translated) {
      std::string message = toString(translated.takeError());
      return error(kernelLoc(message), message);
    }
    llvmModule = std::move(*translated);
    return true;
  }

  bool emit() {
    phase("running the LLVM passes");
    // The translation has checked that the same machine exists.
    auto machine = llvm::cantFail(
        TargetMachineCache::ofProcess().acquire(ptxRequest.target));
    if (llvm::Error failure =
            optimizeModule(*llvmModule, machine.get(), ptxRequest.optLevel))
      return error(kernelLoc(""), std::move(failure));
    if (request.emit == Stage::LLVMIR) {
      llvm::raw_string_ostream os(result.output);
      os << *llvmModule;
      return true;
    }
    phase("printing PTX");
    auto printed = printPTX(*llvmModule, *machine, ptxRequest.optLevel);
    if (!printed)
      return error(kernelLoc(""), printed.takeError());
    return request.emit == Stage::PTX ? deliverPTX(*printed)
                                      : deliverCubin(*printed);
  }

  FinalizeRequest finalizeRequest() const {
    FinalizeRequest finalize;
    finalize.target = request.target->PtxTarget;
    finalize.targetMinVersion = request.target->MinPtxVersion;
    return finalize;
  }

  bool deliverPTX(StringRef printed) {
    FinalizeRequest finalize = finalizeRequest();
    finalize.language = request.ptxLanguage;
    result.output = finalizePTX(printed, finalize);
    return true;
  }

  bool deliverCubin(StringRef printed) {
    phase("assembling");
    std::string ptx = finalizePTX(printed, finalizeRequest());
    if (request.ptxasPolicy == PtxasPolicy::None)
      return deliverInPlaceOfCubin(std::move(ptx));
    auto tool =
        choosePtxas(request.ptxas, statedPtxVersion(ptx),
                    "the code for " + std::string(request.target->Name));
    if (!tool && !tool.errorIsA<NoPtxas>())
      return error(UnknownLoc::get(&context), tool.takeError());
    if (!tool)
      return deliverWithoutPtxas(std::move(ptx), toString(tool.takeError()));
    result.ptxasUsed = tool->describe();
    if (tool->maxPtxVersion() >= kLanguageSince) {
      FinalizeRequest finalize = finalizeRequest();
      finalize.language = kLanguageTileIR;
      ptx = finalizePTX(printed, finalize);
    }
    return assemble(*tool, ptx);
  }

  bool deliverWithoutPtxas(std::string ptx, const std::string &reason) {
    if (request.ptxasPolicy == PtxasPolicy::Require)
      return error(UnknownLoc::get(&context), "no usable ptxas: " + reason);
    emitWarning(UnknownLoc::get(&context))
        << "no usable ptxas: " << reason
        << "; the output is PTX text instead of a cubin";
    return deliverInPlaceOfCubin(std::move(ptx));
  }

  /// The driver and the emulator load PTX that ends in NUL like a cubin.
  bool deliverInPlaceOfCubin(std::string ptx) {
    result.output = std::move(ptx);
    result.output.push_back('\0');
    result.produced = Stage::PTX;
    return true;
  }

  bool assemble(const PtxasTool &tool, StringRef ptx) {
    AssembleRequest assembly;
    assembly.arch = request.target->PtxTarget;
    assembly.optLevel = request.optLevel;
    assembly.lineInfo = request.debugInfo == DebugInfoKind::LineInfo;
    assembly.deviceDebug = isFull(request.debugInfo);
    assembly.secondsToWait = request.ptxas.secondsToWait;
    assembly.ownsProcess = request.ownsProcess;
    assembly.extendedSharedMemory = usesExtendedSharedMemory();
    auto assembled = assemblePTX(tool, ptx, assembly);
    if (!assembled) {
      std::string message = toString(assembled.takeError());
      return error(kernelLoc(message), message);
    }
    for (const PerformanceLoss &loss : findPerformanceLosses(assembled->log))
      warn(loss);
    result.output = std::move(assembled->cubin);
    return true;
  }

  void warn(const PerformanceLoss &loss) {
    emitWarning(kernelLoc(("'" + loss.kernel + "'").str()))
        << "MMAs are serialised in '" << loss.kernel
        << "': ptxas keeps none in flight there (C" << loss.code << ": "
        << loss.text << ")";
  }

  bool usesExtendedSharedMemory() const {
    const llvm::DataLayout &layout = llvmModule->getDataLayout();
    return llvm::any_of(
        llvmModule->globals(), [&](const llvm::GlobalVariable &global) {
          return global.getAddressSpace() == 3 &&
                 layout.getTypeAllocSize(global.getValueType()) >
                     request.target->SharedMemoryStatic;
        });
  }

  /// Returns the location of the kernel that `message` quotes, or else of the
  /// only one.
  Location kernelLoc(StringRef message) {
    SmallVector<LLVM::LLVMFuncOp> kernels;
    for (auto function : gpuModule.getOps<LLVM::LLVMFuncOp>()) {
      if (!function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
        continue;
      if (message.contains(("'" + function.getName() + "'").str()))
        return function.getLoc();
      kernels.push_back(function);
    }
    return kernels.size() == 1 ? kernels.front().getLoc() : gpuModule.getLoc();
  }

  bool error(Location loc, const llvm::Twine &message) {
    emitError(loc) << message;
    return false;
  }

  bool error(Location loc, llvm::Error failure) {
    return error(loc, toString(std::move(failure)));
  }

  /// Fails after a phase that has reported an error already, or should have.
  bool fail(Location loc, StringRef message) {
    for (const CompileDiagnostic &diagnostic : result.diagnostics)
      if (diagnostic.severity == CompileDiagnostic::Severity::Error)
        return false;
    return error(loc, message);
  }

  const CompileRequest &request;
  CompileResult result;
  MLIRContext context;
  DiagnosticCollector collector;
  llvm::LLVMContext llvmContext;
  OwningOpRef<ModuleOp> module;
  gpu::GPUModuleOp gpuModule;
  PTXRequest ptxRequest;
  std::unique_ptr<llvm::Module> llvmModule;
};

} // namespace

PipelineOptions pipelineOf(const CompileRequest &request, Stage from) {
  PipelineOptions options;
  options.computeCapability = request.target->ComputeCapability;
  options.optLevel = request.optLevel;
  options.debugInfo = request.debugInfo;
  options.deviceLibrary = request.deviceLibrary;
  options.from = from;
  options.to = std::min(request.emit, Stage::LLVM);
  options.extendedSharedMemory = request.getExtendedSharedMemory();
  options.tensorMaps = request.getTensorMaps();
  options.warpSpecialize = request.getWarpSpecialize();
  return options;
}

void CompileProgress::watch(CompileRequest &request) {
  request.onPhase = [this,
                     report = std::move(request.onPhase)](StringRef name) {
    phase = name.str();
    pass.clear();
    if (report)
      report(name);
  };
  request.onPass = [this, report = std::move(request.onPass)](StringRef name) {
    pass = name.str();
    if (report)
      report(name);
  };
  request.onKernel = [this, report = std::move(request.onKernel)](
                         StringRef file, unsigned line, unsigned column) {
    kernel.file = file.str();
    kernel.line = line;
    kernel.column = column;
    if (report)
      report(file, line, column);
  };
}

CompileResult failInternally(const CompileRequest &request,
                             const CompileProgress &progress,
                             const llvm::Twine &reason) {
  CompileResult result;
  result.isInternalError = true;
  CompileDiagnostic &error = result.diagnostics.emplace_back(progress.kernel);
  error.severity = CompileDiagnostic::Severity::Error;
  error.message = "internal compiler error while " + progress.phase;
  if (!progress.pass.empty())
    error.message += ", in '" + progress.pass + "',";
  error.message += (" for '" + request.inputName + "': " + reason +
                    "; this is a bug in tileiras")
                       .str();
  return result;
}

/// Compiles on a deep stack, which the host's may not be.
static CompileResult compileApart(CompileRequest request) {
  CompileProgress progress;
  progress.watch(request);
  CompileResult result;
  llvm::Error error =
      runOnOwnStack([&] { result = Compilation(request).run(); });
  if (!error)
    return result;
  if (error.isA<LLVMGaveUp>())
    return failInternally(request, progress, toString(std::move(error)));
  result.diagnostics.emplace_back().message = toString(std::move(error));
  return result;
}

CompileResult compile(const CompileRequest &request) {
  auto run = [&] { return compileApart(request); };
  return request.cacheDirectory.empty() ? run() : compileCached(request, run);
}

} // namespace tileiras

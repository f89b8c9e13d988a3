//===- Compiler.cpp - C API of the compiler -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts the options of C to a CompileRequest, and a CompileResult to the
// functions that read it. Options are copied up to the size that the caller
// states, so that older and newer headers work with this library
// (tileiras-c/Compiler.h).
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/Compiler.h"

#include "tileiras/Pipelines/CompileInProgram.h"
#include "tileiras/Pipelines/DiagnosticPrinter.h"

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/CAPI/Wrap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace tileiras;

namespace {
/// A result, or the error in the options.
struct Compilation {
  CompileResult result;
  bool badOption = false;
};
} // namespace

DEFINE_C_API_PTR_METHODS(TileirasCompilation, Compilation)

MlirStringRef tileirasGetStageNames(void) {
  static const std::string names = stageNames();
  return wrap(StringRef(names));
}

static TileirasCompileOptions defaultOptions() {
  static const CompileRequest request = CompileRequest::fromEnvironment();
  TileirasCompileOptions options = {};
  options.structSize = sizeof options;
  options.inputName = wrap(StringRef(request.inputName));
  options.emit = wrap(stageName(Stage::PTX));
  options.optLevel = request.optLevel;
  options.ptxasTimeout = request.ptxas.secondsToWait;
  return options;
}

void tileirasCompileOptionsInit(TileirasCompileOptions *options,
                                size_t structSize) {
  TileirasCompileOptions defaults = defaultOptions();
  std::memset(options, 0, structSize);
  std::memcpy(options, &defaults, std::min(structSize, sizeof defaults));
  options->structSize = structSize;
}

/// Returns an error without a location for an invalid option value.
static Compilation *refuse(const Twine &message) {
  auto compilation = std::make_unique<Compilation>();
  compilation->badOption = true;
  CompileDiagnostic diagnostic;
  diagnostic.message = message.str();
  compilation->result.diagnostics.push_back(std::move(diagnostic));
  return compilation.release();
}

/// The struct's size when it was published: `isText` was its last member. Later
/// members begin after the padding, which no caller has set.
static constexpr size_t kFirstSize =
    offsetof(TileirasCompileOptions, isText) + sizeof(bool);
static_assert(offsetof(TileirasCompileOptions, enableExtendedSmem) ==
              llvm::alignTo(kFirstSize, alignof(TileirasCompileOptions)));

/// Returns the options that the caller knows. Fails if it uses some that only a
/// newer library has.
static llvm::Expected<TileirasCompileOptions>
readOptions(const TileirasCompileOptions *given) {
  size_t size = given->structSize, known = sizeof(TileirasCompileOptions);
  if (size < kFirstSize)
    return llvm::createStringError(
        "expected structSize to be at least " + Twine(kFirstSize) + ", got " +
        Twine(size) + ": start from tileirasCompileOptionsGetDefault");
  auto *bytes = reinterpret_cast<const char *>(given);
  if (size > known && llvm::any_of(ArrayRef(bytes + known, size - known),
                                   [](char c) { return c != 0; }))
    return llvm::createStringError(
        "an option is set that only a newer libTileirasC has");
  TileirasCompileOptions options = defaultOptions();
  std::memcpy(&options, given, std::min(size, known));
  return options;
}

static llvm::Expected<CompileRequest>
makeRequest(StringRef input, const TileirasCompileOptions &options) {
  CompileRequest request = CompileRequest::fromEnvironment();
  request.input = input;
  request.inputName = unwrap(options.inputName).str();
  request.isText = options.isText;
  request.optLevel = options.optLevel;
  if (options.enableExtendedSmem)
    request.extendedSharedMemory = true;
  request.ptxas.secondsToWait = options.ptxasTimeout;
  if (!unwrap(options.pythonPrefix).empty())
    request.ptxas.toolkits.pythonPrefix = unwrap(options.pythonPrefix).str();
  if (!unwrap(options.ptxas).empty())
    request.setPtxas(unwrap(options.ptxas));
  llvm::Error error = llvm::Error::success();
  auto read = [&](MlirStringRef value, auto set) {
    if (!error && !unwrap(value).empty())
      error = set(unwrap(value));
  };
  if (!unwrap(options.cacheDirectory).empty())
    request.cacheDirectory = unwrap(options.cacheDirectory).str();
  read(options.arch, [&](StringRef v) { return request.setTarget(v); });
  read(options.emit, [&](StringRef v) { return request.setEmit(v); });
  read(options.debugInfo, [&](StringRef v) { return request.setDebugInfo(v); });
  read(options.deviceLibrary,
       [&](StringRef v) { return request.setDeviceLibrary(v); });
  read(options.remarks,
       [&](StringRef v) { return request.remarks.select("", v); });
  if (!error)
    error = request.check();
  if (error)
    return std::move(error);
  return request;
}

static Compilation *run(StringRef input, const TileirasCompileOptions *given) {
  auto options = readOptions(given);
  if (!options)
    return refuse(llvm::toString(options.takeError()));
  auto request = makeRequest(input, *options);
  if (!request)
    return refuse(llvm::toString(request.takeError()));
  StringRef program = unwrap(options->program);
  CompileResult result = program.empty() ? tileiras::compile(*request)
                                         : compileInProgram(program, *request);
  llvm::append_range(result.diagnostics, result.remarks);
  return new Compilation{std::move(result)};
}

static llvm::Expected<std::string>
printPipeline(const TileirasCompileOptions *given, StringRef from) {
  auto options = readOptions(given);
  if (!options)
    return options.takeError();
  auto request = makeRequest("", *options);
  if (!request)
    return request.takeError();
  auto stage = parseStage(from);
  if (!stage)
    return llvm::createStringError("unknown stage '" + from +
                                   "' (expected one of: " + stageNames() + ")");
  if (*stage > std::min(request->emit, Stage::LLVM))
    return llvm::createStringError("no passes of MLIR lead from '" + from +
                                   "' to '" + stageName(request->emit) + "'");
  return printTileirasPipeline(pipelineOf(*request, *stage));
}

MlirLogicalResult tileirasPrintPipeline(const TileirasCompileOptions *options,
                                        MlirStringRef from,
                                        MlirStringCallback callback,
                                        void *userData) {
  auto printed = printPipeline(options, unwrap(from));
  mlir::detail::CallbackOstream stream(callback, userData);
  if (printed)
    stream << *printed;
  else
    stream << llvm::toString(printed.takeError());
  return wrap(success(static_cast<bool>(printed)));
}

TileirasCompilation tileirasCompile(MlirStringRef input,
                                    const TileirasCompileOptions *options) {
  return wrap(run(unwrap(input), options));
}

void tileirasCompilationDestroy(TileirasCompilation result) {
  delete unwrap(result);
}

TileirasStatus tileirasCompilationGetStatus(TileirasCompilation result) {
  if (unwrap(result)->badOption)
    return TileirasStatusBadOption;
  switch (unwrap(result)->result.status) {
  case CompileStatus::Success:
    return TileirasStatusSuccess;
  case CompileStatus::NotTileIR:
    return TileirasStatusNotTileIR;
  case CompileStatus::Failed:
    break;
  }
  return TileirasStatusFailed;
}

MlirStringRef tileirasCompilationGetOutput(TileirasCompilation result) {
  return wrap(StringRef(unwrap(result)->result.output));
}

MlirStringRef tileirasCompilationGetProduced(TileirasCompilation result) {
  return wrap(stageName(unwrap(result)->result.produced));
}

intptr_t tileirasCompilationGetNumDiagnostics(TileirasCompilation result) {
  return unwrap(result)->result.diagnostics.size();
}

static TileirasSeverity translate(CompileDiagnostic::Severity severity) {
  switch (severity) {
  case CompileDiagnostic::Severity::Error:
    return TileirasSeverityError;
  case CompileDiagnostic::Severity::Warning:
    return TileirasSeverityWarning;
  case CompileDiagnostic::Severity::Remark:
    return TileirasSeverityRemark;
  case CompileDiagnostic::Severity::Note:
    break;
  }
  return TileirasSeverityNote;
}

TileirasDiagnostic tileirasCompilationGetDiagnostic(TileirasCompilation result,
                                                    intptr_t index) {
  const CompileDiagnostic &diagnostic =
      unwrap(result)->result.diagnostics[index];
  return {translate(diagnostic.severity), wrap(StringRef(diagnostic.file)),
          diagnostic.line, diagnostic.column,
          wrap(StringRef(diagnostic.message))};
}

static CompileDiagnostic::Severity translate(TileirasSeverity severity) {
  switch (severity) {
  case TileirasSeverityError:
    return CompileDiagnostic::Severity::Error;
  case TileirasSeverityWarning:
    return CompileDiagnostic::Severity::Warning;
  case TileirasSeverityRemark:
    return CompileDiagnostic::Severity::Remark;
  case TileirasSeverityNote:
    break;
  }
  return CompileDiagnostic::Severity::Note;
}

void tileirasDiagnosticPrint(TileirasDiagnostic diagnostic,
                             MlirStringCallback callback, void *userData) {
  CompileDiagnostic message{
      translate(diagnostic.severity), unwrap(diagnostic.file).str(),
      diagnostic.line, diagnostic.column, unwrap(diagnostic.message).str()};
  mlir::detail::CallbackOstream stream(callback, userData);
  printDiagnostics(message, DiagnosticsFormat::Text, stream);
}

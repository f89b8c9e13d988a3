//===- Options.cpp - Command line of tileiras -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace tileiras {

namespace {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info kInfoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Table : public GenericOptTable {
public:
  Table() : GenericOptTable(OptionStrTable, OptionPrefixesTable, kInfoTable) {}
};

using Failure = std::optional<OptionError>;

Failure usage(const Twine &message) {
  return OptionError{ExitUsage, message.str()};
}

/// Returns the error for an unknown value. The words up to the exclamation mark
/// are those for which clients of the closed tool search.
Failure unknownValue(StringRef option, StringRef value, const Twine &known) {
  return usage("for the --" + option + " option: Cannot find option named '" +
               value + "'! (expected one of: " + known + ")");
}

/// Returns the error of a request in those words.
Failure inWordsOfTool(Error error, StringRef option, StringRef value,
                      const Twine &known) {
  if (!error)
    return std::nullopt;
  consumeError(std::move(error));
  return unknownValue(option, value, known);
}

/// Turns the arguments into Options, one group of options at a time.
class Reader {
public:
  Reader(const InputArgList &args, Options &options)
      : args(args), options(options), request(options.request) {}

  Failure read() {
    options.inputs = args.getAllArgValues(OPT_INPUT);
    options.outputFile = value(OPT_output_file, options.outputFile).str();
    options.libraries = args.getAllArgValues(OPT_l);
    options.applyControls = args.hasArg(OPT_apply_controls);
    options.verbose = args.hasArg(OPT_verbose);
    options.help = args.hasArg(OPT_help);
    options.helpHidden = args.hasArg(OPT_help_hidden);
    options.version = args.hasArg(OPT_version);
    options.listVersions = args.hasArg(OPT_list_versions);
    options.serveRequest = args.hasArg(OPT_serve_request);
    request.verifyEach = args.hasArg(OPT_verify_each);
    if (args.hasArg(OPT_enable_extended_smem))
      request.extendedSharedMemory = true;
    // The first group determines the form of errors about the others.
    for (auto step :
         {&Reader::readDiagnosticsFormat, &Reader::readTarget,
          &Reader::readLevel, &Reader::readHost, &Reader::readExtras,
          &Reader::readRemarks, &Reader::readOutput, &Reader::readTools,
          &Reader::readCache})
      if (Failure failure = (this->*step)())
        return failure;
    if (args.hasArg(OPT_print_options, OPT_print_all_options))
      options.printedOptions = print();
    return std::nullopt;
  }

private:
  /// Returns the last value; "-O=3" and "-o=F" are the parser's "=3" and "=F".
  StringRef value(OptSpecifier id, StringRef fallback = "") const {
    StringRef text = args.getLastArgValue(id, fallback);
    text.consume_front("=");
    return text;
  }

  Failure oneOf(OptSpecifier id, StringRef option,
                ArrayRef<StringRef> known) const {
    if (!args.hasArg(id) || is_contained(known, value(id)))
      return std::nullopt;
    return unknownValue(option, value(id), join(known, ", "));
  }

  /// `number` keeps its value without the option.
  Failure readNumber(OptSpecifier id, StringRef option,
                     unsigned &number) const {
    if (!args.hasArg(id) || !value(id).getAsInteger(10, number))
      return std::nullopt;
    return usage("for the --" + option + " option: '" + value(id) +
                 "' value invalid for uint argument!");
  }

  Failure readDiagnosticsFormat() {
    if (Failure failure = oneOf(OPT_diagnostics_format, "diagnostics-format",
                                {"text", "mlir", "json"}))
      return failure;
    if (args.hasArg(OPT_diagnostics_format))
      options.diagnosticsFormat =
          *parseDiagnosticsFormat(value(OPT_diagnostics_format));
    return std::nullopt;
  }

  Failure readTarget() {
    if (!args.hasArg(OPT_gpu_name))
      return std::nullopt;
    StringRef name = value(OPT_gpu_name);
    return inWordsOfTool(request.setTarget(name), "gpu-name", name,
                         targetNames());
  }

  Failure readLevel() {
    if (args.hasArg(OPT_device_debug))
      request.debugInfo = DebugInfoKind::Full;
    else if (args.hasArg(OPT_lineinfo))
      request.debugInfo = DebugInfoKind::LineInfo;
    if (args.hasArg(OPT_debug_variables)) {
      if (!isFull(request.debugInfo))
        return usage("option '--debug-variables' needs '--device-debug'");
      request.debugInfo = DebugInfoKind::Variables;
    }
    if (args.hasArg(OPT_debug_names_from_source)) {
      if (request.debugInfo != DebugInfoKind::Variables)
        return usage("option '--debug-names-from-source' needs "
                     "'--debug-variables'");
      request.debugInfo = DebugInfoKind::SourceVariables;
    }
    return readNumber(OPT_opt_level, "opt-level", request.optLevel);
  }

  Failure readHost() {
    if (Failure failure =
            oneOf(OPT_host_arch, "host-arch", {"x86_64", "aarch64"}))
      return failure;
    return oneOf(OPT_host_os, "host-os", {"linux", "windows"});
  }

  Failure readExtras() {
    if (Failure failure = oneOf(OPT_sanitize, "sanitize", {"memcheck"}))
      return failure;
    options.sanitize = args.hasArg(OPT_sanitize);
    for (StringRef list : args.getAllArgValues(OPT_preview)) {
      for (StringRef feature : split(list, ','))
        if (feature != "simt")
          return usage("for the --preview option: unknown preview feature '" +
                       feature + "'; supported features: simt");
      request.allowPreview = true;
    }
    return std::nullopt;
  }

  Failure readRemarks() {
    if (Failure failure =
            oneOf(OPT_remark_format, "remark-format", {"command-line", "yaml"}))
      return failure;
    options.yamlRemarks = value(OPT_remark_format) == "yaml";
    options.remarksFile =
        value(OPT_remarks_output_file, options.remarksFile).str();
    // The options are read in their order: the last one for a kind counts.
    for (const Arg *arg :
         args.filtered(OPT_remarks, OPT_remarks_passed, OPT_remarks_missed,
                       OPT_remarks_failed, OPT_remarks_analysis)) {
      StringRef option = arg->getOption().getName().rtrim('=');
      StringRef kind = option;
      kind.consume_front("remarks");
      kind.consume_front("-");
      if (Failure failure =
              inWordsOfTool(request.remarks.select(kind, arg->getValue()),
                            option, arg->getValue(), kRemarkCategories))
        return failure;
    }
    return readErrors();
  }

  Failure readErrors() {
    if (!args.hasArg(OPT_werror))
      return std::nullopt;
    if (Failure failure = oneOf(OPT_werror, "Werror", {"schedule"}))
      return failure;
    options.scheduleErrors = true;
    cantFail(request.remarks.select("missed", "all"));
    return std::nullopt;
  }

  Failure readOutput() {
    if (args.hasArg(OPT_emit))
      if (Failure failure =
              inWordsOfTool(request.setEmit(value(OPT_emit)), "emit",
                            value(OPT_emit), stageNames()))
        return failure;
    unsigned language = 0;
    if (Failure failure =
            readNumber(OPT_ptx_language, "ptx-language", language))
      return failure;
    if (args.hasArg(OPT_ptx_language))
      request.ptxLanguage = language;
    return std::nullopt;
  }

  bool isCubinNamed() const {
    return args.hasArg(OPT_emit) && request.emit == Stage::Cubin &&
           request.ptxasPolicy != PtxasPolicy::None;
  }

  Failure readTools() {
    // A user who names the stage requires it; clients that don't can load PTX
    // too.
    request.setPtxas(value(OPT_ptxas, isCubinNamed() ? "require" : "auto"));
    if (args.hasArg(OPT_device_library))
      if (Error error = request.setDeviceLibrary(value(OPT_device_library)))
        return OptionError{ExitConfiguration,
                           "for the --device-library option: " +
                               toString(std::move(error))};
    if (args.hasArg(OPT_tensor_maps))
      if (Error error = request.setTensorMaps(value(OPT_tensor_maps)))
        return OptionError{ExitConfiguration, "for the --tensor-maps option: " +
                                                  toString(std::move(error))};
    if (args.hasArg(OPT_pipeline_strategy))
      if (Error error =
              request.setPipelineStrategy(value(OPT_pipeline_strategy)))
        return OptionError{ExitConfiguration,
                           "for the --pipeline-strategy option: " +
                               toString(std::move(error))};
    return readNumber(OPT_ptxas_timeout, "ptxas-timeout",
                      request.ptxas.secondsToWait);
  }

  Failure readCache() {
    if (args.hasArg(OPT_cache_directory)) {
      request.cacheDirectory = value(OPT_cache_directory).str();
      if (request.cacheDirectory.empty())
        return usage("for the --cache option: expected a directory");
    }
    if (args.hasArg(OPT_cache))
      request.useCache();
    return std::nullopt;
  }

  /// Prints "--name = value" lines: the given options, or with
  /// --print-all-options the main ones with their defaults.
  std::string print() const {
    std::string text;
    raw_string_ostream os(text);
    if (args.hasArg(OPT_print_all_options)) {
      os << "--gpu-name = "
         << (request.target ? request.target->Name : "(none)") << "\n"
         << "--opt-level = " << request.optLevel << "\n"
         << "--output-file = " << options.outputFile << "\n"
         << "--emit = " << stageName(request.emit) << "\n"
         << "--ptxas = "
         << value(OPT_ptxas, isCubinNamed() ? "require" : "auto") << "\n"
         << "--ptxas-timeout = " << request.ptxas.secondsToWait << "\n"
         << "--device-library = " << request.deviceLibrary << "\n"
         << "--lineinfo = "
         << (request.debugInfo == DebugInfoKind::LineInfo ? "true" : "false")
         << "\n--device-debug = "
         << (isFull(request.debugInfo) ? "true" : "false") << "\n";
      return text;
    }
    for (const Arg *arg : args) {
      if (arg->getOption().matches(OPT_INPUT) ||
          arg->getOption().matches(OPT_print_options))
        continue;
      os << arg->getOption().getPrefixedName().rtrim('=');
      if (arg->getNumValues())
        os << " = " << StringRef(arg->getValue());
      os << "\n";
    }
    return text;
  }

  const InputArgList &args;
  Options &options;
  CompileRequest &request;
};

} // namespace

Failure parseOptions(ArrayRef<const char *> argv, Options &options) {
  Table table;
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList args = table.ParseArgs(argv, missingIndex, missingCount);
  if (missingCount)
    return usage("for the " + Twine(args.getArgString(missingIndex)) +
                 " option: requires a value!");
  if (const Arg *unknown = args.getLastArg(OPT_UNKNOWN)) {
    std::string spelling = unknown->getAsString(args), nearest;
    std::string hint;
    if (table.findNearest(spelling, nearest) <= 2)
      hint = " Did you mean '" + nearest + "'?";
    return usage("Unknown command line argument '" + spelling + "'." + hint);
  }
  if (Failure failure = Reader(args, options).read())
    return failure;
  if (options.inputs.size() > 1)
    return usage("Too many positional arguments specified! Expected one input "
                 "file, got '" +
                 options.inputs[0] + "' and '" + options.inputs[1] + "'");
  return std::nullopt;
}

Failure checkOptions(const Options &options) {
  auto wrong = [](const Twine &message) {
    return OptionError{ExitConfiguration, message.str()};
  };
  if (Error error = options.request.check())
    return wrong(toString(std::move(error)));
  if (options.applyControls)
    return wrong("--apply-controls is not supported on this platform");
  if (options.sanitize)
    return wrong("--sanitize=memcheck is not supported: this compiler has no "
                 "instrumentation for the sanitizer tools");
  if (!options.libraries.empty() && !options.request.allowPreview)
    return OptionError{ExitFailed,
                       "libraries require the 'simt' preview feature"};
  if (!options.libraries.empty())
    return OptionError{ExitFailed, "tile libraries are not supported: cannot "
                                   "load '" +
                                       options.libraries.front() + "'"};
  return std::nullopt;
}

void printHelp(bool showHidden) {
  Table().printHelp(outs(), "tileiras [options] <tile bytecode file>",
                    "tileiras: open compiler for CUDA Tile IR", showHidden,
                    /*ShowAllAliases=*/showHidden);
  // cutile-rs looks there for the GPU that is its target.
  outs() << "\nGPUS:\n  " << targetNames() << "\n";
}

} // namespace tileiras

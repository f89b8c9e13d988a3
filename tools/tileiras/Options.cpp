//===- Options.cpp - Command line of tileiras -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "tileiras/Target/NVPTX/EmbeddedLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

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

/// A value that is none of those known. The words up to the exclamation mark
/// are those that clients of the closed tool look for.
Failure unknownValue(StringRef option, StringRef value, const Twine &known) {
  return usage("for the --" + option + " option: Cannot find option named '" +
               value + "'! (expected one of: " + known + ")");
}

/// Turns the arguments into Options, one group of options at a time.
class Reader {
public:
  Reader(const InputArgList &args, Options &options)
      : args(args), options(options) {}

  Failure read() {
    options.inputs = args.getAllArgValues(OPT_INPUT);
    options.outputFile = value(OPT_output_file, "elf.o").str();
    options.libraries = args.getAllArgValues(OPT_l);
    options.lineInfo = args.hasArg(OPT_lineinfo);
    options.deviceDebug = args.hasArg(OPT_device_debug);
    options.applyControls = args.hasArg(OPT_apply_controls);
    options.verifyEach = args.hasArg(OPT_verify_each);
    options.verbose = args.hasArg(OPT_verbose);
    options.help = args.hasArg(OPT_help);
    options.helpHidden = args.hasArg(OPT_help_hidden);
    options.version = args.hasArg(OPT_version);
    options.listVersions = args.hasArg(OPT_list_versions);
    for (auto step :
         {&Reader::readTarget, &Reader::readLevel, &Reader::readHost,
          &Reader::readExtras, &Reader::readRemarks, &Reader::readOutput})
      if (Failure failure = (this->*step)())
        return failure;
    if (args.hasArg(OPT_print_options, OPT_print_all_options))
      options.printedOptions = print();
    return std::nullopt;
  }

private:
  /// The last value given; "-O=3" and "-o=F" are the parser's "=3" and "=F".
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

  Failure readTarget() {
    if (!args.hasArg(OPT_gpu_name))
      return std::nullopt;
    StringRef name = value(OPT_gpu_name);
    options.target = lookupTarget(name);
    if (!options.target)
      return unknownValue("gpu-name", name, targetNames());
    return std::nullopt;
  }

  Failure readLevel() {
    if (!args.hasArg(OPT_opt_level))
      return std::nullopt;
    StringRef text = value(OPT_opt_level);
    if (text.getAsInteger(10, options.optLevel))
      return usage("for the --opt-level option: '" + text +
                   "' value invalid for uint argument!");
    return std::nullopt;
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
      options.preview = true;
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
    const std::pair<OptSpecifier, StringRef> categories[] = {
        {OPT_remarks, "remarks"},
        {OPT_remarks_passed, "remarks-passed"},
        {OPT_remarks_missed, "remarks-missed"},
        {OPT_remarks_failed, "remarks-failed"},
        {OPT_remarks_analysis, "remarks-analysis"}};
    for (auto [id, name] : categories) {
      if (Failure failure =
              oneOf(id, name, {"none", "all", "memory", "tensorcore"}))
        return failure;
      options.anyRemarks |= args.hasArg(id) && value(id) != "none";
    }
    return std::nullopt;
  }

  void readPtxas(StringRef ptxas) {
    if (ptxas == "none" || (ptxas == "auto" && isPtxasDisabled()))
      options.ptxasPolicy = PtxasPolicy::None;
    else if (ptxas != "auto")
      options.ptxasPolicy = PtxasPolicy::Require;
    if (options.ptxasPolicy == PtxasPolicy::Require && ptxas != "require")
      options.ptxas = ptxas.str();
  }

  Failure readOutput() {
    if (args.hasArg(OPT_emit)) {
      auto stage = parseStage(value(OPT_emit));
      if (!stage)
        return unknownValue("emit", value(OPT_emit),
                            "tile, tileaa, tileas, llvm, llvmir, ptx, cubin");
      options.emit = *stage;
    }
    readPtxas(value(OPT_ptxas, "auto"));
    options.deviceLibrary = value(OPT_device_library, kEmbeddedLibrary).str();
    if (options.deviceLibrary == "none")
      options.deviceLibrary.clear();
    if (args.hasArg(OPT_ptx_language)) {
      unsigned language;
      if (value(OPT_ptx_language).getAsInteger(10, language))
        return usage("for the --ptx-language option: '" +
                     value(OPT_ptx_language) +
                     "' value invalid for uint argument!");
      options.ptxLanguage = language;
    }
    return std::nullopt;
  }

  /// "--name = value" lines: those given, or with --print-all-options the
  /// main ones with their defaults.
  std::string print() const {
    std::string text;
    raw_string_ostream os(text);
    if (args.hasArg(OPT_print_all_options)) {
      os << "--gpu-name = "
         << (options.target ? options.target->Name : "(none)") << "\n"
         << "--opt-level = " << options.optLevel << "\n"
         << "--output-file = " << options.outputFile << "\n"
         << "--emit = " << stageName(options.emit) << "\n"
         << "--ptxas = " << value(OPT_ptxas, "auto") << "\n"
         << "--device-library = " << options.deviceLibrary << "\n"
         << "--lineinfo = " << (options.lineInfo ? "true" : "false") << "\n"
         << "--device-debug = " << (options.deviceDebug ? "true" : "false")
         << "\n";
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
};

} // namespace

bool isPtxasDisabled() {
  const char *ptxas = std::getenv("TILEIRAS_PTXAS");
  return ptxas && StringRef(ptxas) == "none";
}

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
  if (!options.target)
    return wrong("no GPU architecture was given: name one with --gpu-name (" +
                 targetNames() + ")");
  if (options.optLevel > 3)
    return wrong("invalid optimization level: " + Twine(options.optLevel));
  if (options.deviceDebug && options.optLevel > 0)
    return wrong("optimized debugging is currently not supported, change the "
                 "optimization level to 0 or disable full debug info");
  if (options.applyControls)
    return wrong("--apply-controls is not supported on this platform");
  if (options.sanitize)
    return wrong("--sanitize=memcheck is not supported: this compiler has no "
                 "instrumentation for the sanitizer tools");
  if (!options.libraries.empty() && !options.preview)
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
}

} // namespace tileiras

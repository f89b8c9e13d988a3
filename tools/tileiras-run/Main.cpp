//===- Main.cpp - tileiras-run: runs a kernel -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 all well, 1 the command line or an input is wrong, 2 the kernel
// made a mistake, 3 a result is not as expected.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Comparison.h"
#include "Input.h"
#include "ProgressBar.h"

#include "tileiras/Emulator/Profile/Observation.h"
#include "tileiras/Emulator/Semantics/Table.h"
#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::run;

namespace {

enum ExitCode { Success = 0, BadInput = 1, KernelFailed = 2, Differs = 3 };

cl::OptionCategory category("tileiras-run options");
cl::opt<std::string> inputFile(cl::Positional,
                               cl::desc("K.{ptx,mlir,tileirbc,cubin}"),
                               cl::cat(category));
cl::opt<std::string> kernelName("kernel", cl::cat(category),
                                cl::desc("Kernel (default: the only one)"));
cl::opt<std::string> gridText("grid", cl::init("1"), cl::cat(category),
                              cl::desc("CTAs, X[,Y[,Z]]"));
cl::opt<std::string> blockText("block", cl::init("1"), cl::cat(category),
                               cl::desc("Threads per CTA, X[,Y[,Z]]"));
cl::opt<std::string> clusterText("cluster", cl::cat(category),
                                 cl::desc("CTAs per cluster, X[,Y[,Z]]"));
cl::opt<uint64_t> dynamicShared("shared", cl::init(0), cl::cat(category),
                                cl::desc("Bytes of dynamic shared memory"));
cl::list<std::string> argumentSpecs("arg", cl::cat(category),
                                    cl::desc("Argument, in order"));
cl::list<std::string> outputs("out", cl::cat(category),
                              cl::desc("N=FILE.npy: save array argument N"));
cl::list<std::string> expectations("expect", cl::cat(category),
                                   cl::desc("N=FILE.npy: compare argument N"));
cl::opt<double> rtol("rtol", cl::init(0), cl::cat(category),
                     cl::desc("Relative tolerance of --expect"));
cl::opt<double> atol("atol", cl::init(0), cl::cat(category),
                     cl::desc("Absolute tolerance of --expect"));
cl::opt<std::string> counterFile("counters", cl::ValueOptional,
                                 cl::cat(category),
                                 cl::desc("Print counters, or write JSON"));
cl::opt<std::string> traceFile("trace", cl::cat(category),
                               cl::desc("Write a trace that Perfetto opens"));
cl::opt<std::string>
    reportFile("report", cl::cat(category),
               cl::desc("Write a page of HTML: costs by line"));
cl::opt<std::string> gpuName("gpu-name", cl::init("sm_80"), cl::cat(category),
                             cl::desc("Target for .mlir and .tileirbc"));
cl::opt<std::string> deviceLibrary(
    "device-library", cl::cat(category),
    cl::desc("For the compiler: libclc, cuda, none, or a file of bitcode"));
cl::opt<uint64_t> maxInstructions(
    "max-instructions", cl::init(0), cl::cat(category),
    cl::desc("Fail after so many warp instructions (0: never)"));
cl::list<std::string> scheduleTexts(
    "schedule", cl::CommaSeparated, cl::cat(category),
    cl::desc("Order of warps: inorder, random:SEED, adversarial; of several, "
             "each in turn"));
cl::opt<unsigned>
    hostThreads("host-threads", cl::init(0), cl::cat(category),
                cl::desc("Threads to run on without checks (0: all "
                         "cores); with checks it is one"));
cl::list<std::string> checksOn("check", cl::CommaSeparated, cl::cat(category),
                               cl::desc("Look for these mistakes only"));
cl::list<std::string> checksOff("no-check", cl::CommaSeparated,
                                cl::ValueOptional, cl::cat(category),
                                cl::desc("Don't look for these, or any"));

cl::opt<bool> listInstructions(
    "list-instructions", cl::cat(category),
    cl::desc(
        "Print the PTX instructions that the emulator knows, in Markdown"));

cl::extrahelp moreHelp(R"(
ARGUMENTS, in the order of the kernel's parameters:
  --arg array:FILE.npy     pointer, all sizes, all strides in elements
  --arg ptr:FILE.npy       the pointer alone
  --arg zeros:f32:16x24    an array of zeros, passed as array:
  --arg empty:f32:16x24    an array with arbitrary contents
  --arg ptr:zeros:f32:16   the pointer alone
  --arg i32:5 f32:1.5 …    a scalar: i8-i64, u8-u64, f16, bf16, f32, f64
  --arg hex:0a00ff         bytes, for a structure passed by value

MISTAKES that --check and --no-check name; bounds, alignment and deadlocks are
always checked:
  races, lane-races        accesses that no barrier, fence or wait orders
  same-value               races of writes of one value too (not unless named)
  uninitialized            shared and local memory read before it is written
  registers                used before they are written or ready
  mbarriers                misused, wrong phases
  unfinished               asynchronous operations that outlive their CTA
  warpgroups               wgmma and setmaxnreg that not all four warps execute

Under several schedules (--schedule=inorder,adversarial,random:1) the kernel runs
once for each, on the same initial memory. An array of --out then has one more
dimension, the first, with what each run left; --expect compares each.

EXIT CODES:
  0 success, 1 wrong input, 2 the kernel failed, 3 a result differs
)");

ExitCode fail(ExitCode code, Error error) {
  errs() << "error: " << toString(std::move(error)) << '\n';
  return code;
}

Expected<emu::Dim3> parseDim3(StringRef text, StringRef option) {
  emu::Dim3 dims;
  uint32_t *axes[] = {&dims.x, &dims.y, &dims.z};
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return createStringError("--" + option + " takes at most three numbers");
  for (auto [part, axis] : zip(parts, axes))
    if (part.getAsInteger(10, *axis) || *axis == 0)
      return createStringError("--" + option + "=" + text +
                               ": expected positive numbers X[,Y[,Z]]");
  return dims;
}

/// --check=A,B: those alone; --no-check=A,B: not those; --no-check: none.
Expected<emu::CheckSet> chooseChecks() {
  emu::CheckSet set =
      checksOn.empty() ? emu::CheckSet() : emu::CheckSet::none();
  for (const std::string &name : checksOn)
    if (Error error = set.set(name, true))
      return std::move(error);
  for (const std::string &name : checksOff)
    if (Error error = set.set(name.empty() ? "all" : name, false))
      return std::move(error);
  return set;
}

struct NumberedFile {
  unsigned argument;
  std::string path;
  std::vector<uint8_t> contents; // for --out: what the runs so far left
};

/// "N=FILE" where argument N is an array.
Expected<NumberedFile> parseNumbered(StringRef text, StringRef option,
                                     ArrayRef<Argument> arguments) {
  auto [number, path] = text.split('=');
  NumberedFile file{0, path.str(), {}};
  if (number.getAsInteger(10, file.argument) || path.empty())
    return createStringError("--" + option + "=" + text +
                             ": expected N=FILE.npy");
  if (file.argument >= arguments.size() || !arguments[file.argument].array)
    return createStringError("--" + option + "=" + text + ": argument " +
                             number + " is no array");
  return file;
}

class Runner {
public:
  ExitCode run(const char *program) {
    if (Error error = prepare(program))
      return fail(BadInput, std::move(error));
    bool same = true;
    for (unsigned run = 0; run < schedules.size(); ++run) {
      if (run != 0)
        if (Error error = parseArguments())
          return fail(BadInput, std::move(error));
      ExitCode code = runOnce(schedules[run]);
      if (code == BadInput || code == KernelFailed) {
        if (schedules.size() > 1)
          errs() << "note: under the schedule " << scheduleTexts[run] << '\n';
        return code;
      }
      same &= code == Success;
    }
    if (Error error = writeOutputs())
      return fail(BadInput, std::move(error));
    return same ? Success : Differs;
  }

private:
  /// Runs the kernel on memory of its own, which begins as the arguments say.
  ExitCode runOnce(emu::Schedule schedule) {
    emu::Machine machine;
    auto parameters = passArguments(machine, *module, *kernel, arguments);
    if (!parameters)
      return fail(BadInput, parameters.takeError());
    config.schedule = schedule;
    emu::Counters counters;
    Error launched = launch(machine, *parameters, counters);
    if (launched) {
      bool kernelsFault = launched.isA<emu::KernelError>();
      return fail(kernelsFault ? KernelFailed : BadInput, std::move(launched));
    }
    if (Error error = finish(machine, counters))
      return fail(BadInput, std::move(error));
    return compareResults();
  }

  Error launch(emu::Machine &machine, ArrayRef<uint8_t> parameters,
               emu::Counters &counters) {
    ProgressBar bar(errs());
    if (errs().is_displayed())
      config.progress = [&](uint64_t done, uint64_t all) {
        bar.update(done, all);
      };
    observation.attach(config);
    return machine.launch(*module, kernelName, config, parameters, &counters);
  }

  Error prepare(const char *program) {
    SmallString<128> tileiras(sys::fs::getMainExecutable(
        program, reinterpret_cast<void *>(&parseDim3)));
    sys::path::remove_filename(tileiras);
    sys::path::append(tileiras, "tileiras");
    Expected<std::string> text =
        readPtx(inputFile, tileiras, gpuName, deviceLibrary);
    if (!text)
      return text.takeError();
    ptx = std::move(*text);
    auto parsed = emu::Module::parse(ptx, inputFile);
    if (!parsed)
      return parsed.takeError();
    module = std::move(*parsed);
    return prepareLaunch();
  }

  Error prepareLaunch() {
    Expected<emu::Dim3> grid = parseDim3(gridText, "grid");
    if (!grid)
      return grid.takeError();
    Expected<emu::Dim3> block = parseDim3(blockText, "block");
    if (!block)
      return block.takeError();
    if (!clusterText.empty()) {
      Expected<emu::Dim3> cluster = parseDim3(clusterText, "cluster");
      if (!cluster)
        return cluster.takeError();
      config.cluster = *cluster;
    }
    config.grid = *grid;
    config.block = *block;
    config.dynamicShared = dynamicShared;
    config.maxInstructions = maxInstructions;
    if (Error error = prepareSchedules())
      return error;
    config.threads = hostThreads;
    Expected<emu::CheckSet> checks = chooseChecks();
    if (!checks)
      return checks.takeError();
    config.checks = *checks;
    config.countMemory = counterFile.getNumOccurrences();
    if (Error error = parseArguments())
      return error;
    Expected<const emu::Function *> found = module->kernel(kernelName);
    if (!found)
      return found.takeError();
    kernel = *found;
    return parseFiles();
  }

  /// The arguments as they are before a run.
  Error parseArguments() {
    arguments.clear();
    for (const std::string &spec : argumentSpecs) {
      Expected<Argument> argument = parseArgument(spec);
      if (!argument)
        return argument.takeError();
      arguments.push_back(std::move(*argument));
    }
    return Error::success();
  }

  Error prepareSchedules() {
    if (scheduleTexts.empty())
      scheduleTexts.push_back("inorder");
    for (const std::string &text : scheduleTexts) {
      Expected<emu::Schedule> schedule = emu::Schedule::parse(text);
      if (!schedule)
        return schedule.takeError();
      schedules.push_back(*schedule);
    }
    bool observed = counterFile.getNumOccurrences() || !traceFile.empty() ||
                    !reportFile.empty();
    if (observed && schedules.size() > 1)
      return createStringError(
          "--counters, --trace and --report are of one run: expected one "
          "--schedule, got " +
          Twine(schedules.size()));
    return Error::success();
  }

  Error parseFiles() {
    for (auto [option, texts, files] :
         {std::tuple("out", &outputs, &outputFiles),
          std::tuple("expect", &expectations, &expectedFiles)}) {
      for (const std::string &text : *texts) {
        auto file = parseNumbered(text, option, arguments);
        if (!file)
          return file.takeError();
        files->push_back(*file);
      }
    }
    return Error::success();
  }

  /// Fetches the results and writes what was observed.
  Error finish(emu::Machine &machine, const emu::Counters &counters) {
    outs().flush();
    for (Argument &argument : arguments)
      if (argument.array)
        if (Error error =
                machine.copyOut(argument.address, argument.array->bytes()))
          return error;
    for (NumberedFile &file : outputFiles)
      append_range(file.contents, arguments[file.argument].array->bytes());
    if (Error error =
            observation.write(*module, ptx, *kernel, config, counters))
      return error;
    if (!counterFile.getNumOccurrences())
      return Error::success();
    if (counterFile.empty()) {
      counters.print(outs());
      return Error::success();
    }
    return writeFile(counterFile,
                     [&](raw_ostream &os) { counters.printJson(os); });
  }

  /// Saves the arrays of --out, those of several runs one after another.
  Error writeOutputs() {
    for (NumberedFile &file : outputFiles) {
      const Array &last = *arguments[file.argument].array;
      std::vector<int64_t> shape = last.shape();
      if (schedules.size() > 1)
        shape.insert(shape.begin(), schedules.size());
      Expected<Array> array = Array::make(last.descr(), std::move(shape));
      if (!array)
        return array.takeError();
      copy(file.contents, array->bytes().begin());
      if (Error error = writeNpy(file.path, *array))
        return error;
    }
    return Error::success();
  }

  ExitCode compareResults() {
    bool same = true;
    for (const NumberedFile &file : expectedFiles) {
      Expected<Array> expected = readNpy(file.path);
      if (!expected)
        return fail(BadInput, expected.takeError());
      Expected<bool> equal =
          compare(*arguments[file.argument].array, *expected, rtol, atol,
                  "argument " + std::to_string(file.argument), outs());
      if (!equal)
        return fail(BadInput, equal.takeError());
      same &= *equal;
    }
    return same ? Success : Differs;
  }

  std::string ptx;
  std::unique_ptr<emu::Module> module;
  const emu::Function *kernel = nullptr;
  emu::Observation observation{traceFile, reportFile};
  emu::LaunchConfig config;
  std::vector<emu::Schedule> schedules;
  std::vector<Argument> arguments;
  std::vector<NumberedFile> outputFiles, expectedFiles;
};

ExitCode runCommand(const char *program) {
  if (listInstructions) {
    emu::printInstructions(outs());
    return Success;
  }
  if (inputFile.empty())
    return fail(BadInput, createStringError("no kernel to run; see --help"));
  return Runner().run(program);
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "runs a GPU kernel on the CPU\n");
  ExitCode code = runCommand(argv[0]);
  outs().flush();
  if (std::error_code error = outs().error())
    code =
        fail(BadInput, createStringError("cannot write to standard output: " +
                                         error.message()));
  outs().clear_error(); // or the end of the stream is a crash
  return code;
}

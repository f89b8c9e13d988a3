//===- Options.cpp - The command line of tileiras-run -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "tileiras/Arguments/ArgumentOptions.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Support/Version.h"

#include "llvm/Support/CommandLine.h"

#include <functional>

using namespace llvm;

namespace tileiras::run {

namespace {

cl::OptionCategory category("tileiras-run options");
cl::opt<std::string> inputFile(cl::Positional,
                               cl::desc("K.{ptx,mlir,tileirbc,cubin}, or - for "
                                        "standard input"),
                               cl::cat(category));
cl::opt<std::string> gridText("grid", cl::init("1"), cl::cat(category),
                              cl::desc("CTAs, X[,Y[,Z]]"));
cl::opt<std::string> blockText("block", cl::init("1"), cl::cat(category),
                               cl::desc("Threads per CTA, X[,Y[,Z]]"));
cl::opt<std::string> clusterText("cluster", cl::cat(category),
                                 cl::desc("CTAs per cluster, X[,Y[,Z]]"));
cl::opt<uint64_t> dynamicShared("shared", cl::init(0), cl::cat(category),
                                cl::desc("Bytes of dynamic shared memory"));
ArgumentOptions kernel(category);
cl::opt<std::string> counterFile("counters", cl::ValueOptional,
                                 cl::cat(category),
                                 cl::desc("Print counters, or write JSON"));
cl::opt<std::string> traceFile("trace", cl::cat(category),
                               cl::desc("Write a trace that Perfetto opens"));
cl::list<std::string>
    reportFiles("report", cl::cat(category),
                cl::desc("Write a page of HTML: costs by line; or the same as "
                         "data, to a FILE.json"));
cl::list<std::string>
    sourceRoots("source-root", cl::cat(category), cl::value_desc("folder"),
                cl::desc("Show source files below the folder, too, in the page "
                         "of --report (those below the input's)"));
cl::opt<std::string>
    gpuName("gpu-name", cl::cat(category),
            cl::desc("Target for .mlir and .tileirbc (default: sm_90, or the "
                     "GPU's)"));
cl::opt<std::string> deviceLibrary(
    "device-library", cl::cat(category),
    cl::desc("For the compiler: libclc, cuda, none, or a file of bitcode"));
cl::opt<uint64_t> maxInstructions(
    "max-instructions", cl::init(0), cl::cat(category),
    cl::desc("Fail after this many warp instructions (0: never)"));
cl::list<std::string> scheduleTexts(
    "schedule", cl::CommaSeparated, cl::cat(category),
    cl::desc("Order of warps: inorder, random:SEED, adversarial; several "
             "are run one after another"));
cl::opt<unsigned>
    hostThreads("host-threads", cl::init(0), cl::cat(category),
                cl::desc("Threads to run on without checks (0: all "
                         "cores); with checks it is one"));
cl::list<std::string> checksOn("check", cl::CommaSeparated, cl::cat(category),
                               cl::desc("Check for these mistakes only"));
cl::list<std::string> checksOff("no-check", cl::CommaSeparated,
                                cl::ValueOptional, cl::cat(category),
                                cl::desc("Don't check for these, or any"));

cl::opt<bool> exactSums(
    "exact-sums", cl::cat(category),
    cl::desc("Accumulate MMAs exactly and round once, even for sm_90, whose "
             "tensor cores truncate terms"));
cl::opt<bool>
    debugs("debug", cl::cat(category),
           cl::desc("Read debugger commands from standard input (help lists "
                    "them); compiles with -g -O0 --debug-variables"));
cl::opt<bool> listInstructions(
    "list-instructions", cl::cat(category),
    cl::desc(
        "Print the PTX instructions that the emulator knows, in Markdown"));

cl::opt<bool> interpret(
    "interpret", cl::cat(category),
    cl::desc("Interpret Tile IR, without compiling it: tileiras-interpret"));

enum class Backend { Emulator, Gpu };
cl::opt<Backend> backend(
    "backend", cl::init(Backend::Emulator), cl::cat(category),
    cl::desc("The device that runs the kernel"),
    cl::values(clEnumValN(Backend::Emulator, "emulator", "The CPU (default)"),
               clEnumValN(Backend::Gpu, "gpu", "A GPU, by NVIDIA's driver")));
cl::opt<std::string> driver("driver", cl::init("libcuda.so.1"),
                            cl::cat(category),
                            cl::desc("The driver (default: libcuda.so.1)"));
cl::opt<int> gpuOrdinal("gpu", cl::init(0), cl::cat(category),
                        cl::desc("Index of the GPU, from 0"));
cl::opt<bool> useJit("jit", cl::cat(category),
                     cl::desc("Let the driver assemble the PTX of .mlir, "
                              ".tileirbc and .cubin"));
cl::opt<unsigned> repeat("repeat", cl::init(0), cl::cat(category),
                         cl::desc("Time this many further runs"));
cl::opt<bool> compareEmulator(
    "compare-emulator", cl::cat(category),
    cl::desc("Run on the emulator too, and compare every array"));

cl::extrahelp moreHelp(R"(
ARGUMENTS, in the order of the kernel's parameters:
  --arg array:FILE.npy     pointer, all sizes, all strides in elements
  --arg ptr:FILE.npy       the pointer alone
  --arg zeros:f32:16x24    an array of zeros, passed as array:
  --arg empty:f32:16x24    an array with arbitrary contents
  --arg random:f32:16x24   numbers from -1 to 1, integers from -4 to 3
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
  tensor-fences            accesses to tensor memory without tcgen05.fence between,
                           whatever orders them (not unless named)

Under several schedules (--schedule=inorder,adversarial,random:1) the kernel runs
once for each, on the same initial memory. An array of --out then has one more
dimension, the first, with the result of each run; --expect compares each.

IN THE DEBUGGER (--debug) commands are as in gdb; a script may be on standard
input. A tile is printed by its name in the source: print acc[0,:]. With PTX or a
cubin there are the lines and variables that it was compiled with.

ON A GPU (--backend=gpu) the options of the emulator have no meaning: schedules,
checks, counters, trace, report. Blocks have the threads that the kernel requires.
  --repeat=100             times further runs by events; results are of the first
  --compare-emulator       runs the emulator too, on the same arguments; arrays must
                           agree within --atol and --rtol, to the bit without these

EXIT CODES:
  0 success, 1 wrong input, 2 the kernel failed, 3 a result differs
)");

Expected<emu::Dim3> parseDim3(StringRef text, StringRef option) {
  Expected<std::array<uint32_t, 3>> extents = run::parseExtents(text, option);
  if (!extents)
    return extents.takeError();
  auto [x, y, z] = *extents;
  return emu::Dim3{x, y, z};
}

/// --check=A,B enables only those; --no-check=A,B disables those; --no-check
/// all.
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

Error parseSchedules(EmulatorOptions &options) {
  options.scheduleTexts = scheduleTexts;
  if (options.scheduleTexts.empty())
    options.scheduleTexts.push_back("inorder");
  for (const std::string &text : options.scheduleTexts) {
    Expected<emu::Schedule> schedule = emu::Schedule::parse(text);
    if (!schedule)
      return schedule.takeError();
    options.schedules.push_back(*schedule);
  }
  if (options.debugs && options.schedules.size() > 1)
    return createStringError("--debug is of one run: expected one --schedule, "
                             "got " +
                             Twine(options.schedules.size()));
  bool observed = options.printsCounters || !options.traceFile.empty() ||
                  !options.reportFiles.empty();
  if (observed && options.schedules.size() > 1)
    return createStringError(
        "--counters, --trace and --report are of one run: expected one "
        "--schedule, got " +
        Twine(options.schedules.size()));
  return Error::success();
}

Expected<EmulatorOptions> parseEmulatorOptions() {
  EmulatorOptions options;
  options.maxInstructions = maxInstructions;
  options.hostThreads = hostThreads;
  options.exactSums = exactSums;
  options.debugs = debugs;
  options.printsCounters = counterFile.getNumOccurrences();
  options.counterFile = counterFile;
  options.traceFile = traceFile;
  options.reportFiles = reportFiles;
  options.sourceRoots = sourceRoots;
  Expected<emu::CheckSet> checks = chooseChecks();
  if (!checks)
    return checks.takeError();
  options.checks = *checks;
  if (Error error = parseSchedules(options))
    return std::move(error);
  if (options.debugs &&
      (!options.traceFile.empty() || !options.reportFiles.empty()))
    return createStringError("--trace and --report are of a run without "
                             "--debug");
  return options;
}

using OptionList = SmallVector<std::reference_wrapper<cl::Option>>;

/// The interpreter ignores options of the compilation and of launches; so they
/// are refused.
Error refuseOptionsOfCompilation(ArrayRef<OptionList> others) {
  OptionList ofCompilation{blockText, clusterText,   dynamicShared,
                           gpuName,   deviceLibrary, backend};
  for (const OptionList &options : others)
    append_range(ofCompilation, options);
  for (cl::Option &option : ofCompilation)
    if (option.getNumOccurrences())
      return createStringError("--" + option.ArgStr +
                               " says nothing to --interpret");
  return Error::success();
}

/// An option of one backend is refused for the other, not ignored.
Error refuseOptionsOfOther() {
  OptionList ofEmulator{scheduleTexts, checksOn,    checksOff, maxInstructions,
                        hostThreads,   counterFile, traceFile, reportFiles,
                        sourceRoots,   exactSums,   debugs};
  OptionList ofGpu{driver, gpuOrdinal, useJit, repeat, compareEmulator};
  if (interpret)
    return refuseOptionsOfCompilation({ofEmulator, ofGpu});
  bool onGpu = backend == Backend::Gpu;
  for (cl::Option &option : onGpu ? ofEmulator : ofGpu)
    if (option.getNumOccurrences())
      return createStringError("--" + option.ArgStr + " needs --backend=" +
                               (onGpu ? "emulator" : "gpu"));
  return Error::success();
}

Error parseExtents(Options &options) {
  Expected<emu::Dim3> grid = parseDim3(gridText, "grid");
  if (!grid)
    return grid.takeError();
  options.grid = *grid;
  Expected<emu::Dim3> block = parseDim3(blockText, "block");
  if (!block)
    return block.takeError();
  options.block = *block;
  if (clusterText.empty())
    return Error::success();
  Expected<emu::Dim3> cluster = parseDim3(clusterText, "cluster");
  if (!cluster)
    return cluster.takeError();
  options.cluster = *cluster;
  return Error::success();
}

} // namespace

ExitCode fail(ExitCode code, Error error) {
  errs() << "error: " << toString(std::move(error)) << '\n';
  return code;
}

emu::LaunchConfig Options::launchConfig() const {
  emu::LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.cluster = cluster;
  config.dynamicShared = dynamicShared;
  return config;
}

Expected<std::optional<Options>> parseOptions(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  followConventions();
  cl::ParseCommandLineOptions(argc, argv, "runs a GPU kernel on the CPU\n");
  if (listInstructions) {
    emu::printInstructions(outs());
    return std::nullopt;
  }
  if (inputFile.empty())
    return createStringError("no kernel to run; see --help");
  if (Error error = refuseOptionsOfOther())
    return std::move(error);
  Options options;
  options.interprets = interpret;
  options.useGpu = backend == Backend::Gpu;
  options.input = inputFile;
  options.kernel = kernel.kernel;
  options.gpuName = gpuName;
  options.deviceLibrary = deviceLibrary;
  options.dynamicShared = dynamicShared;
  options.arguments = kernel.arguments;
  options.files = kernel.getFiles();
  options.gpu = {driver, gpuOrdinal, useJit, repeat, compareEmulator};
  if (Error error = parseExtents(options))
    return std::move(error);
  Expected<EmulatorOptions> emulator = parseEmulatorOptions();
  if (!emulator)
    return emulator.takeError();
  options.emulator = std::move(*emulator);
  return options;
}

} // namespace tileiras::run

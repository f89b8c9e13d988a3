//===- Main.cpp - tileiras-run: runs a kernel -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 success, 1 the command line or an input is wrong, 2 the kernel
// failed, 3 a result is not as expected.
//
//===----------------------------------------------------------------------===//

#include "DebugRun.h"
#include "EmulatorRun.h"
#include "GpuRun.h"
#include "Input.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::run;

namespace {

/// Finds a program in the folder of this one.
std::string findSibling(const char *program, StringRef name) {
  SmallString<128> path(sys::fs::getMainExecutable(
      program, reinterpret_cast<void *>(&findSibling)));
  sys::path::remove_filename(path);
  sys::path::append(path, name);
  return std::string(path);
}

/// Prints all digits of a number.
std::string toText(double number) {
  std::string text;
  raw_string_ostream(text) << format("%.17g", number);
  return text;
}

/// Runs the job with tileiras-interpret, a separate program since it needs
/// MLIR.
ExitCode interpretJob(const Options &options, const char *program) {
  std::string interpreter = findSibling(program, "tileiras-interpret");
  std::vector<std::string> args = {interpreter, options.input};
  auto [x, y, z] = options.grid;
  args.push_back(formatv("--grid={0},{1},{2}", x, y, z));
  args.push_back("--rtol=" + toText(options.files.rtol));
  args.push_back("--atol=" + toText(options.files.atol));
  if (!options.kernel.empty())
    args.push_back("--kernel=" + options.kernel);
  for (auto [name, texts] :
       {std::pair("--arg=", &options.arguments),
        std::pair("--out=", &options.files.outputs),
        std::pair("--expect=", &options.files.expectations)})
    for (const std::string &text : *texts)
      args.push_back(name + text);
  std::string message;
  int status = sys::ExecuteAndWait(
      interpreter, SmallVector<StringRef>(args.begin(), args.end()),
      std::nullopt, {}, 0, 0, &message);
  if (status < 0)
    return fail(BadInput,
                createStringError(interpreter + " failed: " + message));
  return ExitCode(status);
}

ExitCode runJob(const Options &options, const char *program) {
  if (options.interprets)
    return interpretJob(options, program);
  std::unique_ptr<launch::Gpu> gpu;
  Compilation compilation{findSibling(program, "tileiras"), options.gpuName,
                          options.deviceLibrary};
  if (options.useGpu) {
    auto opened = launch::Gpu::open(options.gpu.driver, options.gpu.ordinal);
    if (!opened)
      return fail(BadInput, opened.takeError());
    gpu = std::move(*opened);
    compilation.makesCubin = !options.gpu.useJit;
  }
  compilation.forDebugger = options.emulator.debugs;
  if (compilation.gpu.empty())
    compilation.gpu = gpu ? gpu->getArchitecture() : "sm_90";
  Expected<Input> input = readInput(options.input, compilation);
  if (!input)
    return fail(BadInput, input.takeError());
  Expected<Job> job = Job::make(options, input->ptx);
  if (!job)
    return fail(BadInput, job.takeError());
  if (options.emulator.debugs)
    return runInDebugger(*job, options);
  if (!gpu)
    return runOnEmulator(*job, options);
  bool usesPtx = options.gpu.useJit || input->cubin.empty();
  return runOnGpu(*job, usesPtx ? input->ptx : input->cubin, *gpu, options);
}

ExitCode runCommand(int argc, char **argv) {
  Expected<std::optional<Options>> options = parseOptions(argc, argv);
  if (!options)
    return fail(BadInput, options.takeError());
  return *options ? runJob(**options, argv[0]) : Success;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  ExitCode code = runCommand(argc, argv);
  outs().flush();
  if (std::error_code error = outs().error())
    code =
        fail(BadInput, createStringError("cannot write to standard output: " +
                                         error.message()));
  outs().clear_error(); // an error would crash the end of the stream
  return code;
}

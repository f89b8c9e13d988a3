//===- GpuRun.cpp - A job on a GPU ------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuRun.h"

#include "tileiras/Arguments/Comparison.h"
#include "tileiras/Launch/EmulatedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace tileiras::run {

namespace {

/// Returns the threads that the kernel requires, else those of the command
/// line.
launch::GpuLaunch getShape(const emu::Function &kernel,
                           const Options &options) {
  return {options.grid, kernel.requiredBlock.value_or(options.block),
          options.cluster, unsigned(options.dynamicShared)};
}

/// Prints "time: median 12.5 us, least 12.3, of 100 runs on NVIDIA H100
/// (sm_90)".
void printTimes(std::vector<float> times, const launch::Gpu &gpu) {
  sort(times);
  outs() << format("time: median %.2f us, least %.2f, of %u runs on ",
                   times[times.size() / 2], times.front(),
                   unsigned(times.size()))
         << gpu.getName() << " (" << gpu.getArchitecture() << ")\n";
}

/// Returns the arrays among the arguments, as a run left them.
Expected<std::vector<Array>> copyArrays(const Job &job) {
  std::vector<Array> arrays;
  for (size_t index = 0; index < job.getArguments().size(); ++index)
    if (const Array *array = job.getArguments().getArray(index)) {
      Expected<Array> copied = Array::make(array->descr(), array->shape());
      if (!copied)
        return copied.takeError();
      copy(array->bytes(), copied->bytes().begin());
      arrays.push_back(std::move(*copied));
    }
  return arrays;
}

/// One job on a GPU. A failure is an error of the command line or of an input;
/// while a kernel runs, it is one of the kernel.
class GpuRun {
public:
  GpuRun(Job &job, launch::Gpu &gpu, const Options &options)
      : job(job), gpu(gpu), options(options) {}

  /// Returns whether all results are as expected.
  Expected<bool> run(const std::string &image) {
    auto function = gpu.load(image, job.getKernel().name);
    if (!function)
      return function.takeError();
    auto parameters = job.pass(gpu);
    if (!parameters)
      return parameters.takeError();
    if (Error error = execute(*function, *parameters))
      return std::move(error);
    if (Error error = job.getArguments().writeOutputs(1))
      return std::move(error);
    Expected<bool> same = job.getArguments().compareWithFiles();
    if (!same || !options.gpu.compareWithEmulator)
      return same;
    Expected<bool> agree = compareWithEmulator();
    if (!agree)
      return agree;
    return *same && *agree;
  }

  ExitCode getCodeOfError() const { return codeOfError; }

private:
  /// Fetches the results of the first run; further ones are timed.
  Error execute(cuda::CUfunction function, ArrayRef<uint8_t> parameters) {
    launch::GpuLaunch shape = getShape(job.getKernel(), options);
    codeOfError = KernelFailed;
    if (Error error = gpu.launch(function, shape, parameters))
      return error;
    if (Error error = job.fetch(gpu))
      return error;
    job.getArguments().keepOutputs();
    auto times = gpu.time(function, shape, parameters, options.gpu.repeat);
    if (!times)
      return times.takeError();
    codeOfError = BadInput;
    if (!times->empty())
      printTimes(std::move(*times), gpu);
    return Error::success();
  }

  /// Runs the job on the emulator, and compares with the results of the GPU.
  Expected<bool> compareWithEmulator() {
    Expected<std::vector<Array>> onGpu = copyArrays(job);
    if (!onGpu)
      return onGpu.takeError();
    if (Error error = emulate())
      return std::move(error);
    bool same = true;
    auto next = onGpu->begin();
    for (size_t index = 0; index < job.getArguments().size(); ++index) {
      const Array *emulated = job.getArguments().getArray(index);
      if (!emulated)
        continue;
      Expected<bool> equal = compare(
          *next++, *emulated, options.files.rtol, options.files.atol,
          "argument " + std::to_string(index) + ", GPU and emulator", outs());
      if (!equal)
        return equal;
      same &= *equal;
    }
    return same;
  }

  Error emulate() {
    emu::Machine machine;
    launch::EmulatedMemory memory(machine);
    auto parameters = job.pass(memory);
    if (!parameters)
      return parameters.takeError();
    emu::LaunchConfig config = options.launchConfig();
    config.threads = 0;
    config.checks = emu::CheckSet::none();
    codeOfError = KernelFailed;
    if (Error error = machine.launch(job.getModule(), options.kernel, config,
                                     *parameters))
      return error;
    codeOfError = BadInput;
    return job.fetch(memory);
  }

  Job &job;
  launch::Gpu &gpu;
  const Options &options;
  ExitCode codeOfError = BadInput;
};

} // namespace

ExitCode runOnGpu(Job &job, const std::string &image, launch::Gpu &gpu,
                  const Options &options) {
  GpuRun run(job, gpu, options);
  Expected<bool> same = run.run(image);
  if (!same)
    return fail(run.getCodeOfError(), same.takeError());
  return *same ? Success : Differs;
}

} // namespace tileiras::run

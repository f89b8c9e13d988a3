//===- EmulatorRun.cpp - A job on the emulator ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorRun.h"

#include "tileiras/Emulator/Profile/Observation.h"
#include "tileiras/Launch/EmulatedMemory.h"
#include "tileiras/Support/OutputFile.h"
#include "tileiras/Support/ProgressBar.h"

using namespace llvm;

namespace tileiras::run {

namespace {

class EmulatorRun {
public:
  EmulatorRun(Job &job, const Options &options, emu::Monitor *monitor)
      : job(job), options(options), monitor(monitor),
        config(options.launchConfig()),
        observation(options.emulator.traceFile, options.emulator.reportFiles,
                    SourceRoots(options.input, options.emulator.sourceRoots)) {
    config.maxInstructions = options.emulator.maxInstructions;
    config.threads = options.emulator.hostThreads;
    config.checks = options.emulator.checks;
    config.exactSums = options.emulator.exactSums;
    config.countMemory = options.emulator.printsCounters;
  }

  /// Runs the kernel on separate memory with the initial arguments. Returns
  /// nullopt if \p wasEnded returns true.
  std::optional<ExitCode> run(emu::Schedule schedule,
                              function_ref<bool()> wasEnded) {
    emu::Machine machine;
    launch::EmulatedMemory memory(machine);
    auto parameters = job.pass(memory);
    if (!parameters)
      return fail(BadInput, parameters.takeError());
    config.schedule = schedule;
    emu::Counters counters;
    Error launched = launch(machine, *parameters, counters);
    if (launched && wasEnded()) {
      consumeError(std::move(launched));
      return std::nullopt;
    }
    if (launched) {
      bool kernelsFault = launched.isA<emu::KernelError>();
      return fail(kernelsFault ? KernelFailed : BadInput, std::move(launched));
    }
    outs().flush();
    if (Error error = finish(memory, counters))
      return fail(BadInput, std::move(error));
    Expected<bool> same = job.getArguments().compareWithFiles();
    if (!same)
      return fail(BadInput, same.takeError());
    return *same ? Success : Differs;
  }

private:
  Error launch(emu::Machine &machine, ArrayRef<uint8_t> parameters,
               emu::Counters &counters) {
    ProgressBar bar(errs());
    if (errs().is_displayed() && !monitor)
      config.progress = [&](uint64_t done, uint64_t all) {
        bar.update(done, all);
      };
    observation.attach(config);
    if (monitor)
      config.monitor = monitor;
    return machine.launch(job.getModule(), options.kernel, config, parameters,
                          &counters);
  }

  /// Fetches the results and writes the observations.
  Error finish(launch::DeviceMemory &memory, const emu::Counters &counters) {
    if (Error error = job.fetch(memory))
      return error;
    job.getArguments().keepOutputs();
    if (Error error = observation.write(job.getModule().program(), job.getPtx(),
                                        job.getKernel(), config, counters))
      return error;
    if (!options.emulator.printsCounters)
      return Error::success();
    if (options.emulator.counterFile.empty()) {
      counters.print(outs());
      return Error::success();
    }
    return writeFile(options.emulator.counterFile,
                     [&](raw_ostream &os) { counters.printJson(os); });
  }

  Job &job;
  const Options &options;
  emu::Monitor *monitor; // null: none
  emu::LaunchConfig config;
  emu::Observation observation;
};

} // namespace

std::optional<ExitCode> runWatched(Job &job, const Options &options,
                                   emu::Monitor &monitor,
                                   function_ref<bool()> wasEnded) {
  EmulatorRun runner(job, options, &monitor);
  return runner.run(options.emulator.schedules.front(), wasEnded);
}

ExitCode runOnEmulator(Job &job, const Options &options) {
  EmulatorRun runner(job, options, /*monitor=*/nullptr);
  const EmulatorOptions &emulator = options.emulator;
  bool same = true;
  for (auto [schedule, text] :
       zip_equal(emulator.schedules, emulator.scheduleTexts)) {
    ExitCode code = *runner.run(schedule, [] { return false; });
    if (code == BadInput || code == KernelFailed) {
      if (emulator.schedules.size() > 1)
        errs() << "note: under the schedule " << text << '\n';
      return code;
    }
    same &= code == Success;
  }
  if (Error error = job.getArguments().writeOutputs(emulator.schedules.size()))
    return fail(BadInput, std::move(error));
  return same ? Success : Differs;
}

} // namespace tileiras::run

//===- GpuRun.h - A job on a GPU --------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a job on a GPU through NVIDIA's driver. Optionally times further runs,
// and compares all arrays with the emulator's.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_GPURUN_H
#define TILEIRAS_RUN_GPURUN_H

#include "Job.h"

#include "tileiras/Launch/Gpu.h"

namespace tileiras::run {

/// Runs \p job, whose kernel is in \p image, on \p gpu; times it, and compares
/// it with the emulator, as \p options request.
ExitCode runOnGpu(Job &job, const std::string &image, launch::Gpu &gpu,
                  const Options &options);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_GPURUN_H

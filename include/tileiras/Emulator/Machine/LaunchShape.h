//===- LaunchShape.h - Grid, block and cluster of a launch ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's directives (.reqntid, .maxntid, .reqnctapercluster, …) and the
// launch's configuration together give the shape of a launch. A launch that
// contradicts the directives or exceeds the limits of CUDA devices is refused.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_LAUNCHSHAPE_H
#define TILEIRAS_EMULATOR_MACHINE_LAUNCHSHAPE_H

#include "tileiras/Emulator/Machine/LaunchConfig.h"

namespace tileiras::emu {

struct Launch;

/// The extents in threads and CTAs that the kernel's directives lead to.
struct LaunchShape {
  Dim3 grid, block, cluster;
  bool explicitCluster = false;
};

llvm::Expected<LaunchShape> chooseShape(const Function &kernel,
                                        const LaunchConfig &config);

/// Refuses a launch one of whose CTAs has more registers than an SM.
llvm::Error checkRegisters(const Launch &launch);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LAUNCHSHAPE_H

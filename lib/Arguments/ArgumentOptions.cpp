//===- ArgumentOptions.cpp - Options of programs that run a kernel --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Arguments/ArgumentOptions.h"

using namespace llvm;
using namespace tileiras::run;

ArgumentOptions::ArgumentOptions(cl::OptionCategory &category)
    : kernel("kernel", cl::cat(category),
             cl::desc("Kernel (default: the only one)")),
      arguments("arg", cl::cat(category), cl::desc("Argument, in order")),
      outputs("out", cl::cat(category),
              cl::desc("N=FILE.npy: save array argument N")),
      expectations("expect", cl::cat(category),
                   cl::desc("N=FILE.npy: compare argument N")),
      rtol("rtol", cl::init(0), cl::cat(category),
           cl::desc("Relative tolerance of --expect")),
      atol("atol", cl::init(0), cl::cat(category),
           cl::desc("Absolute tolerance of --expect")) {}

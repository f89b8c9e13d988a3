//===- MachineModel.cpp - Throughputs and latencies of SMs ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/MachineModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tileiras;

#define GET_MACHINE_MODELS
#include "tileiras/Target/MachineModel.inc"

/// Returns the value of a number; 0 if the list has none of that name.
static double find(ArrayRef<MachineNumber> numbers, StringRef name) {
  const auto *found = llvm::find_if(
      numbers, [&](const MachineNumber &n) { return n.name == name; });
  return found == numbers.end() ? 0 : found->value;
}

double MachineModel::getRate(StringRef unit) const { return find(units, unit); }

double MachineModel::getTensorRate(StringRef element) const {
  return find(tensorRates, element);
}

unsigned MachineModel::getLatency(StringRef name) const {
  return find(latencies, name);
}

unsigned MachineModel::getHandoff(StringRef name) const {
  return find(handoffs, name);
}

const MachineModel &tileiras::getMachineModel(const TargetInfo &target) {
  ArrayRef<MachineModel> models = allMachineModels();
  const auto *next = llvm::find_if(models, [&](const MachineModel &model) {
    return model.firstComputeCapability > target.ComputeCapability;
  });
  return next == models.begin() ? models.front() : next[-1];
}

ArrayRef<MachineModel> tileiras::allMachineModels() { return kModels; }

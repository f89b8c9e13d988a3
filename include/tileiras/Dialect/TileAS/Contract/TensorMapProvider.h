//===- TensorMapProvider.h - Who encodes tensor maps ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPPROVIDER_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPPROVIDER_H

namespace tileiras {

enum class TensorMapProvider {
  None,      ///< nobody: no load goes by TMA
  Parameter, ///< who launches the kernel, which takes them as parameters
  Device,    ///< the kernel, which keeps them in global memory
};

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPPROVIDER_H

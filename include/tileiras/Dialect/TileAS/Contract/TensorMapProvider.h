//===- TensorMapProvider.h - Provider of tensor maps ------------*- C++ -*-===//
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
  None,      ///< No load goes by TMA.
  Parameter, ///< The launch encodes them, and passes them as parameters.
  Device,    ///< The kernel encodes them, and keeps them in global memory.
};

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_TENSORMAPPROVIDER_H

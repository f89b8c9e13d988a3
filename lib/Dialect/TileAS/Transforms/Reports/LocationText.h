//===- LocationText.h - Places of the source in reports ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_REPORTS_LOCATIONTEXT_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_REPORTS_LOCATIONTEXT_H

#include "mlir/IR/Location.h"

#include <string>

namespace tileiras {

/// Returns "matmul.py:12:3", or nothing where the operation comes from no file.
std::string getLocationText(mlir::Location location);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_REPORTS_LOCATIONTEXT_H

//===- Cute.h - The cute dialect -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTE_H
#define TILEIRAS_DIALECT_CUTE_IR_CUTE_H

#include "mlir/IR/Dialect.h"

#include "tileiras/Dialect/Cute/IR/CuteDialect.h.inc"

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTE_H

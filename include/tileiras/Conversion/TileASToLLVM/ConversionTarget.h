//===- ConversionTarget.h - Legal operations, by phase ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// convert-nv-tileas-to-llvm converts a body in several partial conversions,
// each of which leaves fewer operations. All that they may leave is declared
// here, in this order, because a later statement about the same name replaces
// an earlier one, and one about an operation goes before one about its dialect:
//
//   1  dialects that are legal
//   2  dialects that are not: those of tiles
//   3  operations of these that are legal: pipelines, and with types of LLVM
//      those that other tools may leave
//   4  dialects that are legal with types of LLVM: arith, math and ub. On tiles
//      they are converted in phase 3, on scalars in phase 7
//   5  operations that the phases up to the given one have removed
//
// nv_tileaa.func and nv_tileaa.return are not legal: the boundary of a function
// is converted before its body.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_TILEASTOLLVM_CONVERSIONTARGET_H
#define TILEIRAS_CONVERSION_TILEASTOLLVM_CONVERSIONTARGET_H

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras {

/// The partial conversions of the pass, in their order.
enum class BodyPhase {
  /// 3: tiles become registers.
  Tiles,
  /// 6: pipelines become states and barrier objects.
  Pipelines,
  /// 4: structured control flow and agents become branches.
  ControlFlow,
  /// 5: operations of gpu become nvvm's. Operations of cute and cute_nvgpu are
  /// converted by passes with targets of their own.
  Instructions,
  /// 7: scalars, branches and functions become LLVM's.
  Scalars
};

/// Returns the target of operations that `phase` may leave. A type is LLVM's if
/// `converter`, which must outlive the result, leaves it unchanged.
mlir::ConversionTarget getBodyTarget(const mlir::TypeConverter &converter,
                                     mlir::MLIRContext &context,
                                     BodyPhase phase);

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_TILEASTOLLVM_CONVERSIONTARGET_H

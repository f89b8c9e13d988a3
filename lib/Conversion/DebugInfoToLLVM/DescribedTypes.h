//===- DescribedTypes.h - Types that a debugger shows -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type converter of described values. It reads two types: the one
// that the program gave a value, and the one of the registers that hold it now.
//
//   in the program            in registers               for a debugger
//   i1 … i128, index          the same, i64              integer
//   f16, bf16, f32, f64       the same                   float
//   tf32                      f32                        float
//   f8…                       i8                         its bits, unsigned
//   pointer                   pointer                    pointer
//   vector                    vector                     array of the lanes
//   tile, tensor              structure, an element for  array of the elements
//                             each register              that a thread holds
//
// A debugger that shows the whole tile has to know which elements those are. If
// a layout says it, its text is the name of a type between that of the tile and
// the array: typedef tile<8x8xf32>, typedef {register=[[0,1]], lane=…}, array.
//
//   tensor view, tiled view   structure                  base, shape, strides
//   structure, tuple          structure                  structure
//   array                     array                      array
//
// Everything else is refused. Functions and their arguments are converted
// elsewhere, by another converter.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_DESCRIBEDTYPES_H
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_DESCRIBEDTYPES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <optional>

namespace tileiras {

/// A number or pointer in a described value.
struct DescribedLeaf {
  /// Indices into structures, arrays and, last, a vector.
  llvm::SmallVector<int64_t> position;
  mlir::Type type;
  /// The location in the debugger's type, in bits.
  uint64_t offset, size;
  /// A constant that the program's type contains; no register holds it.
  std::optional<int64_t> known;
};

struct DescribedForm {
  mlir::LLVM::DITypeAttr type;
  uint64_t size; // in bits
  llvm::SmallVector<DescribedLeaf> leaves;
};

/// Returns the form of a value whose type is `payload` in the program and
/// `held` in registers, a tile under `layout` if there is one; fails with a
/// diagnostic of `emitError` if it has none.
llvm::FailureOr<DescribedForm>
describeType(mlir::Type payload, mlir::Type held, llvm::StringRef layout,
             llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Does the same for a value in memory, which has the form that LLVM gives it.
llvm::FailureOr<DescribedForm>
describeTypeInMemory(mlir::Type payload,
                     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_DESCRIBEDTYPES_H

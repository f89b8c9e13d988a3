//===- TileTypeConverter.h - Types of tiles as registers --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of the third stage is represented in one thread as:
//
//   tensor<…xT, layout>   !llvm.struct<(T', T', …)>, a field per register
//   async.future          a struct of the 32-bit registers of instructions:
//                         narrower elements share one
//   ptr<T, space>         !llvm.ptr<space>
//   memref of rank r      !llvm.struct<(ptr<1>, array<r x i64>, array<r x
//   i64>)>
//                         base, sizes, strides (in elements)
//   … in shared memory    !llvm.struct<(ptr<3>, ptr<3>, i64, array<r x i64>,
//                         array<r x i64>)>, a memref descriptor of MLIR; sizes
//                         are the type's, and there are no strides
//   tiled_view            its memref
//   mem_token             i32, without meaning: operations are ordered as
//                         tokens required
//
// T' is T, except for floats that LLVM lacks: tf32 is f32, the narrow ones are
// integers with their bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_LLVMTYPES_TILETYPECONVERTER_H
#define TILEIRAS_CONVERSION_LLVMTYPES_TILETYPECONVERTER_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

namespace tileiras::to_llvm {

class TileTypeConverter : public mlir::LLVMTypeConverter {
public:
  TileTypeConverter(mlir::MLIRContext *context,
                    const mlir::LowerToLLVMOptions &options);
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_CONVERSION_LLVMTYPES_TILETYPECONVERTER_H

//===- TypeConverter.h - Types of cuda_tile in nv_tileaa --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tile<f32>                       f32
//   tile<2x4xf32>                   tensor<2x4xf32>
//   tile<8xptr<f32>>                tensor<8x!nv_tileaa.ptr<f32>>
//   token                           !nv_tileaa.mem_token
//   tensor_view<?xf32, strides=[1]> !nv_tileaa.memref<…>
//   partition_view, strided_view,   !nv_tileaa.tiled_view<…>; the padding value
//   gather_scatter_view             becomes an attribute of the load
//
// Each type has exactly one counterpart, so no value is ever split.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_TYPECONVERTER_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_TYPECONVERTER_H

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::to_tileaa {

class TileTypeConverter : public mlir::TypeConverter {
public:
  TileTypeConverter();
};

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_TYPECONVERTER_H

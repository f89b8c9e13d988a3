//===- TensorMapFields.cpp - The fields of a tensor map -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The codes are those of the PTX ISA ("tensormap.replace: new_val"), which are
// not CUDA's.
//
//===----------------------------------------------------------------------===//

#include "TensorMapFields.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/IR/TmaCopies.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using cute_nvgpu::TensorMapField;
using nv_tileaa::StridedMemRefType;

namespace tileiras::to_llvm {

ArrayInMemory getArrayInMemory(OpBuilder &builder, Location loc,
                               StridedMemRefType type, Value memref) {
  ArrayInMemory array;
  Value base = LLVM::ExtractValueOp::create(builder, loc, memref, 0);
  array.base =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), base);
  auto collect = [&](int64_t field, ArrayRef<int64_t> known,
                     SmallVectorImpl<Value> &values) {
    for (auto [dim, extent] : llvm::enumerate(known))
      if (ShapedType::isDynamic(extent))
        values.push_back(LLVM::ExtractValueOp::create(
            builder, loc, memref, ArrayRef<int64_t>{field, int64_t(dim)}));
      else
        values.push_back(LLVM::ConstantOp::create(
            builder, loc, builder.getI64IntegerAttr(extent)));
  };
  collect(1, type.getShape(), array.sizes);
  collect(2, type.getStrides(), array.strides);
  return array;
}

namespace {

/// Writes the fields of a map.
class MapWriter {
public:
  MapWriter(OpBuilder &builder, Location loc, Value map)
      : builder(builder), loc(loc), map(map) {}

  void setCode(TensorMapField field, int32_t code) {
    replace(field, IntegerAttr(), Value(), builder.getI32IntegerAttr(code));
  }
  void set(TensorMapField field, Value value) {
    replace(field, IntegerAttr(), value, IntegerAttr());
  }
  void set(TensorMapField field, int32_t dim, Value value) {
    replace(field, builder.getI32IntegerAttr(dim), value, IntegerAttr());
  }
  void set(TensorMapField field, int32_t dim, int32_t value) {
    set(field, dim, constant(builder.getI32IntegerAttr(value)));
  }

  Value constant(IntegerAttr value) {
    return LLVM::ConstantOp::create(builder, loc, value);
  }
  Value select(Value condition, Value yes, Value no) {
    return LLVM::SelectOp::create(builder, loc, condition, yes, no);
  }
  Value truncate(Value value) {
    return LLVM::TruncOp::create(builder, loc, builder.getI32Type(), value);
  }

private:
  void replace(TensorMapField field, IntegerAttr dim, Value value,
               IntegerAttr code) {
    cute_nvgpu::TensormapReplaceOp::create(builder, loc, field, map, dim, value,
                                           code);
  }

  OpBuilder &builder;
  Location loc;
  Value map;
};

} // namespace

/// Returns whether a size is zero; null if the type says that none is.
static Value createIsEmpty(OpBuilder &builder, Location loc,
                           StridedMemRefType type, const ArrayInMemory &array) {
  Value isEmpty;
  for (auto [known, size] : llvm::zip_equal(type.getShape(), array.sizes)) {
    if (known > 0)
      continue;
    Value zero =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
    Value isZero =
        LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, size, zero);
    isEmpty =
        isEmpty ? LLVM::OrOp::create(builder, loc, isEmpty, isZero) : isZero;
  }
  return isEmpty;
}

void writeTensorMap(OpBuilder &builder, Location loc,
                    TmaDescriptorIterType type, OobMode oob,
                    const ArrayInMemory &array, Value map, Value zeros) {
  TmaCopyPlan plan =
      *planTmaCopy(type.getView(), type.getBuffer(), type.getParts());
  StridedMemRefType memref = type.getView().getSource();
  Value isEmpty = createIsEmpty(builder, loc, memref, array);
  MapWriter writer(builder, loc, map);
  Value one = writer.constant(builder.getI64IntegerAttr(1));
  Value bytes = writer.constant(
      builder.getI64IntegerAttr(getMemoryBits(memref.getElementType()) / 8));
  writer.set(TensorMapField::GLOBAL_ADDRESS,
             isEmpty ? writer.select(isEmpty, zeros, array.base) : array.base);
  writer.set(TensorMapField::RANK,
             writer.constant(builder.getI32IntegerAttr(memref.getRank() - 1)));
  for (auto [index, dims] :
       llvm::enumerate(llvm::zip_equal(plan.arrayDims, plan.tileDims))) {
    auto [dim, tileDim] = dims;
    writer.set(TensorMapField::BOX_DIM, index,
               int32_t(plan.boxes.boxShape[tileDim]));
    Value size = array.sizes[dim];
    if (isEmpty)
      size = writer.select(isEmpty, one, size);
    writer.set(TensorMapField::GLOBAL_DIM, index, writer.truncate(size));
    writer.set(TensorMapField::ELEMENT_STRIDE, index, 1);
    if (index != 0)
      writer.set(TensorMapField::GLOBAL_STRIDE, index - 1,
                 LLVM::MulOp::create(builder, loc, array.strides[dim], bytes));
  }
  writer.setCode(TensorMapField::ELEMTYPE,
                 getTensorMapElement(memref.getElementType(),
                                     type.getBuffer().getElementType())
                     .ptxCode);
  writer.setCode(TensorMapField::INTERLEAVE_LAYOUT, 0);
  writer.setCode(TensorMapField::SWIZZLE_MODE, plan.getSwizzleMode());
  // Tensor maps have this field since sm_100.
  if (int64_t atomicity = plan.getSwizzleAtomicity())
    writer.setCode(TensorMapField::SWIZZLE_ATOMICITY, atomicity);
  writer.setCode(TensorMapField::FILL_MODE, oob == OobMode::NaN);
}

} // namespace tileiras::to_llvm

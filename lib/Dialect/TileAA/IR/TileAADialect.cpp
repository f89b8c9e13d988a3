//===- TileAADialect.cpp - The nv_tileaa dialect and its attributes -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its attributes, and the verifier of the attributes that
// nv_tileaa puts on operations of other dialects, such as the target on a
// gpu.module.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#include "tileiras/Dialect/TileAA/IR/TileAADialect.cpp.inc"
#include "tileiras/Dialect/TileAA/IR/TileAAEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAAAttributes.cpp.inc"

void TileAADialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/TileAA/IR/TileAAOps.cpp.inc"
      >();
}

void TileAADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/TileAA/IR/TileAAAttributes.cpp.inc"
      >();
}

LogicalResult
KernelSpecAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       unsigned numWarps, unsigned clusterDimX,
                       unsigned clusterDimY, unsigned clusterDimZ) {
  if (!llvm::isPowerOf2_32(numWarps) || numWarps > 32)
    return emitError() << "expected numWarps to be a power of two up to 32, "
                          "got "
                       << numWarps;
  uint64_t ctas = 1;
  for (unsigned size : {clusterDimX, clusterDimY, clusterDimZ})
    ctas *= std::min(size, 17u);
  if (ctas < 1 || ctas > 16)
    return emitError() << "expected a cluster of 1 to 16 CTAs, got "
                       << clusterDimX << " x " << clusterDimY << " x "
                       << clusterDimZ;
  return success();
}

LogicalResult DivByAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                uint64_t divisor, std::optional<int64_t> every,
                                std::optional<int64_t> along) {
  if (!llvm::isPowerOf2_64(divisor) || divisor > (uint64_t(1) << 62))
    return emitError() << "expected a divisor that is a power of two up to "
                          "2^62, got "
                       << divisor;
  if (every && *every < 0)
    return emitError() << "expected the size of groups, got " << *every;
  if (along && *along < 0)
    return emitError() << "expected a dimension, got " << *along;
  return success();
}

LogicalResult BoundedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  std::optional<int64_t> lb,
                                  std::optional<int64_t> ub) {
  if (lb && ub && *lb > *ub)
    return emitError() << "expected a lower bound up to the upper one, got "
                       << *lb << " and " << *ub;
  return success();
}

LogicalResult
SameElementsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<int64_t> values) {
  for (int64_t value : values)
    if (value < 0)
      return emitError() << "expected sizes of groups, got " << value;
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes of other operations
//===----------------------------------------------------------------------===//

/// Returns the expected kind of attribute; empty if the value has it.
static StringRef findFault(Operation *op, StringRef name, Attribute value) {
  if (name == TileAADialect::getComputeCapabilityAttrName()) {
    auto number = dyn_cast<IntegerAttr>(value);
    return number && number.getType().isInteger(32) ? "" : "an i32";
  }
  if (name == TileAADialect::getTargetSpecAttrName() ||
      name == TileAADialect::getDebugInfoAttrName())
    return isa<StringAttr>(value) ? "" : "a string";
  if (name == TileAADialect::getUseNVGpuCompAttrName())
    return isa<BoolAttr>(value) ? "" : "a bool";
  if (name == TileAADialect::getMarkForReuseAttrName())
    return isa<UnitAttr>(value) ? "" : "without a value";
  if (!isa<FunctionOpInterface>(op))
    return "an attribute of a function";
  if (name == TileAADialect::getKernelSpecAttrName())
    return isa<KernelSpecAttr>(value) ? "" : "a kernel_spec";
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isInteger(32) && number.getInt() > 0
             ? ""
             : "a positive i32";
}

LogicalResult
TileAADialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (!llvm::is_contained({getComputeCapabilityAttrName(),
                           getTargetSpecAttrName(), getDebugInfoAttrName(),
                           getUseNVGpuCompAttrName(), getKernelSpecAttrName(),
                           getOccupancyAttrName(), getClusterHintAttrName(),
                           getMarkForReuseAttrName()},
                          name))
    return op->emitError("unknown attribute '")
           << name << "' of the nv_tileaa dialect";
  StringRef fault = findFault(op, name, attribute.getValue());
  if (fault.empty())
    return success();
  return op->emitError("expected '")
         << name << "' to be " << fault << ", got " << attribute.getValue();
}

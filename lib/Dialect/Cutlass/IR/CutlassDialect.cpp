//===- CutlassDialect.cpp - The cutlass dialect -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect, its pipeline state type, and the verifier of arrivals, which
// relates the kind of an arrival to its bytes and predicate.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cutlass;

#include "tileiras/Dialect/Cutlass/IR/CutlassDialect.cpp.inc"

#include "tileiras/Dialect/Cutlass/IR/CutlassEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/Cutlass/IR/CutlassAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/Cutlass/IR/CutlassTypes.cpp.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/Cutlass/IR/CutlassOps.cpp.inc"

void CutlassDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/Cutlass/IR/CutlassAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/Cutlass/IR/CutlassTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/Cutlass/IR/CutlassOps.cpp.inc"
      >();
}

LogicalResult
PipelineStateType::verify(function_ref<InFlightDiagnostic()> emitError,
                          int64_t stages) {
  if (stages < 1)
    return emitError() << "expected at least one stage, got " << stages;
  return success();
}

/// Checks an arrival: only copies of one thread count bytes. A predicate
/// selects the thread that arrives for its warp, or for all; cp.async copies
/// belong to each thread.
template <typename OpTy> static LogicalResult verifyArrival(OpTy op) {
  bool hasBytes = op.getArrival() == Arrival::Transactions;
  if (hasBytes != op.getBytes().has_value())
    return op.emitOpError("expected ")
           << (hasBytes ? "a" : "no") << " number of bytes for '"
           << stringifyArrival(op.getArrival()) << "'";
  bool isOfThreads =
      op.getArrival() == Arrival::Thread || op.getArrival() == Arrival::Warp;
  if (op.getCtas() > 1 && !isOfThreads)
    return op.emitOpError("expected threads that arrive in several CTAs, got '")
           << stringifyArrival(op.getArrival()) << "'";
  bool isOneThread = hasBytes || op.getArrival() == Arrival::Warp;
  if (isOneThread && !op.getPredicate())
    return op.emitOpError("expected a predicate for '")
           << stringifyArrival(op.getArrival()) << "', which one thread makes";
  if (op.getArrival() == Arrival::Copies && op.getPredicate())
    return op.emitOpError("expected no predicate for '")
           << stringifyArrival(op.getArrival()) << "', which each thread makes";
  return success();
}

LogicalResult ProducerCommitOp::verify() { return verifyArrival(*this); }

LogicalResult ConsumerReleaseOp::verify() {
  if (getArrival() == Arrival::Copies || getArrival() == Arrival::Transactions)
    return emitOpError("expected threads that empty the stage, got '")
           << stringifyArrival(getArrival()) << "'";
  return verifyArrival(*this);
}

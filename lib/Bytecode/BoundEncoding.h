//===- BoundEncoding.h - An encoding in a context ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reader and writer share this structure.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_BOUNDENCODING_H
#define TILEIRAS_LIB_BYTECODE_BOUNDENCODING_H

#include "tileiras/Bytecode/OpEncoding.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/SmallVector.h"

namespace tileiras {

/// The operation name and attribute names of an encoding, in one context.
struct BoundEncoding {
  BoundEncoding(const OpEncoding &encoding, mlir::MLIRContext *context)
      : encoding(encoding), name(encoding.name, context) {
    for (const AttributeEncoding &field : encoding.attributes)
      attributeNames.push_back(mlir::StringAttr::get(context, field.name));
  }

  const OpEncoding &encoding;
  mlir::OperationName name;
  llvm::SmallVector<mlir::StringAttr> attributeNames;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_BOUNDENCODING_H

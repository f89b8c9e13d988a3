//===- OpEncoding.cpp - Bytecode encodings of operations ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Bytecode/OpEncoding.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringLiteral;
using namespace tileiras;

const EnumEncoding::Case *EnumEncoding::lookup(uint64_t value) const {
  const Case *it = llvm::find_if(
      cases, [&](const Case &entry) { return entry.value == value; });
  return it == cases.end() ? nullptr : it;
}

const EnumEncoding::Case *EnumEncoding::lookup(llvm::StringRef keyword) const {
  const Case *it = llvm::find_if(
      cases, [&](const Case &entry) { return entry.keyword == keyword; });
  return it == cases.end() ? nullptr : it;
}

template <typename T> static bool isStorage(mlir::Attribute attribute) {
  return llvm::isa<T>(attribute);
}

namespace {
#include "CudaTileOpEncodings.inc"
} // namespace

llvm::ArrayRef<OpEncoding> tileiras::getOpEncodings() { return kOpEncodings; }

const OpEncoding *tileiras::lookupOpEncoding(uint64_t opcode) {
  const OpEncoding *it = llvm::lower_bound(
      kOpEncodings, opcode,
      [](const OpEncoding &op, uint64_t key) { return op.opcode < key; });
  bool found = it != std::end(kOpEncodings) && it->opcode == opcode;
  return found ? it : nullptr;
}

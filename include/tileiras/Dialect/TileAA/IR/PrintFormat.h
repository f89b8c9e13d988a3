//===- PrintFormat.h - Formats of print -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format of printf (C standard, "The fprintf function") is a sequence of text
// and conversions: "%" flags width "." precision length letter. "%%" is text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_PRINTFORMAT_H
#define TILEIRAS_DIALECT_TILEAA_IR_PRINTFORMAT_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::nv_tileaa {

/// Text, and the conversion that follows it.
struct PrintPiece {
  StringRef text;
  /// The whole conversion, "%-5.2lf"; empty after the last text.
  StringRef conversion;
  /// The characters between "%" and the length, "-5.2".
  StringRef shape;
  /// The letter, `f`; 0 if C has no such conversion.
  char letter = 0;

  bool isInteger() const { return StringRef("diuoxXc").contains(letter); }
  bool isSigned() const { return StringRef("di").contains(letter); }
  bool isFloat() const { return StringRef("eEfFgGaA").contains(letter); }
  bool isPointer() const { return letter == 'p'; }
};

/// The last piece has no conversion.
SmallVector<PrintPiece> splitPrintFormat(StringRef format);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_PRINTFORMAT_H

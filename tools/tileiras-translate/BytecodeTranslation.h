//===- BytecodeTranslation.h - Bytecode as a translation --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode as translations of mlir-translate: from and to text, for one version
// of the format.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_TRANSLATE_BYTECODETRANSLATION_H
#define TILEIRAS_TOOLS_TILEIRAS_TRANSLATE_BYTECODETRANSLATION_H

namespace tileiras {

/// Registers `--mlir-to-cudatilebc`, `--cudatilebc-to-mlir`,
/// `--test-cudatile-roundtrip` and their options.
void registerBytecodeTranslations();

} // namespace tileiras

#endif // TILEIRAS_TOOLS_TILEIRAS_TRANSLATE_BYTECODETRANSLATION_H

//===- EmbeddedLibrary.cpp - The device library of the build ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/EmbeddedLibrary.h"

#ifdef TILEIRAS_LIBCLC

// The assembler includes the file in the object: as C++ source it would be 20
// MB.
asm(R"(
  .section .rodata.tileiras_libclc,"a",@progbits
  .balign 16
  .hidden tileiras_libclc_begin
  .globl tileiras_libclc_begin
tileiras_libclc_begin:
  .incbin ")" TILEIRAS_LIBCLC R"("
  .hidden tileiras_libclc_end
  .globl tileiras_libclc_end
tileiras_libclc_end:
  .previous
)");

extern "C" const char tileiras_libclc_begin[];
extern "C" const char tileiras_libclc_end[];

llvm::ArrayRef<char> tileiras::embeddedLibrary() {
  return {tileiras_libclc_begin, tileiras_libclc_end};
}

#else

llvm::ArrayRef<char> tileiras::embeddedLibrary() { return {}; }

#endif

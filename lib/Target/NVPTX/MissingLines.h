//===- MissingLines.h - Lines for instructions that have none ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When LLVM combines two instructions from different lines, or moves one to a
// point that may execute although its line doesn't, the instruction gets line
// 0: a debugger would otherwise stop at lines that are not executed. Profilers
// attribute time to lines, and time at line 0 is attributed to none. So if a
// module has lines but no variables (--lineinfo), such an instruction gets the
// line of the previous instruction in the block, or else of the first following
// one that has a line.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_MISSINGLINES_H
#define TILEIRAS_LIB_TARGET_NVPTX_MISSINGLINES_H

namespace llvm {
class MachineFunctionPass;
} // namespace llvm

namespace tileiras {

/// Returns a pass for machine code directly before printing. The pass manager
/// to which it is added owns it.
llvm::MachineFunctionPass *createMissingLinesPass();

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_MISSINGLINES_H

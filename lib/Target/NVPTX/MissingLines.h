//===- MissingLines.h - Lines for instructions that have none ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where LLVM makes one instruction of two that come from different lines, or
// moves one to where it may run although its line doesn't, the instruction gets
// line 0: a debugger would otherwise stop at lines that are not executed.
// Profilers attribute time to lines, and time at line 0 is nobody's. So where a
// module has lines but no variables (--lineinfo), such an instruction gets the
// line of its neighbour in the block: of the one before it, else of the first
// one behind it that has a line.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_MISSINGLINES_H
#define TILEIRAS_LIB_TARGET_NVPTX_MISSINGLINES_H

namespace llvm {
class MachineFunctionPass;
} // namespace llvm

namespace tileiras {

/// A pass for machine code that is printed next. It belongs to the pass manager
/// that it is added to.
llvm::MachineFunctionPass *createMissingLinesPass();

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_MISSINGLINES_H

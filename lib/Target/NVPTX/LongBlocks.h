//===- LongBlocks.h - Splits long blocks before selection -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions are selected from a graph of a whole block. A kernel of many
// operations is one block of tens of thousands of instructions, whose graph is
// many times as large as a processor's caches, and is traversed again and
// again. In pieces each graph is small. Pieces follow each other in the text
// without a branch.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_LONGBLOCKS_H
#define TILEIRAS_LIB_TARGET_NVPTX_LONGBLOCKS_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace tileiras {

/// Returns a pass that splits long blocks. It must run directly before
/// instruction selection, since other passes join blocks again. The pass
/// manager to which it is added owns it.
llvm::FunctionPass *createLongBlocksPass();

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_LONGBLOCKS_H

//===- LongBlocks.h - Long blocks are selected in pieces --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions are selected from a graph of a whole block. A kernel of many
// operations is one block of tens of thousands of instructions, whose graph is
// many times as large as a processor's caches, and looked through again and
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

/// A pass that splits long blocks, to be executed right before instructions are
/// selected: others join them again. It belongs to the pass manager that it is
/// added to.
llvm::FunctionPass *createLongBlocksPass();

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_LONGBLOCKS_H

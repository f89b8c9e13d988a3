//===- Interpreter.h - Runs Tile IR as the specification says ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference interpreter: kernels of the dialect `cuda_tile` are executed
// operation by operation, on whole tiles, without being compiled. It shares no
// code with the compiler's conversions or with the emulator, so that it can
// convict either (utils/check-dependencies).
//
// Undefined behaviour is reported where it happens, and not computed: accesses
// outside an array, reads of memory that was never written, division by zero,
// shifts by the width or more, broken promises (`overflow`, `assume`,
// `inbounds`), and so on. Values that are merely unspecified (elements beyond a
// tensor without a padding value, masked elements) are followed through
// arithmetic and memory, and reported when a branch, an address, a mask or an
// index depends on them, and when the kernel leaves them in an array.
//
// Limits
// ------
// Tile blocks run one after the other, each to its end, in the order of x, then
// y, then z. A block that waits for a later one never ends: it is stopped after
// Launch::maxSteps operations. Within a block, operations happen in the order
// of the program, which is one of the orders that tokens allow; accesses that
// lack a token between them are not found.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_INTERPRETER_INTERPRETER_H
#define TILEIRAS_INTERPRETER_INTERPRETER_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Interpreter/Memory.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>

namespace tileiras::interpreter {

/// The bits of an argument of a kernel, with their origin if it is a pointer.
using Parameter = Pointer;

struct Launch {
  std::array<uint32_t, 3> grid{1, 1, 1};
  /// The maximal number of operations that a tile block may execute.
  uint64_t maxSteps = 100'000'000;
  /// The output of `print_tko`.
  llvm::raw_ostream *output = &llvm::outs();
};

/// A module, and the memory on which its kernels run.
class Interpreter {
public:
  /// Copies the globals into memory. \p module is verified, and outlives this.
  explicit Interpreter(mlir::cuda_tile::ModuleOp module);

  Memory &getMemory() { return memory; }
  Pointer getGlobal(llvm::StringRef name) const { return globals.lookup(name); }

  /// Returns the kernel of that name; with an empty one, the only kernel.
  llvm::Expected<mlir::cuda_tile::EntryOp> findKernel(llvm::StringRef name);

  /// Runs a kernel to its end. A fault is a diagnostic at the operation, and
  /// failure. There is a parameter for each of the kernel's arguments.
  llvm::LogicalResult launch(mlir::cuda_tile::EntryOp kernel,
                             llvm::ArrayRef<Parameter> parameters,
                             const Launch &launch);

private:
  mlir::cuda_tile::ModuleOp module;
  Memory memory;
  llvm::StringMap<Pointer> globals;
};

/// Returns whether an operation of the dialect is interpreted
/// ("cuda_tile.addi").
bool isInterpreted(mlir::OperationName name);

} // namespace tileiras::interpreter

#endif // TILEIRAS_INTERPRETER_INTERPRETER_H

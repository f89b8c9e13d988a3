//===- CudaTileBase.td - The cuda_tile dialect and its op record -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, and the record every operation derives from. The record holds
// what the bytecode format says about an operation (its number, the version
// that introduced it, what was added to it later), so that reader, writer and
// documentation are generated from one place.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_BASE_TD
#define TILEIRAS_CUDATILE_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def CudaTile_Dialect : Dialect {
  let name = "cuda_tile";
  let cppNamespace = "::mlir::cuda_tile";
  let summary = "CUDA Tile IR: kernels over tiles of values";
  let description = [{
    The operations, types and attributes of Tile IR 13.1 to 13.5, as its
    bytecode and its text form define them. A kernel is an `entry` of a
    `cuda_tile.module`; it runs once for each tile block of a grid and computes
    on tiles, whose extents are powers of two.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// Each registers what one concern defines, in a file of its own.
    void registerTypes();
    void registerAttributes();
    void registerIntegerOps();
    void registerFloatOps();
    void registerConversionOps();
    void registerCoreOps();
    void registerControlOps();
    void registerMemoryOps();
    void registerViewOps();
    void registerAtomicOps();
    void registerMiscOps();

    /// Reads the former names of operations: `pow` and `print`.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef opName) const override;
  }];
}

/// Something an operation got after its first version. `member` is the ODS name
/// of an attribute, operand or result; `since` the version that brought it
/// ("13.4"). A file of an earlier version does not hold it: a reader takes
/// `defaultValue`, a writer refuses any other. The default is written as the
/// text form does (an enum's keyword); empty means absent, false, or no
/// elements.
class CudaTile_Added<string member_, string since_, string default_ = ""> {
  string member = member_;
  string since = since_;
  string defaultValue = default_;
}

/// An operation of Tile IR. Attributes are declared in the order in which the
/// bytecode holds them, and operands likewise; an attribute that is encoded
/// comes before or after operands freely.
class CudaTile_Op<string mnemonic, int opcode_, string since_,
                  list<Trait> traits = []>
    : Op<CudaTile_Dialect, mnemonic, traits> {
  /// The number in the bytecode.
  int opcode = opcode_;
  /// The first version that has the operation.
  string since = since_;
  /// Attributes, operands and results that came later.
  list<CudaTile_Added> added = [];
  /// 0 for module, entry and global, which have sections of their own and are
  /// never an instruction of a function body.
  bit isInstruction = 1;
  /// What folding and canonicalisation do with the operation, a phrase for each
  /// rule, for the documentation. `hasFolder` and `hasCanonicalizer` follow
  /// from where the rules are.
  list<string> folds = [];
}

#endif // TILEIRAS_CUDATILE_BASE_TD

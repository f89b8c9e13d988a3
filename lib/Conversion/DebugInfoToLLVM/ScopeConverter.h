//===- ScopeConverter.h - Tile IR scopes as LLVM scopes ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each scope of Tile IR has one counterpart in LLVM: a compile unit, a file, a
// subprogram or a lexical block. Locations are converted with their call sites.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_SCOPECONVERTER_H
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_SCOPECONVERTER_H

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"
#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace tileiras {

/// Creates the LLVM counterpart of each scope once.
class ScopeConverter {
public:
  ScopeConverter(mlir::MLIRContext *context, mlir::LLVM::DIEmissionKind kind,
                 bool isOptimized)
      : context(context), kind(kind), isOptimized(isOptimized) {}

  mlir::LLVM::DISubprogramAttr
  convert(mlir::cuda_tile::DISubprogramAttr subprogram);

  /// Returns `loc` with LLVM scopes, for an operation of `subprogram`; unknown
  /// when it has no scope or one of another subprogram (section 9 of the Tile
  /// IR specification: a scope is required).
  mlir::Location convert(mlir::Location loc,
                         mlir::cuda_tile::DISubprogramAttr subprogram);

  mlir::LLVM::DILocalVariableAttr
  convert(mlir::debuginfo::LocalVariableAttr variable,
          mlir::LLVM::DITypeAttr type);

private:
  mlir::LLVM::DIFileAttr convert(mlir::cuda_tile::DIFileAttr file);
  mlir::LLVM::DICompileUnitAttr
  convert(mlir::cuda_tile::DICompileUnitAttr unit);
  mlir::LLVM::DILocalScopeAttr convertScope(mlir::Attribute scope);
  mlir::Location convertDebugLoc(mlir::LocationAttr loc);

  mlir::MLIRContext *context;
  mlir::LLVM::DIEmissionKind kind;
  bool isOptimized;
  /// LLVM requires one compile unit per module.
  mlir::LLVM::DICompileUnitAttr compileUnit;
  llvm::DenseMap<mlir::Attribute, mlir::LLVM::DILocalScopeAttr> scopes;
};

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_SCOPECONVERTER_H

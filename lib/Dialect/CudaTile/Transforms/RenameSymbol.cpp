//===- RenameSymbol.cpp - Kernels and globals under other names -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's subprogram links under the kernel's name, and every location of
// the kernel is in it: the symbol, its uses and these change together.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"
#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"

namespace tileiras {
#define GEN_PASS_DEF_RENAMESYMBOL
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {

DISubprogramAttr linkAs(DISubprogramAttr subprogram, StringAttr name) {
  return DISubprogramAttr::get(
      subprogram.getContext(), subprogram.getFile(), subprogram.getLine(),
      subprogram.getName(), /*linkageName=*/name, subprogram.getCompileUnit(),
      subprogram.getScopeLine());
}

class RenameSymbol : public tileiras::impl::RenameSymbolBase<RenameSymbol> {
public:
  using RenameSymbolBase::RenameSymbolBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    Operation *symbol = symbols.lookup(from);
    if (!symbol) {
      getOperation().emitError("expected a symbol '@") << from << "' to rename";
      return signalPassFailure();
    }
    if (failed(checkIsFree(symbols, symbol)))
      return signalPassFailure();
    auto name = StringAttr::get(&getContext(), to);
    if (failed(symbols.rename(symbol, name))) {
      symbol->emitError("cannot find every use of '@") << from << "'";
      return signalPassFailure();
    }
    if (DISubprogramAttr subprogram = findSubprogramOf(symbol->getLoc()))
      replace(subprogram, linkAs(subprogram, name));
  }

private:
  LogicalResult checkIsFree(const SymbolTable &symbols, Operation *symbol) {
    Operation *other = symbols.lookup(to);
    if (!other || other == symbol)
      return success();
    InFlightDiagnostic diag = symbol->emitError("cannot rename '@")
                              << from << "' to '@" << to
                              << "', which is the name of another symbol";
    diag.attachNote(other->getLoc()) << "the other symbol is here";
    return diag;
  }

  void replace(DISubprogramAttr old, DISubprogramAttr renamed) {
    AttrTypeReplacer replacer;
    replacer.addReplacement([=](DISubprogramAttr subprogram) {
      return subprogram == old ? renamed : subprogram;
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/true);
  }
};

} // namespace

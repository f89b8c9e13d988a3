//===- SynthesizeDebugInfoScopes.cpp - Scopes from locations ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Section 9.1.2 of the Tile IR specification. What a location does not say is
// as in NVIDIA's public dialect: line 1 of "<unknown>".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/Path.h"

namespace tileiras {
#define GEN_PASS_DEF_SYNTHESIZEDEBUGINFOSCOPES
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {

/// Returns the file of a location, by name and directory.
DIFileAttr makeFile(FileLineColLoc place) {
  Builder builder(place.getContext());
  StringRef path = place.getFilename();
  return DIFileAttr::get(
      builder.getContext(),
      builder.getStringAttr(llvm::sys::path::filename(path)),
      builder.getStringAttr(llvm::sys::path::parent_path(path)));
}

/// Returns the location in the kernel itself: for a call site, that of the
/// caller.
FileLineColLoc findPlaceInKernel(Location loc) {
  return findFileLineCol(loc, CallSiteSide::Caller);
}

FileLineColLoc findPlaceInKernel(Location loc, FileLineColLoc otherwise) {
  FileLineColLoc place = findPlaceInKernel(loc);
  return place ? place : otherwise;
}

void synthesizeScopes(EntryOp kernel, DICompileUnitAttr unit,
                      FileLineColLoc unknown) {
  MLIRContext *context = kernel.getContext();
  FileLineColLoc start = findPlaceInKernel(kernel.getLoc());
  // A kernel without a location is in the file of its compile unit.
  DIFileAttr file = start ? makeFile(start) : unit.getFile();
  if (!start)
    start = unknown;
  auto subprogram = DISubprogramAttr::get(
      context, file, start.getLine(), /*name=*/kernel.getSymNameAttr(),
      /*linkageName=*/kernel.getSymNameAttr(), unit,
      /*scopeLine=*/start.getLine());
  auto addScope = [&](Location loc) -> Location {
    return DILocAttr::get(context, findPlaceInKernel(loc, start), subprogram);
  };
  mapLocations(kernel, addScope);
  kernel->setLoc(addScope(kernel.getLoc()));
}

class SynthesizeDebugInfoScopes
    : public tileiras::impl::SynthesizeDebugInfoScopesBase<
          SynthesizeDebugInfoScopes> {
public:
  using SynthesizeDebugInfoScopesBase::SynthesizeDebugInfoScopesBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    auto nowhere = FileLineColLoc::get(context, "<unknown>", 1, 1);
    FileLineColLoc place =
        findPlaceInKernel(getOperation().getLoc(), /*otherwise=*/nowhere);
    auto unit = DICompileUnitAttr::get(context, makeFile(place));
    auto unknown =
        FileLineColLoc::get(place.getFilename(), /*line=*/1, /*column=*/1);
    for (auto kernel : getOperation().getOps<EntryOp>())
      if (!findDebugLoc(kernel.getLoc()))
        synthesizeScopes(kernel, unit, unknown);
  }
};

} // namespace

//===- ScopeConverter.cpp - Tile IR scopes as LLVM scopes -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopeConverter.h"

#include "llvm/BinaryFormat/Dwarf.h"

using namespace mlir;

namespace tileiras {

LLVM::DIFileAttr ScopeConverter::convert(cuda_tile::DIFileAttr file) {
  return LLVM::DIFileAttr::get(context, file.getName(), file.getDirectory());
}

LLVM::DICompileUnitAttr
ScopeConverter::convert(cuda_tile::DICompileUnitAttr unit) {
  if (!compileUnit)
    compileUnit = LLVM::DICompileUnitAttr::get(
        DistinctAttr::create(UnitAttr::get(context)),
        llvm::dwarf::DW_LANG_Python, convert(unit.getFile()),
        StringAttr::get(context, "tileiras"), isOptimized, kind,
        LLVM::DINameTableKind::None);
  return compileUnit;
}

LLVM::DISubprogramAttr
ScopeConverter::convert(cuda_tile::DISubprogramAttr subprogram) {
  if (LLVM::DILocalScopeAttr known = scopes.lookup(subprogram))
    return cast<LLVM::DISubprogramAttr>(known);
  auto flags = LLVM::DISubprogramFlags::Definition;
  if (isOptimized)
    flags = flags | LLVM::DISubprogramFlags::Optimized;
  // For a debugger, kernels have no arguments and no results.
  auto type = LLVM::DISubroutineTypeAttr::get(
      context, {LLVM::DINullTypeAttr::get(context)});
  LLVM::DIFileAttr file = convert(subprogram.getFile());
  unsigned scopeLine = subprogram.getScopeLine() ? subprogram.getScopeLine()
                                                 : subprogram.getLine();
  auto result = LLVM::DISubprogramAttr::get(
      context, DistinctAttr::create(UnitAttr::get(context)),
      convert(subprogram.getCompileUnit()), /*scope=*/file,
      subprogram.getName(), subprogram.getLinkageName(), file,
      subprogram.getLine(), scopeLine, flags, type, /*retainedNodes=*/{},
      /*annotations=*/{});
  scopes[subprogram] = result;
  return result;
}

LLVM::DILocalScopeAttr ScopeConverter::convertScope(Attribute scope) {
  if (auto subprogram = dyn_cast<cuda_tile::DISubprogramAttr>(scope))
    return convert(subprogram);
  auto block = cast<cuda_tile::DILexicalBlockAttr>(scope);
  if (LLVM::DILocalScopeAttr known = scopes.lookup(block))
    return known;
  auto result = LLVM::DILexicalBlockAttr::get(
      convertScope(block.getScope()), convert(block.getFile()), block.getLine(),
      block.getColumn());
  scopes[block] = result;
  return result;
}

LLVM::DILocalVariableAttr
ScopeConverter::convert(debuginfo::LocalVariableAttr variable,
                        LLVM::DITypeAttr type) {
  Attribute scope = variable.getScope();
  auto block = dyn_cast<cuda_tile::DILexicalBlockAttr>(scope);
  cuda_tile::DIFileAttr file =
      block ? block.getFile()
            : cast<cuda_tile::DISubprogramAttr>(scope).getFile();
  return LLVM::DILocalVariableAttr::get(
      context, convertScope(scope), variable.getName(), convert(file),
      variable.getLine(), variable.getArg(), /*alignInBits=*/0, type,
      LLVM::DIFlags::Zero);
}

Location ScopeConverter::convertDebugLoc(LocationAttr loc) {
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return CallSiteLoc::get(convertDebugLoc(site.getCallee()),
                            convertDebugLoc(site.getCaller()));
  auto leaf = cast<cuda_tile::DILocAttr>(loc);
  return FusedLoc::get(context, {leaf.getSourceLoc()},
                       convertScope(leaf.getScope()));
}

Location ScopeConverter::convert(Location loc,
                                 cuda_tile::DISubprogramAttr subprogram) {
  LocationAttr debugLoc = cuda_tile::findDebugLoc(loc);
  if (!debugLoc || !subprogram ||
      cuda_tile::findSubprogramOf(loc) != subprogram)
    return UnknownLoc::get(context);
  return convertDebugLoc(debugLoc);
}

} // namespace tileiras

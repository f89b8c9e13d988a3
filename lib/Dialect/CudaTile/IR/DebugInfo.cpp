//===- DebugInfo.cpp - Source locations of Tile IR -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The di_loc location, and finding what one wants in any location.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool isLocalScope(Attribute scope) {
  return isa_and_nonnull<DISubprogramAttr, DILexicalBlockAttr>(scope);
}

LogicalResult
DILexicalBlockAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute scope, DIFileAttr, unsigned, unsigned) {
  if (isLocalScope(scope))
    return success();
  return emitError() << "expected the scope of a lexical block to be a "
                        "di_subprogram or di_lexical_block, got "
                     << scope;
}

void DILocAttr::print(AsmPrinter &printer) const {
  printer << '<' << getSourceLoc() << " in " << getScope() << '>';
}

Attribute DILocAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute source, scope;
  if (parser.parseLess() || parser.parseAttribute(source) ||
      parser.parseKeyword("in") || parser.parseAttribute(scope) ||
      parser.parseGreater())
    return {};
  auto fileLoc = dyn_cast<FileLineColLoc>(source);
  if (!fileLoc) {
    parser.emitError(loc)
        << "expected a location of file, line and column, got " << source;
    return {};
  }
  return parser.getChecked<DILocAttr>(loc, parser.getContext(), fileLoc, scope);
}

LogicalResult DILocAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                FileLineColLoc, Attribute scope) {
  if (isLocalScope(scope))
    return success();
  return emitError() << "expected the scope of a di_loc to be a di_subprogram "
                        "or di_lexical_block, got "
                     << scope;
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

FileLineColLoc cuda_tile::findFileLineCol(Location loc, CallSiteSide side) {
  return TypeSwitch<LocationAttr, FileLineColLoc>(loc)
      .Case([](FileLineColLoc file) { return file; })
      .Case([](DILocAttr debug) { return debug.getSourceLoc(); })
      .Case([&](CallSiteLoc site) {
        return findFileLineCol(side == CallSiteSide::Callee ? site.getCallee()
                                                            : site.getCaller(),
                               side);
      })
      .Case([&](NameLoc name) {
        return findFileLineCol(name.getChildLoc(), side);
      })
      .Case([&](OpaqueLoc opaque) {
        return findFileLineCol(opaque.getFallbackLocation(), side);
      })
      .Case([&](FusedLoc fused) -> FileLineColLoc {
        for (Location part : fused.getLocations())
          if (FileLineColLoc file = findFileLineCol(part, side))
            return file;
        return {};
      })
      .Default(FileLineColLoc());
}

LocationAttr cuda_tile::findDebugLoc(Location loc) {
  return TypeSwitch<LocationAttr, LocationAttr>(loc)
      .Case([](DILocAttr debug) { return debug; })
      .Case([](CallSiteLoc site) -> LocationAttr {
        LocationAttr callee = findDebugLoc(site.getCallee());
        LocationAttr caller = findDebugLoc(site.getCaller());
        if (!callee || !caller)
          return {};
        return LocationAttr(
            CallSiteLoc::get(Location(callee), Location(caller)));
      })
      .Case([](NameLoc name) { return findDebugLoc(name.getChildLoc()); })
      .Case([](OpaqueLoc opaque) {
        return findDebugLoc(opaque.getFallbackLocation());
      })
      .Case([](FusedLoc fused) -> LocationAttr {
        for (Location part : fused.getLocations())
          if (LocationAttr debug = findDebugLoc(part))
            return debug;
        return {};
      })
      .Default(LocationAttr());
}

DISubprogramAttr cuda_tile::findSubprogram(Attribute scope) {
  while (auto block = dyn_cast_or_null<DILexicalBlockAttr>(scope))
    scope = block.getScope();
  return dyn_cast_or_null<DISubprogramAttr>(scope);
}

DISubprogramAttr cuda_tile::findSubprogramOf(Location loc) {
  LocationAttr debug = findDebugLoc(loc);
  while (auto site = dyn_cast_or_null<CallSiteLoc>(debug))
    debug = site.getCaller();
  if (auto leaf = dyn_cast_or_null<DILocAttr>(debug))
    return findSubprogram(leaf.getScope());
  return {};
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

void cuda_tile::mapLocations(Operation *root,
                             function_ref<Location(Location)> map) {
  // Many operations share a location.
  DenseMap<Attribute, LocationAttr> known;
  auto mapOnce = [&](Location loc) -> Location {
    LocationAttr &mapped = known[loc];
    if (!mapped)
      mapped = map(loc);
    return mapped;
  };
  root->walk([&](Operation *op) {
    if (op != root)
      op->setLoc(mapOnce(op->getLoc()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(mapOnce(argument.getLoc()));
  });
}

//===- TileAATranslation.h - Attributes of nv_tileaa in LLVM IR -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_TILEAATRANSLATION_TILEAATRANSLATION_H
#define TILEIRAS_TARGET_TILEAATRANSLATION_TILEAATRANSLATION_H

#include "mlir/IR/DialectRegistry.h"

namespace tileiras {

/// Translates nv_tileaa.mark_for_reuse to metadata of that name on the
/// instructions.
void registerTileAATranslation(mlir::DialectRegistry &registry);

} // namespace tileiras

#endif // TILEIRAS_TARGET_TILEAATRANSLATION_TILEAATRANSLATION_H

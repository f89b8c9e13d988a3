//===- DroppedAttributes.h - Attributes that no version can express -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format has no field for discardable attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_WRITER_DROPPEDATTRIBUTES_H
#define TILEIRAS_LIB_BYTECODE_WRITER_DROPPEDATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Warns of attributes that the operation's definition does not have: the
/// format can't hold them.
inline void warnDropped(mlir::Operation *op) {
  for (mlir::NamedAttribute attribute : op->getDiscardableAttrs())
    op->emitWarning("attribute '") << attribute.getName().getValue()
                                   << "' is dropped: bytecode can't hold it";
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_WRITER_DROPPEDATTRIBUTES_H

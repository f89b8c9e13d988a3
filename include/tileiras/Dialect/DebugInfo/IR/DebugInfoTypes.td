//===- DebugInfoTypes.td - Types and attributes of debuginfo -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOTYPES_TD
#define TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOTYPES_TD

include "tileiras/Dialect/DebugInfo/IR/DebugInfoBase.td"
include "tileiras/Dialect/DebugInfo/IR/DebugInfoEnums.td"

def DebugInfo_KindAttr : EnumAttr<DebugInfo_Dialect, DebugInfo_Kind, "kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def DebugInfo_ValueType : TypeDef<DebugInfo_Dialect, "Value"> {
  let mnemonic = "value";
  let summary = "the type that a described value has in the program";
  let description = [{
    Stages convert the types of values down to registers; the wrapped type stays
    that of the program, and the debugger's type is derived from it.

    ```mlir
    !debuginfo.value<!cuda_tile.tile<16x16xf16>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$payload);
  let assemblyFormat = "`<` $payload `>`";
}

def DebugInfo_LocalVariableAttr
    : AttrDef<DebugInfo_Dialect, "LocalVariable"> {
  let mnemonic = "local_variable";
  let summary = "a variable of a subprogram";
  let description = [{
    The variable has a name, and the subprogram or lexical block of its scope;
    optionally the location of its declaration, and for a parameter its number,
    from 1 on.

    ```mlir
    #debuginfo.local_variable<name = "acc", scope = #block, line = 5>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name,
                        "::mlir::Attribute":$scope,
                        DefaultValuedParameter<"unsigned", "0">:$line,
                        DefaultValuedParameter<"unsigned", "0">:$arg);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // TILEIRAS_DIALECT_DEBUGINFO_IR_DEBUGINFOTYPES_TD

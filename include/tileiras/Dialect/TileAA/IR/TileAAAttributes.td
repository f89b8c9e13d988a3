//===- TileAAAttributes.td - Attributes of nv_tileaa -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAATTRIBUTES_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAATTRIBUTES_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"
include "tileiras/Dialect/TileAA/IR/TileAAEnums.td"

class TileAA_Attr<string name, string mnemonic_>
    : AttrDef<TileAA_Dialect, name> {
  let mnemonic = mnemonic_;
}

def TileAA_KernelSpecAttr : TileAA_Attr<"KernelSpec", "kernel_spec"> {
  let summary = "the number of threads that run one tile block";
  let description = [{
    One tile block is a cluster of `clusterDimX * Y * Z` CTAs (1 on targets
    without clusters), each of `numWarps` warps of 32 threads.
  }];
  let parameters = (ins
    "unsigned":$numWarps,
    DefaultValuedParameter<"unsigned", "1">:$clusterDimX,
    DefaultValuedParameter<"unsigned", "1">:$clusterDimY,
    DefaultValuedParameter<"unsigned", "1">:$clusterDimZ);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

// Facts about a value, as the program asserted them (specification of
// cuda_tile.assume). A wrong one makes the program undefined.
def TileAA_DivByAttr : TileAA_Attr<"DivBy", "div_by"> {
  let summary = "the (first of each group of) values is divisible by `divisor`";
  let description = [{
    With `every` and `along`: dimension `along` is cut into groups of `every`
    elements; the first of each group is divisible, the others follow in steps
    of one (pointers: of one pointee).
  }];
  let parameters = (ins "uint64_t":$divisor,
                        OptionalParameter<"std::optional<int64_t>">:$every,
                        OptionalParameter<"std::optional<int64_t>">:$along);
  let assemblyFormat = [{
    `<` $divisor (`,` `every` $every^ `along` $along)? `>`
  }];
  let genVerifyDecl = 1;
}

def TileAA_BoundedAttr : TileAA_Attr<"Bounded", "bounded"> {
  let summary = "inclusive signed bounds, either of which may be absent";
  let parameters = (ins OptionalParameter<"std::optional<int64_t>">:$lb,
                        OptionalParameter<"std::optional<int64_t>">:$ub);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def TileAA_SameElementsAttr : TileAA_Attr<"SameElements", "same_elements"> {
  let summary = "elements are equal within groups of these sizes";
  let parameters = (ins ArrayRefParameter<"int64_t">:$values);
  let assemblyFormat = "`<` $values `>`";
  let genVerifyDecl = 1;
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAATTRIBUTES_TD

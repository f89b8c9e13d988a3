//===- CudaTileMisc.td - Promises and printing -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that fit nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_MISC_TD
#define TILEIRAS_CUDATILE_MISC_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

def CudaTile_AssumeOp
    : CudaTile_Op<"assume", 6, "13.1",
        [NoMemoryEffect, AllTypesMatch<["value", "result"]>,
         CudaTile_ResultNames]> {
  let summary = "its operand, of which a predicate holds";
  let description = [{
    Nothing checks it; a false promise is undefined behaviour. So it may go away
    when unused, but not move to where it might not be true.
  }];
  let arguments = (ins AnyType:$value, CudaTile_AssumePredicateAttr:$predicate);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<AssumePredicate>($predicate) `,` $value attr-dict `:`
    custom<CudaTileType>(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let folds = ["constants that keep the promise",
               "implied by other assumes"];
}

// Called `print` in 13.1; the parser takes that as well.
def CudaTile_PrintTkoOp
    : CudaTile_Op<"print_tko", 85, "13.1", [AttrSizedOperandSegments]> {
  let summary = "prints tiles in the manner of printf";
  let arguments = (ins StrAttr:$str, Variadic<CudaTile_Tile>:$args,
                       Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    $str (`,` $args^)? (`token` `` `=` `` $token^)? attr-dict ``
    custom<PrintArgTypes>(ref($args), type($args)) `->`
    custom<CudaTileType>(type($result_token))
  }];
  let hasVerifier = 1;
  let added = [CudaTile_Added<"token", "13.2">,
               CudaTile_Added<"result_token", "13.2">];
}

#endif // TILEIRAS_CUDATILE_MISC_TD

//===- CudaTileControl.td - Control flow -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structured branches and loops, and what leaves their regions. `break`,
// `continue` and `return` leave through any number of enclosing `if`s.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_CONTROL_TD
#define TILEIRAS_CUDATILE_CONTROL_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

def CudaTile_ForOp
    : CudaTile_Op<"for", 41, "13.1",
        [AutomaticAllocationScope, RecursiveMemoryEffects,
         AllTypesMatch<["lowerBound", "upperBound", "step"]>,
         SingleBlockImplicitTerminator<"ContinueOp">, CudaTile_RegionNames,
         DeclareOpInterfaceMethods<LoopLikeOpInterface>]> {
  let summary = "counted loop";
  let description = [{
    Runs while iv < upperBound; the step is positive. Signed comparison unless
    `unsigned`. Block arguments are iv and the iteration values; `continue`
    gives the next ones, and the last ones are the results.
  }];
  let arguments = (ins CudaTile_ScalarInt:$lowerBound,
                       CudaTile_ScalarInt:$upperBound,
                       CudaTile_ScalarInt:$step,
                       Variadic<AnyType>:$initValues, UnitAttr:$unsignedCmp);
  let results = (outs Variadic<AnyType>:$resultValues);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let added = [CudaTile_Added<"unsignedCmp", "13.2">];
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getInductionVar() {
      return getRegion().getArgument(0);
    }
    ::mlir::Block::BlockArgListType getRegionIterValues() {
      return getRegion().getArguments().drop_front();
    }
  }];
  let hasCanonicalizer = 1;
  let folds = ["no iteration",
               "one iteration",
               "values that no iteration changes",
               "carried values without other uses",
               "a body without effects whose results are unused"];
}

def CudaTile_IfOp
    : CudaTile_Op<"if", 50, "13.1",
        [NoRegionArguments, RecursiveMemoryEffects, SingleBlock,
         CudaTile_RegionSyntax]> {
  let summary = "branch";
  let arguments = (ins CudaTile_ScalarI1:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion,
                        MaxSizedRegion<1>:$elseRegion);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let folds = ["a constant condition",
               "an empty else",
               "a negated condition",
               "unused results",
               "the same result either way",
               "truth values that are the condition",
               "scalars to select"];
}

def CudaTile_LoopOp
    : CudaTile_Op<"loop", 65, "13.1",
        [AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock,
         CudaTile_RegionSyntax,
         DeclareOpInterfaceMethods<LoopLikeOpInterface>]> {
  let summary = "loop until a break, whose operands are the results";
  let arguments = (ins Variadic<AnyType>:$initValues);
  let results = (outs Variadic<AnyType>:$resultValues);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getRegionIterValues() {
      return getRegion().getArguments();
    }
  }];
  let hasCanonicalizer = 1;
  let folds = ["values that all iterations leave alone",
               "values that only go around"];
}

class CudaTile_LeaveOp<string mnemonic, int opcode, list<Trait> traits>
    : CudaTile_Op<mnemonic, opcode, "13.1", [Terminator] # traits> {
  let arguments = (ins Variadic<CudaTile_AnyValueType>:$operands);
  let assemblyFormat = [{
    attr-dict ($operands^ `:` custom<CudaTileTypes>(type($operands)))?
  }];
  // What an implicit terminator is made with.
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
}

def CudaTile_BreakOp
    : CudaTile_LeaveOp<"break", 10, [ReturnLike, ParentOneOf<["IfOp", "LoopOp"]>]> {
  let summary = "leaves the innermost loop";
  let hasVerifier = 1;
}

def CudaTile_ContinueOp
    : CudaTile_LeaveOp<"continue", 17,
        [ParentOneOf<["ForOp", "IfOp", "LoopOp"]>]> {
  let summary = "next iteration of the innermost for or loop";
  let hasVerifier = 1;
}

def CudaTile_ReturnOp
    : CudaTile_LeaveOp<"return", 92,
        [ReturnLike, ParentOneOf<["EntryOp", "IfOp"]>]> {
  let summary = "ends the kernel";
  let hasVerifier = 1;
}

def CudaTile_YieldOp
    : CudaTile_LeaveOp<"yield", 109,
        [Pure, ReturnLike, ParentOneOf<["IfOp", "ReduceOp", "ScanOp"]>]> {
  let summary = "results of an if, reduce or scan region";
}

def CudaTile_AssertOp : CudaTile_Op<"assert", 5, "13.1"> {
  let summary = "reports each element that is 0";
  let description = "The kernel may go on running.";
  let arguments = (ins CudaTile_I1Tile:$condition, StrAttr:$message);
  let assemblyFormat = [{
    $condition `,` $message attr-dict `:` custom<CudaTileType>(type($condition))
  }];
}

#endif // TILEIRAS_CUDATILE_CONTROL_TD

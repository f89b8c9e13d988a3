//===- CudaTileConversion.td - Conversions between element types -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise; the shape stays.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_CONVERSION_TD
#define TILEIRAS_CUDATILE_CONVERSION_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOpBase.td"

class CudaTile_FromToOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [Pure, CudaTile_SameShape<["from", "to"]>]> {
  let hasVerifier = 1;
  let hasFolder = 1;
}

class CudaTile_SourceResultOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [Pure, CudaTile_SameShape<["source", "result"]>]> {
  let assemblyFormat = [{
    $source attr-dict `:` custom<CudaTileType>(type($source)) `->`
    custom<CudaTileType>(type($result))
  }];
  let hasFolder = 1;
}

def CudaTile_BitcastOp : CudaTile_SourceResultOp<"bitcast", 9> {
  let summary = "the same bits as another element type of the same width";
  let arguments = (ins CudaTile_NumberTile:$source);
  let results = (outs CudaTile_NumberTile:$result);
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "to the same type",
               "of a bitcast"];
}

def CudaTile_IntToPtrOp : CudaTile_SourceResultOp<"int_to_ptr", 51> {
  let summary = "addresses to pointers";
  let arguments = (ins CudaTile_I64Tile:$source);
  let results = (outs CudaTile_PtrTile:$result);
  let folds = ["of ptr_to_int"];
}

def CudaTile_PtrToIntOp : CudaTile_SourceResultOp<"ptr_to_int", 86> {
  let summary = "pointers to addresses";
  let arguments = (ins CudaTile_PtrTile:$source);
  let results = (outs CudaTile_I64Tile:$result);
  let folds = ["of int_to_ptr"];
}

def CudaTile_PtrToPtrOp : CudaTile_SourceResultOp<"ptr_to_ptr", 87> {
  let summary = "pointers with another pointee type";
  let arguments = (ins CudaTile_PtrTile:$source);
  let results = (outs CudaTile_PtrTile:$result);
  let hasCanonicalizer = 1;
  let folds = ["to the same type",
               "of a ptr_to_ptr"];
}

def CudaTile_ExtIOp : CudaTile_FromToOp<"exti", 37> {
  let summary = "zero or sign extension";
  let arguments = (ins CudaTile_IntOrI4Tile:$from,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_IntOrI4Tile:$to);
  let assemblyFormat = [{
    $from custom<EnumKeyword>($signedness) attr-dict `:`
    custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
  let hasCanonicalizer = 1;
  let folds = ["constants",
               "of an extension of the same kind, or of zeros"];
}

def CudaTile_TruncIOp : CudaTile_FromToOp<"trunci", 107> {
  let summary = "drops high bits";
  let arguments = (ins CudaTile_IntOrI4Tile:$from,
                       CudaTile_Overflow:$overflow);
  let results = (outs CudaTile_IntOrI4Tile:$to);
  let assemblyFormat = [{
    $from `` custom<Overflow>($overflow) attr-dict `:`
    custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
  let hasCanonicalizer = 1;
  let folds = ["constants unless a promise is broken",
               "of an extension",
               "of a truncation"];
}

def CudaTile_FToFOp : CudaTile_FromToOp<"ftof", 42> {
  let summary = "float to float";
  let arguments = (ins CudaTile_FloatTile:$from,
                       CudaTile_Rounding<"NEAREST_EVEN">:$rounding_mode);
  let results = (outs CudaTile_FloatTile:$to);
  let assemblyFormat = [{
    $from custom<Rounding>($rounding_mode, "RoundingMode::NEAREST_EVEN")
    attr-dict `:`
    custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
  let folds = ["constants unless too large for a type of 8 bits or less"];
}

def CudaTile_FToIOp : CudaTile_FromToOp<"ftoi", 43> {
  let summary = "float to integer, truncating";
  let description = [{
    A NaN, an infinity or a number out of range is undefined; with `saturating`
    (13.4) the result is the nearest bound, and 0 for a NaN.
  }];
  let arguments = (ins CudaTile_FloatTile:$from,
                       CudaTile_SignednessAttr:$signedness,
                       CudaTile_Rounding<"NEAREST_INT_TO_ZERO">:$rounding_mode,
                       UnitAttr:$saturating);
  let results = (outs CudaTile_IntTile:$to);
  let assemblyFormat = [{
    $from custom<EnumKeyword>($signedness) custom<Rounding>($rounding_mode, "RoundingMode::NEAREST_INT_TO_ZERO")
    (`saturating` $saturating^)? attr-dict `:`
    custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
  let added = [CudaTile_Added<"saturating", "13.4">];
  let folds = ["constants unless undefined"];
}

def CudaTile_IToFOp : CudaTile_FromToOp<"itof", 59> {
  let summary = "integer to float, to nearest even";
  let description = "Overflow is an infinity, or NaN for types without one.";
  let arguments = (ins CudaTile_IntTile:$from,
                       CudaTile_SignednessAttr:$signedness,
                       CudaTile_Rounding<"NEAREST_EVEN">:$rounding_mode);
  let results = (outs CudaTile_FloatTile:$to);
  let assemblyFormat = [{
    $from custom<EnumKeyword>($signedness) custom<Rounding>($rounding_mode, "RoundingMode::NEAREST_EVEN")
    attr-dict `:`
    custom<CudaTileType>(type($from)) `->` custom<CudaTileType>(type($to))
  }];
  let folds = ["constants unless too large for a type of 8 bits or less"];
}

#endif // TILEIRAS_CUDATILE_CONVERSION_TD

//===- CudaTileAttributes.td - Structured attributes of Tile IR -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assume predicates, optimization hints, and debug information (Tile IR
// specification, chapter 9).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_ATTRIBUTES_TD
#define TILEIRAS_CUDATILE_ATTRIBUTES_TD

include "mlir/IR/OpAsmInterface.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileEnums.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileInterfaces.td"

class CudaTile_AttrDef<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<CudaTile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Assume predicates
//===----------------------------------------------------------------------===//

class CudaTile_Predicate<string name, string attrMnemonic>
    : CudaTile_AttrDef<name, attrMnemonic,
        [DeclareAttrInterfaceMethods<CudaTile_AssumePredicate>]>;

def CudaTile_DivByAttr : CudaTile_Predicate<"DivBy", "div_by"> {
  let summary = "divisibility of integers or addresses";
  let description = [{
    `div_by<D>` or `div_by<D, every E along A>`: split dimension A in groups of
    E; the first element of each group is divisible by D, and the others follow
    it in steps of 1 (pointers: of the pointee's size). D is a power of two.
    Without `every`, each element is divisible.
  }];
  let parameters = (ins
    "uint64_t":$divisor,
    OptionalParameter<"::std::optional<int64_t>">:$every,
    OptionalParameter<"::std::optional<int64_t>">:$along);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_SameElementsAttr
    : CudaTile_Predicate<"SameElements", "same_elements"> {
  let summary = "groups of equal elements";
  let description = [{
    `same_elements<[c0, c1]>`: cut each dimension in groups of that many
    elements; all elements of a group are equal.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$values);
  let hasCustomAssemblyFormat = 1;
}

def CudaTile_BoundedAttr : CudaTile_Predicate<"Bounded", "bounded"> {
  let summary = "inclusive signed bounds of integers";
  let description = "`bounded<0, ?>`: `?` is no bound.";
  let parameters = (ins
    OptionalParameter<"::std::optional<int64_t>">:$lb,
    OptionalParameter<"::std::optional<int64_t>">:$ub);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

/// Any of the predicates, as an operation holds it.
def CudaTile_AssumePredicateAttr
    : Attr<CPred<"::llvm::isa<::mlir::cuda_tile::AssumePredicateAttrInterface>"
                 "($_self)">,
           "assume predicate (div_by, same_elements or bounded)"> {
  let storageType = "::mlir::cuda_tile::AssumePredicateAttrInterface";
  let returnType = "::mlir::cuda_tile::AssumePredicateAttrInterface";
  let convertFromStorage = "$_self";
}

//===----------------------------------------------------------------------===//
// Optimization hints
//===----------------------------------------------------------------------===//

def CudaTile_OptimizationHintsAttr
    : CudaTile_AttrDef<"OptimizationHints", "optimization_hints"> {
  let summary = "hints to the compiler, by architecture";
  let description = [{
    `<sm_90 = {num_cta_in_cga = 2}, default = {}>`: an architecture, or
    `default`, to a dictionary of hints (i32 or bool).
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The hint `name` for `arch` ("sm_90"); if there is none, the one under
    /// `default`; null if there is none either.
    ::mlir::Attribute lookup(::llvm::StringRef arch,
                             ::llvm::StringRef name) const;
  }];
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The value of a `constant` or `global`: elements over a tensor type of the
/// tile's shape (see getConstantType).
def CudaTile_DenseConstantAttr
    : Attr<CPred<"::llvm::isa<::mlir::DenseElementsAttr>($_self)">,
           "dense elements"> {
  let storageType = "::mlir::DenseElementsAttr";
  let returnType = "::mlir::DenseElementsAttr";
  let convertFromStorage = "$_self";
}

//===----------------------------------------------------------------------===//
// Debug information
//===----------------------------------------------------------------------===//

class CudaTile_DIAttr<string name, string attrMnemonic>
    : CudaTile_AttrDef<name, attrMnemonic,
        [DeclareAttrInterfaceMethods<OpAsmAttrInterface, ["getAlias"]>]> {
  // The alias is the mnemonic: `#di_file`.
  let extraClassDefinition = [{
    ::mlir::OpAsmAliasResult $cppClass::getAlias(::llvm::raw_ostream &os) const {
      os << getMnemonic();
      return ::mlir::OpAsmAliasResult::OverridableAlias;
    }
  }];
}

def CudaTile_DIFileAttr : CudaTile_DIAttr<"DIFile", "di_file"> {
  let summary = "source file";
  let parameters = (ins "::mlir::StringAttr":$name,
                        "::mlir::StringAttr":$directory);
  let assemblyFormat = "`<` $name `in` $directory `>`";
}

def CudaTile_DICompileUnitAttr
    : CudaTile_DIAttr<"DICompileUnit", "di_compile_unit"> {
  let summary = "compilation unit: the root of all scopes";
  let parameters = (ins "::mlir::cuda_tile::DIFileAttr":$file);
  let assemblyFormat = "`<` struct(params) `>`";
}

def CudaTile_DISubprogramAttr
    : CudaTile_DIAttr<"DISubprogram", "di_subprogram"> {
  let summary = "scope of a function";
  let parameters = (ins
    "::mlir::cuda_tile::DIFileAttr":$file,
    "unsigned":$line,
    "::mlir::StringAttr":$name,
    "::mlir::StringAttr":$linkageName,
    "::mlir::cuda_tile::DICompileUnitAttr":$compileUnit,
    DefaultValuedParameter<"unsigned", "0">:$scopeLine);
  let assemblyFormat = "`<` struct(params) `>`";
}

def CudaTile_DILexicalBlockAttr
    : CudaTile_DIAttr<"DILexicalBlock", "di_lexical_block"> {
  let summary = "scope within a function";
  let parameters = (ins
    "::mlir::Attribute":$scope,
    "::mlir::cuda_tile::DIFileAttr":$file,
    "unsigned":$line,
    DefaultValuedParameter<"unsigned", "0">:$column);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def CudaTile_DILocAttr : LocationAttrDef<CudaTile_Dialect, "DILoc"> {
  let mnemonic = "di_loc";
  let summary = "source location with the scope it belongs to";
  let description = "`#cuda_tile.di_loc<loc(\"a.py\":1:2) in #scope>`.";
  let parameters = (ins "::mlir::FileLineColLoc":$sourceLoc,
                        "::mlir::Attribute":$scope);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TILEIRAS_CUDATILE_ATTRIBUTES_TD

//===- CuteNVGPUMemory.td - Loads, stores and atomics ------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and atomic RMW operations of one thread, with PTX's memory
// order and scope (PTX ISA, "Memory Consistency Model"). Each may have a
// predicate, so that masked accesses need no branches. A plain access becomes
// LLVM's instruction, any other one inline PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUMEMORY_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUMEMORY_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

def CuteNVGPU_Memory : AnyTypeOf<[CuteNVGPU_Global, CuteNVGPU_Shared],
                                 "pointer to global or shared memory">;

//===----------------------------------------------------------------------===//
// universal_copy
//===----------------------------------------------------------------------===//

class CuteNVGPU_AccessOp<string mnemonic, list<Trait> traits = []>
    : CuteNVGPU_AtomOp<mnemonic, !listconcat(traits, [
          AttrSizedOperandSegments,
          DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>])> {
  let extraClassDeclaration = [{
    /// Whether this becomes inline PTX: a weak access without a predicate
    /// becomes an access of LLVM.
    bool isText() {
      return getPredicate() || getOrder() != MemoryOrder::WEAK;
    }
  }];
}

def CuteNVGPU_LoadOp : CuteNVGPU_AccessOp<"load", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "loads a vector";
  let description = [{
    PTX ISA, "ld"; the size of the atom is that of the vector in bits. A weak
    load without a predicate returns any type of that size. Others return
    machine words, several as a struct, a byte in 16 bits; if `predicate` is
    false, they return `otherwise`. With `read_only`, no thread writes there
    while the kernel runs. A load that is not weak orders other accesses, so it
    is kept even if its result is unused.

    ```mlir
    %0 = cute_nvgpu.load %p <universal_copy, 64> read_only
        : !llvm.ptr<1> -> vector<4xi16>
    %1 = cute_nvgpu.load %p <universal_copy, 64> order <acquire> scope <gpu>
        if %c else(%x, %y : i32, i32) : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       DefaultValuedAttr<CuteNVGPU_MemoryOrderAttr,
                           "::mlir::cute_nvgpu::MemoryOrder::WEAK">:$order,
                       OptionalAttr<CuteNVGPU_MemoryScopeAttr>:$scope,
                       UnitAttr:$read_only,
                       CuteNVGPU_Memory:$address,
                       Optional<I1>:$predicate,
                       Variadic<LLVM_Type>:$otherwise);
  let results = (outs LLVM_Type:$result);
  let assemblyFormat = [{
    $address $atom (`order` $order^)? (`scope` $scope^)?
    (`read_only` $read_only^)?
    (`if` $predicate^ `else` `(` $otherwise `:` type($otherwise) `)`)?
    attr-dict `:` qualified(type($address)) `->` type($result)
  }];
}

def CuteNVGPU_StoreOp : CuteNVGPU_AccessOp<"store"> {
  let summary = "stores a vector";
  let description = [{
    PTX ISA, "st"; the size of the atom is that of the vector in bits. A weak
    store without a predicate has one value of that size; others have machine
    words, a byte in 16 bits.

    ```mlir
    cute_nvgpu.store %x to %p <universal_copy, 32> : !llvm.ptr<3>, i32
    cute_nvgpu.store %x, %y to %p <universal_copy, 64> order <release>
        scope <sys> if %c : !llvm.ptr<1>, i32, i32
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       DefaultValuedAttr<CuteNVGPU_MemoryOrderAttr,
                           "::mlir::cute_nvgpu::MemoryOrder::WEAK">:$order,
                       OptionalAttr<CuteNVGPU_MemoryScopeAttr>:$scope,
                       Arg<CuteNVGPU_Memory, "", [MemWrite]>:$address,
                       Variadic<LLVM_Type>:$values,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $values `to` $address $atom (`order` $order^)? (`scope` $scope^)?
    (`if` $predicate^)? attr-dict `:` qualified(type($address)) `,` type($values)
  }];
}

//===----------------------------------------------------------------------===//
// Atomic RMW
//===----------------------------------------------------------------------===//

class CuteNVGPU_UpdateOp<string record, list<string> registers>
    : CuteNVGPU_RecordOp<record, [
          AttrSizedOperandSegments, AllTypesMatch<registers>,
          DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let results = (outs LLVM_Type:$result);
  let hasVerifier = 1;
}

def CuteNVGPU_AtomicOp : CuteNVGPU_UpdateOp<"atom", ["value", "result"]> {
  let summary = "atomic RMW that returns the old value";
  let description = [{
    PTX ISA, "atom". `element` is the type of `value`'s bits: a float, or an
    integer, with a sign for `min` and `max`. If `predicate` is false, memory is
    unchanged and the result is `otherwise`.

    ```mlir
    %old = cute_nvgpu.atom <add> f32 %p, %x order <relaxed> scope <gpu>
        if %c else(%zero : i32) : !llvm.ptr<1>, i32
    ```
  }];
  let arguments = (ins CuteNVGPU_UpdateAttr:$update, TypeAttr:$element,
                       CuteNVGPU_MemoryOrderAttr:$order,
                       CuteNVGPU_MemoryScopeAttr:$scope,
                       Arg<CuteNVGPU_Memory, "", [MemRead, MemWrite]>:$address,
                       LLVM_Type:$value,
                       Optional<I1>:$predicate,
                       Variadic<LLVM_Type>:$otherwise);
  let assemblyFormat = [{
    $update $element $address `,` $value `order` $order `scope` $scope
    (`if` $predicate^ `else` `(` $otherwise `:` type($otherwise) `)`)?
    attr-dict `:` qualified(type($address)) `,` type($value)
  }];
}

def CuteNVGPU_AtomicCasOp
    : CuteNVGPU_UpdateOp<"atom.cas", ["expected", "value", "result"]> {
  let summary = "atomic compare and swap that returns the old value";
  let description = [{
    PTX ISA, "atom", operation "cas", on 16, 32 or 64 bits.

    ```mlir
    %old = cute_nvgpu.atom.cas %p, %expected, %x order <acq_rel> scope <gpu>
        : !llvm.ptr<1>, i32
    ```
  }];
  let arguments = (ins CuteNVGPU_MemoryOrderAttr:$order,
                       CuteNVGPU_MemoryScopeAttr:$scope,
                       Arg<CuteNVGPU_Memory, "", [MemRead, MemWrite]>:$address,
                       LLVM_Type:$expected, LLVM_Type:$value,
                       Optional<I1>:$predicate,
                       Variadic<LLVM_Type>:$otherwise);
  let assemblyFormat = [{
    $address `,` $expected `,` $value `order` $order `scope` $scope
    (`if` $predicate^ `else` `(` $otherwise `:` type($otherwise) `)`)?
    attr-dict `:` qualified(type($address)) `,` type($value)
  }];
}

def CuteNVGPU_RedAddOp : CuteNVGPU_AtomOp<"red.add", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let summary = "adds to adjacent elements in memory, each atomically";
  let description = [{
    PTX ISA, "red", operation "add"; the size of the atom is that of all values
    in bits. `values` are registers of 32 bits, each with one f32 or two 16-bit
    floats, of type `element`.

    ```mlir
    cute_nvgpu.red.add f32 %p, %x, %y <red.vector, 64> order <relaxed>
        scope <gpu> if %c : !llvm.ptr<1>, i32, i32
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, TypeAttr:$element,
                       CuteNVGPU_MemoryOrderAttr:$order,
                       CuteNVGPU_MemoryScopeAttr:$scope,
                       Arg<CuteNVGPU_Global, "", [MemRead, MemWrite]>:$address,
                       Variadic<I32>:$values,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $element $address `,` $values $atom `order` $order `scope` $scope
    (`if` $predicate^)? attr-dict `:` qualified(type($address)) `,` type($values)
  }];
}

//===----------------------------------------------------------------------===//
// Several replicas
//===----------------------------------------------------------------------===//

/// A register holds numbers of type `element`: one f64 or i64, one f32 or i32,
/// or two 16-bit floats in 32 bits. There are one, two or four registers of
/// floats, and one of integers and f64.
class CuteNVGPU_MultimemOp<string record>
    : CuteNVGPU_RecordOp<record, [
          AttrSizedOperandSegments,
          DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let hasVerifier = 1;
}

def CuteNVGPU_MultimemLdReduceOp
    : CuteNVGPU_MultimemOp<"multimem.ld_reduce"> {
  let summary = "loads from all replicas and reduces the values";
  let description = [{
    PTX ISA, "multimem.ld_reduce". `element` is an integer with a sign for `min`
    and `max`. If `predicate` is false, the result is `otherwise`; several
    registers are a struct.

    ```mlir
    %0 = cute_nvgpu.multimem.ld_reduce <add> f32 %p order <relaxed> scope <gpu>
        if %c else(%x, %y : i32, i32)
        : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
    ```
  }];
  let arguments = (ins CuteNVGPU_UpdateAttr:$update, TypeAttr:$element,
                       CuteNVGPU_MemoryOrderAttr:$order,
                       CuteNVGPU_MemoryScopeAttr:$scope,
                       Arg<CuteNVGPU_Global, "", [MemRead, MemWrite]>:$address,
                       Optional<I1>:$predicate,
                       Variadic<LLVM_Type>:$otherwise);
  let results = (outs LLVM_Type:$result);
  let assemblyFormat = [{
    $update $element $address `order` $order `scope` $scope
    (`if` $predicate^ `else` `(` $otherwise `:` type($otherwise) `)`)?
    attr-dict `:` qualified(type($address)) `->` type($result)
  }];
}

def CuteNVGPU_MultimemStOp : CuteNVGPU_MultimemOp<"multimem.st"> {
  let summary = "stores to all replicas";
  let description = [{
    PTX ISA, "multimem.st".

    ```mlir
    cute_nvgpu.multimem.st i32 %p, %x order <release> scope <sys> if %c
        : !llvm.ptr<1>, i32
    ```
  }];
  let arguments = (ins TypeAttr:$element,
                       CuteNVGPU_MemoryOrderAttr:$order,
                       CuteNVGPU_MemoryScopeAttr:$scope,
                       Arg<CuteNVGPU_Global, "", [MemWrite]>:$address,
                       Variadic<LLVM_Type>:$values,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $element $address `,` $values `order` $order `scope` $scope
    (`if` $predicate^)? attr-dict `:` qualified(type($address)) `,` type($values)
  }];
}

def CuteNVGPU_MultimemRedOp : CuteNVGPU_MultimemOp<"multimem.red"> {
  let summary = "combines values into all replicas";
  let description = [{
    PTX ISA, "multimem.red". Floats can only be added.

    ```mlir
    cute_nvgpu.multimem.red <min> si32 %p, %x order <relaxed> scope <gpu>
        : !llvm.ptr<1>, i32
    ```
  }];
  let arguments = (ins CuteNVGPU_UpdateAttr:$update, TypeAttr:$element,
                       CuteNVGPU_MemoryOrderAttr:$order,
                       CuteNVGPU_MemoryScopeAttr:$scope,
                       Arg<CuteNVGPU_Global, "", [MemRead, MemWrite]>:$address,
                       Variadic<LLVM_Type>:$values,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $update $element $address `,` $values `order` $order `scope` $scope
    (`if` $predicate^)? attr-dict `:` qualified(type($address)) `,` type($values)
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUMEMORY_TD

//===- CuteNVGPUMatrix.td - MMA and ldmatrix of a warp -----*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix instructions of a warp: mma.sync, with or without block scales, and
// ldmatrix and stmatrix, which move its fragments from and to shared memory
// (PTX ISA, "Warp Level Matrix Instructions"). CuteNVGPUTmem.td has tcgen05.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUMATRIX_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUMATRIX_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

def CuteNVGPU_MmaOp : CuteNVGPU_AtomOp<"mma", [Pure, AttrSizedOperandSegments]> {
  let summary = "MMA of a warp: c + a x b";
  let description = [{
    PTX ISA, "mma.sync". Operands are the registers of this thread:
    `vector<2xf16>` for pairs of f16, `i32` for other packed elements, elements
    of 32 bits as they are in C and as `i32` in A and B, `f64` as it is. The
    element types of A and B select among those of the record; integers have a
    sign.

    ```mlir
    %d = cute_nvgpu.mma <sm80.mma.m16n8k8.tf32.f32> A[%a0, %a1, %a2, %a3]
        B[%b0, %b1] C[%c0, %c1, %c2, %c3] : tf32, tf32,
        (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32)
        -> !llvm.struct<(f32, f32, f32, f32)>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, TypeAttr:$element_a,
                       TypeAttr:$element_b, Variadic<LLVM_Type>:$a,
                       Variadic<LLVM_Type>:$b, Variadic<LLVM_Type>:$c);
  let results = (outs LLVM_AnyStruct:$result);
  let assemblyFormat = [{
    $atom `A` `[` $a `]` `B` `[` $b `]` `C` `[` $c `]` attr-dict
    `:` $element_a `,` $element_b `,` functional-type(operands, results)
  }];
}

def CuteNVGPU_MmaBsOp
    : CuteNVGPU_AtomOp<"mma_bs", [Pure, AttrSizedOperandSegments]> {
  let summary = "MMA of a warp with block scales";
  let description = [{
    PTX ISA, "mma.sync" with `.block_scale`: c + (a x scales) x (b x scales).
    Operands are registers of this thread, `i32` for A, B and scales, `f32` for
    C.

    A row of A has one scale for each block of K, in adjacent bytes of the
    register from byte `byte_a` on, which is a multiple of their number. Of the
    four lanes that hold rows g and g + 8 of A, lane `2 * thread_a` has the
    scales of row g and lane `2 * thread_a + 1` those of row g + 8; of the four
    lanes that hold a column of B, lane `thread_b` has the column's scales.

    ```mlir
    %d = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32>
        A[%a0, %a1, %a2, %a3] scale %sa byte 3 thread 1
        B[%b0, %b1] scale %sb byte 3 thread 0 C[%c0, %c1, %c2, %c3]
        : f8E4M3FN, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, TypeAttr:$element_a,
                       TypeAttr:$element_b, TypeAttr:$element_scale,
                       I32Attr:$byte_a, I32Attr:$thread_a, I32Attr:$byte_b,
                       I32Attr:$thread_b, Variadic<I32>:$a, I32:$scale_a,
                       Variadic<I32>:$b, I32:$scale_b, Variadic<F32>:$c);
  let results = (outs LLVM_AnyStruct:$result);
  let assemblyFormat = [{
    $atom `A` `[` $a `]` `scale` $scale_a `byte` $byte_a `thread` $thread_a
    `B` `[` $b `]` `scale` $scale_b `byte` $byte_b `thread` $thread_b
    `C` `[` $c `]` attr-dict `:` $element_a `,` $element_b `,` $element_scale
    `->` type($result)
  }];
}

def CuteNVGPU_Words : AnyTypeOf<[I32, LLVM_AnyStruct],
                                "32-bit register or a struct of several">;

def CuteNVGPU_LdsmOp : CuteNVGPU_AtomOp<"ldsm", [
    InferTypeOpAdaptor]> {
  let summary = "loads matrices of a warp from shared memory";
  let description = [{
    PTX ISA, "ldmatrix". Each lane provides the address of a row of 16 bytes,
    and gets a 32-bit register for each eight rows of a matrix.

    ```mlir
    %words = cute_nvgpu.ldsm %row <ldsm.trans, 4> : !llvm.ptr<3>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       Arg<CuteNVGPU_Shared, "", [MemRead]>:$address);
  let results = (outs CuteNVGPU_Words:$result);
  let assemblyFormat = "$address $atom attr-dict `:` qualified(type($address))";
}

def CuteNVGPU_StsmOp : CuteNVGPU_AtomOp<"stsm"> {
  let summary = "stores matrices of a warp to shared memory";
  let description = [{
    PTX ISA, "stmatrix". Each lane gives the address of a row of 16 bytes, and a
    32-bit register for each eight rows of a matrix.

    ```mlir
    cute_nvgpu.stsm %row, %w0, %w1 <stsm.trans, 2> : !llvm.ptr<3>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       Arg<CuteNVGPU_Shared, "", [MemWrite]>:$address,
                       Variadic<I32>:$words);
  let assemblyFormat = [{
    $address `,` $words $atom attr-dict `:` qualified(type($address))
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUMATRIX_TD

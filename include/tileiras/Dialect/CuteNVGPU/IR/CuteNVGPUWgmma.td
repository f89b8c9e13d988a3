//===- CuteNVGPUWgmma.td - Products of a warpgroup -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma is asynchronous. From a fence to a wait it owns the registers of its
// accumulators, and those of A if A is in registers. The registers are operands
// and results of fence and wait, so that no operation reads or writes them in
// between.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUWGMMA_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUWGMMA_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

def CuteNVGPU_WgmmaWord : AnyTypeOf<[I32, F32, I64],
                                    "32-bit register or descriptor">;

def CuteNVGPU_WgmmaOp : CuteNVGPU_AtomOp<"wgmma.mma_async", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let summary = "starts an MMA of a warpgroup: c + a x b";
  let description = [{
    PTX ISA, "wgmma.mma_async". The size of the atom is the number of columns.
    B, and A as a rule, are descriptors of matrices in shared memory
    (include/tileiras/Layout/HardwareLayouts.h); A may be four registers of 32
    bits. With `transpose_a` and `transpose_b` the matrix is contiguous along M
    or N. C are the accumulator registers of this thread, of 32 bits, which the
    MMA updates in place. If `accumulate` is false the MMA overwrites them.

    ```mlir
    %d = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%a] B[%b]
        transpose_b C[%c0, %c1, %c2, %c3] : f16, f16,
        (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, TypeAttr:$element_a,
                       TypeAttr:$element_b, UnitAttr:$transpose_a,
                       UnitAttr:$transpose_b,
                       Variadic<CuteNVGPU_WgmmaWord>:$a, I64:$b,
                       Optional<I1>:$accumulate,
                       Variadic<CuteNVGPU_WgmmaWord>:$c);
  let results = (outs LLVM_AnyStruct:$result);
  let assemblyFormat = [{
    $atom `A` `[` $a `]` (`transpose_a` $transpose_a^)? `B` `[` $b `]`
    (`transpose_b` $transpose_b^)? (`accumulate` `(` $accumulate^ `)`)?
    `C` `[` $c `]` attr-dict
    `:` $element_a `,` $element_b `,` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    bool hasAInRegisters() { return getA().size() != 1; }
    /// nvvm's operation has two descriptors, and always accumulates or never.
    bool isText() { return hasAInRegisters() || getAccumulate(); }
    bool updatesResult() { return true; }
    ::mlir::OperandRange getOtherwise() { return getC(); }
  }];
}

def CuteNVGPU_WgmmaFenceOp : CuteNVGPU_RegistersOp<"wgmma.fence"> {
  let summary = "orders accesses to registers before later MMAs";
  let description = [{
    PTX ISA, "wgmma.fence": between other accesses to the registers of MMAs and
    the MMAs. Its result is one struct of the registers, so that all operations
    that write them, also moves, precede it.

    ```mlir
    %c = cute_nvgpu.wgmma.fence [%c0, %c1] : (f32, f32) -> !llvm.struct<(f32, f32)>
    ```
  }];
  let arguments = (ins Variadic<CuteNVGPU_WgmmaWord>:$registers);
  let assemblyFormat = [{
    `[` $registers `]` attr-dict `:` functional-type(operands, results)
  }];
}

def CuteNVGPU_WgmmaCommitGroupOp : CuteNVGPU_RecordOp<"wgmma.commit_group"> {
  let summary = "makes a group of the MMAs that the warp has started";
  let description = [{ PTX ISA, "wgmma.commit_group". A group may be empty. }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_WgmmaWaitGroupOp
    : CuteNVGPU_RegistersOp<"wgmma.wait_group"> {
  let summary = "waits for all but the last `pending` groups of the warp";
  let description = [{
    PTX ISA, "wgmma.wait_group". Its result is one struct of the registers that
    MMAs in these groups, and in later ones, use, in the same order. So no
    operation that reads or writes them can be moved before it.

    ```mlir
    %d = cute_nvgpu.wgmma.wait_group 0 [%c0, %c1] : (f32, f32)
        -> !llvm.struct<(f32, f32)>
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$pending,
                       Variadic<CuteNVGPU_WgmmaWord>:$registers);
  let assemblyFormat = [{
    $pending `[` $registers `]` attr-dict `:` functional-type(operands, results)
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUWGMMA_TD

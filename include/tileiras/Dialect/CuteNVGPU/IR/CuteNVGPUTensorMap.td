//===- CuteNVGPUTensorMap.td - Tensor maps made by kernels -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may create a tensor map itself: 128 zero bytes of global memory
// become one when every field of its rank has been replaced. TMA reads maps
// through the tensormap proxy. The thread that wrote the map releases it to
// that proxy, and the thread that starts copies acquires the 128 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTENSORMAP_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTENSORMAP_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUTma.td"

def CuteNVGPU_FieldWord : AnyTypeOf<[I32, I64], "word of 32 or 64 bits">;

def CuteNVGPU_TensormapReplaceOp : CuteNVGPU_RecordOp<"tensormap.replace"> {
  let summary = "writes a field of a tensor map";
  let description = [{
    PTX ISA, "tensormap.replace", mode `tile`. A field that exists for each
    dimension needs its index, 0 for the innermost one; strides begin with the
    second dimension and are in bytes. `rank` is one less than the number of
    dimensions. An enumerated field has a code of the ISA instead of a register.

    ```mlir
    cute_nvgpu.tensormap.replace <global_address> %map, %base
        : !llvm.ptr<1>, i64
    cute_nvgpu.tensormap.replace <global_dim> %map[1], %rows
        : !llvm.ptr<1>, i32
    cute_nvgpu.tensormap.replace <swizzle_mode> %map code 3 : !llvm.ptr<1>
    ```
  }];
  let arguments = (ins CuteNVGPU_TensorMapFieldAttr:$field,
                       Arg<CuteNVGPU_Global, "", [MemRead, MemWrite]>:$map,
                       OptionalAttr<I32Attr>:$dimension,
                       Optional<CuteNVGPU_FieldWord>:$value,
                       OptionalAttr<I32Attr>:$code);
  let assemblyFormat = [{
    $field $map (`[` $dimension^ `]`)? (`,` $value^)? (`code` $code^)? attr-dict
    `:` qualified(type($map)) (`,` type($value)^)?
  }];
  let hasVerifier = 1;
}

def CuteNVGPU_FenceTensormapReleaseOp
    : CuteNVGPU_RecordOp<"fence.proxy.tensormap.release"> {
  let summary = "releases this thread's writes to tensor maps to TMA";
  let description = [{
    PTX ISA, "fence.proxy.tensormap::generic.release".

    ```mlir
    cute_nvgpu.fence.proxy.tensormap.release scope <gpu>
    ```
  }];
  let arguments = (ins CuteNVGPU_MemoryScopeAttr:$scope);
  let assemblyFormat = "`scope` $scope attr-dict";
}

def CuteNVGPU_FenceTensormapAcquireOp
    : CuteNVGPU_RecordOp<"fence.proxy.tensormap.acquire"> {
  let summary = "acquires a tensor map for TMA of this thread";
  let description = [{
    PTX ISA, "fence.proxy.tensormap::generic.acquire": later copies of this
    thread observe the map as it was released.

    ```mlir
    cute_nvgpu.fence.proxy.tensormap.acquire %map scope <gpu> : !llvm.ptr
    ```
  }];
  let arguments = (ins CuteNVGPU_TensorMap:$map,
                       CuteNVGPU_MemoryScopeAttr:$scope);
  let assemblyFormat = [{
    $map `scope` $scope attr-dict `:` qualified(type($map))
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTENSORMAP_TD

//===- CuteNVGPUOps.td - The whole of cute_nvgpu -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUOPS_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUOPS_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUBarrier.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUCopy.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUMatrix.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUMemory.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUReduce.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUTma.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUTensorMap.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUTmem.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUWgmma.td"

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUOPS_TD

//===- CuteNVGPUToNVVM.td - Instructions of nvvm --------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns in records match every operand; operations with optional ones are
// lowered in CopyToNVVM.cpp, TmaToNVVM.cpp and BarrierToNVVM.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUTENVGPUTONVVM_CUTENVGPUTONVVM_TD
#define TILEIRAS_CONVERSION_CUTENVGPUTONVVM_CUTENVGPUTONVVM_TD

include "mlir/Dialect/LLVMIR/NVVMOps.td"
include "mlir/IR/PatternBase.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUOps.td"

def False : ConstantAttr<BoolAttr, "false">;
def True : ConstantAttr<I1Attr, "1">;
def Cta : ConstantEnumCase<MemScopeKindAttr, "cta">;

def : Pat<(CuteNVGPU_CpAsyncCommitGroupOp), (NVVM_CpAsyncCommitGroupOp)>;
def : Pat<(CuteNVGPU_CpAsyncWaitGroupOp $pending),
          (NVVM_CpAsyncWaitGroupOp $pending)>;

def : Pat<(CuteNVGPU_BulkCommitGroupOp), (NVVM_CpAsyncBulkCommitGroupOp)>;

def : Pat<(CuteNVGPU_BarWarpSyncOp $mask), (NVVM_SyncWarpOp $mask)>;

def : Pat<(CuteNVGPU_MbarrierCpAsyncArriveOp $barrier),
          (NVVM_CpAsyncMBarrierArriveOp $barrier, True)>;
def : Pat<(CuteNVGPU_MbarrierTestWaitOp $barrier, $parity),
          (NVVM_MBarrierTestWaitOp $barrier, $parity, Cta, False)>;

def : Pat<(CuteNVGPU_MapaOp $address, $rank), (NVVM_MapaOp $address, $rank)>;

def : Pat<(CuteNVGPU_FenceProxyAsyncOp),
          (NVVM_FenceProxyOp ConstantEnumCase<ProxyKindAttr, "async.shared">,
                             ConstantEnumCase<SharedSpaceAttr, "cta">)>;

def : Pat<(CuteNVGPU_FenceMbarrierInitOp), (NVVM_FenceMbarrierInitOp)>;
def : Pat<(CuteNVGPU_WgmmaCommitGroupOp), (NVVM_WgmmaGroupSyncAlignedOp)>;

def : Pat<(CuteNVGPU_RelinquishTmemOp), (NVVM_Tcgen05RelinquishAllocPermitOp
              ConstantEnumCase<CTAGroupKindAttr, "cta_1">)>;
def : Pat<(CuteNVGPU_TmemWaitStoresOp),
          (NVVM_Tcgen05WaitOp ConstantEnumCase<Tcgen05WaitKindAttr, "store">)>;
def : Pat<(CuteNVGPU_Tcgen05FenceBeforeOp),
          (NVVM_Tcgen05FenceOp ConstantEnumCase<Tcgen05FenceKindAttr, "before">)>;
def : Pat<(CuteNVGPU_Tcgen05FenceAfterOp),
          (NVVM_Tcgen05FenceOp ConstantEnumCase<Tcgen05FenceKindAttr, "after">)>;

def ToAction : NativeCodeCall<"toAction($_builder, $0.getValue())">;
def : Pat<(CuteNVGPU_SetMaxNRegOp $change, $registers),
          (NVVM_SetMaxRegisterOp $registers, (ToAction $change))>;

#endif // TILEIRAS_CONVERSION_CUTENVGPUTONVVM_CUTENVGPUTONVVM_TD

// Each instruction on tensor maps becomes one operation, and that one instruction of PTX, which ptxas accepts for every
// family that has TMA.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: %if ptxas %{ tileiras %t.mlir --gpu-name sm_90 --ptxas=require -o %t.cubin %}

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {

// CHECK-LABEL: @fields
// PTX-LABEL: .entry fields
llvm.func @fields(%m: !llvm.ptr<1>, %w: i32, %d: i64) attributes {nvvm.kernel} {
  // CHECK: llvm.call_intrinsic "llvm.nvvm.tensormap.replace.global.address"(%{{.*}}, %{{.*}}) : (!llvm.ptr<1>, i64) -> ()
  // PTX: tensormap.replace.tile.global_address.global.b1024.b64
  cute_nvgpu.tensormap.replace <global_address> %m, %d : !llvm.ptr<1>, i64
  // PTX: tensormap.replace.tile.rank.global.b1024.b32
  cute_nvgpu.tensormap.replace <rank> %m, %w : !llvm.ptr<1>, i32
  // PTX: tensormap.replace.tile.box_dim.global.b1024.b32 [%{{.*}}], 1, %
  cute_nvgpu.tensormap.replace <box_dim> %m[1], %w : !llvm.ptr<1>, i32
  // PTX: tensormap.replace.tile.global_dim.global.b1024.b32 [%{{.*}}], 4, %
  cute_nvgpu.tensormap.replace <global_dim> %m[4], %w : !llvm.ptr<1>, i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.tensormap.replace.global.stride"(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr<1>, i32, i64) -> ()
  // PTX: tensormap.replace.tile.global_stride.global.b1024.b64 [%{{.*}}], 0, %
  cute_nvgpu.tensormap.replace <global_stride> %m[0], %d : !llvm.ptr<1>, i64
  // PTX: tensormap.replace.tile.element_stride.global.b1024.b32 [%{{.*}}], 0, %
  cute_nvgpu.tensormap.replace <element_stride> %m[0], %w : !llvm.ptr<1>, i32
  // PTX: tensormap.replace.tile.elemtype.global.b1024.b32 [%{{.*}}], 10;
  cute_nvgpu.tensormap.replace <elemtype> %m code 10 : !llvm.ptr<1>
  // PTX: tensormap.replace.tile.interleave_layout.global.b1024.b32 [%{{.*}}], 0;
  cute_nvgpu.tensormap.replace <interleave_layout> %m code 0 : !llvm.ptr<1>
  // PTX: tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%{{.*}}], 3;
  cute_nvgpu.tensormap.replace <swizzle_mode> %m code 3 : !llvm.ptr<1>
  // PTX: tensormap.replace.tile.fill_mode.global.b1024.b32 [%{{.*}}], 1;
  cute_nvgpu.tensormap.replace <fill_mode> %m code 1 : !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: @order
// PTX-LABEL: .entry order
llvm.func @order(%m: !llvm.ptr, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  // CHECK: nvvm.fence.proxy.release <gpu>
  // PTX: fence.proxy.tensormap::generic.release.gpu;
  cute_nvgpu.fence.proxy.tensormap.release scope <gpu>
  // PTX: fence.proxy.tensormap::generic.release.sys;
  cute_nvgpu.fence.proxy.tensormap.release scope <sys>
  // CHECK: nvvm.fence.proxy.acquire <cta> %{{.*}}, %{{.*}}
  // PTX: fence.proxy.tensormap::generic.acquire.cta [%{{.*}}], 128;
  cute_nvgpu.fence.proxy.tensormap.acquire %m scope <cta> : !llvm.ptr
  // CHECK: nvvm.elect.sync -> i1
  // PTX: elect.sync %{{.*}}, -1;
  %e = cute_nvgpu.elect.sync
  llvm.store volatile %e, %p : i1, !llvm.ptr<1>
  llvm.return
}
}
}

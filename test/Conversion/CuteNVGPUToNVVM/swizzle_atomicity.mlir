// The atomicity of a tensor map's swizzle, from sm_100 on; PTX 8.6 has it.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_100 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tileiras %t.mlir --gpu-name sm_100 --ptxas=require -o %t.cubin %}

// CHECK: .version 8.6
// CHECK: .entry fields
// CHECK: tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%{{.*}}], 3;
// CHECK: tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%{{.*}}], 1;
module attributes {gpu.container_module} {
gpu.module @m attributes {nv_tileaa.compute_capability = 100 : i32} {
llvm.func @fields(%m: !llvm.ptr<1>) attributes {nvvm.kernel} {
  cute_nvgpu.tensormap.replace <swizzle_mode> %m code 3 : !llvm.ptr<1>
  cute_nvgpu.tensormap.replace <swizzle_atomicity> %m code 1 : !llvm.ptr<1>
  llvm.return
}
}
}

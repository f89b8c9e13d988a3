// One warp allocates columns of tensor memory for all; the others read their address from shared memory. They are freed
// before the CTA ends.
// Req: G-16
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: FileCheck %s --check-prefix=NVVM < %t.mlir
// NVVM: nvvm.tcgen05.alloc
// NVVM-NOT: cute_nvgpu.arch.sm100.retrieve_tmem_ptr
// NVVM: nvvm.tcgen05.dealloc
// RUN: tileiras %t.mlir --gpu-name sm_100 --emit=ptx -o %t.ptx
// RUN: tileiras-run %t.ptx --block 64 --grid 1 --schedule=inorder,adversarial,random:1 --arg ptr:zeros:i32:64

// Without the barrier they read too early; without the last operation the columns are lost.
// RUN: sed '0,/bar.sync/{/bar.sync/d}' %t.ptx > %t.early.ptx
// RUN: not tileiras-run %t.early.ptx --block 64 --grid 1 --schedule=adversarial --arg ptr:zeros:i32:64 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: uninitialised shared read
// RUN: sed '/tcgen05.dealloc/d' %t.ptx > %t.lost.ptx
// RUN: not tileiras-run %t.lost.ptx --block 64 --grid 1 --arg ptr:zeros:i32:64 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: 32 columns of tensor memory are still allocated

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>

llvm.func @columns(%to: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %thirtytwo = llvm.mlir.constant(32 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %isFirst = llvm.icmp "ult" %thread, %thirtytwo : i32
  llvm.cond_br %isFirst, ^alloc, ^meet
^alloc:
  cute_nvgpu.arch.sm100.alloc_tmem %slot columns 32 : !llvm.ptr<3>
  llvm.br ^meet
^meet:
  cute_nvgpu.bar.sync
  %columns = cute_nvgpu.arch.sm100.retrieve_tmem_ptr %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %address = llvm.ptrtoint %columns : !llvm.ptr<6> to i32
  %target = llvm.getelementptr %to[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %address, %target : i32, !llvm.ptr<1>
  cute_nvgpu.bar.sync
  llvm.cond_br %isFirst, ^free, ^end
^free:
  cute_nvgpu.arch.sm100.dealloc_tmem %columns columns 32 : !llvm.ptr<6>
  llvm.br ^end
^end:
  llvm.return
}
}
}

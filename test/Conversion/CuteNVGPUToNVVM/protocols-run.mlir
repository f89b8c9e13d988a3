// Threads exchange 250 elements through shared memory, by each way to synchronise: a thread stores an element that
// another one fetched, so a wait that is missing is a race, and the result is the array itself.
// RUN: python3 %S/../../Emulator/Inputs/arrays.py vector %t
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=ptx -o %t.ptx
// RUN: tileiras-run %t.ptx --kernel completion --block 256 --grid 1 --schedule=inorder,adversarial,random:1 --arg ptr:%t.a.npy --arg ptr:zeros:f32:250 --expect 1=%t.a.npy | FileCheck %s
// RUN: tileiras-run %t.ptx --kernel arrivals --block 256 --grid 1 --schedule=inorder,adversarial,random:1 --arg ptr:%t.a.npy --arg ptr:zeros:f32:250 --expect 1=%t.a.npy | FileCheck %s
// RUN: tileiras-run %t.ptx --kernel roles --block 256 --grid 1 --schedule=inorder,adversarial,random:1 --arg ptr:%t.a.npy --arg ptr:zeros:f32:250 --expect 1=%t.a.npy | FileCheck %s
// CHECK-COUNT-3: argument 1: max abs error 0,

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {

llvm.mlir.global internal @elements() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>
llvm.mlir.global internal @barrier() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<8 x i8>

// Async copies arrive at an mbarrier when they are done. Those past the end read nothing.
llvm.func @completion(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %shared = llvm.mlir.addressof @elements : !llvm.ptr<3>
  %barrier = llvm.mlir.addressof @barrier : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %thirtytwo = llvm.mlir.constant(32 : i32) : i32
  %size = llvm.mlir.constant(250 : i32) : i32
  %threads = llvm.mlir.constant(256 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %thread, %zero : i32
  cute_nvgpu.mbarrier.init %barrier, %threads if %first : !llvm.ptr<3>
  cute_nvgpu.bar.sync
  %inside = llvm.icmp "ult" %thread, %size : i32
  %outside = llvm.xor %inside, %true : i1
  %index = llvm.select %inside, %thread, %zero : i1, i32
  %source = llvm.getelementptr %from[%index] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %mine = llvm.getelementptr %shared[%thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  cute_nvgpu.simt_async_copy %mine, %source <simt_async_copy, 4> ignore(%outside) : !llvm.ptr<3>, !llvm.ptr<1>
  cute_nvgpu.mbarrier.cp_async_arrive %barrier : !llvm.ptr<3>
  llvm.br ^wait
^wait:
  %done = cute_nvgpu.mbarrier.test_wait %barrier, %zero : !llvm.ptr<3>
  llvm.cond_br %done, ^read, ^wait
^read:
  %other = llvm.xor %thread, %thirtytwo : i32
  %place = llvm.getelementptr %shared[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %value = cute_nvgpu.load %place <universal_copy, 32> : !llvm.ptr<3> -> i32
  %target = llvm.getelementptr %to[%other] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %exists = llvm.icmp "ult" %other, %size : i32
  cute_nvgpu.store %value to %target <universal_copy, 32> if %exists : !llvm.ptr<1>, i32
  llvm.return
}

// Threads arrive, twice each: once they expect bytes, which are none.
llvm.func @arrivals(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %shared = llvm.mlir.addressof @elements : !llvm.ptr<3>
  %barrier = llvm.mlir.addressof @barrier : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %thirtytwo = llvm.mlir.constant(32 : i32) : i32
  %size = llvm.mlir.constant(250 : i32) : i32
  %count = llvm.mlir.constant(512 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %thread, %zero : i32
  cute_nvgpu.mbarrier.init %barrier, %count if %first : !llvm.ptr<3>
  cute_nvgpu.bar.sync
  %inside = llvm.icmp "ult" %thread, %size : i32
  %source = llvm.getelementptr %from[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %mine = llvm.getelementptr %shared[%thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %fetched = cute_nvgpu.load %source <universal_copy, 32> read_only if %inside else(%zero : i32) : !llvm.ptr<1> -> i32
  cute_nvgpu.store %fetched to %mine <universal_copy, 32> : !llvm.ptr<3>, i32
  cute_nvgpu.mbarrier.arrive %barrier : !llvm.ptr<3>
  cute_nvgpu.mbarrier.arrive.expect_tx %barrier, %zero : !llvm.ptr<3>
  llvm.br ^wait
^wait:
  %done = cute_nvgpu.mbarrier.try_wait %barrier, %zero : !llvm.ptr<3>
  llvm.cond_br %done, ^read, ^wait
^read:
  %other = llvm.xor %thread, %thirtytwo : i32
  %place = llvm.getelementptr %shared[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %value = cute_nvgpu.load %place <universal_copy, 32> : !llvm.ptr<3> -> i32
  %target = llvm.getelementptr %to[%other] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %exists = llvm.icmp "ult" %other, %size : i32
  cute_nvgpu.store %value to %target <universal_copy, 32> if %exists : !llvm.ptr<1>, i32
  llvm.return
}

// Half of the warps fetch and arrive; the other half wait for them, and store.
llvm.func @roles(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %shared = llvm.mlir.addressof @elements : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %half = llvm.mlir.constant(128 : i32) : i32
  %pairs = llvm.mlir.constant(125 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %fetches = llvm.icmp "ult" %thread, %half : i32
  llvm.cond_br %fetches, ^producer, ^consumer
^producer:
  %inside = llvm.icmp "ult" %thread, %pairs : i32
  %outside = llvm.xor %inside, %true : i1
  %index = llvm.select %inside, %thread, %zero : i1, i32
  %source = llvm.getelementptr %from[%index] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %mine = llvm.getelementptr %shared[%thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  cute_nvgpu.simt_async_copy %mine, %source <simt_async_copy, 8> ignore(%outside) : !llvm.ptr<3>, !llvm.ptr<1>
  cute_nvgpu.cp_async.commit_group
  cute_nvgpu.cp_async.wait_group 0
  cute_nvgpu.bar.arrive id(%one) threads 256
  llvm.return
^consumer:
  cute_nvgpu.bar.sync id(%one) threads 256
  %pair = llvm.sub %thread, %half : i32
  %place = llvm.getelementptr %shared[%pair] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %value = cute_nvgpu.load %place <universal_copy, 64> : !llvm.ptr<3> -> i64
  %target = llvm.getelementptr %to[%pair] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %exists = llvm.icmp "ult" %pair, %pairs : i32
  cute_nvgpu.store %value to %target <universal_copy, 64> if %exists : !llvm.ptr<1>, i64
  llvm.return
}
}
}

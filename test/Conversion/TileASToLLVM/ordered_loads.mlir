// A load that is not weak may see writes of other blocks. So an element is read once, and all threads that hold it get
// that value: two threads that read separately could diverge around a barrier.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#lanes = #nv_tileas.layout<{lane=[[0],[1],[2],[4],[8]], warp=[[16],[32]]}>
#warps = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[0],[0]]}>
!ptr = !nv_tileaa.ptr<i32>
!t = !nv_tileaa.mem_token
!view = !nv_tileaa.tiled_view<128, !nv_tileaa.memref<?xi32, strides = [1]>, steps = [128], dims = [0]>

// Values that one warp reads for all need shared memory of their size.
// CHECK-DAG: @global_smem_scalar() {{.*}} : !llvm.array<4 x i8>
// CHECK-DAG: @global_smem_view() {{.*}} : !llvm.array<512 x i8>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Weak loads are executed by all threads: no other block writes there meanwhile.
  // CHECK-LABEL: llvm.func @weak
  // CHECK-NOT: inline_asm
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @weak(%p: !ptr) -> i32 {
    %x, %t = nv_tileas.load <weak> %p : !ptr -> i32, !t
    nv_tileaa.return %x : i32
  }

  // CHECK-LABEL: llvm.func @scalar
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: %[[READ:.*]] = llvm.inline_asm {{.*}} "@$2 ld.relaxed.gpu.global.b32 $0, $1;", "=r,*m,b,0" %{{.*}}, %[[FIRST]]
  // CHECK-NOT: nvvm.barrier0
  // CHECK: %[[STORES:.*]] = llvm.icmp "eq"
  // CHECK: "@$2 st.shared.b32 $0, $1;", "*m,r,b" %{{.*}}, %[[READ]], %[[STORES]]
  // CHECK: nvvm.barrier0
  // CHECK: %[[SEEN:.*]] = llvm.load {{.*}} : !llvm.ptr<3> -> i32
  // CHECK: llvm.return %[[SEEN]]
  nv_tileaa.func @scalar(%p: !ptr) -> i32 {
    %x, %t = nv_tileas.load <relaxed> scope <gpu> %p : !ptr -> i32, !t
    nv_tileaa.return %x : i32
  }

  // Each thread has a separate element: nothing to share.
  // CHECK-LABEL: llvm.func @own
  // CHECK: "ld.acquire.sys.global.b32 $0, $1;", "=r,*m"
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @own(%p: tensor<128x!ptr, #own>) -> tensor<128xi32, #own> {
    %x, %t = nv_tileas.load <acquire> scope <sys> %p : tensor<128x!ptr, #own> -> tensor<128xi32, #own>, !t
    nv_tileaa.return %x : tensor<128xi32, #own>
  }

  // The even lanes read, under their masks, and send the values to the odd ones, also the padding where the mask is
  // false.
  // CHECK-LABEL: llvm.func @lanes
  // CHECK: %[[ACT:.*]] = llvm.and %{{.*}}, %{{.*}} : i1
  // CHECK: %[[READ:.*]] = llvm.inline_asm {{.*}} "@$2 ld.relaxed.gpu.global.b32 $0, $1;", "=r,*m,b,0" %{{.*}}, %[[ACT]], %{{.*}}
  // CHECK: nvvm.shfl.sync idx %{{.*}}, %[[READ]]
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @lanes(%p: tensor<64x!ptr, #lanes>, %m: tensor<64xi1, #lanes>, %o: tensor<64xi32, #lanes>) -> tensor<64xi32, #lanes> {
    %x, %t = nv_tileas.load <relaxed> scope <gpu> %p, mask = %m, other = %o : tensor<64x!ptr, #lanes>, mask tensor<64xi1, #lanes>, other tensor<64xi32, #lanes> -> tensor<64xi32, #lanes>, !t
    nv_tileaa.return %x : tensor<64xi32, #lanes>
  }

  // A view: the first warp reads vectors, the others get them in memory.
  // CHECK-LABEL: llvm.func @view
  // CHECK: %[[OWNER:.*]] = llvm.icmp "eq"
  // CHECK: llvm.inline_asm {{.*}} "@$5 ld.acquire.gpu.global.v4.b32 {$0, $1, $2, $3}, $4;", "=r,=r,=r,=r,*m,b,0,1,2,3" %{{[^,]*}}, %[[OWNER]]
  // CHECK-NOT: {{ld.acquire|barrier0}}
  // CHECK: "@$5 st.shared.v4.b32 $0, {$1, $2, $3, $4};"
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xi32>
  nv_tileaa.func @view(%p: !ptr, %n: i32, %i: i32) -> tensor<128xi32, #warps> {
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [] : <i32> sizes i32 -> <?xi32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xi32, strides = [1]> -> !view
    %x, %t = nv_tileas.tiled_load <acquire> scope <gpu> %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 128>, in_bounds = array<i1: true>} : !view [i32] -> tensor<128xi32, #warps>, !t
    nv_tileaa.return %x : tensor<128xi32, #warps>
  }

  // The value is not used: it is read once, for the order.
  // CHECK-LABEL: llvm.func @unused
  // CHECK: "@$2 ld.acquire.gpu.global.b32
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @unused(%p: !ptr) {
    %x, %t = nv_tileas.load <acquire> scope <gpu> %p : !ptr -> i32, !t
    nv_tileaa.return
  }
}

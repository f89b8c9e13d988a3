// The facts of an access decide its width and its guards.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
#replicated = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
!view = !nv_tileaa.tiled_view<512, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [512], dims = [0]>
!small = !nv_tileaa.tiled_view<32, !nv_tileaa.memref<32xf32, strides = [1]>, steps = [32], dims = [0]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // A run is inside or outside as a whole.
  // CHECK-LABEL: llvm.func @vector_under_predicate
  // CHECK: llvm.inline_asm has_side_effects {{.*}} "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, $4;", "=r,=r,=r,=r,*m,b,0,1,2,3"
  // CHECK: llvm.inline_asm has_side_effects {{.*}} "@$5 st.global.v4.b32 $0, {$1, $2, $3, $4};", "*m,r,r,r,r,b"
  func.func @vector_under_predicate(%p: !llvm.ptr<1>, %n: i32, %i: i32) {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <weak> %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 4>, in_bounds = array<i1: false>} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    %s = nv_tileas.tiled_store <weak> %t, %v[%i] {alignment = 32 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 512>, in_bounds = array<i1: false>} : tensor<512xf32, #l>, !view [i32] -> !nv_tileaa.mem_token
    return
  }

  // No facts are known: element by element.
  // CHECK-LABEL: llvm.func @unknown
  // CHECK-COUNT-4: "@$2 ld.global.b32 $0, $1;"
  // CHECK-NOT: ld.global
  func.func @unknown(%p: !llvm.ptr<1>, %n: i32, %i: i32) -> tensor<512xf32, #l> {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    return %t : tensor<512xf32, #l>
  }

  // Sizes are unknown: where the array ends within a vector of this tile, on which all threads agree, its elements are
  // accessed one by one by the thread that has them.
  // CHECK-LABEL: llvm.func @row_end
  // CHECK: %[[LEFT:.*]] = llvm.sub
  // CHECK: %[[WHOLE:.*]] = llvm.icmp "sge" %[[LEFT]], %{{.*}} : i32
  // CHECK: llvm.inline_asm has_side_effects {{.*}} "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, $4;", "=r,=r,=r,=r,*m,b,0,1,2,3" {{.*}}%[[WHOLE]]
  // CHECK: %[[ENDS:.*]] = llvm.intr.expect %{{.*}}, %{{.*}} : i1
  // CHECK: llvm.cond_br %[[ENDS]]
  // CHECK: %[[PART:.*]] = llvm.icmp "ult"
  // CHECK: llvm.cond_br %[[PART]]
  // CHECK-COUNT-4: "@$2 ld.global.b32 $0, $1;"
  // CHECK: "@$5 st.global.v4.b32 $0, {$1, $2, $3, $4};"
  // CHECK: llvm.cond_br
  // CHECK: llvm.cond_br
  // CHECK-COUNT-4: "@$2 st.global.b32 $0, $1;"
  func.func @row_end(%p: !llvm.ptr<1>, %n: i32, %i: i32) {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <weak> %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 1>, in_bounds = array<i1: false>} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    %s = nv_tileas.tiled_store <weak> %t, %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 1>, in_bounds = array<i1: false>} : tensor<512xf32, #l>, !view [i32] -> !nv_tileaa.mem_token
    return
  }

  // Half of a run is aligned: two vectors of two.
  // CHECK-LABEL: llvm.func @half
  // CHECK-COUNT-2: llvm.load {{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
  // CHECK-NOT: llvm.load
  // CHECK: llvm.return
  func.func @half(%p: !llvm.ptr<1>, %n: i32, %i: i32) -> tensor<512xf32, #l> {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <weak> %v[%i] {alignment = 8 : i64, atom = #cute_nvgpu.atom<universal_copy, 64>, contiguity = array<i64: 4>, in_bounds = array<i1: true>} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    return %t : tensor<512xf32, #l>
  }

  // Inside: an ordinary vector load.
  // CHECK-LABEL: llvm.func @inside
  // CHECK-NOT: inline_asm
  // CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  func.func @inside(%p: !llvm.ptr<1>, %n: i32, %i: i32) -> tensor<512xf32, #l> {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <weak> %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 512>, in_bounds = array<i1: true>} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    return %t : tensor<512xf32, #l>
  }

  // Order and scope, and padding where the predicate is false.
  // CHECK-LABEL: llvm.func @ordered
  // CHECK: llvm.mlir.constant(0xFF800000 : f32)
  // CHECK: "@$2 ld.acquire.gpu.global.b32 $0, $1;"
  func.func @ordered(%p: !llvm.ptr<1>, %n: i32, %i: i32) -> tensor<512xf32, #l> {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <acquire> scope <gpu> %v[%i] padding <neg_inf> {in_bounds = array<i1: false>} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    return %t : tensor<512xf32, #l>
  }

  // Four warps hold the tile; one stores it.
  // CHECK-LABEL: llvm.func @owner
  // CHECK: %[[WARP:.*]] = llvm.and %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.icmp "eq"
  // CHECK: "@$2 st.global.b32 $0, $1;", "*m,r,b"
  func.func @owner(%p: !llvm.ptr<1>, %i: i32, %x: f32) {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [], strides = [] : <f32> -> <32xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <32xf32, strides = [1]> -> !small
    %t = nv_tileaa.splat %x : f32 -> tensor<32xf32, #replicated>
    %s = nv_tileas.tiled_store <weak> %t, %v[%i] {in_bounds = array<i1: true>} : tensor<32xf32, #replicated>, !small [i32] -> !nv_tileaa.mem_token
    return
  }

  // The start of a tile and the rest of the array are computed in 32 bits; offsets in memory have 64.
  // CHECK-LABEL: llvm.func @narrow
  // CHECK: %[[FIRST:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
  // CHECK: %[[LEFT:.*]] = llvm.intr.usub.sat(%{{.*}}, %[[FIRST]]) : (i32, i32) -> i32
  // CHECK: llvm.intr.umin(%[[LEFT]], %{{.*}}) : (i32, i32) -> i32
  // CHECK: llvm.getelementptr {{.*}} i64
  func.func @narrow(%p: !llvm.ptr<1>, %n: i32, %i: i32) -> tensor<512xf32, #l> {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %t, %k = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>, index_bits = 32 : i32} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    return %t : tensor<512xf32, #l>
  }

  // Memory that nothing writes is read by the read-only path, guarded or not.
  // CHECK-LABEL: llvm.func @read_only
  // CHECK: "@$5 ld.global.nc.v4.b32 {$0, $1, $2, $3}, $4;"
  // CHECK: llvm.load {{.*}} invariant {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  func.func @read_only(%p: !llvm.ptr<1>, %n: i32, %i: i32) {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %m = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> !view
    %x, %t0 = nv_tileas.tiled_load <weak> %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 4>, in_bounds = array<i1: false>, read_only} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    %y, %t1 = nv_tileas.tiled_load <weak> %v[%i] {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 4>, in_bounds = array<i1: true>, read_only} : !view [i32] -> tensor<512xf32, #l>, !nv_tileaa.mem_token
    return
  }
}

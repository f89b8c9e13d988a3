// Pointers that are known to be contiguous: one access for a run, at the first.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#l = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[1,0]], lane=[[0,8],[0,16],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
!ptrs = tensor<64x32x!nv_tileaa.ptr<f16>, #l>
!bits = tensor<64x32xi1, #l>
!tile = tensor<64x32xf16, #l>
!t = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Sixteen registers in two runs. The mask of the first is that of all; each element has its own padding.
  // CHECK-LABEL: llvm.func @rows
  // CHECK-COUNT-2: "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, $4;", "=r,=r,=r,=r,*m,b,0,1,2,3"
  // CHECK-NOT: ld.global
  // CHECK-COUNT-2: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  func.func @rows(%p: !ptrs, %m: !bits, %o: !tile) {
    %x, %t0 = nv_tileas.load <weak> %p, mask = %m, other = %o {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 1, 8>} : !ptrs, mask !bits, other !tile -> !tile, !t
    %t1 = nv_tileas.store <weak> %p, %x {alignment = 64 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 1, 32>} : !ptrs, !tile -> !t
    return
  }

  // Runs along the other dimension: pairs.
  // CHECK-LABEL: llvm.func @columns
  // CHECK-COUNT-8: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<2xi16>
  // CHECK-NOT: llvm.load
  func.func @columns(%p: !ptrs) -> !tile {
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity = array<i64: 64, 1>} : !ptrs -> !tile, !t
    return %x : !tile
  }

  // Aligned to an element only.
  // CHECK-LABEL: llvm.func @unaligned
  // CHECK-COUNT-16: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> i16
  func.func @unaligned(%p: !ptrs) -> !tile {
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 2 : i64, atom = #cute_nvgpu.atom<universal_copy, 16>, contiguity = array<i64: 1, 32>} : !ptrs -> !tile, !t
    return %x : !tile
  }
}

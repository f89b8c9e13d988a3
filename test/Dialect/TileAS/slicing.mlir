// Dots read their operands in slices along K, each while the one before is multiplied. B has 8 columns, so that four
// matrices are a slice of 32.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-slicing))' | FileCheck %s

#acc = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[8,0],[16,0],[32,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]}>
#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0]]}>
#columns = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4]]}>
#batch = #nv_tileas.layout<{offset=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0,32,0],[0,8,1],[0,16,2],[0,32,4]]}>
#batched = #nv_tileas.layout<{register=[[0,1,0],[0,8,0],[0,16,0],[0,32,0]], lane=[[0,2,0],[0,4,0],[0,0,1],[0,0,2],[0,0,4]]}>
!x = !nv_tileaa.memref<16x64xf16, shared, layout = #rows>
!y = !nv_tileaa.memref<64x8xf16, shared, layout = #columns>

// CHECK-LABEL: @sliced
nv_tileaa.func @sliced(%c: tensor<16x8xf32, #acc>) {
  // CHECK: %[[X:.*]] = nv_tileas.alloc_tensor
  // CHECK: %[[Y:.*]] = nv_tileas.alloc_tensor
  %x = nv_tileas.alloc_tensor {alignment = 16 : i64} : !x
  %y = nv_tileas.alloc_tensor {alignment = 16 : i64} : !y
  // CHECK-NEXT: %[[A0:.*]] = nv_tileas.copy %[[X]] atom <ldsm, 4> slice [0, 0] : {{.*}} -> tensor<16x32xf16
  // CHECK-NEXT: %[[B0:.*]] = nv_tileas.copy %[[Y]] atom <ldsm, 4> slice [0, 0] : {{.*}} -> tensor<32x8xf16
  // CHECK-NEXT: %[[A1:.*]] = nv_tileas.copy %[[X]] atom <ldsm, 4> slice [0, 32] : {{.*}} -> tensor<16x32xf16
  // CHECK-NEXT: %[[B1:.*]] = nv_tileas.copy %[[Y]] atom <ldsm, 4> slice [32, 0] : {{.*}} -> tensor<32x8xf16
  // CHECK-NEXT: %[[C0:.*]] = nv_tileas.dot %[[A0]], %[[B0]], %{{.*}} <sm80.mma.m16n8k16.f16.f32>
  // CHECK-NEXT: nv_tileas.dot %[[A1]], %[[B1]], %[[C0]] <sm80.mma.m16n8k16.f16.f32>
  // CHECK-NEXT: nv_tileaa.return
  %a = nv_tileas.copy %x atom <ldsm, 4> : !x -> tensor<16x64xf16, #a>
  %b = nv_tileas.copy %y atom <ldsm, 4> : !y -> tensor<64x8xf16, #b>
  %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x64xf16, #a>, tensor<64x8xf16, #b>, tensor<16x8xf32, #acc>
  nv_tileaa.return
}

// A buffer that is written in between is not read later: its tile is sliced in registers.
// CHECK-LABEL: @overwritten
nv_tileaa.func @overwritten(%c: tensor<16x8xf32, #acc>, %z: tensor<16x64xf16, #a>) {
  // CHECK: %[[X:.*]] = nv_tileas.alloc_tensor
  // CHECK: %[[Y:.*]] = nv_tileas.alloc_tensor
  %x = nv_tileas.alloc_tensor {alignment = 16 : i64} : !x
  %y = nv_tileas.alloc_tensor {alignment = 16 : i64} : !y
  // CHECK-NEXT: %[[A:.*]] = nv_tileas.copy %[[X]] atom <ldsm, 4> :
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[X]]
  // CHECK-NOT: nv_tileas.copy %[[X]]
  // CHECK: nv_tileas.copy %[[Y]] atom <ldsm, 4> slice [32, 0]
  // CHECK-NOT: nv_tileas.copy %[[X]]
  // CHECK: return
  %a = nv_tileas.copy %x atom <ldsm, 4> : !x -> tensor<16x64xf16, #a>
  %b = nv_tileas.copy %y atom <ldsm, 4> : !y -> tensor<64x8xf16, #b>
  nv_tileas.copy %z, %x atom <universal_copy, 32> : tensor<16x64xf16, #a>, !x
  %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x64xf16, #a>, tensor<64x8xf16, #b>, tensor<16x8xf32, #acc>
  nv_tileaa.return
}

// An operand that is read before a loop stays in registers, as in attention; the other one is read slice by slice.
// CHECK-LABEL: @before_the_loop
nv_tileaa.func @before_the_loop(%c: tensor<16x8xf32, #acc>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: %[[X:.*]] = nv_tileas.alloc_tensor
  // CHECK: %[[Y:.*]] = nv_tileas.alloc_tensor
  %x = nv_tileas.alloc_tensor {alignment = 16 : i64} : !x
  %y = nv_tileas.alloc_tensor {alignment = 16 : i64} : !y
  // CHECK: %[[A:.*]] = nv_tileas.copy %[[X]] atom <ldsm, 4> :
  %a = nv_tileas.copy %x atom <ldsm, 4> : !x -> tensor<16x64xf16, #a>
  // CHECK: scf.for
  scf.for %k = %zero to %n step %one : i32 {
    // CHECK-NOT: nv_tileas.copy %[[X]]
    // CHECK: nv_tileas.copy %[[Y]] atom <ldsm, 4> slice [0, 0]
    // CHECK: nv_tileas.copy %[[Y]] atom <ldsm, 4> slice [32, 0]
    // CHECK: nv_tileas.dot
    // CHECK: nv_tileas.dot
    // CHECK-NOT: nv_tileas.copy
    %b = nv_tileas.copy %y atom <ldsm, 4> : !y -> tensor<64x8xf16, #b>
    %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x64xf16, #a>, tensor<64x8xf16, #b>, tensor<16x8xf32, #acc>
  }
  // CHECK: return
  nv_tileaa.return
}

// An operand in registers is sliced there, and one that is viewed after it was read is read as viewed.
// CHECK-LABEL: @in_registers
nv_tileaa.func @in_registers(%a: tensor<16x64xf16, #a>, %c: tensor<16x8xf32, #acc>) {
  // CHECK: %[[Y:.*]] = nv_tileas.alloc_tensor
  %y = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<1x64x8xf16, shared, layout = #batch>
  // CHECK: %[[RENAMED:.*]] = nv_tileas.convert_layout %{{.*}} : tensor<16x64xf16, {{.*}}> -> tensor<16x64xf16
  // CHECK: %[[A0:.*]] = nv_tileas.extract_slice %[[RENAMED]][%c0{{.*}}, %c0{{.*}}] : tensor<16x64xf16, {{.*}}> -> tensor<16x32xf16
  // CHECK: %[[SEEN:.*]] = nv_tileas.buffer_view %[[Y]] : !nv_tileaa.memref<1x64x8xf16, {{.*}}> -> !nv_tileaa.memref<64x8xf16
  // CHECK: %[[B0:.*]] = nv_tileas.copy %[[SEEN]] atom <ldsm, 4> slice [0, 0] : {{.*}} -> tensor<32x8xf16
  // CHECK: %[[A1:.*]] = nv_tileas.extract_slice %[[RENAMED]][%c0{{.*}}, %c1{{.*}}] : tensor<16x64xf16, {{.*}}> -> tensor<16x32xf16
  // CHECK: %[[B1:.*]] = nv_tileas.copy %[[SEEN]] atom <ldsm, 4> slice [32, 0] : {{.*}} -> tensor<32x8xf16
  // CHECK: %[[C0:.*]] = nv_tileas.dot %[[A0]], %[[B0]], %{{.*}} <sm80.mma.m16n8k16.f16.f32>
  // CHECK: nv_tileas.dot %[[A1]], %[[B1]], %[[C0]] <sm80.mma.m16n8k16.f16.f32>
  %b = nv_tileas.copy %y atom <ldsm, 4> : !nv_tileaa.memref<1x64x8xf16, shared, layout = #batch> -> tensor<1x64x8xf16, #batched>
  %v = nv_tileas.view %b : tensor<1x64x8xf16, #batched> -> tensor<64x8xf16, #b>
  %d = nv_tileas.dot %a, %v, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x64xf16, #a>, tensor<64x8xf16, #b>, tensor<16x8xf32, #acc>
  nv_tileaa.return
}

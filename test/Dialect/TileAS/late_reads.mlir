// The buffers of 32 and 16 KiB of a dot's operands are live until it reads them, in addition to one of 2 KiB: more than
// the 48 KiB that a launch always has. Then the first operand is read to registers as a whole, before the other one
// reuses its memory.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-slicing))' --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK --implicit-check-not=remark:
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-slicing{extended-smem=true}))' --remarks-filter=memory 2>%t.none | FileCheck %s --check-prefix=EXTENDED
// RUN: FileCheck %s --input-file=%t.none --check-prefix=NONE --allow-empty

#acc = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64],[0,128],[0,256],[0,512]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[8,0],[16,0],[32,0],[64,0],[128,0],[256,0],[512,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]}>
#few = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[0,64],[0,128],[0,256],[0,512]]}>
#columns = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[64,0],[128,0],[256,0],[512,0]]}>
#little = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0]]}>
!x = !nv_tileaa.memref<16x1024xf16, shared, layout = #rows>
!y = !nv_tileaa.memref<1024x8xf16, shared, layout = #columns>
!z = !nv_tileaa.memref<16x64xf16, shared, layout = #little>

module attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @wide
  // CHECK: %[[X:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<16x1024xf16
  // CHECK: %[[A:.*]] = nv_tileas.copy %[[X]] {{.*}} -> tensor<16x1024xf16
  // CHECK: %[[Y:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<1024x8xf16
  // CHECK-NOT: nv_tileas.copy %[[X]]
  // CHECK-NOT: -> tensor<1024x8xf16
  // CHECK: %[[RENAMED:.*]] = nv_tileas.convert_layout %[[A]]
  // CHECK: %[[A0:.*]] = nv_tileas.extract_slice %[[RENAMED]]
  // CHECK: %[[B0:.*]] = nv_tileas.copy %[[Y]] atom <ldsm, 4> slice [0, 0]
  // CHECK: nv_tileas.dot %[[A0]], %[[B0]], %{{.*}}
  // CHECK-COUNT-31: nv_tileas.dot
  // CHECK-NOT: nv_tileas.dot
  // REMARK: remark: {{.*}}an operand of a dot of tensor<16x1024xf16> by tensor<1024x8xf16> is read to registers as a whole: 49152 bytes of shared memory have no room for both
  // EXTENDED-LABEL: @wide
  // EXTENDED-NOT: -> tensor<16x1024xf16
  // EXTENDED: nv_tileas.copy %{{.*}} atom <ldsm, 4> slice [0, 0] : {{.*}} -> tensor<16x32xf16
  // EXTENDED: nv_tileas.copy %{{.*}} atom <ldsm, 4> slice [0, 0] : {{.*}} -> tensor<32x8xf16
  // NONE-NOT: remark
  nv_tileaa.func @wide(%c: tensor<16x8xf32, #acc>, %s: tensor<16x1024xf16, #a>, %t: tensor<1024x8xf16, #b>, %u: tensor<16x64xf16, #few>) {
    %z = nv_tileas.alloc_tensor {alignment = 16 : i64} : !z
    nv_tileas.copy %u, %z atom <universal_copy, 32> : tensor<16x64xf16, #few>, !z
    %x = nv_tileas.alloc_tensor {alignment = 16 : i64} : !x
    nv_tileas.copy %s, %x atom <universal_copy, 32> : tensor<16x1024xf16, #a>, !x
    %a = nv_tileas.copy %x atom <ldsm, 4> : !x -> tensor<16x1024xf16, #a>
    %y = nv_tileas.alloc_tensor {alignment = 16 : i64} : !y
    nv_tileas.copy %t, %y atom <universal_copy, 32> : tensor<1024x8xf16, #b>, !y
    %b = nv_tileas.copy %y atom <ldsm, 4> : !y -> tensor<1024x8xf16, #b>
    %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x1024xf16, #a>, tensor<1024x8xf16, #b>, tensor<16x8xf32, #acc>
    %v = nv_tileas.copy %z atom <ldsm, 4> : !z -> tensor<16x64xf16, #few>
    nv_tileaa.return
  }
}

// One mma.sync for an atom and a K slice; no unit for f32.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#acc = #nv_tileas.layout<{register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[8,0],[16,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]}>
#acc2 = #nv_tileas.layout<{register=[[0,1],[8,0],[16,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#a2 = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[16,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#b2 = #nv_tileas.layout<{register=[[1,0],[8,0],[0,8]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]}>
#c1 = #nv_tileas.layout<{lane=[[0,1],[0,2],[0,4],[1,0],[2,0]]}>
#a1 = #nv_tileas.layout<{register=[[0,1]], lane=[[0,0],[0,0],[0,0],[1,0],[2,0]]}>
#b1 = #nv_tileas.layout<{register=[[1,0]], lane=[[0,1],[0,2],[0,4],[0,0],[0,0]]}>
#ra = #nv_tileas.layout<{register=[[0,1],[0,8]], lane=[[0,2],[0,4],[0,0],[0,0],[0,0]]}>
#rb = #nv_tileas.layout<{register=[[1,0],[0,8],[8,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]}>
#rc = #nv_tileas.layout<{register=[[0,8]], lane=[[0,0],[0,0],[0,1],[0,2],[0,4]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @f16
  // CHECK-COUNT-2: nvvm.mma.sync A[{{.*}}] B[{{.*}}] C[{{.*}}] {{.*}} shape = #nvvm.shape<m = 16, n = 8, k = 16>
  // CHECK-NOT: nvvm.mma.sync
  func.func @f16(%a: tensor<16x32xf16, #a>, %b: tensor<32x8xf16, #b>, %c: tensor<16x8xf32, #acc>) -> tensor<16x8xf32, #acc> {
    %0 = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x32xf16, #a>, tensor<32x8xf16, #b>, tensor<16x8xf32, #acc>
    return %0 : tensor<16x8xf32, #acc>
  }

  // Any accumulator that the fragment divides is possible: here atoms of one column are adjacent in registers.
  // CHECK-LABEL: llvm.func @order
  // CHECK-COUNT-4: nvvm.mma.sync
  // CHECK-NOT: nvvm.mma.sync
  func.func @order(%a: tensor<32x16xf16, #a2>, %b: tensor<16x16xf16, #b2>, %c: tensor<32x16xf32, #acc2>) -> tensor<32x16xf32, #acc2> {
    %0 = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<32x16xf16, #a2>, tensor<16x16xf16, #b2>, tensor<32x16xf32, #acc2>
    return %0 : tensor<32x16xf32, #acc2>
  }

  // The operands of the transposed MMA are swapped: four registers of B come first. A tile of one row has two registers
  // of the accumulator, each of which the instruction takes twice.
  // CHECK-LABEL: llvm.func @transposed
  // CHECK: %[[LOW:.*]] = llvm.extractvalue %arg2[0]
  // CHECK: %[[HIGH:.*]] = llvm.extractvalue %arg2[1]
  // CHECK: %[[D:.*]] = nvvm.mma.sync A[%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}] B[%{{[^,]*}}, %{{[^,]*}}] C[%[[LOW]], %[[LOW]], %[[HIGH]], %[[HIGH]]] {{.*}} shape = #nvvm.shape<m = 16, n = 8, k = 16>
  // CHECK: llvm.extractvalue %[[D]][0]
  // CHECK: llvm.extractvalue %[[D]][2]
  func.func @transposed(%a: tensor<1x16xf16, #ra>, %b: tensor<16x16xf16, #rb>, %c: tensor<1x16xf32, #rc>) -> tensor<1x16xf32, #rc> {
    %0 = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32.transposed> : tensor<1x16xf16, #ra>, tensor<16x16xf16, #rb>, tensor<1x16xf32, #rc>
    return %0 : tensor<1x16xf32, #rc>
  }

  // CHECK-LABEL: llvm.func @f32
  // CHECK-COUNT-2: llvm.intr.fma
  // CHECK-NOT: llvm.intr.fma
  func.func @f32(%a: tensor<4x2xf32, #a1>, %b: tensor<2x8xf32, #b1>, %c: tensor<4x8xf32, #c1>) -> tensor<4x8xf32, #c1> {
    %0 = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<4x2xf32, #a1>, tensor<2x8xf32, #b1>, tensor<4x8xf32, #c1>
    return %0 : tensor<4x8xf32, #c1>
  }

  // A narrow accumulator is rounded once, as by a matrix unit.
  // CHECK-LABEL: llvm.func @narrow_sum
  // CHECK: %[[SUM:.*]] = llvm.fpext %{{.*}} : f16 to f32
  // CHECK: %[[FIRST:.*]] = llvm.intr.fma(%{{.*}}, %{{.*}}, %[[SUM]]) : (f32, f32, f32) -> f32
  // CHECK: %[[SECOND:.*]] = llvm.intr.fma(%{{.*}}, %{{.*}}, %[[FIRST]]) : (f32, f32, f32) -> f32
  // CHECK: llvm.fptrunc %[[SECOND]] : f32 to f16
  // CHECK-NOT: llvm.fptrunc
  func.func @narrow_sum(%a: tensor<4x2xf16, #a1>, %b: tensor<2x8xf16, #b1>, %c: tensor<4x8xf16, #c1>) -> tensor<4x8xf16, #c1> {
    %0 = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<4x2xf16, #a1>, tensor<2x8xf16, #b1>, tensor<4x8xf16, #c1>
    return %0 : tensor<4x8xf16, #c1>
  }
}

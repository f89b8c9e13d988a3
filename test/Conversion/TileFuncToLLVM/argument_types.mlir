// Arguments have the types that values of these types have in bodies; tile arguments are left to the conversion of
// bodies.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm | FileCheck %s
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s --check-prefix=BODIES

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

// Req: F-07
// CHECK-LABEL: func.func @types(
// CHECK-SAME: %{{[^:]*}}: !llvm.ptr<1>,
// CHECK-SAME: %{{[^:]*}}: i32,
// CHECK-SAME: %{{[^:]*}}: i8,
// CHECK-SAME: %{{[^:]*}}: f32,
// CHECK-SAME: %{{[^:]*}}: i32,
// CHECK-SAME: %{{[^:]*}}: !llvm.struct<(ptr<1>, array<2 x i64>, array<2 x i64>)>,
// CHECK-SAME: %{{[^:]*}}: index,
// CHECK-SAME: %{{[^:]*}}: tensor<32xf32, #{{.*}}>) -> i32 {
// CHECK: builtin.unrealized_conversion_cast %{{.*}} : i8 to f8E4M3FN

// Only arguments that a body reads have a cast to the old type, until bodies are converted.
// Req: F-08
// CHECK-LABEL: func.func @through(
// CHECK-SAME: %[[P:[^:]*]]: !llvm.ptr<1>, %[[T:[^:]*]]: i32)
// CHECK-NOT: unrealized_conversion_cast
// CHECK: return %[[P]], %[[T]] : !llvm.ptr<1>, i32
// BODIES-NOT: unrealized_conversion_cast
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @types(%p: !nv_tileaa.ptr<f32>, %i: i32, %e: f8E4M3FN, %t: tf32, %token: !nv_tileaa.mem_token,
                        %m: !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, %n: index, %x: tensor<32xf32, #l>) -> !nv_tileaa.mem_token {
    %use = nv_tileaa.splat %e : f8E4M3FN -> tensor<32xf8E4M3FN, #l>
    nv_tileaa.return %token : !nv_tileaa.mem_token
  }
  nv_tileaa.func @through(%p: !nv_tileaa.ptr<f32>, %token: !nv_tileaa.mem_token) -> (!nv_tileaa.ptr<f32>, !nv_tileaa.mem_token) {
    nv_tileaa.return %p, %token : !nv_tileaa.ptr<f32>, !nv_tileaa.mem_token
  }
}

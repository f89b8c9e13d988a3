// Asynchronous dots round-trip, in their own syntax and in the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

// Req: K-14
#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#other = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[0,32],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
!buffer = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!ring = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 3>
!sums = tensor<64x64xf32, #sums>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

// CHECK-DAG: #[[SUMS:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0],[0,8],[0,16],[0,32]]
// CHECK-LABEL: @products
nv_tileaa.func @products(%a: tensor<64x64xf16, #a>, %c: !sums, %p: i1) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // CHECK: nv_tileas.async.proxy_fence
  nv_tileas.async.proxy_fence
  // CHECK: %[[F:.*]] = nv_tileas.async.dot %{{.*}}, %{{.*}}, %{{.*}} <sm90.mma.m64k16.f16.f32, 64> : {{.*}}, {{.*}}, tensor<64x64xf32, #[[SUMS]]> -> !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>>
  %f = nv_tileas.async.dot %s, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !buffer, !buffer, !sums -> !future
  // CHECK: %[[G:.*]] = nv_tileas.async.dot %{{.*}}, %{{.*}}, %[[F]] <sm90.mma.m64k16.f16.f32, 64> accumulate(%{{.*}}) : tensor<64x64xf16, #{{.*}}>, {{.*}}, !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>> -> !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>>
  %g = nv_tileas.async.dot %a, %s, %f <sm90.mma.m64k16.f16.f32, 64> accumulate(%p) : tensor<64x64xf16, #a>, !buffer, !future -> !future
  // CHECK: %[[H:.*]] = nv_tileas.async.future_wait %[[G]] {pending = 1 : i64} : !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>> -> !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>>
  %h = nv_tileas.async.future_wait %g {pending = 1 : i64} : !future -> !future
  // CHECK: %{{.*}}, %{{.*}} = nv_tileas.async.future_wait %[[H]] keep(%{{.*}} : tensor<64x64xf16, #{{.*}}>) : !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>> -> tensor<64x64xf32, #[[SUMS]]>, tensor<64x64xf16, #{{.*}}>
  %d, %kept = nv_tileas.async.future_wait %h keep(%a : tensor<64x64xf16, #a>) : !future -> !sums, tensor<64x64xf16, #a>
  // CHECK: nv_tileas.async.to_async %{{.*}} : tensor<64x64xf32, #[[SUMS]]> -> !nv_tileas.async.future<tensor<64x64xf32, #[[SUMS]]>>
  %z = nv_tileas.async.to_async %d : !sums -> !future
  nv_tileaa.return
}

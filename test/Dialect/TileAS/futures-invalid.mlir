// Requirements of asynchronous dots.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a future of a tensor with a layout, got 'tensor<64x64xf32>'}}
nv_tileaa.func @no_layout(%f: !nv_tileas.async.future<tensor<64x64xf32>>) {
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @atom(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // expected-error @below {{'nv_tileas.async.dot' op expected an atom of wgmma, got #cute_nvgpu.atom<sm80.mma.m16n8k16.f16.f32>}}
  %f = nv_tileas.async.dot %s, %s, %c <sm80.mma.m16n8k16.f16.f32> : !buffer, !buffer, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @types(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // expected-error @below {{expected an atom that multiplies 'f16' and 'f16' into 'f32', got #cute_nvgpu.atom<sm90.mma.m64k16.bf16.f32, 64>}}
  %f = nv_tileas.async.dot %s, %s, %c <sm90.mma.m64k16.bf16.f32, 64> : !buffer, !buffer, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @shapes(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %t = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<32x64xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>>
  // expected-error @below {{expects the shape of operand #A and #B to be compatible}}
  %f = nv_tileas.async.dot %s, %t, %c <sm90.mma.m64k16.f16.f32, 64> : !buffer, !nv_tileaa.memref<32x64xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>>, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @sums(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %d = nv_tileas.convert_layout %c : !sums -> tensor<64x64xf32, #other>
  // expected-error @below {{expected c to be the result or its tensor, got 'tensor<64x64xf32}}
  %f = nv_tileas.async.dot %s, %s, %d <sm90.mma.m64k16.f16.f32, 64> : !buffer, !buffer, tensor<64x64xf32, #other> -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @accumulator(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %d = nv_tileas.convert_layout %c : !sums -> tensor<64x64xf32, #other>
  // expected-error @below {{expected an accumulator of #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64> with K of at least 16, got}}
  %f = nv_tileas.async.dot %s, %s, %d <sm90.mma.m64k16.f16.f32, 64> : !buffer, !buffer, tensor<64x64xf32, #other> -> !nv_tileas.async.future<tensor<64x64xf32, #other>>
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @layout_of_a(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // expected-error @below {{expected A to have the layout {register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}, got}}
  %f = nv_tileas.async.dot %x, %s, %c <sm90.mma.m64k16.f16.f32, 64> : tensor<64x64xf16, #other>, !buffer, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @layout_of_b(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %t = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !linear
  // expected-error @below {{expected B in one buffer that descriptors of #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64> describe, got}}
  %f = nv_tileas.async.dot %s, %t, %c <sm90.mma.m64k16.f16.f32, 64> : !buffer, !linear, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @ring(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %t = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !ring
  // expected-error @below {{expected B in one buffer that descriptors of}}
  %f = nv_tileas.async.dot %s, %t, %c <sm90.mma.m64k16.f16.f32, 64> : !buffer, !ring, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @alignment(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %t = nv_tileas.alloc_tensor {alignment = 128 : i64} : !buffer
  // expected-error @below {{expected A in a buffer at a multiple of 1024 bytes, got one at a multiple of 128}}
  %f = nv_tileas.async.dot %t, %s, %c <sm90.mma.m64k16.f16.f32, 64> : !buffer, !buffer, !sums -> !future
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @wait(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %f = nv_tileas.async.to_async %c : !sums -> !future
  // expected-error @below {{'nv_tileas.async.future_wait' op expected the result to be the future or its tensor, got 'tensor<64x64xf32}}
  %d = nv_tileas.async.future_wait %f : !future -> tensor<64x64xf32, #other>
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @kept(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %f = nv_tileas.async.to_async %c : !sums -> !future
  // expected-error @below {{expected to give back what it keeps, ['tensor<64x64xf16}}
  %d, %e = nv_tileas.async.future_wait %f keep(%a : tensor<64x64xf16, #a>) : !future -> !sums, tensor<64x64xf16, #other>
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @pending(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  %f = nv_tileas.async.to_async %c : !sums -> !future
  // expected-error @below {{attribute 'pending' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %d = nv_tileas.async.future_wait %f {pending = -1 : i64} : !future -> !sums
  nv_tileaa.return
}

// -----

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

nv_tileaa.func @to_async(%a: tensor<64x64xf16, #a>, %x: tensor<64x64xf16, #other>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // expected-error @below {{'nv_tileas.async.to_async' op expected a future of 'tensor<64x64xf16}}
  %f = nv_tileas.async.to_async %x : tensor<64x64xf16, #other> -> !future
  nv_tileaa.return
}

// -----

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
#byte = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
nv_tileaa.func @contiguous_along_n(%c: !sums) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<64x64xf8E4M3FN, shared, layout = #byte>
  // expected-error @below {{expected B in one buffer that descriptors of #cute_nvgpu.atom<sm90.mma.m64k32.f8.f32, 64> describe, got}}
  %f = nv_tileas.async.dot %s, %s, %c <sm90.mma.m64k32.f8.f32, 64> : !nv_tileaa.memref<64x64xf8E4M3FN, shared, layout = #byte>, !nv_tileaa.memref<64x64xf8E4M3FN, shared, layout = #byte>, !sums -> !future
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#half = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#other = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[0,32],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
!buffer = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!ring = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 3>
!sums = tensor<64x64xf32, #sums>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

nv_tileaa.func @slice(%a: tensor<64x32xf16, #half>, %c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // expected-error @below {{'nv_tileas.async.dot' op expected a slice of K in registers that begins at a multiple of 16, got one from 40 on of 'tensor<64x32xf16,}}
  %f = nv_tileas.async.dot %a, %s from 40, %c <sm90.mma.m64k16.f16.f32, 64> : tensor<64x32xf16, #half>, !buffer, !sums -> !future
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#sums = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#half = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#other = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[0,32],[1,0],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
!buffer = !nv_tileaa.memref<64x64xf16, shared, layout = #panel>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!ring = !nv_tileaa.memref<64x64xf16, shared, layout = #panel, stages = 3>
!sums = tensor<64x64xf32, #sums>
!future = !nv_tileas.async.future<tensor<64x64xf32, #sums>>

nv_tileaa.func @slice_of_buffer(%c: !sums, %i: i32) {
  %s = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !buffer
  // expected-error @below {{'nv_tileas.async.dot' op expected a slice of K in registers that begins at a multiple of 16, got one from 16 on of '!nv_tileaa.memref}}
  %f = nv_tileas.async.dot %s, %s from 16, %c <sm90.mma.m64k16.f16.f32, 64> : !buffer, !buffer, !sums -> !future
  nv_tileaa.return
}

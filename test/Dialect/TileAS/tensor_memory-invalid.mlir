// Requirements of dots in tensor memory.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @half() {
  // expected-error @below {{'nv_tileas.alloc_tmem' op expected elements of 16 or 32 bits and a layout with one cell of 128 lanes for every element, or scales of 8 bits in a layout that matrix units read, got '!nv_tileaa.memref<128x64xf64, tensor}}
  %m = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x64xf64, tensor, layout = #cells>
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @offsets() {
  // expected-error @below {{'nv_tileas.alloc_tmem' op expected elements of 16 or 32 bits and a layout with one cell of 128 lanes for every element}}
  %m = nv_tileas.alloc_tmem : !nv_tileaa.memref<64x64xf32, tensor, layout = #plain>
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @columns() {
  %slot = nv_tileas.alloc_tensor {alignment = 16 : i64} : !slot
  // expected-error @below {{'nv_tileas.acquire_tmem' op expected a power of two from 32 to 512 columns, got 96}}
  nv_tileas.acquire_tmem %slot columns 96 : !slot
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @slot() {
  %slot = nv_tileas.alloc_tensor {alignment = 16 : i64} : !pair
  // expected-error @below {{'nv_tileas.release_tmem' op expected room for one i32, got '!nv_tileaa.memref<2xi32, shared}}
  nv_tileas.release_tmem %slot columns 64 : !pair
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @atom() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected an atom of tcgen05.mma, got #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64>}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm90.mma.m64k16.f16.f32, 64> : !a, !b, !sums
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @elements() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{expected an atom that multiplies 'f16' and 'f16' into 'f32', got #cute_nvgpu.atom<sm100.mma.m128k16.bf16.f32, 64>}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.bf16.f32, 64> : !a, !b, !sums
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @places() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !other
  // expected-error @below {{expected accumulators of whole #cute_nvgpu.atom<sm100.mma.m128k16.f16.f32, 64> with rows in lanes, and K a multiple of 16, got}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 64> : !a, !b, !other
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @operand() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !linear
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{expected B in one buffer that descriptors of #cute_nvgpu.atom<sm100.mma.m128k16.f16.f32, 64> describe}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 64> : !a, !linear, !sums
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @alignment() {
  %a = nv_tileas.alloc_tensor {alignment = 512 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{expected A in a buffer at a multiple of 1024 bytes, got one at a multiple of 512}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 64> : !a, !b, !sums
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @wait() {
  %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
  // expected-error @below {{'nv_tileas.async.tmem_wait' op expected one barrier, got '!nv_tileas.mbarrier<2>'}}
  nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<2>
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @direction() {
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.copy' op expected an atom that loads from tensor memory, got #cute_nvgpu.atom<tmem_store.32x32b, 32>}}
  %d = nv_tileas.copy %m atom <tmem_store.32x32b, 32> : !sums -> tensor<128x64xf32, #rows>
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @lanes() {
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{expected an atom that fits the layouts, got #cute_nvgpu.atom<tmem_load.32x32b, 32> for}}
  %d = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> tensor<128x64xf32, #columns>
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @too_many() {
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{expected an atom that fits the layouts, got #cute_nvgpu.atom<tmem_load.32x32b, 128> for}}
  %d = nv_tileas.copy %m atom <tmem_load.32x32b, 128> : !sums -> tensor<128x64xf32, #rows>
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @part() {
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{expected a whole buffer in tensor memory, or whole columns of 32 bits}}
  %d = nv_tileas.copy %m atom <tmem_load.32x32b, 32> part 1 : !sums -> tensor<128x64xf32, #rows>
  nv_tileaa.return
}

// -----

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
// expected-error @below {{expected one buffer in tensor memory, got 3 stages of 1 parts}}
nv_tileaa.func @ring(%m: !nv_tileaa.memref<128x64xf32, tensor, layout = #cells, stages = 3>) {
  nv_tileaa.return
}

// -----

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#plain = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#turned = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,2],[0,1],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16]], warp=[[0,32],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
#two = #nv_tileas.layout<{offset=[[1]]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!linear = !nv_tileaa.memref<64x64xf16, shared, layout = #plain>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!other = !nv_tileaa.memref<128x64xf32, tensor, layout = #turned>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!pair = !nv_tileaa.memref<2xi32, shared, layout = #two>

nv_tileaa.func @a_in_columns() {
  %a = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x64xf16, tensor, layout = #turned>
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected A in tensor memory with a row of #cute_nvgpu.atom<sm100.mma.m128k16.f16.f32, 64> in each lane, got '!nv_tileaa.memref<128x64xf16, tensor}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 64> : !nv_tileaa.memref<128x64xf16, tensor, layout = #turned>, !b, !sums
  nv_tileaa.return
}

// -----

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#half = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>

nv_tileaa.func @slice_of_halves(%x: tensor<128x32xf16, #half>) {
  %m = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x64xf16, tensor, layout = #cells>
  // expected-error @below {{expected a whole buffer in tensor memory, or whole columns of 32 bits}}
  nv_tileas.copy %x, %m atom <tmem_store.32x32b, 16> slice [0, 32] : tensor<128x32xf16, #half>, !nv_tileaa.memref<128x64xf16, tensor, layout = #cells>
  nv_tileaa.return
}

// -----

#same = #nv_tileas.layout<{tensor_lane=[[0],[0],[0],[0],[0],[0],[0]]}>
!one = !nv_tileaa.memref<1xf32, tensor, layout = #same>

nv_tileaa.func @number(%m: !one) {
  // expected-error @below {{'nv_tileas.copy' op expected a tensor, whose rows threads have, at tensor memory, got 'f32'}}
  %x = nv_tileas.copy %m atom <tmem_load.32x32b, 1> : !one -> f32
  nv_tileaa.return
}

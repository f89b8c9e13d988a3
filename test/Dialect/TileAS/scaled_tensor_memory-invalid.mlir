// Requirements of dots in tensor memory on scales.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// Lanes of 128 rows, which quarters do not have in common.
#spread = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2]]}>
nv_tileaa.func @spread_out() {
  // expected-error @below {{'nv_tileas.alloc_tmem' op expected elements of 16 or 32 bits and a layout with one cell of 128 lanes for every element, or scales of 8 bits in a layout that matrix units read, got '!nv_tileaa.memref<128x4xf8E8M0FNU, tensor}}
  %p = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x4xf8E8M0FNU, tensor, layout = #spread>
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#b = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
!a = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #a>
!b = !nv_tileaa.memref<128x64xf8E4M3FN, shared, layout = #b>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
nv_tileaa.func @no_scales() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected scales with an atom that takes some, got 0 with #cute_nvgpu.atom<sm100.mma.m128k32.mxf8f6f4.f32, 64>}}
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k32.mxf8f6f4.f32, 64> : !a, !b, !sums
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#b = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#p = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0],[0,4]]}>
#q = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[4,0]]}>
!a = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #a>
!b = !nv_tileaa.memref<128x64xf8E4M3FN, shared, layout = #b>
!p = !nv_tileaa.memref<128x8xf8E8M0FNU, tensor, layout = #p>
!q = !nv_tileaa.memref<8x64xf8E8M0FNU, tensor, layout = #q>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
nv_tileaa.func @blocks_of_16() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  %p = nv_tileas.alloc_tmem : !p
  %q = nv_tileas.alloc_tmem : !q
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected scales of #cute_nvgpu.atom<sm100.mma.m128k32.mxf8f6f4.f32, 64> for blocks of 32, got 'tensor<128x8xf8E8M0FNU>' for 'tensor<128x128xf8E4M3FN>'}}
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) <sm100.mma.m128k32.mxf8f6f4.f32, 64> : !a, !b, !sums, !p, !q
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#b = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32],[0,64]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#p = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0]]}>
#w = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8],[0,16]], tensor_column=[[0,32],[0,64]]}>
!a = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #a>
!b = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #b>
!p = !nv_tileaa.memref<128x4xf8E8M0FNU, tensor, layout = #p>
!w = !nv_tileaa.memref<4x128xf8E8M0FNU, tensor, layout = #w>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #cells>
nv_tileaa.func @other_layout(%q: !w) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  %p = nv_tileas.alloc_tmem : !p
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected scales in the lanes of all quarters, got '!nv_tileaa.memref<4x128xf8E8M0FNU, tensor}}
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) <sm100.mma.m128k32.mxf8f6f4.f32, 128> : !a, !b, !sums, !p, !w
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#b = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32],[0,64]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#p = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0]]}>
#q = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[0,64]]}>
#r = #nv_tileas.layout<{offset=[[0,1],[0,2],[32,0],[64,0],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
#s = #nv_tileas.layout<{offset=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
!a = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #a>
!b = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #b>
!p = !nv_tileaa.memref<128x4xf8E8M0FNU, tensor, layout = #p>
!q = !nv_tileaa.memref<4x128xf8E8M0FNU, tensor, layout = #q>
!r = !nv_tileaa.memref<128x4xf8E8M0FNU, shared, layout = #r>
!s = !nv_tileaa.memref<4x128xf8E8M0FNU, shared, layout = #s>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #cells>
nv_tileaa.func @one_source(%r: !r, %s: !s, %p: !p, %q: !q) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected sources of all scales or of none, got 1 of 2}}
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) from(%r : !r) <sm100.mma.m128k32.mxf8f6f4.f32, 128> : !a, !b, !sums, !p, !q
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#b = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32],[0,64]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#p = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0]]}>
#q = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[0,64]]}>
#r = #nv_tileas.layout<{offset=[[0,1],[0,2],[32,0],[64,0],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
#s = #nv_tileas.layout<{offset=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
!a = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #a>
!b = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #b>
!p = !nv_tileaa.memref<128x4xf8E8M0FNU, tensor, layout = #p>
!q = !nv_tileaa.memref<4x128xf8E8M0FNU, tensor, layout = #q>
!r = !nv_tileaa.memref<128x4xf8E8M0FNU, shared, layout = #r>
!s = !nv_tileaa.memref<4x128xf8E8M0FNU, shared, layout = #s>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #cells>
nv_tileaa.func @other_shape(%r: !r, %s: !s, %p: !p, %q: !q) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected a source of 'tensor<4x128xf8E8M0FNU>', got 'tensor<128x4xf8E8M0FNU>'}}
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) from(%r, %r : !r, !r) <sm100.mma.m128k32.mxf8f6f4.f32, 128> : !a, !b, !sums, !p, !q
  nv_tileaa.return
}

// -----

#a = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#b = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32],[0,64]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#p = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0]]}>
#q = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[0,64]]}>
#r = #nv_tileas.layout<{offset=[[0,1],[0,2],[32,0],[64,0],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
#s = #nv_tileas.layout<{offset=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
!a = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #a>
!b = !nv_tileaa.memref<128x128xf8E4M3FN, shared, layout = #b>
!p = !nv_tileaa.memref<128x4xf8E8M0FNU, tensor, layout = #p>
!q = !nv_tileaa.memref<4x128xf8E8M0FNU, tensor, layout = #q>
!r = !nv_tileaa.memref<128x4xf8E8M0FNU, shared, layout = #r>
!s = !nv_tileaa.memref<4x128xf8E8M0FNU, shared, layout = #s>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #cells>
nv_tileaa.func @no_blocks(%r: !r, %s: !s, %p: !p, %q: !q) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !sums
  // expected-error @below {{'nv_tileas.async.tmem_dot' op expected scales in blocks of 128 rows by four, got '!nv_tileaa.memref<4x128xf8E8M0FNU, shared}}
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) from(%r, %s : !r, !s) <sm100.mma.m128k32.mxf8f6f4.f32, 128> : !a, !b, !sums, !p, !q
  nv_tileaa.return
}

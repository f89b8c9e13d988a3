// Shapes and element types, as in nv_tileaa (test/Dialect/TileAA/shape-invalid.mlir), and the rules that layouts add.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @make_range() {
  // expected-error @below {{'nv_tileas.make_range' op result #0 must be tensor of integers of rank 1 whose size is a power of two, but got 'tensor<4x4xi32>'}}
  %0 = nv_tileas.make_range : tensor<4x4xi32>
  return
}

// -----

func.func @view(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.view' op expected as many elements of the same type, got 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %0 = nv_tileas.view %x : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2x4xf32>) {
  // expected-error @below {{'nv_tileas.broadcast' op expected sizes of one that become others, got 'tensor<2x4xf32>' and 'tensor<4x4xf32>'}}
  %0 = nv_tileas.broadcast %x : tensor<2x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @permute(%x: tensor<4x4xf32>) {
  // expected-error @below {{'nv_tileas.permute' op expected a permutation of 2 dimensions, got [0, 0]}}
  %0 = nv_tileas.permute %x [0, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @permute_shape(%x: tensor<4x8xf32>) {
  // expected-error @below {{'nv_tileas.permute' op expected a result like 'tensor<8x4xf32>', got 'tensor<4x8xf32>'}}
  %0 = nv_tileas.permute %x [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @cat_dim(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.cat' op expected a dimension below 1, got 1}}
  %0 = nv_tileas.cat %x, %x dim = 1 : tensor<4xf32>, tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @cat_operands(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{'nv_tileas.cat' op expected two tensors alike, got 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %0 = nv_tileas.cat %x, %y dim = 0 : tensor<4xf32>, tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @cat_result(%x: tensor<4x4xf32>) {
  // expected-error @below {{'nv_tileas.cat' op expected a result like 'tensor<4x8xf32>', got 'tensor<8x4xf32>'}}
  %0 = nv_tileas.cat %x, %x dim = 1 : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @extract(%x: tensor<4x4xf32>, %i: i32) {
  // expected-error @below {{'nv_tileas.extract_slice' op expected a part of 'tensor<4x4xf32>', got 'tensor<8x4xf32>'}}
  %0 = nv_tileas.extract_slice %x[%i, %i] : tensor<4x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @extract_indices(%x: tensor<4x4xf32>, %i: i32) {
  // expected-error @below {{'nv_tileas.extract_slice' op expected 2 indices, got 1}}
  %0 = nv_tileas.extract_slice %x[%i] : tensor<4x4xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_rank(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expects rank-2 or rank-3 tensor for result, but got ('tensor<4xf32>')}}
  %0 = nv_tileas.dot %x, %x, %x <universal_fma> : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @dot_types(%x: tensor<4x4xf32>, %y: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileas.dot' op expected the element types of A, B, C, and D to be either all integers or all floats.}}
  %0 = nv_tileas.dot %x, %x, %y <universal_fma> : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>
  return
}

// -----

func.func @dot_pointers(%x: tensor<4x4x!nv_tileaa.ptr<f32>>) {
  // expected-error @below {{'nv_tileas.dot' op expected the element types of A, B, C, and D to be either all integers or all floats.}}
  %0 = nv_tileas.dot %x, %x, %x <universal_fma> : tensor<4x4x!nv_tileaa.ptr<f32>>, tensor<4x4x!nv_tileaa.ptr<f32>>, tensor<4x4x!nv_tileaa.ptr<f32>>
  return
}

// -----

func.func @dot_signedness_a(%x: tensor<4x4xi8>, %y: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileas.dot' op expect signedness attribute for operand A}}
  %0 = nv_tileas.dot %x, %x, %y <universal_fma> : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  return
}

// -----

func.func @dot_signedness_b(%x: tensor<4x4xi8>, %y: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileas.dot' op expect signedness attribute for operand B}}
  %0 = nv_tileas.dot %x, %x, %y <universal_fma> {signedness_a = #nv_tileaa.signedness<signed>} : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  return
}

// -----

func.func @dot_operands(%x: tensor<4x8xf32>, %y: tensor<4x4xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expects the shape of operand #A and #B to be compatible}}
  %0 = nv_tileas.dot %x, %y, %y <universal_fma> : tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_result(%x: tensor<4x4xf32>, %y: tensor<8x4xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expects the shape of operand #C is compatible with operands #A and #B}}
  %0 = nv_tileas.dot %x, %x, %y <universal_fma> : tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>
  return
}

// -----

func.func @dot_batch(%x: tensor<2x4x4xf32>, %y: tensor<4x4x4xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expects the shape of operand #C is compatible with operands #A and #B}}
  %0 = nv_tileas.dot %x, %y, %x <universal_fma> : tensor<2x4x4xf32>, tensor<4x4x4xf32>, tensor<2x4x4xf32>
  return
}

// -----

func.func @dot_without_scales(%x: tensor<16x64xf8E4M3FN>, %y: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expected scales with an atom that takes some, got 0 with #cute_nvgpu.atom<sm120.mma.m16n8k32.mxf8f6f4.f32>}}
  %0 = nv_tileas.dot %x, %y, %c <sm120.mma.m16n8k32.mxf8f6f4.f32> : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32>
  return
}

// -----

func.func @dot_scale_type(%x: tensor<16x64xf8E4M3FN>, %y: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>, %s: tensor<16x2xf8E4M3FN>, %t: tensor<2x16xf8E4M3FN>) {
  // expected-error @below {{'nv_tileas.dot' op expected an atom that multiplies 'f8E4M3FN' with scales of 'f8E4M3FN', got #cute_nvgpu.atom<sm120.mma.m16n8k32.mxf8f6f4.f32>}}
  %0 = nv_tileas.dot %x, %y, %c scales %s, %t <sm120.mma.m16n8k32.mxf8f6f4.f32> : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32> scales tensor<16x2xf8E4M3FN>, tensor<2x16xf8E4M3FN>
  return
}

// -----

func.func @dot_first_scale(%x: tensor<16x64xf8E4M3FN>, %y: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<2x16xf8E8M0FNU>) {
  // expected-error @below {{'nv_tileas.dot' op expected 2 scales of a row from a multiple of 1, got 2 from number 1}}
  %0 = nv_tileas.dot %x, %y, %c scales %s, %t from 1 <sm120.mma.m16n8k32.mxf8f6f4.f32> : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32> scales tensor<16x2xf8E8M0FNU>, tensor<2x16xf8E8M0FNU>
  return
}

// -----

#l = #nv_tileas.layout<{lane=[[0,1],[0,2],[1,0],[2,0],[4,0]]}>
#k = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#j = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]]}>
func.func @view_layout(%x: tensor<8x4xf32, #l>) {
  %0 = nv_tileas.view %x : tensor<8x4xf32, #l> -> tensor<32xf32, #k>
  // expected-error @below {{'nv_tileas.view' op expected the result to have the layout {lane=}}
  %1 = nv_tileas.view %x : tensor<8x4xf32, #l> -> tensor<32xf32, #j>
  return
}

// -----

#l = #nv_tileas.layout<{lane=[[0,1],[0,2],[1,0],[2,0],[4,0]]}>
#k = #nv_tileas.layout<{lane=[[0,1],[0,2],[0,4],[1,0],[2,0]]}>
func.func @permute_layout(%x: tensor<8x4xf32, #l>) {
  // expected-error @below {{'nv_tileas.permute' op expected the result to have the layout {lane=}}
  %0 = nv_tileas.permute %x [1, 0] : tensor<8x4xf32, #l> -> tensor<4x8xf32, #k>
  return
}

// -----

#l = #nv_tileas.layout<{lane=[[0,1],[0,2],[1,0],[2,0],[4,0]]}>
#k = #nv_tileas.layout<{lane=[[1,0],[2,0],[4,0],[0,0],[0,0]]}>
func.func @broadcast_layout(%x: tensor<8x1xf32, #k>) {
  // expected-error @below {{'nv_tileas.broadcast' op expected the source to have the layout {lane=}}
  %0 = nv_tileas.broadcast %x : tensor<8x1xf32, #k> -> tensor<8x4xf32, #l>
  return
}

// -----

func.func @convert_element(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.convert_layout' op requires the same element type for all operands and results}}
  %0 = nv_tileas.convert_layout %x : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @dot_atom(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expected an atom that multiplies 'f16' and 'f16' into 'f32', got #cute_nvgpu.atom<sm80.mma.m16n8k16.bf16.f32>}}
  %0 = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.bf16.f32> : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32>
  return
}

// -----

// Not one that copies.
func.func @dot_copy(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expected an atom that multiplies 'f16' and 'f16' into 'f32', got #cute_nvgpu.atom<ldsm, 4>}}
  %0 = nv_tileas.dot %a, %b, %c <ldsm, 4> : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32>
  return
}

// -----

// Rows and columns may be fewer than the instruction's, not K.
func.func @dot_size(%a: tensor<16x8xf16>, %b: tensor<8x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expected tiles of at least 16 x 8 x 16, got 16 x 8 x 8}}
  %0 = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x8xf16>, tensor<8x8xf16>, tensor<16x8xf32>
  return
}

// -----

func.func @dot_rows(%a: tensor<32x64xf16>, %b: tensor<64x64xf16>, %c: tensor<32x64xf32>) {
  // expected-error @below {{'nv_tileas.dot' op expected tiles of at least 64 x 8 x 16, got 32 x 64 x 64}}
  %0 = nv_tileas.dot %a, %b, %c <sm90.mma.m64k16.f16.f32, 64> : tensor<32x64xf16>, tensor<64x64xf16>, tensor<32x64xf32>
  return
}

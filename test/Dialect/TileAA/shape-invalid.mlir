// The relations between shapes and element types of operands and results; test/Dialect/TileAS/shape-invalid.mlir has
// the same checks there.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @splat(%x: f32) {
  // expected-error @below {{'nv_tileaa.splat' op expected a tensor of 'f32', got 'tensor<4xi32>'}}
  %0 = nv_tileaa.splat %x : f32 -> tensor<4xi32>
  return
}

// -----

func.func @unsplat(%x: tensor<2xf32>) {
  // expected-error @below {{'nv_tileaa.unsplat' op expected a tensor of one element, got 'tensor<2xf32>'}}
  %0 = nv_tileaa.unsplat %x : tensor<2xf32> -> f32
  return
}

// -----

func.func @unsplat_type(%x: tensor<1xf32>) {
  // expected-error @below {{'nv_tileaa.unsplat' op expected a result of type 'f32', got 'i32'}}
  %0 = nv_tileaa.unsplat %x : tensor<1xf32> -> i32
  return
}

// -----

func.func @make_range() {
  // expected-error @below {{'nv_tileaa.make_range' op result #0 must be tensor of integers of rank 1 whose size is a power of two, but got 'tensor<4x4xi32>'}}
  %0 = nv_tileaa.make_range : tensor<4x4xi32>
  return
}

// -----

func.func @view(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.view' op expected as many elements of the same type, got 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %0 = nv_tileaa.view %x : tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2x4xf32>) {
  // expected-error @below {{'nv_tileaa.broadcast' op expected sizes of one that become others, got 'tensor<2x4xf32>' and 'tensor<4x4xf32>'}}
  %0 = nv_tileaa.broadcast %x : tensor<2x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @permute(%x: tensor<4x4xf32>) {
  // expected-error @below {{'nv_tileaa.permute' op expected a permutation of 2 dimensions, got [0, 0]}}
  %0 = nv_tileaa.permute %x [0, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @permute_shape(%x: tensor<4x8xf32>) {
  // expected-error @below {{'nv_tileaa.permute' op expected a result like 'tensor<8x4xf32>', got 'tensor<4x8xf32>'}}
  %0 = nv_tileaa.permute %x [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @cat_dim(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.cat' op expected a dimension below 1, got 1}}
  %0 = nv_tileaa.cat %x, %x dim = 1 : tensor<4xf32>, tensor<4xf32> -> tensor<8xf32>
  return
}

// -----

func.func @cat_operands(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{'nv_tileaa.cat' op expected two tensors alike, got 'tensor<4xf32>' and 'tensor<8xf32>'}}
  %0 = nv_tileaa.cat %x, %y dim = 0 : tensor<4xf32>, tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @cat_result(%x: tensor<4x4xf32>) {
  // expected-error @below {{'nv_tileaa.cat' op expected a result like 'tensor<4x8xf32>', got 'tensor<8x4xf32>'}}
  %0 = nv_tileaa.cat %x, %x dim = 1 : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @extract(%x: tensor<4x4xf32>, %i: i32) {
  // expected-error @below {{'nv_tileaa.extract' op expected a part of 'tensor<4x4xf32>', got 'tensor<8x4xf32>'}}
  %0 = nv_tileaa.extract %x[%i, %i] : tensor<4x4xf32> -> tensor<8x4xf32>
  return
}

// -----

func.func @extract_indices(%x: tensor<4x4xf32>, %i: i32) {
  // expected-error @below {{'nv_tileaa.extract' op expected 2 indices, got 1}}
  %0 = nv_tileaa.extract %x[%i] : tensor<4x4xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @insert(%x: tensor<4xf16>, %y: tensor<4x4xf32>, %i: i32) {
  // expected-error @below {{'nv_tileaa.insert' op expected a part of 'tensor<4x4xf32>', got 'tensor<4xf16>'}}
  %0 = nv_tileaa.insert %x, %y[%i] : tensor<4xf16>, tensor<4x4xf32> -> tensor<4x4xf32>
  return
}

// -----

func.func @dot_rank(%x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.dot' op expects rank-2 or rank-3 tensor for result, but got ('tensor<4xf32>')}}
  %0 = nv_tileaa.dot %x, %x, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @dot_types(%x: tensor<4x4xf32>, %y: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileaa.dot' op expected the element types of A, B, C, and D to be either all integers or all floats.}}
  %0 = nv_tileaa.dot %x, %x, %y : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>
  return
}

// -----

func.func @dot_pointers(%x: tensor<4x4x!nv_tileaa.ptr<f32>>) {
  // expected-error @below {{'nv_tileaa.dot' op expected the element types of A, B, C, and D to be either all integers or all floats.}}
  %0 = nv_tileaa.dot %x, %x, %x : tensor<4x4x!nv_tileaa.ptr<f32>>, tensor<4x4x!nv_tileaa.ptr<f32>>, tensor<4x4x!nv_tileaa.ptr<f32>>
  return
}

// -----

func.func @dot_signedness_a(%x: tensor<4x4xi8>, %y: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileaa.dot' op expect signedness attribute for operand A}}
  %0 = nv_tileaa.dot %x, %x, %y : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  return
}

// -----

func.func @dot_signedness_b(%x: tensor<4x4xi8>, %y: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileaa.dot' op expect signedness attribute for operand B}}
  %0 = nv_tileaa.dot %x, %x, %y {signedness_a = #nv_tileaa.signedness<signed>} : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  return
}

// -----

func.func @dot_operands(%x: tensor<4x8xf32>, %y: tensor<4x4xf32>) {
  // expected-error @below {{'nv_tileaa.dot' op expects the shape of operand #A and #B to be compatible}}
  %0 = nv_tileaa.dot %x, %y, %y : tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x4xf32>
  return
}

// -----

func.func @dot_result(%x: tensor<4x4xf32>, %y: tensor<8x4xf32>) {
  // expected-error @below {{'nv_tileaa.dot' op expects the shape of operand #C is compatible with operands #A and #B}}
  %0 = nv_tileaa.dot %x, %x, %y : tensor<4x4xf32>, tensor<4x4xf32>, tensor<8x4xf32>
  return
}

// -----

func.func @dot_batch(%x: tensor<2x4x4xf32>, %y: tensor<4x4x4xf32>) {
  // expected-error @below {{'nv_tileaa.dot' op expects the shape of operand #C is compatible with operands #A and #B}}
  %0 = nv_tileaa.dot %x, %y, %x : tensor<2x4x4xf32>, tensor<4x4x4xf32>, tensor<2x4x4xf32>
  return
}

// -----

func.func @unpack_dim(%x: tensor<4x8xi8>) {
  // expected-error @below {{'nv_tileaa.unpack' op expected a dimension below 2, got 2}}
  %0 = nv_tileaa.unpack %x dim = 2 : tensor<4x8xi8> -> tensor<4x16xi4>
  return
}

// -----

func.func @unpack_result(%x: tensor<4x8xi8>) {
  // expected-error @below {{'nv_tileaa.unpack' op expected bytes, and twice as many numbers of 4 bits along dimension 0, got 'tensor<4x8xi8>' and 'tensor<4x16xi4>'}}
  %0 = nv_tileaa.unpack %x dim = 0 : tensor<4x8xi8> -> tensor<4x16xi4>
  return
}

// -----

func.func @dot_packed_type(%x: tensor<16x32xi8>, %y: tensor<32x16xi8>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'nv_tileaa.dot' op expected bytes to hold f4E2M1FN, got 'f8E4M3FN'}}
  %0 = nv_tileaa.dot %x, %y, %c packed f8E4M3FN : tensor<16x32xi8>, tensor<32x16xi8>, tensor<16x16xf32>
  return
}

// -----

func.func @dot_packed_bytes(%x: tensor<16x32xi8>, %y: tensor<32x16xi16>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'nv_tileaa.dot' op expected bytes that hold two numbers each, got 'tensor<32x16xi16>'}}
  %0 = nv_tileaa.dot %x, %y, %c packed f4E2M1FN : tensor<16x32xi8>, tensor<32x16xi16>, tensor<16x16xf32>
  return
}

// -----

func.func @dot_one_scale(%x: tensor<16x64xf8E4M3FN>, %y: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>, %s: tensor<16x2xf8E8M0FNU>) {
  // expected-error @below {{'nv_tileaa.dot' op expected scales of both a and b, or none, got 1}}
  %0 = nv_tileaa.dot %x, %y, %c scales %s : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32> scales tensor<16x2xf8E8M0FNU>
  return
}

// -----

func.func @dot_scale_type(%x: tensor<16x64xf8E4M3FN>, %y: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>, %s: tensor<16x2xi8>, %t: tensor<2x16xi8>) {
  // expected-error @below {{'nv_tileaa.dot' op expected scales that are floats, got 'tensor<16x2xi8>'}}
  %0 = nv_tileaa.dot %x, %y, %c scales %s, %t : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32> scales tensor<16x2xi8>, tensor<2x16xi8>
  return
}

// -----

func.func @dot_scale_shape(%x: tensor<16x64xf8E4M3FN>, %y: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>, %s: tensor<16x2xf8E8M0FNU>, %t: tensor<4x16xf8E8M0FNU>) {
  // expected-error @below {{'nv_tileaa.dot' op expected scales like 'tensor<2x16xf8E8M0FNU>', got 'tensor<4x16xf8E8M0FNU>'}}
  %0 = nv_tileaa.dot %x, %y, %c scales %s, %t : tensor<16x64xf8E4M3FN>, tensor<64x16xf8E4M3FN>, tensor<16x16xf32> scales tensor<16x2xf8E8M0FNU>, tensor<4x16xf8E8M0FNU>
  return
}

// -----

func.func @dot_too_many_scales(%x: tensor<16x2xf8E4M3FN>, %y: tensor<2x16xf8E4M3FN>, %c: tensor<16x16xf32>, %s: tensor<16x4xf8E8M0FNU>, %t: tensor<4x16xf8E8M0FNU>) {
  // expected-error @below {{'nv_tileaa.dot' op expected scales for blocks along K, which is 2, got 4 for a row}}
  %0 = nv_tileaa.dot %x, %y, %c scales %s, %t : tensor<16x2xf8E4M3FN>, tensor<2x16xf8E4M3FN>, tensor<16x16xf32> scales tensor<16x4xf8E8M0FNU>, tensor<4x16xf8E8M0FNU>
  return
}

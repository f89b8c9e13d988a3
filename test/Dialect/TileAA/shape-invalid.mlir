// What relates the shapes and element types of operands and results; test/Dialect/TileAS/shape-invalid.mlir has the
// same checks there.
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

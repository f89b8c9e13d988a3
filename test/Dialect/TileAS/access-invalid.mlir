// Accesses, as in nv_tileaa.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @element(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileas.tiled_load' op view elementType not equal with tensor element type: 'f32' vs 'f16'}}
  %0, %1 = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[i32] -> tensor<4xf16>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @shape(%v: !v, %i: i32, %x: tensor<8xf32>) {
  // expected-error @below {{'nv_tileas.tiled_store' op expected a tile of the view's shape, got 'tensor<8xf32>'}}
  %0 = nv_tileas.tiled_store <weak> %x, %v[%i] {in_bounds = array<i1: true>} : tensor<8xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @coordinates(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileas.tiled_load' op expected 1 coordinates and in_bounds flags, got 2 and 1}}
  %0, %1 = nv_tileas.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: true>} : !v[i32, i32] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xi32, strides = [1]>, steps = [4], dims = [0]>
func.func @padding(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileas.tiled_load' op expected padding zero for elements of type 'i32', got nan}}
  %0, %1 = nv_tileas.tiled_load <weak> %v[%i] padding <nan> {in_bounds = array<i1: false>} : !v[i32] -> tensor<4xi32>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @coordinate(%v: !v, %i: tensor<4xi32>) {
  // expected-error @below {{'nv_tileas.tiled_load' op expected coordinate 0 to be a scalar, got 'tensor<4xi32>'}}
  %0, %1 = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[tensor<4xi32>] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [1], dims = [0], sparse = 0>
func.func @sparse(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileas.tiled_load' op expected coordinate 0 to be a tensor of 4 indices along the sparse dimension, got 'i32'}}
  %0, %1 = nv_tileas.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[i32] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

func.func @load_semantic(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileas.load' op expected mem_semantic weak or relaxed or acquire, got release}}
  %0, %1 = nv_tileas.load <release> scope <gpu> %p : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @store_semantic(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileas.store' op expected mem_semantic weak or relaxed or release, got acquire}}
  %0 = nv_tileas.store <acquire> scope <gpu> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @atomic_semantic(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileas.atomic_rmw' op expected mem_semantic relaxed or acquire or release or acq_rel, got weak}}
  %0, %1 = nv_tileas.atomic_rmw <addf> <weak> <gpu> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @no_scope(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileas.load' op mem_scope required when mem_semantic is not weak}}
  %0, %1 = nv_tileas.load <acquire> %p : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @scope(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileas.load' op expected no mem_scope of a weak access, got gpu}}
  %0, %1 = nv_tileas.load <weak> scope <gpu> %p : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @value(%p: tensor<4x!nv_tileaa.ptr<f32>>) {
  // expected-error @below {{'nv_tileas.load' op expected a value of type 'tensor<4xf32>', got 'f32'}}
  %0, %1 = nv_tileas.load <weak> %p : tensor<4x!nv_tileaa.ptr<f32>> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @mask(%p: tensor<4x!nv_tileaa.ptr<f32>>, %m: i1) {
  // expected-error @below {{'nv_tileas.load' op expected a mask of type 'tensor<4xi1>', got 'i1'}}
  %0, %1 = nv_tileas.load <weak> %p, mask = %m : tensor<4x!nv_tileaa.ptr<f32>>, mask i1 -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

func.func @other(%p: !nv_tileaa.ptr<f32>, %m: i1, %x: f16) {
  // expected-error @below {{'nv_tileas.load' op expected other of the result's type 'f32', got 'f16'}}
  %0, %1 = nv_tileas.load <weak> %p, mask = %m, other = %x : !nv_tileaa.ptr<f32>, mask i1, other f16 -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @other_without_mask(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileas.load' op expected a mask along with other, got none}}
  %0:2 = "nv_tileas.load"(%p, %x) <{mem_semantic = #nv_tileaa.mem_semantic<weak>, operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (!nv_tileaa.ptr<f32>, f32) -> (f32, !nv_tileaa.mem_token)
  return
}

// -----

func.func @addf(%p: !nv_tileaa.ptr<i32>, %x: i32) {
  // expected-error @below {{'nv_tileas.atomic_rmw' op expected f16, bf16, f32 or f64 for addf, got 'i32'}}
  %0, %1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @xchg(%p: !nv_tileaa.ptr<f16>, %x: f16) {
  // expected-error @below {{'nv_tileas.atomic_rmw' op expected i32, i64, f32 or f64 for xchg, got 'f16'}}
  %0, %1 = nv_tileas.atomic_rmw <xchg> <relaxed> <gpu> %p, %x : !nv_tileaa.ptr<f16>, f16 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @add(%p: !nv_tileaa.ptr<i8>, %x: i8) {
  // expected-error @below {{'nv_tileas.atomic_rmw' op expected i32 or i64 for add, got 'i8'}}
  %0, %1 = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %p, %x : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @cas(%p: !nv_tileaa.ptr<i16>, %x: i16) {
  // expected-error @below {{'nv_tileas.atomic_cas' op expected i32, i64, f32 or f64 to compare, got 'i16'}}
  %0, %1 = nv_tileas.atomic_cas <relaxed> <gpu> %p, %x, %x : !nv_tileaa.ptr<i16>, i16 -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_xchg(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected a mode that combines, got xchg}}
  %0 = nv_tileas.tiled_atomic_rmw <xchg> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_order(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected mem_semantic relaxed, got release}}
  %0 = nv_tileas.tiled_atomic_rmw <addf> <release> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_mode(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected i32 or i64 for add, got 'f32'}}
  %0 = nv_tileas.tiled_atomic_rmw <add> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_shape(%v: !v, %i: i32, %x: tensor<8xf32>) {
  // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected a tile of the view's shape, got 'tensor<8xf32>'}}
  %0 = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<8xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [1], dims = [0], sparse = 0>
func.func @tiled_sparse(%v: !v, %i: tensor<4xi32>, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected a view without a sparse dimension, got}}
  %0 = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[tensor<4xi32>] -> !nv_tileaa.mem_token
  return
}

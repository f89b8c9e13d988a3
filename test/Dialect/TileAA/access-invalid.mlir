// Pointers, memrefs, views and accesses through them.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @bitcast(%x: f32) {
  // expected-error @below {{'nv_tileaa.bitcast' op expected elements of the same width, got 'f32' and 'i64'}}
  %0 = nv_tileaa.bitcast %x : f32 -> i64
  return
}

// -----

func.func @bitcast_pointer(%x: i64) {
  // expected-error @below {{'nv_tileaa.bitcast' op expected elements of the same width, got 'i64' and '!nv_tileaa.ptr<f32>'}}
  %0 = nv_tileaa.bitcast %x : i64 -> !nv_tileaa.ptr<f32>
  return
}

// -----

func.func @base(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.make_memref' op expected a pointer to 'f16', got '!nv_tileaa.ptr<f32>'}}
  %0 = nv_tileaa.make_memref %p, sizes = [], strides = [] : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<4xf16, strides = [1]>
  return
}

// -----

func.func @sizes(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.make_memref' op expected 1 sizes and 0 strides, got 0 and 0}}
  %0 = nv_tileaa.make_memref %p, sizes = [], strides = [] : !nv_tileaa.ptr<f32> -> !nv_tileaa.memref<?xf32, strides = [1]>
  return
}

// -----

!m = !nv_tileaa.memref<4xf32, strides = [1]>
func.func @dim_size(%m: !m) {
  // expected-error @below {{'nv_tileaa.get_dim_size' op expected a dimension below 1, got 1}}
  %0 = nv_tileaa.get_dim_size %m, 1 : !m -> i32
  return
}

// -----

!m = !nv_tileaa.memref<4xf32, strides = [1]>
!n = !nv_tileaa.memref<8xf32, strides = [1]>
func.func @block_tile(%m: !m) {
  // expected-error @below {{'nv_tileaa.block_tile' op expected a view of '!nv_tileaa.memref<4xf32, strides = [1]>', got '!nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>'}}
  %0 = nv_tileaa.block_tile %m : !m -> !nv_tileaa.tiled_view<4, !n, steps = [4], dims = [0]>
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @element(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileaa.tiled_load' op view elementType not equal with tensor element type: 'f32' vs 'f16'}}
  %0, %1 = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[i32] -> tensor<4xf16>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @shape(%v: !v, %i: i32, %x: tensor<8xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_store' op expected a tile of the view's shape, got 'tensor<8xf32>'}}
  %0 = nv_tileaa.tiled_store <weak> %x, %v[%i] {in_bounds = array<i1: true>} : tensor<8xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @coordinates(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileaa.tiled_load' op expected 1 coordinates and in_bounds flags, got 2 and 1}}
  %0, %1 = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: true>} : !v[i32, i32] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xi32, strides = [1]>, steps = [4], dims = [0]>
func.func @padding(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileaa.tiled_load' op expected padding zero for elements of type 'i32', got nan}}
  %0, %1 = nv_tileaa.tiled_load <weak> %v[%i] padding <nan> {in_bounds = array<i1: false>} : !v[i32] -> tensor<4xi32>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @coordinate(%v: !v, %i: tensor<4xi32>) {
  // expected-error @below {{'nv_tileaa.tiled_load' op expected coordinate 0 to be a scalar, got 'tensor<4xi32>'}}
  %0, %1 = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[tensor<4xi32>] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [1], dims = [0], sparse = 0>
func.func @sparse(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileaa.tiled_load' op expected coordinate 0 to be a tensor of 4 indices along the sparse dimension, got 'i32'}}
  %0, %1 = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : !v[i32] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

func.func @load_semantic(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.load' op expected mem_semantic weak or relaxed or acquire, got release}}
  %0, %1 = nv_tileaa.load <release> scope <gpu> %p : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @store_semantic(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileaa.store' op expected mem_semantic weak or relaxed or release, got acquire}}
  %0 = nv_tileaa.store <acquire> scope <gpu> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @atomic_semantic(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileaa.atomic_rmw' op expected mem_semantic relaxed or acquire or release or acq_rel, got weak}}
  %0, %1 = nv_tileaa.atomic_rmw <addf> <weak> <gpu> %p, %x : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @no_scope(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.load' op mem_scope required when mem_semantic is not weak}}
  %0, %1 = nv_tileaa.load <acquire> %p : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @scope(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.load' op expected no mem_scope of a weak access, got gpu}}
  %0, %1 = nv_tileaa.load <weak> scope <gpu> %p : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @value(%p: tensor<4x!nv_tileaa.ptr<f32>>) {
  // expected-error @below {{'nv_tileaa.load' op expected a value of type 'tensor<4xf32>', got 'f32'}}
  %0, %1 = nv_tileaa.load <weak> %p : tensor<4x!nv_tileaa.ptr<f32>> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @mask(%p: tensor<4x!nv_tileaa.ptr<f32>>, %m: i1) {
  // expected-error @below {{'nv_tileaa.load' op expected a mask of type 'tensor<4xi1>', got 'i1'}}
  %0, %1 = nv_tileaa.load <weak> %p, mask = %m : tensor<4x!nv_tileaa.ptr<f32>>, mask i1 -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

func.func @other(%p: !nv_tileaa.ptr<f32>, %m: i1, %x: f16) {
  // expected-error @below {{'nv_tileaa.load' op expected other of the result's type 'f32', got 'f16'}}
  %0, %1 = nv_tileaa.load <weak> %p, mask = %m, other = %x : !nv_tileaa.ptr<f32>, mask i1, other f16 -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @other_without_mask(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileaa.load' op expected a mask along with other, got none}}
  %0:2 = "nv_tileaa.load"(%p, %x) <{mem_semantic = #nv_tileaa.mem_semantic<weak>, operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (!nv_tileaa.ptr<f32>, f32) -> (f32, !nv_tileaa.mem_token)
  return
}

// -----

func.func @addf(%p: !nv_tileaa.ptr<i32>, %x: i32) {
  // expected-error @below {{'nv_tileaa.atomic_rmw' op expected f16, bf16, f32 or f64 for addf, got 'i32'}}
  %0, %1 = nv_tileaa.atomic_rmw <addf> <relaxed> <gpu> %p, %x : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @xchg(%p: !nv_tileaa.ptr<f16>, %x: f16) {
  // expected-error @below {{'nv_tileaa.atomic_rmw' op expected i32, i64, f32 or f64 for xchg, got 'f16'}}
  %0, %1 = nv_tileaa.atomic_rmw <xchg> <relaxed> <gpu> %p, %x : !nv_tileaa.ptr<f16>, f16 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @add(%p: !nv_tileaa.ptr<i8>, %x: i8) {
  // expected-error @below {{'nv_tileaa.atomic_rmw' op expected i32 or i64 for add, got 'i8'}}
  %0, %1 = nv_tileaa.atomic_rmw <add> <relaxed> <gpu> %p, %x : !nv_tileaa.ptr<i8>, i8 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @cas(%p: !nv_tileaa.ptr<i16>, %x: i16) {
  // expected-error @below {{'nv_tileaa.atomic_cas' op expected i32, i64, f32 or f64 to compare, got 'i16'}}
  %0, %1 = nv_tileaa.atomic_cas <relaxed> <gpu> %p, %x, %x : !nv_tileaa.ptr<i16>, i16 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @alignment(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.load' op expected an alignment that is a power of two, got 12}}
  %0, %1 = nv_tileaa.load <weak> %p {alignment = 12 : i64} : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

func.func @contiguity_of_scalar(%p: !nv_tileaa.ptr<f32>, %x: f32) {
  // expected-error @below {{'nv_tileaa.store' op expected a contiguity for each of 0 dimensions, got 1}}
  %0 = nv_tileaa.store <weak> %p, %x {contiguity = array<i64: 1>} : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
  return
}

// -----

func.func @contiguity_beyond_tile(%p: tensor<4x8x!nv_tileaa.ptr<f32>>, %x: tensor<4x8xf32>) {
  // expected-error @below {{'nv_tileaa.store' op expected a contiguity that is a power of two up to the size of dimension 1, 8, got 16}}
  %0 = nv_tileaa.store <weak> %p, %x {contiguity = array<i64: 1, 16>} : tensor<4x8x!nv_tileaa.ptr<f32>>, tensor<4x8xf32> -> !nv_tileaa.mem_token
  return
}

// -----

func.func @contiguity_of_two_dimensions(%p: tensor<4x8x!nv_tileaa.ptr<i32>>, %x: tensor<4x8xi32>) {
  // expected-error @below {{'nv_tileaa.atomic_rmw' op expected runs along one dimension, got 2}}
  %0, %1 = nv_tileaa.atomic_rmw <add> <relaxed> <gpu> %p, %x {contiguity = array<i64: 2, 2>} : tensor<4x8x!nv_tileaa.ptr<i32>>, tensor<4x8xi32> -> !nv_tileaa.mem_token
  return
}

// -----

func.func @read_only(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.load' op expected mem_semantic weak, got acquire}}
  %0, %1 = nv_tileaa.load <acquire> scope <gpu> %p {read_only} : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
  return
}

// -----

!memref = !nv_tileaa.memref<64xf32, strides = [1]>
!view = !nv_tileaa.tiled_view<8, !memref, steps = [8], dims = [0]>
func.func @index_bits(%v: !view, %i: i32, %x: tensor<8xf32>) {
  // expected-error @below {{attribute 'index_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is 32 or 64}}
  %0 = nv_tileaa.tiled_store <weak> %x, %v[%i] {in_bounds = array<i1: true>, index_bits = 16 : i32} : tensor<8xf32>, !view [i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_xchg(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_atomic_rmw' op expected a mode that combines, got xchg}}
  %0 = nv_tileaa.tiled_atomic_rmw <xchg> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_order(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_atomic_rmw' op expected mem_semantic relaxed, got release}}
  %0 = nv_tileaa.tiled_atomic_rmw <addf> <release> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_mode(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_atomic_rmw' op expected i32 or i64 for add, got 'f32'}}
  %0 = nv_tileaa.tiled_atomic_rmw <add> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @tiled_shape(%v: !v, %i: i32, %x: tensor<8xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_atomic_rmw' op expected a tile of the view's shape, got 'tensor<8xf32>'}}
  %0 = nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<8xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [1], dims = [0], sparse = 0>
func.func @tiled_sparse(%v: !v, %i: tensor<4xi32>, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_atomic_rmw' op expected a view without a sparse dimension, got}}
  %0 = nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: true>} : tensor<4xf32>, !v[tensor<4xi32>] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @replicas_order(%v: !v, %i: i32, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_store' op expected an order of an access to several replicas, got weak}}
  %0 = nv_tileaa.tiled_store <weak> %x, %v[%i] {in_bounds = array<i1: true>, multicast} : tensor<4xf32>, !v[i32] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [1], dims = [0], sparse = 0>
func.func @replicas_sparse(%v: !v, %i: tensor<4xi32>, %x: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.tiled_store' op expected a view without a sparse dimension for several replicas, got}}
  %0 = nv_tileaa.tiled_store <relaxed> scope <gpu> %x, %v[%i] {in_bounds = array<i1: true>, multicast} : tensor<4xf32>, !v[tensor<4xi32>] -> !nv_tileaa.mem_token
  return
}

// -----

!v = !nv_tileaa.tiled_view<4, !nv_tileaa.memref<8xf32, strides = [1]>, steps = [4], dims = [0]>
func.func @replicas_mode(%v: !v, %i: i32) {
  // expected-error @below {{'nv_tileaa.tiled_load' op expected elements whose replicas min combines, got 'f32'}}
  %0, %t = nv_tileaa.tiled_load <relaxed> scope <gpu> %v[%i] {in_bounds = array<i1: true>, multicast = #nv_tileaa.rmw_mode<min>} : !v[i32] -> tensor<4xf32>, !nv_tileaa.mem_token
  return
}

// -----

func.func @alloca_bytes() {
  // expected-error @below {{'nv_tileaa.alloca' op attribute 'bytes' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = nv_tileaa.alloca bytes = -1, alignment = 4 : !nv_tileaa.ptr<f32>
  return
}

// -----

func.func @alloca_alignment() {
  // expected-error @below {{'nv_tileaa.alloca' op attribute 'alignment' failed to satisfy constraint}}
  %0 = nv_tileaa.alloca bytes = 4, alignment = 12 : !nv_tileaa.ptr<f32>
  return
}

// -----

func.func @release_alignment(%p: !nv_tileaa.ptr<f32>) {
  // expected-error @below {{'nv_tileaa.release' op attribute 'alignment' failed to satisfy constraint}}
  nv_tileaa.release %p, alignment = 0 : !nv_tileaa.ptr<f32>
  return
}

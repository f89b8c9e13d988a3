// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

// CHECK: cuda_tile.module @m attributes {producer = "by hand"} {
cuda_tile.module @m attributes {producer = "by hand"} {
  // The reference prints two spaces where the visibility is left out.
  // CHECK: global  @lut <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
  global @lut <f32: [1.0, 2.0]> : tile<2xf32>
  // CHECK: global private constant @mine alignment = 16 <i8: 7> : tile<4xi8>
  global private constant @mine alignment = 16 <i8: 7> : tile<4xi8>
  // CHECK: global  @scale <fnv8E5M3FNU: 1.500000e+00> : tile<1xfnv8E5M3FNU>
  global public @scale <fnv8E5M3FNU: 1.5> : tile<1xfnv8E5M3FNU>

  // CHECK: entry @none() {
  // CHECK-NEXT: return
  entry @none() {}

  // CHECK: entry @hints(%{{[^:]*}}: tile<i32>, %{{[^:]*}}: tile<ptr<f32>> {foo.bar = 1 : i64}) optimization_hints=<default = {occupancy = 2}, sm_90 = {num_cta_in_cga = 2}> attributes {split_threshold = 4 : i64} {
  entry @hints(%a: tile<i32>, %p: tile<ptr<f32>> {foo.bar = 1}) optimization_hints=<sm_90 = {num_cta_in_cga = 2}, default = {occupancy = 2}> attributes {split_threshold = 4} {
    // CHECK: get_global @lut : tile<ptr<f32>>
    %0 = get_global @lut : tile<ptr<f32>>
    // CHECK: get_global @scale : tile<ptr<fnv8E5M3FNU>>
    %1 = get_global @scale : tile<ptr<fnv8E5M3FNU>>
    // CHECK: %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %2:3 = get_tile_block_id : tile<i32>
    // CHECK: %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
    %3:3 = get_num_tile_blocks : tile<i32>
    return
  }

  // CHECK: entry @empty() optimization_hints=<> {
  entry @empty() optimization_hints=<> {
    return
  }
}

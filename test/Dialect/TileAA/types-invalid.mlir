// Types and attributes verify themselves, in all positions.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected a pointee of a number type, got 'index'}}
func.func private @pointee(!nv_tileaa.ptr<index>)

// -----

// expected-error @below {{expected global memory, space 1, got 3}}
func.func private @space(!nv_tileaa.ptr<f32, 3>)

// -----

// expected-error @below {{expected elements of a number type, got 'f80'}}
func.func private @elements(!nv_tileaa.memref<4xf80, strides = [1]>)

// -----

// expected-error @below {{expected as many strides as sizes, got 1 and 2}}
func.func private @strides(!nv_tileaa.memref<4x4xf32, strides = [1]>)

// -----

// expected-error @below {{expected positive or dynamic sizes and strides, got 0}}
func.func private @size(!nv_tileaa.memref<0xf32, strides = [1]>)

// -----

// expected-error @below {{expected positive or dynamic sizes and strides, got -1}}
func.func private @stride(!nv_tileaa.memref<4xf32, strides = [-1]>)

// -----

// expected-error @below {{expected tile shape, steps and dims of the rank of the memref, 1, got 2, 1 and 1}}
func.func private @rank(!nv_tileaa.tiled_view<4x4, !nv_tileaa.memref<4xf32, strides = [1]>, steps = [4], dims = [0]>)

// -----

// expected-error @below {{expected dims to be a permutation, got [0, 0]}}
func.func private @dims(!nv_tileaa.tiled_view<4x4, !nv_tileaa.memref<4x4xf32, strides = [4, 1]>, steps = [4, 4], dims = [0, 0]>)

// -----

// expected-error @below {{expected a tile of sizes that are powers of two, at most 16777216 in all, got [3]}}
func.func private @tile(!nv_tileaa.tiled_view<3, !nv_tileaa.memref<4xf32, strides = [1]>, steps = [4], dims = [0]>)

// -----

// expected-error @below {{expected positive steps, got 0}}
func.func private @step(!nv_tileaa.tiled_view<4, !nv_tileaa.memref<4xf32, strides = [1]>, steps = [0], dims = [0]>)

// -----

// expected-error @below {{expected a sparse dimension below 1, got 1}}
func.func private @sparse(!nv_tileaa.tiled_view<4, !nv_tileaa.memref<4xf32, strides = [1]>, steps = [4], dims = [0], sparse = 1>)

// -----

// expected-error @below {{expected numWarps to be a power of two up to 32, got 3}}
func.func private @warps() attributes {a = #nv_tileaa.kernel_spec<numWarps = 3>}

// -----

// expected-error @below {{expected a cluster of 1 to 16 CTAs, got 65536 x 65536 x 1}}
func.func private @cluster() attributes {a = #nv_tileaa.kernel_spec<numWarps = 4, clusterDimX = 65536, clusterDimY = 65536>}

// -----

// expected-error @below {{expected a divisor that is a power of two up to 2^62, got 0}}
func.func private @divisor() attributes {a = #nv_tileaa.div_by<0>}

// -----

// expected-error @below {{expected the size of groups, got -1}}
func.func private @every() attributes {a = #nv_tileaa.div_by<4, every -1 along 0>}

// -----

// expected-error @below {{expected a dimension, got -1}}
func.func private @along() attributes {a = #nv_tileaa.div_by<4, every 1 along -1>}

// -----

// expected-error @below {{expected a lower bound up to the upper one, got 8 and 7}}
func.func private @bounded() attributes {a = #nv_tileaa.bounded<lb = 8, ub = 7>}

// -----

// expected-error @below {{expected sizes of groups, got -1}}
func.func private @same() attributes {a = #nv_tileaa.same_elements<-1>}

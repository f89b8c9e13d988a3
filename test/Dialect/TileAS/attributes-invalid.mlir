// Layouts check themselves where a tensor type has one: shape and layout agree.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
// expected-error @below {{expected a layout of the tensor's shape, [64], got one of [32]}}
func.func private @size(tensor<64xf32, #l>)

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
// expected-error @below {{expected a layout of the tensor's shape, [8, 4], got one of [32]}}
func.func private @rank(tensor<8x4xf32, #l>)

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
// expected-error @below {{expected a layout of numbers or pointers, got one of 'index'}}
func.func private @element(tensor<32xindex, #l>)

// -----

// expected-error @below {{expected '['}}
#l = #nv_tileas.layout<{lane=5}>

// -----

// expected-error @below {{expected an integer}}
#l = #nv_tileas.layout<{lane=[[[1]]]}>

// -----

// expected-error @below {{invalid layout at character 1: expected register, lane, warp, block, offset, tensor_lane, tensor_column or out}}
#l = #nv_tileas.layout<{thread=[[1]]}>

// -----

// expected-error @below {{unknown attribute 'nv_tileas.shared' of the nv_tileas dialect}}
func.func private @unknown() attributes {nv_tileas.shared = 1 : i64}

// -----

// expected-error @below {{expected 'nv_tileas.shared_memory' to be a number of bytes, i64, on a function, got -1 : i64}}
func.func private @negative() attributes {nv_tileas.shared_memory = -1 : i64}

// -----

// expected-error @below {{expected 'nv_tileas.shared_memory' to be a number of bytes, i64, on a function, got 1 : i64}}
gpu.module @place attributes {nv_tileas.shared_memory = 1 : i64} {}

// -----

// expected-error @below {{expected 'nv_tileas.exp2_by_fma' on nv_tileaa.exp2 only}}
func.func private @units() attributes {nv_tileas.exp2_by_fma}

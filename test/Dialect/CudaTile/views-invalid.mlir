// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  // expected-note @below {{prior use here}}
  entry @k(%p: tile<ptr<f16>>) {
    // expected-error @below {{expects different type than prior uses}}
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>) {
    // expected-error @below {{expects a base pointer to 'f32', got a pointer to 'f16'}}
    %v = make_tensor_view %p, shape = [4], strides = [1] : tile<ptr<f16>> -> tensor_view<4xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expects a base pointer with ptr_attr multicast, got none}}
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1], <multicast>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expected the sizes of the operation to be those of its type}}
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<4xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // expected-error @below {{expected one type of dynamic sizes and strides, got 0}}
    %v = make_tensor_view %p, shape = [%n], strides = [1] : tensor_view<?xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // expected-error @below {{expects 1 dynamic sizes, got 0}}
    %v = "cuda_tile.make_tensor_view"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> !cuda_tile.tensor_view<?xf32, strides=[1]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-note @below {{prior use here}}
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{use of value '%v' expects different type than prior uses}}
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    // expected-error @below {{expects a tile of type '!cuda_tile.tile<4xf32>' for its view, got '!cuda_tile.tile<8xf32>'}}
    %0:2 = load_view_tko weak %w[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    // expected-error @below {{expects 1 indices for its view, got 2}}
    %0:2 = load_view_tko weak %w[%i, %i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    // expected-error @below {{expects 1 inbounds flags, got 2}}
    %0:2 = load_view_tko weak %w[%i] inbounds = [true, true] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %i = iota : tile<4xi32>
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    // expected-error @below {{expects index 0 to be of rank 0, got '!cuda_tile.tile<4xi32>'}}
    %0:2 = load_view_tko weak %w[%i] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<4xi32> -> tile<4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>, %j: tile<i64>) {
    %v = make_tensor_view %p, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xf32, strides=[4,1]>
    %w = make_partition_view %v : partition_view<tile=(4x4), tensor_view<4x4xf32, strides=[4,1]>>
    // expected-error @below {{expects scalar indices of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0:2 = load_view_tko weak %w[%i, %j] : partition_view<tile=(4x4), tensor_view<4x4xf32, strides=[4,1]>>, tile<i32>, tile<i64> -> tile<4x4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = make_gather_scatter_view %v : gather_scatter_view<tile=(4), tensor_view<4xf32, strides=[1]>, sparse_dim=0>
    // expected-error @below {{expects index 0 to be a tile of 4 row numbers along the sparse dimension, got '!cuda_tile.tile<i32>'}}
    %0:2 = load_view_tko weak %w[%i] : gather_scatter_view<tile=(4), tensor_view<4xf32, strides=[1]>, sparse_dim=0>, tile<i32> -> tile<4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{operand #0 must be tile view, but got '!cuda_tile.tensor_view<4xf32, strides=[1]>'}}
    %0:2 = load_view_tko weak %v[%i] : tensor_view<4xf32, strides=[1]>, tile<i32> -> tile<4xf32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expected a tensor_view or tile view, got '!cuda_tile.tile<ptr<f32>>'}}
    %0 = get_index_space_shape %p : tile<ptr<f32>> -> tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{expects 1 results, got 2}}
    %0:2 = "cuda_tile.get_tensor_shape"(%v) : (!cuda_tile.tensor_view<4xf32, strides=[1]>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects memory ordering weak or relaxed or acquire, got release}}
    %0:2 = load_view_tko release device %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    // expected-error @below {{expects no memory scope with weak ordering, got device}}
    %0:2 = "cuda_tile.load_view_tko"(%w, %x) <{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>, memory_scope = #cuda_tile.memory_scope<device>, inbounds = array<i1>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<8xi32>, !cuda_tile.token)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a memory scope with relaxed ordering, got none}}
    %0:2 = load_view_tko relaxed %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<4xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a tile of type '!cuda_tile.tile<8xi32>' for its view, got '!cuda_tile.tile<4xi32>'}}
    %0 = store_view_tko weak %d, %w[%i0] : tile<4xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 indices for its view, got 2}}
    %0 = store_view_tko weak %d, %w[%i0, %i1] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 inbounds flags, got 2}}
    %0 = store_view_tko weak %d, %w[%i0] attributes {inbounds = array<i1: true, false>} : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<2xi32>
    // expected-error @below {{expects index 0 to be of rank 0, got '!cuda_tile.tile<2xi32>'}}
    %0 = store_view_tko weak %d, %w[%i0] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<2xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
    %d = constant <i32: 0> : tile<4x8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i64: 0> : tile<i64>
    // expected-error @below {{expects scalar indices of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0 = store_view_tko weak %d, %w[%i0, %i1] : tile<4x8xi32>, partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32>, tile<i64> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %w = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>
    %d = constant <i32: 0> : tile<4x8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects index 0 to be a tile of 4 row numbers along the sparse dimension, got '!cuda_tile.tile<i32>'}}
    %0 = store_view_tko weak %d, %w[%i0, %i1] : tile<4x8xi32>, gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>, sparse_dim=0>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects memory ordering weak or relaxed or release, got acquire}}
    %0 = store_view_tko acquire device %d, %w[%i0] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = iota : tile<8xi32>
    // expected-error @below {{expects no memory scope with weak ordering, got device}}
    %0 = "cuda_tile.store_view_tko"(%d, %w, %x) <{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>, memory_scope = #cuda_tile.memory_scope<device>, inbounds = array<i1>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cuda_tile.tile<8xi32>, !cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, !cuda_tile.tile<i32>) -> !cuda_tile.token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a memory scope with relaxed ordering, got none}}
    %0 = store_view_tko relaxed %d, %w[%i0] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    // expected-error @below {{expects 1 dynamic strides, got 0}}
    %v = "cuda_tile.make_tensor_view"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> !cuda_tile.tensor_view<4xf32, strides=[?]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %m: tile<i64>) {
    // expected-error @below {{expects dynamic sizes and strides of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %v = "cuda_tile.make_tensor_view"(%p, %n, %m) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>, !cuda_tile.tile<i64>) -> !cuda_tile.tensor_view<?xf32, strides=[?]>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expected a tensor_view as result}}
    %v = make_tensor_view %p, shape = [4], strides = [1] : tile<4xf32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
    // expected-error @below {{expects 2 results, got 1}}
    %0 = "cuda_tile.get_index_space_shape"(%w) : (!cuda_tile.partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
    // expected-error @below {{expects results of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0:2 = "cuda_tile.get_index_space_shape"(%w) : (!cuda_tile.partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i64>)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>
    // expected-error @below {{expects results of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0:2 = "cuda_tile.get_tensor_shape"(%v) : (!cuda_tile.tensor_view<?x?xi32, strides=[?,1]>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i64>)
  }
}

// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a tile of type '!cuda_tile.tile<8xi32>' for its view, got '!cuda_tile.tile<4xi32>'}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<4xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 indices for its view, got 2}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0, %i1] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 inbounds flags, got 2}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0] attributes {inbounds = array<i1: true, false>} : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<2xi32>
    // expected-error @below {{expects index 0 to be of rank 0, got '!cuda_tile.tile<2xi32>'}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<2xi32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i64: 0> : tile<i64>
    // expected-error @below {{expects scalar indices of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0, %i1] : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, tile<i64> -> tile<4x8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %w = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects index 0 to be a tile of 4 row numbers along the sparse dimension, got '!cuda_tile.tile<i32>'}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0, %i1] : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>, tile<i32>, tile<i32> -> tile<4x8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects memory ordering weak or relaxed or acquire, got release}}
    %0:2 = multimem_load_reduce_view_tko release device %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    // expected-error @below {{expects no memory scope with weak ordering, got device}}
    %0:2 = "cuda_tile.multimem_load_reduce_view_tko"(%w, %x) <{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>, memory_scope = #cuda_tile.memory_scope<device>, inbounds = array<i1>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<8xi32>, !cuda_tile.token)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a memory scope with relaxed ordering, got none}}
    %0:2 = multimem_load_reduce_view_tko relaxed %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a view of a multicast tensor_view, got '!cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>'}}
    %0:2 = multimem_load_reduce_view_tko weak %w[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<4xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a tile of type '!cuda_tile.tile<8xi32>' for its view, got '!cuda_tile.tile<4xi32>'}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 indices for its view, got 2}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0, %i1] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 inbounds flags, got 2}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0] attributes {inbounds = array<i1: true, false>} : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<2xi32>
    // expected-error @below {{expects index 0 to be of rank 0, got '!cuda_tile.tile<2xi32>'}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<2xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<4x8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i64: 0> : tile<i64>
    // expected-error @below {{expects scalar indices of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0, %i1] : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>, tile<4x8xi32>, tile<i32>, tile<i64> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %w = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>
    %d = constant <i32: 0> : tile<4x8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects index 0 to be a tile of 4 row numbers along the sparse dimension, got '!cuda_tile.tile<i32>'}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0, %i1] : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>, tile<4x8xi32>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects memory ordering relaxed or release, got acquire}}
    %0 = multimem_reduce_view_tko acquire device %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a view of a multicast tensor_view, got '!cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>'}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<4xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a tile of type '!cuda_tile.tile<8xi32>' for its view, got '!cuda_tile.tile<4xi32>'}}
    %0 = multimem_store_view_tko weak %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 indices for its view, got 2}}
    %0 = multimem_store_view_tko weak %w, %d[%i0, %i1] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects 1 inbounds flags, got 2}}
    %0 = multimem_store_view_tko weak %w, %d[%i0] attributes {inbounds = array<i1: true, false>} : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<2xi32>
    // expected-error @below {{expects index 0 to be of rank 0, got '!cuda_tile.tile<2xi32>'}}
    %0 = multimem_store_view_tko weak %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<2xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<4x8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i64: 0> : tile<i64>
    // expected-error @below {{expects scalar indices of one type, got '!cuda_tile.tile<i32>' and '!cuda_tile.tile<i64>'}}
    %0 = multimem_store_view_tko weak %w, %d[%i0, %i1] : partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>>, tile<4x8xi32>, tile<i32>, tile<i64> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x, %x], strides = [%x, 1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>
    %w = make_gather_scatter_view %v : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>
    %d = constant <i32: 0> : tile<4x8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    %i1 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects index 0 to be a tile of 4 row numbers along the sparse dimension, got '!cuda_tile.tile<i32>'}}
    %0 = multimem_store_view_tko weak %w, %d[%i0, %i1] : gather_scatter_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1], #cuda_tile.ptr_attr<multicast>>, sparse_dim=0>, tile<4x8xi32>, tile<i32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects memory ordering weak or relaxed or release, got acquire}}
    %0 = multimem_store_view_tko acquire device %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = iota : tile<8xi32>
    // expected-error @below {{expects no memory scope with weak ordering, got device}}
    %0 = "cuda_tile.multimem_store_view_tko"(%w, %d, %x) <{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>, memory_scope = #cuda_tile.memory_scope<device>, inbounds = array<i1>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, !cuda_tile.tile<8xi32>, !cuda_tile.tile<i32>) -> !cuda_tile.token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32, <multicast>>>, tile<i32> -> tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a memory scope with relaxed ordering, got none}}
    %0 = multimem_store_view_tko relaxed %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a view of a multicast tensor_view, got '!cuda_tile.partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>'}}
    %0 = multimem_store_view_tko weak %w, %d[%i0] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<8xi32>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16, <multicast>>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<f16, <multicast>>>, tile<i32> -> tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %d = constant <f16: 0.0> : tile<8xf16>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a reduction that 'f16' elements have, got max}}
    %0 = multimem_reduce_view_tko relaxed device %w, %d[%i0] attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(8), tensor_view<?xf16, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<8xf16>, tile<i32> -> token
  }
}

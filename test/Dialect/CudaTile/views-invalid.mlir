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

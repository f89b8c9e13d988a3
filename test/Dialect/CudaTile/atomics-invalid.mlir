// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    // expected-error @below {{expects memory ordering relaxed or acquire or release or acq_rel, got weak}}
    %0:2 = atomic_cas_tko weak device %p, %x, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f16>>, %x: tile<f16>) {
    // expected-error @below {{expects i32, i64, f32 or f64 elements, got 'f16'}}
    %0:2 = atomic_cas_tko relaxed device %p, %x, %x : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>) {
    // expected-error @below {{expects i32 or i64 elements for add, got 'f32'}}
    %0:2 = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    // expected-error @below {{expects f16, bf16, f32 or f64 elements for addf, got 'i32'}}
    %0:2 = atomic_rmw_tko relaxed device %p, addf, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i8>>, %x: tile<i8>) {
    // expected-error @below {{expects i32, i64, f32 or f64 elements for xchg, got 'i8'}}
    %0:2 = atomic_rmw_tko relaxed device %p, xchg, %x : tile<ptr<i8>>, tile<i8> -> tile<i8>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %y = iota : tile<8xi32>
    // expected-error @below {{expects memory scope tl_blk or device, got sys}}
    %0 = atomic_red_view_tko relaxed sys %w[%x], add, %y : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %y = iota : tile<8xi32>
    // expected-error @below {{expects a mode that combines, got xchg}}
    %0 = atomic_red_view_tko relaxed device %w[%x], xchg, %y : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expects pointers to 'i64', got pointers to 'i32'}}
    %0:2 = atomic_cas_tko relaxed device %p, %y, %y : tile<ptr<i32>>, tile<i64> -> tile<i64>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expects pointers to 'i64', got pointers to 'i32'}}
    %0:2 = atomic_rmw_tko relaxed device %p, add, %y : tile<ptr<i32>>, tile<i64> -> tile<i64>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    %m = constant <i1: 1> : tile<2xi1>
    // expected-error @below {{expects a mask of the shape of '!cuda_tile.tile<i32>', got '!cuda_tile.tile<2xi1>'}}
    %0:2 = atomic_cas_tko relaxed device %p, %x, %x, %m : tile<ptr<i32>>, tile<i32>, tile<2xi1> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    %m = constant <i1: 1> : tile<2xi1>
    // expected-error @below {{expects a mask of the shape of '!cuda_tile.tile<i32>', got '!cuda_tile.tile<2xi1>'}}
    %0:2 = atomic_rmw_tko relaxed device %p, add, %x, %m : tile<ptr<i32>>, tile<i32>, tile<2xi1> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expects memory ordering relaxed or acquire or release or acq_rel, got weak}}
    %0:2 = atomic_rmw_tko weak device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
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
    %0 = atomic_red_view_tko relaxed device %w[%i0], add, %d : tile<4xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
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
    %0 = atomic_red_view_tko relaxed device %w[%i0, %i1], add, %d : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32>, tile<i32> -> token
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
    %0 = atomic_red_view_tko relaxed device %w[%i0], add, %d attributes {inbounds = array<i1: true, false>} : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
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
    %0 = atomic_red_view_tko relaxed device %w[%i0], add, %d : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<2xi32> -> token
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
    %0 = atomic_red_view_tko relaxed device %w[%i0, %i1], add, %d : tile<4x8xi32>, partition_view<tile=(4x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32>, tile<i64> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects memory ordering relaxed, got acquire}}
    %0 = atomic_red_view_tko acquire device %w[%i0], add, %d : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects f16, bf16, f32 or f64 elements for addf, got 'i32'}}
    %0 = atomic_red_view_tko relaxed device %w[%i0], addf, %d : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<f32>>, tile<i32> -> tensor_view<?xf32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %d = constant <f32: 0.0> : tile<8xf32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects i32 or i64 elements for max, got 'f32'}}
    %0 = atomic_red_view_tko relaxed device %w[%i0], max, %d : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_gather_scatter_view %v : gather_scatter_view<tile=(8), tensor_view<?xi32, strides=[1]>, sparse_dim=0>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<8xi32>
    // expected-error @below {{expects a partition_view or strided_view, got '!cuda_tile.gather_scatter_view<tile=(8), tensor_view<?xi32, strides=[1]>, sparse_dim=0>'}}
    %0 = atomic_red_view_tko relaxed device %w[%i0], add, %d : tile<8xi32>, gather_scatter_view<tile=(8), tensor_view<?xi32, strides=[1]>, sparse_dim=0>, tile<8xi32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<ptr<i32>>, tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %d = constant <i32: 0> : tile<8xi32>
    %i0 = constant <i32: 0> : tile<i32>
    // expected-error @below {{expects a view without padding value, got '!cuda_tile.partition_view<tile=(8), padding_value = zero, tensor_view<?xi32, strides=[1]>>'}}
    %0 = atomic_red_view_tko relaxed device %w[%i0], add, %d : tile<8xi32>, partition_view<tile=(8), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
}

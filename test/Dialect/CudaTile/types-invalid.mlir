// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected tile extents that are positive powers of two, got 3}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tile<2x3xf32>

// -----

// expected-error @below {{expected a tile of at most 16777216 elements, got more}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tile<65536x512xf32>

// -----

// expected-error @below {{expected tile elements of a number type, i4 or ptr, got 'index'}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tile<2xindex>

// -----

// expected-error @below {{expected a tile of 'f4E2M1FN' to have an even extent, got 1 element}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tile<1x1xf4E2M1FN>

// -----

// expected-error @below {{expected a pointee of an integer or float number type, got 'i4'}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.ptr<i4>

// -----

// expected-error @below {{expected as many strides as dimensions, got 1 strides and 2 dimensions}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tensor_view<2x3xf32, strides=[1]>

// -----

// expected-error @below {{expected a positive stride or '?', got 0}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tensor_view<2x3xf32, strides=[0,1]>

// -----

// The marker of a dynamic stride in memory.
// expected-error @below {{expected a positive stride or '?', got -9223372036854775808}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tensor_view<2x3xf32, strides=[-9223372036854775808,1]>

// -----

// expected-error @below {{expected no strides of a tensor_view without dimensions}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tensor_view<f32, strides=[]>

// -----

// expected-error @below {{expected positive or dynamic sizes, got 0}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tensor_view<0xf32, strides=[1]>

// -----

// expected-error @below {{expected a tensor_view of 'f4E2M1FN' to have a dimension of stride 1 and even size}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.tensor_view<3x4xf4E2M1FN, strides=[1,4]>

// -----

// expected-error @below {{expected the rank of the tile to be that of the tensor_view, got 1 and 2}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.partition_view<tile=(4), tensor_view<2x3xf32, strides=[3,1]>>

// -----

// expected-error @below {{expected dim_map to be a permutation of 0 to 1, got [0, 0]}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.partition_view<tile=(4x4), tensor_view<2x3xf32, strides=[3,1]>, dim_map=[0, 0]>

// -----

// expected-error @below {{expected float elements for padding_value nan, got 'i32'}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.partition_view<tile=(4), padding_value = nan, tensor_view<2xi32, strides=[1]>>

// -----

// expected-error @below {{expected positive traversal strides, got -1}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.strided_view<tile=(4), traversal_strides=[-1], tensor_view<2xi32, strides=[1]>>

// -----

// expected-error @below {{expected as many traversal strides as tile dimensions, got 2 and 1}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.strided_view<tile=(4), traversal_strides=[1,1], tensor_view<2xi32, strides=[1]>>

// -----

// expected-error @below {{expected sparse_dim to be less than the rank 1, got 1}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.gather_scatter_view<tile=(4), tensor_view<2xi32, strides=[1]>, sparse_dim=1>

// -----

// expected-error @below {{expected a tensor_view, got '!cuda_tile.token'}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.partition_view<tile=(4), token>

// -----

// expected-error @below {{expected a tile of rank 1 or more, got rank 0}}
%0 = builtin.unrealized_conversion_cast to !cuda_tile.partition_view<tile=(), tensor_view<i32>>

// -----

// expected-error @below {{expected tensor_view elements of a number type, got '!cuda_tile.ptr<f32>'}}
func.func private @f(!cuda_tile.tensor_view<4x!cuda_tile.ptr<f32>, strides=[1]>)

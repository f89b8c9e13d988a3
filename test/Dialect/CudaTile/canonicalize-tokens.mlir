// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s

cuda_tile.module @joins {
  // CHECK-LABEL: entry @joins
  entry @joins() {
    // CHECK: %[[A:.*]] = print_tko "a"
    %a = print_tko "a" -> token
    // CHECK: %[[B:.*]] = print_tko "b"
    %b = print_tko "b" -> token
    // CHECK: %[[C:.*]] = print_tko "c"
    %c = print_tko "c" -> token
    %fresh = make_token : token
    // No operand, and the same operand twice.
    %0 = join_tokens %a, %fresh, %a : token
    // CHECK: print_tko "after a" token=%[[A]]
    print_tko "after a" token=%0 -> token
    // Joins in joins.
    // CHECK: %[[ALL:.*]] = join_tokens %[[A]], %[[B]], %[[C]] : token
    %1 = join_tokens %a, %b : token
    %2 = join_tokens %1, %c : token
    // CHECK: print_tko "after all" token=%[[ALL]]
    print_tko "after all" token=%2 -> token
    // CHECK: print_tko "after none" ->
    %3 = join_tokens %fresh, %fresh : token
    print_tko "after none" token=%3 -> token
  }
}

// -----

// An operation after b is after a, because b is.
cuda_tile.module @transitive {
  // CHECK-LABEL: entry @transitive
  entry @transitive() {
    %a = print_tko "a" -> token
    %m = print_tko "m" token=%a -> token
    // CHECK: %[[B:.*]] = print_tko "b"
    %b = print_tko "b" token=%m -> token
    %0 = join_tokens %a, %b : token
    // CHECK: print_tko "end" token=%[[B]]
    print_tko "end" token=%0 -> token
  }
}

// -----

// Every operation with an optional token drops a token that orders nothing.
cuda_tile.module @accesses {
  // CHECK-LABEL: entry @accesses
  // CHECK-NOT: make_token
  // CHECK-NOT: token=
  // CHECK-NOT: token = %
  entry @accesses(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %t = make_token : token
    %view = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %tiles = make_partition_view %view : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>
    %0, %t0 = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> tile<i32>, token
    %t1 = store_ptr_tko weak %p, %0 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %1, %t2 = load_view_tko weak %tiles[%x] token = %t : partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %t3 = store_view_tko weak %1, %tiles[%x] token = %t : tile<4xi32>, partition_view<tile=(4), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    %2, %t4 = atomic_rmw_tko relaxed device %p, add, %x token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %3, %t5 = atomic_cas_tko relaxed device %p, %x, %x token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t6 = print_tko "x" token=%t -> token
    %t7 = gdc_wait_tko token = %t -> token
    %t8 = gdc_launch_dependents_tko token = %t -> token
  }
}

// -----

// A fence needs its token.
cuda_tile.module @fence {
  // CHECK-LABEL: entry @fence
  entry @fence() {
    // CHECK: %[[T:.*]] = make_token
    %t = make_token : token
    // CHECK: memory_fence_alias_tko %[[T]]
    %u = memory_fence_alias_tko %t
  }
}

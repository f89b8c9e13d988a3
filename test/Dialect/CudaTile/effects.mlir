// RUN: tileiras-opt %s --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,CSE
// RUN: tileiras-opt %s --canonicalize --split-input-file | FileCheck %s --check-prefixes=CHECK,DCE
// RUN: tileiras-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s --check-prefixes=CHECK,LICM

// A value that is computed twice is computed once, and not at all if it is not used.
cuda_tile.module @twice {
  // CHECK-LABEL: entry @twice
  // CSE-SAME: %[[X:.*]]: tile<i32>, %[[F:.*]]: tile<f32>, %[[P:.*]]: tile<ptr<f32>>
  entry @twice(%x: tile<i32>, %f: tile<f32>, %p: tile<ptr<f32>>) {
    %unused = assume div_by<2>, %x : tile<i32>
    %unused2 = divi %x, %x signed : tile<i32>
    // DCE-NOT: assume div_by<2>
    // DCE-NOT: divi %arg0
    // CSE: addi
    // CSE-NEXT: divi
    // CSE-NEXT: exp
    // CSE-NEXT: assume div_by<4>
    // CSE-NEXT: get_tile_block_id
    // CSE-NEXT: make_token
    // CSE-NEXT: make_tensor_view
    // CSE-NEXT: make_partition_view
    // CSE-NEXT: join_tokens
    // CSE-NEXT: print_tko
    %0 = addi %x, %x : tile<i32>
    %1 = addi %x, %x : tile<i32>
    %2 = divi %0, %x signed : tile<i32>
    %3 = divi %1, %x signed : tile<i32>
    %4 = exp %f : tile<f32>
    %5 = exp %f : tile<f32>
    %6 = assume div_by<4>, %2 : tile<i32>
    %7 = assume div_by<4>, %3 : tile<i32>
    %8, %9, %10 = get_tile_block_id : tile<i32>
    %11, %12, %13 = get_tile_block_id : tile<i32>
    %14 = make_token : token
    %15 = make_token : token
    %16 = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %17 = make_tensor_view %p, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %18 = make_partition_view %16 : partition_view<tile=(4), tensor_view<16xf32, strides=[1]>>
    %19 = make_partition_view %17 : partition_view<tile=(4), tensor_view<16xf32, strides=[1]>>
    %20 = join_tokens %14, %15 : token
    %t = print_tko "%f %f %d %d %d %d" , %4, %5, %6, %7, %8, %11 token=%20 : tile<f32>, tile<f32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    %a, %t1 = load_view_tko weak %18[%x] : partition_view<tile=(4), tensor_view<16xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    %t2 = store_view_tko weak %a, %19[%x] : tile<4xf32>, partition_view<tile=(4), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
  }
}

// -----

// All accesses are kept, used or not: tokens order them, and each may see another value.
cuda_tile.module @accesses {
  // CHECK-LABEL: entry @accesses
  entry @accesses(%p: tile<ptr<i32>>, %x: tile<i32>) {
    // CHECK-COUNT-2: load_ptr_tko
    %0, %t0 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %1, %t1 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    // CHECK-COUNT-2: atomic_rmw_tko
    %2, %t2 = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %3, %t3 = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // CHECK-COUNT-2: store_ptr_tko
    %t4 = store_ptr_tko weak %p, %0 : tile<ptr<i32>>, tile<i32> -> token
    %t5 = store_ptr_tko weak %p, %0 : tile<ptr<i32>>, tile<i32> -> token
    // CHECK-COUNT-2: gdc_wait_tko
    %t6 = gdc_wait_tko -> token
    %t7 = gdc_wait_tko -> token
    // CHECK-COUNT-2: alloca
    %a = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %b = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
  }
}

// -----

// Only operations that are defined for all operands leave a loop that may not run.
cuda_tile.module @loops {
  // LICM-LABEL: entry @loops
  entry @loops(%n: tile<i32>, %x: tile<i32>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c7 = constant <i32: 7> : tile<i32>
    %line = iota : tile<8xi32>
    // LICM: muli
    // LICM-NEXT: divi %{{.*}}, %cst_7_i32
    // LICM-NEXT: remi %{{.*}}, %cst_7_i32
    // LICM-NEXT: extract %{{.*}}[%cst_1_i32]
    // LICM-NEXT: for
    for %i in (%zero to %n, step %one) : tile<i32> {
      // LICM-NEXT: divi
      // LICM-NEXT: remi
      // LICM-NEXT: extract
      // LICM-NEXT: assume
      // LICM-NEXT: load_ptr_tko
      %0 = muli %x, %x : tile<i32>
      %1 = divi %x, %c7 signed : tile<i32>
      %2 = remi %x, %c7 signed : tile<i32>
      %3 = extract %line[%one] : tile<8xi32> -> tile<4xi32>
      %4 = divi %x, %n signed : tile<i32>
      %5 = remi %x, %n signed : tile<i32>
      %6 = extract %line[%x] : tile<8xi32> -> tile<4xi32>
      %7 = assume div_by<4>, %x : tile<i32>
      %8, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
      print_tko "%d %d %d %d %d %d %d %d %d", %0, %1, %2, %3, %4, %5, %6, %7, %8 : tile<i32>, tile<i32>, tile<i32>, tile<4xi32>, tile<i32>, tile<i32>, tile<4xi32>, tile<i32>, tile<i32> -> token
    }
    // LICM: muli
    // LICM-NEXT: loop
    loop {
      %0 = muli %n, %x : tile<i32>
      print_tko "%d", %0 : tile<i32> -> token
      break
    }
  }
}

// Values of operations that no kernel of conformance/ uses, as `print_tko` shows them.
//
// RUN: tileiras-interpret %s --arg ptr:zeros:i32:64 --arg ptr:zeros:u8:32 --arg hex:0300 | FileCheck %s
cuda_tile.module @m {
  global @table alignment = 64 <i16: [3, -1, 4, -1]> : tile<4xi16>

  entry @k(%a: tile<ptr<i32>>, %bytes: tile<ptr<i8>>, %n: tile<i16>) {
    // CHECK: %: n 3 003 0x3 c +3
    %star = constant <i8: 99> : tile<i8>
    print_tko "%%: n %d %03lld %#x %c %+hd\0A", %n, %n, %n, %star, %n : tile<i16>, tile<i16>, tile<i16>, tile<i8>, tile<i16> -> token
    // Incomplete conversions are text:
    // CHECK-NEXT: 100%{{$}}
    print_tko "100%\0A" -> token
    // CHECK-NEXT: 1.5 {{\[\[}}1.50, -inf], [nan, 0.00]]
    %half = constant <f16: 1.5> : tile<f16>
    %floats = constant <f32: [[1.5, 0xFF800000], [0x7FC00000, 0.0]]> : tile<2x2xf32>
    print_tko "%g %.2f\0A", %half, %floats : tile<f16>, tile<2x2xf32> -> token
    // CHECK-NEXT: 1 0 -1 255
    %true = constant <i1: true> : tile<i1>
    %false = constant <i1: false> : tile<i1>
    %minus = constant <i8: -1> : tile<i8>
    print_tko "%d %d %d %u\0A", %true, %false, %minus, %minus : tile<i1>, tile<i1>, tile<i8>, tile<i8> -> token

    // A global, and memory of the kernel:
    // CHECK-NEXT: table [3, -1, 4, -1] alloca 7
    %table = get_global @table : tile<ptr<i16>>
    %tt = make_tensor_view %table, shape = [4], strides = [1] : tensor_view<4xi16, strides=[1]>
    %tv = make_partition_view %tt : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %t, %t0 = load_view_tko weak %tv[%zero] : partition_view<tile=(4), tensor_view<4xi16, strides=[1]>>, tile<i32> -> tile<4xi16>, token
    %own = alloca num_elem = 8, alignment = 512 : tile<ptr<i32>>
    %aligned = assume div_by<512>, %own : tile<ptr<i32>>
    %t1 = store_ptr_tko weak %aligned, %seven : tile<ptr<i32>>, tile<i32> -> token
    %own7, %t2 = load_ptr_tko weak %own token=%t1 : tile<ptr<i32>> -> tile<i32>, token
    print_tko "table %d alloca %d\0A", %t, %own7 : tile<4xi16>, tile<i32> -> token

    // The array becomes 0, 1, ... 63, as 8 by 8:
    %iota = iota : tile<64xi32>
    %at = make_tensor_view %a, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %av = make_partition_view %at : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %t3 = store_view_tko weak %iota, %av[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    %m = make_tensor_view %a, shape = [7, 8], strides = [8, 1] : tensor_view<7x8xi32, strides=[8,1]>

    // Dimension 0 of the tile runs along dimension 1 of the tensor, whose last row is missing:
    // CHECK-NEXT: {{\[\[}}36, 44, 52, 0], [37, 45, 53, 0]]
    // CHECK-NEXT: index space 4 2
    %pv = make_partition_view %m : partition_view<tile=(2x4), padding_value = zero, tensor_view<7x8xi32, strides=[8,1]>, dim_map=[1, 0]>
    %p, %t4 = load_view_tko weak %pv[%two, %one] : partition_view<tile=(2x4), padding_value = zero, tensor_view<7x8xi32, strides=[8,1]>, dim_map=[1, 0]>, tile<i32> -> tile<2x4xi32>, token
    print_tko "%d\0A", %p : tile<2x4xi32> -> token
    %ps:2 = get_index_space_shape %pv : partition_view<tile=(2x4), padding_value = zero, tensor_view<7x8xi32, strides=[8,1]>, dim_map=[1, 0]> -> tile<i32>
    print_tko "index space %d %d\0A", %ps#0, %ps#1 : tile<i32>, tile<i32> -> token

    // Tiles of a strided view overlap:
    // CHECK-NEXT: {{\[\[}}25, 26], [33, 34]] of 3 8
    %sv = make_strided_view %m : strided_view<tile=(2x2), traversal_strides=[3,1], tensor_view<7x8xi32, strides=[8,1]>>
    %s, %t5 = load_view_tko weak %sv[%one, %one] : strided_view<tile=(2x2), traversal_strides=[3,1], tensor_view<7x8xi32, strides=[8,1]>>, tile<i32> -> tile<2x2xi32>, token
    %ss:2 = get_index_space_shape %sv : strided_view<tile=(2x2), traversal_strides=[3,1], tensor_view<7x8xi32, strides=[8,1]>> -> tile<i32>
    print_tko "%d of %d %d\0A", %s, %ss#0, %ss#1 : tile<2x2xi32>, tile<i32>, tile<i32> -> token

    // Rows one by one, from element 2 on; row 7 doesn't exist, and no message is printed about it:
    // CHECK-NEXT: {{\[\[}}42, 43], [2, 3], [unspecified, unspecified], [10, 11]]
    %rows = constant <i32: [5, 0, 7, 1]> : tile<4xi32>
    %gv = make_gather_scatter_view %m : gather_scatter_view<tile=(4x2), tensor_view<7x8xi32, strides=[8,1]>, sparse_dim=0>
    %g, %t6 = load_view_tko weak %gv[%rows, %two] : gather_scatter_view<tile=(4x2), tensor_view<7x8xi32, strides=[8,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    print_tko "%d\0A", %g : tile<4x2xi32> -> token

    // Two numbers of 4 bits share a byte, the first one low:
    // CHECK-NEXT: 0x5321{{$}}
    // CHECK-NEXT: [1.0, 2.0, 0.5, -4.0]
    %nibbles = ptr_to_ptr %bytes : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %nt = make_tensor_view %nibbles, shape = [8], strides = [1] : tensor_view<8xf4E2M1FN, strides=[1]>
    %nv = make_partition_view %nt : partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>
    %small = constant <f4E2M1FN: [0.5, 1.0, 1.5, 3.0]> : tile<4xf4E2M1FN>
    %t7 = store_view_tko weak %small, %nv[%one] : tile<4xf4E2M1FN>, partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> token
    %words = ptr_to_ptr %bytes : tile<ptr<i8>> -> tile<ptr<i16>>
    %word1 = offset %words, %one : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %word, %t8 = load_ptr_tko weak %word1 : tile<ptr<i16>> -> tile<i16>, token
    print_tko "%#x\0A", %word : tile<i16> -> token
    %code = constant <i16: 0xE142> : tile<i16>
    %t9 = store_ptr_tko weak %words, %code : tile<ptr<i16>>, tile<i16> -> token
    %read, %t10 = load_view_tko weak %nv[%zero] : partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    print_tko "%.1f\0A", %read : tile<4xf4E2M1FN> -> token

    // Padding by type: types without infinity get NaN
    // CHECK-NEXT: inf nan -0.0
    %f8 = ptr_to_ptr %bytes : tile<ptr<i8>> -> tile<ptr<f8E5M2>>
    %h8 = make_tensor_view %f8, shape = [1], strides = [1] : tensor_view<1xf8E5M2, strides=[1]>
    %hv = make_partition_view %h8 : partition_view<tile=(2), padding_value = pos_inf, tensor_view<1xf8E5M2, strides=[1]>>
    %h, %t11 = load_view_tko weak %hv[%zero] : partition_view<tile=(2), padding_value = pos_inf, tensor_view<1xf8E5M2, strides=[1]>>, tile<i32> -> tile<2xf8E5M2>, token
    %h1 = extract %h[%one] : tile<2xf8E5M2> -> tile<1xf8E5M2>
    %h2 = reshape %h1 : tile<1xf8E5M2> -> tile<f8E5M2>
    %e8 = ptr_to_ptr %bytes : tile<ptr<i8>> -> tile<ptr<f8E4M3FN>>
    %i8 = make_tensor_view %e8, shape = [1], strides = [1] : tensor_view<1xf8E4M3FN, strides=[1]>
    %iv = make_partition_view %i8 : partition_view<tile=(2), padding_value = pos_inf, tensor_view<1xf8E4M3FN, strides=[1]>>
    %i, %t12 = load_view_tko weak %iv[%zero] : partition_view<tile=(2), padding_value = pos_inf, tensor_view<1xf8E4M3FN, strides=[1]>>, tile<i32> -> tile<2xf8E4M3FN>, token
    %i1 = extract %i[%one] : tile<2xf8E4M3FN> -> tile<1xf8E4M3FN>
    %i2 = reshape %i1 : tile<1xf8E4M3FN> -> tile<f8E4M3FN>
    %jv = make_partition_view %h8 : partition_view<tile=(2), padding_value = neg_zero, tensor_view<1xf8E5M2, strides=[1]>>
    %j, %t13 = load_view_tko weak %jv[%zero] : partition_view<tile=(2), padding_value = neg_zero, tensor_view<1xf8E5M2, strides=[1]>>, tile<i32> -> tile<2xf8E5M2>, token
    %j1 = extract %j[%one] : tile<2xf8E5M2> -> tile<1xf8E5M2>
    %j2 = reshape %j1 : tile<1xf8E5M2> -> tile<f8E5M2>
    print_tko "%.1f %.1f %.1f\0A", %h2, %i2, %j2 : tile<f8E5M2>, tile<f8E4M3FN>, tile<f8E5M2> -> token

    // Truth values are bytes, of which any but 0 is true:
    // CHECK-NEXT: [1, 1, 0, 0]
    %flags = ptr_to_ptr %bytes : tile<ptr<i8>> -> tile<ptr<i1>>
    %bt = make_tensor_view %flags, shape = [8], strides = [1] : tensor_view<8xi1, strides=[1]>
    %bv = make_partition_view %bt : partition_view<tile=(4), tensor_view<8xi1, strides=[1]>>
    %b, %t14 = load_view_tko weak %bv[%zero] : partition_view<tile=(4), tensor_view<8xi1, strides=[1]>>, tile<i32> -> tile<4xi1>, token
    %bw = constant <i1: [true, true, false, false]> : tile<4xi1>
    %bx = andi %b, %bw : tile<4xi1>
    print_tko "%d\0A", %bx : tile<4xi1> -> token

    // Pairs of a value and its position are reduced together; prefixes from the end:
    // CHECK-NEXT: 4 at 2
    // CHECK-NEXT: [5, 2, 3, -1]
    %places = iota : tile<4xi16>
    %best:2 = reduce %t, %places dim=0 identities=[-32768 : i16, 0 : i16] : tile<4xi16>, tile<4xi16> -> tile<i16>, tile<i16>
    (%x: tile<i16>, %xa: tile<i16>, %xi: tile<i16>, %xia: tile<i16>) {
      %c = cmpi greater_than %x, %xa, signed : tile<i16> -> tile<i1>
      %v = select %c, %x, %xa : tile<i1>, tile<i16>
      %w = select %c, %xi, %xia : tile<i1>, tile<i16>
      yield %v, %w : tile<i16>, tile<i16>
    }
    print_tko "%d at %d\0A", %best#0, %best#1 : tile<i16>, tile<i16> -> token
    %suffix = scan %t dim=0 reverse=true identities=[0 : i16] : tile<4xi16> -> tile<4xi16>
    (%y: tile<i16>, %ya: tile<i16>) {
      %sum = addi %y, %ya : tile<i16>
      yield %sum : tile<i16>
    }
    print_tko "%d\0A", %suffix : tile<4xi16> -> token
    return
  }
}

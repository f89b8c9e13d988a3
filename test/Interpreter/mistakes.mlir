// Mistakes are reported where they are made, and nothing else is: Inputs/mistakes.py runs each kernel.
//
// RUN: %python %S/Inputs/mistakes.py %tools/tileiras-interpret %s
cuda_tile.module @m {
  global constant @fixed <i32: [1, 2]> : tile<2xi32>


  // Integers
  entry @divide_by_zero(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: 5> : tile<i32>
    // mistake: 'cuda_tile.divi' divides by zero
    %q = divi %c, %n signed : tile<i32>
    return
  }
  entry @divide_smallest(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: -2147483648> : tile<i32>
    %d = constant <i32: -1> : tile<i32>
    // mistake: 'cuda_tile.divi' divides the smallest number by -1
    %q = divi %c, %d signed : tile<i32>
    return
  }
  entry @divide_unsigned(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: -2147483648> : tile<i32>
    %d = constant <i32: -1> : tile<i32>
    %q = divi %c, %d unsigned : tile<i32>
    return
  }
  entry @remainder(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [5, 5]> : tile<2xi32>
    %d = constant <i32: [2, 0]> : tile<2xi32>
    // mistake: 'cuda_tile.remi' divides by zero in element (1)
    %q = remi %c, %d unsigned : tile<2xi32>
    return
  }
  entry @signed_overflow(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: 2147483647> : tile<i32>
    // mistake: 'cuda_tile.addi' breaks its promise of no signed overflow
    %q = addi %c, %c overflow<no_signed_wrap> : tile<i32>
    return
  }
  entry @unsigned_overflow(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: -1> : tile<i32>
    // mistake: 'cuda_tile.muli' breaks its promise of no unsigned overflow
    %q = muli %c, %c overflow<no_wrap> : tile<i32>
    return
  }
  entry @signed_not_unsigned(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: -1> : tile<i32>
    %q = addi %c, %c overflow<no_signed_wrap> : tile<i32>
    %r = addi %c, %c : tile<i32>
    return
  }
  entry @truncated(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: 300> : tile<i32>
    // mistake: 'cuda_tile.trunci' breaks its promise of no unsigned overflow
    %q = trunci %c overflow<no_unsigned_wrap> : tile<i32> -> tile<i8>
    return
  }
  entry @truncated_signed(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: 200> : tile<i32>
    // mistake: 'cuda_tile.trunci' breaks its promise of no signed overflow
    %q = trunci %c overflow<no_signed_wrap> : tile<i32> -> tile<i8>
    return
  }
  entry @shift_left(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: 32> : tile<i32>
    // mistake: 'cuda_tile.shli' shifts by the width or more
    %q = shli %c, %c : tile<i32>
    return
  }
  entry @shift_right(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: -1> : tile<i32>
    // mistake: 'cuda_tile.shri' shifts by the width or more
    %q = shri %c, %c signed : tile<i32>
    return
  }
  entry @float_to_integer(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <f32: 3.0e10> : tile<f32>
    // mistake: 'cuda_tile.ftoi' converts a number that no integer of its type is near to
    %q = ftoi %c signed : tile<f32> -> tile<i32>
    return
  }
  entry @float_saturates(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <f32: 3.0e10> : tile<f32>
    %q = ftoi %c signed saturating : tile<f32> -> tile<i32>
    return
  }

  // Tiles
  entry @extract_outside(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %i = constant <i32: 2> : tile<i32>
    // mistake: 'cuda_tile.extract' has index 2 of 2 in dimension 0
    %q = extract %c[%i] : tile<4xi32> -> tile<2xi32>
    return
  }
  entry @insert_outside(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %d = constant <i32: [1, 2]> : tile<2xi32>
    %i = constant <i32: -1> : tile<i32>
    // mistake: 'cuda_tile.insert' has index 4294967295 of 2 in dimension 0
    %q = insert %d, %c[%i] : tile<2xi32>, tile<4xi32>
    return
  }

  // Promises
  entry @divisible(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [8, 4]> : tile<2xi32>
    // mistake: 'cuda_tile.assume' is not true: not divisible by 8 in element (1)
    %q = assume div_by<8>, %c : tile<2xi32>
    return
  }
  entry @divisible_groups(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [8, 9, 16, 18]> : tile<4xi32>
    // mistake: 'cuda_tile.assume' is not true: not divisible by 8 in element (3)
    %q = assume div_by<8, every 2 along 0>, %c : tile<4xi32>
    return
  }
  entry @same(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [8, 8, 3, 4]> : tile<4xi32>
    // mistake: 'cuda_tile.assume' is not true: different from the others of its group in element (3)
    %q = assume same_elements<[2]>, %c : tile<4xi32>
    return
  }
  entry @bounded(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: -1> : tile<i32>
    // mistake: 'cuda_tile.assume' is not true: -1 is out of bounds
    %q = assume bounded<0, ?>, %c : tile<i32>
    return
  }
  entry @all_true(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i32: [8, 9, 16, 17]> : tile<4xi32>
    %q = assume div_by<8, every 2 along 0>, %c : tile<4xi32>
    %r = assume bounded<8, 17>, %q : tile<4xi32>
    %s = assume same_elements<[1]>, %r : tile<4xi32>
    %t = assume div_by<16>, %a : tile<ptr<i32>>
    return
  }
  entry @tensor_not_divisible(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %o = constant <i32: 1> : tile<i32>
    %p = offset %a, %o : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    // mistake: 'cuda_tile.assume' is not true: the tensor's address is not divisible by 8
    %q = assume div_by<8>, %t : tensor_view<4xi32, strides=[1]>
    return
  }
  entry @assertion(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i1: [true, false]> : tile<2xi1>
    // mistake: 'cuda_tile.assert' fails in element (1): no
    assert %c, "no" : tile<2xi1>
    return
  }

  // Pointers
  entry @past_the_end(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %o = constant <i32: 16> : tile<i32>
    %p = offset %a, %o : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.load_ptr_tko' reads 4 bytes at offset 64 of argument 0, which has 64 bytes
    %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @before_the_start(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %o = constant <i32: -1> : tile<i32>
    %p = offset %a, %o : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.store_ptr_tko' writes 4 bytes at offset -4 of argument 0, which has 64 bytes
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @other_array(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = ptr_to_int %a : tile<ptr<i32>> -> tile<i64>
    %d = ptr_to_int %b : tile<ptr<i32>> -> tile<i64>
    %e = subi %d, %c : tile<i64>
    %p8 = ptr_to_ptr %a : tile<ptr<i32>> -> tile<ptr<i8>>
    %q8 = offset %p8, %e : tile<ptr<i8>>, tile<i64> -> tile<ptr<i8>>
    %q = ptr_to_ptr %q8 : tile<ptr<i8>> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.store_ptr_tko' writes 4 bytes at offset 4352 of argument 0, which has 64 bytes
    %t = store_ptr_tko weak %q, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @any_array(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = ptr_to_int %b : tile<ptr<i32>> -> tile<i64>
    %p = int_to_ptr %c : tile<i64> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @no_array(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i64: 16> : tile<i64>
    %p = int_to_ptr %c : tile<i64> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.store_ptr_tko' writes 4 bytes at address 0x10, where nothing is
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @misaligned(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %o = constant <i32: 2> : tile<i32>
    %p8 = ptr_to_ptr %a : tile<ptr<i32>> -> tile<ptr<i8>>
    %q8 = offset %p8, %o : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %q = ptr_to_ptr %q8 : tile<ptr<i8>> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.load_ptr_tko' reads 4 bytes at offset 2 of argument 0, where its address is no multiple of 4
    %x, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @never_written(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    // mistake: 'cuda_tile.load_ptr_tko' reads offset 0 of argument 1, where nothing was written
    %x, %t = load_ptr_tko weak %b : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @written(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = store_ptr_tko weak %b, %n : tile<ptr<i32>>, tile<i32> -> token
    %x, %u = load_ptr_tko weak %b token=%t : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @address_overflow(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <i64: -8> : tile<i64>
    %p = int_to_ptr %c : tile<i64> -> tile<ptr<i32>>
    %o = constant <i32: 2> : tile<i32>
    // mistake: 'cuda_tile.offset' leaves the 64 bits of an address
    %q = offset %p, %o : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    return
  }
  entry @constant_global(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %p = get_global @fixed : tile<ptr<i32>>
    // mistake: 'cuda_tile.store_ptr_tko' writes to global 'fixed', which is constant
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @block_has_ended(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %p = if %true -> (tile<ptr<i32>>) {
    %q = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
    yield %q : tile<ptr<i32>>
    } else {
    yield %a : tile<ptr<i32>>
    }
    // mistake: 'cuda_tile.store_ptr_tko' writes 4 bytes of the alloca, whose block has ended
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @alloca_too_large(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    // mistake: 'cuda_tile.alloca' asks for 4398046511104 bytes
    %q = alloca num_elem = 1099511627776, alignment = 16 : tile<ptr<i32>>
    return
  }
  entry @nibbles(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %p = ptr_to_ptr %a : tile<ptr<i32>> -> tile<ptr<f4E2M1FN>>
    // mistake: 'cuda_tile.offset' on numbers of 4 bits is not interpreted
    %q = offset %p, %n : tile<ptr<f4E2M1FN>>, tile<i32> -> tile<ptr<f4E2M1FN>>
    return
  }

  // Views
  entry @index_outside(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %i = constant <i32: 2> : tile<i32>
    // mistake: 'cuda_tile.load_view_tko' has index 2 in dimension 0 of an index space of 2
    %x, %u = load_view_tko weak %v[%i] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @not_inbounds(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %i = constant <i32: 1> : tile<i32>
    // mistake: 'cuda_tile.load_view_tko' breaks its promise of being in bounds: element 6 of 6 in dimension 0
    %x, %u = load_view_tko weak %v[%i] inbounds = [true] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @view_past_array(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [18], strides = [1] : tensor_view<18xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<18xi32, strides=[1]>>
    %i = constant <i32: 4> : tile<i32>
    // mistake: 'cuda_tile.load_view_tko' reads 4 bytes at offset 64 of argument 0, which has 64 bytes in element (0)
    %x, %u = load_view_tko weak %v[%i] : partition_view<tile=(4), tensor_view<18xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @distance_does_not_fit(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %far = constant <i64: 4611686018427387904> : tile<i64>
    %t = make_tensor_view %a, shape = [6], strides = [%far] : tile<i64> -> tensor_view<6xi32, strides=[?]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[?]>>
    // mistake: 'cuda_tile.load_view_tko' leaves the 64 bits of an address in element (1)
    %x, %u = load_view_tko weak %v[%n] : partition_view<tile=(4), tensor_view<6xi32, strides=[?]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @shape_does_not_fit(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [300], strides = [1] : tensor_view<300xi32, strides=[1]>
    // mistake: 'cuda_tile.get_tensor_shape' gives 300, which does not fit in 8 bits
    %s = get_tensor_shape %t : tensor_view<300xi32, strides=[1]> -> tile<i8>
    return
  }

  // Unspecified values may be operands and stored, but decide nothing
  entry @unspecified_branch(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    %c = cmpi equal %s, %n, signed : tile<i32> -> tile<i1>
    // mistake: 'cuda_tile.if' has an unspecified condition
    if %c {
    }
    return
  }
  entry @unspecified_bound(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    // mistake: 'cuda_tile.for' has an unspecified bound
    for %i in (%n to %s, step %one) : tile<i32> {
    }
    return
  }
  entry @unspecified_pointer(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    %p = offset %a, %s : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.load_ptr_tko' has an unspecified pointer
    %y, %w = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    return
  }
  entry @unspecified_index(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    // mistake: 'cuda_tile.load_view_tko' has an unspecified index
    %y, %w = load_view_tko weak %v[%s] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
  entry @unspecified_extract(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    // mistake: 'cuda_tile.extract' has an unspecified index
    %y = extract %x[%s] : tile<4xi32> -> tile<1xi32>
    return
  }
  entry @unspecified_size(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    // mistake: 'cuda_tile.make_tensor_view' has an unspecified size or stride
    %tt = make_tensor_view %a, shape = [%s], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    return
  }
  entry @unspecified_mask(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    %c = cmpi equal %s, %n, signed : tile<i32> -> tile<i1>
    // mistake: 'cuda_tile.load_ptr_tko' has an unspecified mask
    %y, %w = load_ptr_tko weak %a, %c : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
    return
  }
  entry @unspecified_assertion(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %c = cmpi equal %x, %x, signed : tile<4xi32> -> tile<4xi1>
    // mistake: 'cuda_tile.assert' has an unspecified condition in element (2)
    assert %c, "?" : tile<4xi1>
    return
  }
  entry @unspecified_base(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    %p = offset %a, %s : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    // mistake: 'cuda_tile.make_tensor_view' has an unspecified base
    %tt = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    return
  }
  entry @unspecified_memory(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    %w = store_ptr_tko weak %b, %s : tile<ptr<i32>>, tile<i32> -> token
    // mistake: 'cuda_tile.atomic_cas_tko' has an unspecified element in memory
    %o, %w2 = atomic_cas_tko relaxed device %b, %n, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @unspecified_comparand(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    // mistake: 'cuda_tile.atomic_cas_tko' has an unspecified operand
    %o, %w2 = atomic_cas_tko relaxed device %a, %s, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @unspecified_left_behind(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %three = constant <i32: 3> : tile<i32>
    %last = extract %x[%three] : tile<4xi32> -> tile<1xi32>
    %s = reshape %last : tile<1xi32> -> tile<i32>
    // mistake: the kernel leaves an unspecified value at offset 0 of argument 1; it stored the first one here
    %w = store_ptr_tko weak %b, %s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @masked_out(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %x, %u = load_view_tko weak %v[%one] : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %iota = iota : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %c = cmpi less_than %iota, %two, signed : tile<4xi32> -> tile<4xi1>
    %e = cmpi equal %x, %iota, signed : tile<4xi32> -> tile<4xi1>
    %d = andi %c, %e : tile<4xi1>
    %r = select %d, %x, %iota : tile<4xi1>, tile<4xi32>
    %bt = make_tensor_view %b, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %bv = make_partition_view %bt : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %w = store_view_tko weak %r, %bv[%n] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %y, %w2 = load_view_tko weak %bv[%n] token = %w : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %ok = cmpi less_than %y, %two, signed : tile<4xi32> -> tile<4xi1>
    %any = ori %ok, %ok : tile<4xi1>
    return
  }

  // Loops
  entry @step_of_zero(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    // mistake: 'cuda_tile.for' has a step that is not positive
    for %i in (%n to %n, step %n) : tile<i32> {
    }
    return
  }
  entry @spins(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    loop {
    // mistake: 'cuda_tile.continue' comes after 1000 others: a tile block that waits for a later one never ends, since they run one after the other
    continue
    }
    return
  }

  // Operations that are not interpreted, and accesses to several replicas, of which there is one

  entry @multicast(%a: tile<ptr<i32, <multicast>>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %t = make_tensor_view %a, shape = [20], strides = [1] : tile<ptr<i32, <multicast>>> -> tensor_view<20xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>
    %v = make_partition_view %t : partition_view<tile=(4), tensor_view<20xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>
    %x = constant <i32: 1> : tile<4xi32>
    %last = constant <i32: 4> : tile<i32>
    // mistake: 'cuda_tile.multimem_store_view_tko' writes 4 bytes at offset 64 of argument 0, which has 64 bytes in element (0)
    %u = multimem_store_view_tko weak %v, %x[%last] : partition_view<tile=(4), tensor_view<20xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>, tile<4xi32>, tile<i32> -> token
    return
  }
  entry @print_of_float(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
    %c = constant <f32: 1.0> : tile<f32>
    // mistake: 'cuda_tile.print_tko' has the conversion '%d' for f32
    %t = print_tko "%d", %c : tile<f32> -> token
    return
  }
}

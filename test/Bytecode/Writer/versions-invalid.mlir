// A construct that a version can't express is an error at the operation, which names it and the first version that has
// it.
//
// RUN: tileiras-translate %s -no-implicit-module -mlir-to-cudatilebc -bytecode-version=13.1 -split-input-file -verify-diagnostics

// Operations.

cuda_tile.module @kernels {
  entry @k(%x: tile<f32>) {
    // expected-error@+1 {{'cuda_tile.atan2' op requires bytecode version 13.2, asked to write 13.1}}
    %0 = atan2 %x, %x : tile<f32>
  }
}

// -----

cuda_tile.module @kernels {
  entry @k() {
    %0 = iota : tile<8xi32>
    // expected-error@+1 {{'cuda_tile.pack' op requires bytecode version 13.3, asked to write 13.1}}
    %1 = pack %0 : tile<8xi32> -> tile<32xi8>
  }
}

// -----

cuda_tile.module @kernels {
  entry @k() {
    // expected-error@+1 {{'cuda_tile.gdc_wait_tko' op requires bytecode version 13.4, asked to write 13.1}}
    %0 = gdc_wait_tko -> token
  }
}

// -----

// Attributes: a flag, an enum, an array of flags.

cuda_tile.module @kernels {
  entry @k(%x: tile<f32>) {
    // expected-error@+1 {{'cuda_tile.ftoi' op attribute 'saturating' requires bytecode version 13.4, asked to write 13.1}}
    %0 = ftoi %x signed saturating : tile<f32> -> tile<i32>
  }
}

// -----

cuda_tile.module @kernels {
  entry @k(%x: tile<i32>) {
    // expected-error@+1 {{'cuda_tile.negi' op attribute 'overflow' other than 'none' requires bytecode version 13.2, asked to write 13.1}}
    %0 = negi %x overflow<no_signed_wrap> : tile<i32>
  }
}

// -----

cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>) {
    %v = make_tensor_view %p, shape = [%x], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    // expected-error@+1 {{'cuda_tile.load_view_tko' op attribute 'inbounds' requires bytecode version 13.4, asked to write 13.1}}
    %0, %t = load_view_tko weak %w[%x] inbounds = [true] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
  }
}

// -----

cuda_tile.module @kernels {
  entry @k(%n: tile<i32>) {
    // expected-error@+1 {{'cuda_tile.for' op attribute 'unsignedCmp' requires bytecode version 13.2, asked to write 13.1}}
    for unsigned %i in (%n to %n, step %n) : tile<i32> {
    }
  }
}

// -----

// A case of an enum.

cuda_tile.module @kernels {
  entry @k(%x: tile<f32>) {
    // expected-error@+1 {{'cuda_tile.ftof' op attribute 'rounding_mode' with value 'nearest_away' requires bytecode version 13.4, asked to write 13.1}}
    %0 = ftof %x rounding<nearest_away> : tile<f32> -> tile<tf32>
  }
}

// -----

// An operand, and a result in use.

cuda_tile.module @kernels {
  entry @k() {
    %0 = make_token : token
    // expected-error@+1 {{'cuda_tile.print_tko' op operand 'token' requires bytecode version 13.2, asked to write 13.1}}
    %1 = print_tko "hello" token=%0 -> token
  }
}

// -----

cuda_tile.module @kernels {
  entry @k() {
    // expected-error@+1 {{'cuda_tile.print_tko' op result 'result_token' that is used requires bytecode version 13.2, asked to write 13.1}}
    %0 = print_tko "hello" -> token
    // expected-note@+1 {{used here}}
    %1 = join_tokens %0, %0 : token
  }
}

// -----

// Types: of a number, of a structure, of a parameter; of an argument, a result
// and a global.

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.entry' op type 'f8E8M0FNU' requires bytecode version 13.2, asked to write 13.1}}
  entry @k(%p: tile<ptr<f8E8M0FNU>>) {
  }
}

// -----

cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<i32>>) {
    %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    // expected-error@+1 {{'cuda_tile.make_strided_view' op requires bytecode version 13.3, asked to write 13.1}}
    %w = make_strided_view %v : strided_view<tile=(8), traversal_strides=[4], tensor_view<8xi32, strides=[1]>>
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.entry' op type '!cuda_tile.ptr<i32, <multicast>>' requires bytecode version 13.4, asked to write 13.1}}
  entry @k(%p: tile<ptr<i32, <multicast>>>) {
  }
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.global' op type '!cuda_tile.fnv8E5M3FNU' requires bytecode version 13.4, asked to write 13.1}}
  global @g <fnv8E5M3FNU: 1.5> : tile<1xfnv8E5M3FNU>
}

// -----

// Globals.

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.global' op attribute 'symbol_visibility' other than 'public' requires bytecode version 13.3, asked to write 13.1}}
  global private @g <i8: 7> : tile<4xi8>
}

// -----

cuda_tile.module @kernels {
  // expected-error@+1 {{'cuda_tile.global' op attribute 'constant' requires bytecode version 13.3, asked to write 13.1}}
  global constant @g <i8: 7> : tile<4xi8>
}

// -----

// The producer is a remark, which an older version does without.

// expected-warning@+1 {{attribute 'producer' is dropped: it requires bytecode version 13.3, asked to write 13.1}}
cuda_tile.module @kernels attributes {producer = "by hand"} {
}

// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expects memory ordering weak or relaxed or acquire, got release}}
    %0:2 = load_ptr_tko release device %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expected no memory scope with weak ordering, got device}}
    %0:2 = load_ptr_tko weak device %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expects a memory scope with relaxed ordering, got none}}
    %0:2 = load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expects no memory scope with weak ordering, got sys}}
    %0:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>, memory_scope = #cuda_tile.memory_scope<sys>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    // expected-error @below {{expects pointers to 'i32', got pointers to 'f32'}}
    %0:2 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<i32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %m = constant <i1: 1> : tile<2xi1>
    // expected-error @below {{expects a mask of the shape of '!cuda_tile.tile<f32>', got '!cuda_tile.tile<2xi1>'}}
    %0:2 = load_ptr_tko weak %p, %m : tile<ptr<f32>>, tile<2xi1> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f16>) {
    // expected-error @below {{expects a padding value of type '!cuda_tile.tile<f32>', got '!cuda_tile.tile<f16>'}}
    %0:2 = load_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f16> -> tile<f32>, token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %x: tile<f32>) {
    // expected-error @below {{expects memory ordering weak or relaxed or release, got acquire}}
    %0 = store_ptr_tko acquire sys %p, %x : tile<ptr<f32>>, tile<f32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expects an alignment that is a power of two of at least 4, got 2}}
    %0 = alloca num_elem = 1, alignment = 2 : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    // expected-error @below {{expects num_elem to be 0 or more, got -1}}
    %0 = alloca num_elem = -1, alignment = 4 : tile<ptr<f32>>
  }
}

// -----

cuda_tile.module @m {
  entry @k() {
    %t = make_token : token
    // expected-error @below {{expects 2 tokens or more, got 1}}
    %0 = join_tokens %t : token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expects no memory scope with weak ordering, got device}}
    %0 = "cuda_tile.store_ptr_tko"(%p, %x) <{memory_ordering_semantics = #cuda_tile.memory_ordering_semantics<weak>, memory_scope = #cuda_tile.memory_scope<device>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<i32>>, !cuda_tile.tile<i32>) -> !cuda_tile.token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expects a memory scope with relaxed ordering, got none}}
    %0 = store_ptr_tko relaxed %p, %x : tile<ptr<i32>>, tile<i32> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expects pointers to 'i64', got pointers to 'i32'}}
    %0 = store_ptr_tko weak %p, %y : tile<ptr<i32>>, tile<i64> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    %m = constant <i1: 1> : tile<2xi1>
    // expected-error @below {{expects a mask of the shape of '!cuda_tile.tile<i32>', got '!cuda_tile.tile<2xi1>'}}
    %0 = store_ptr_tko weak %p, %x, %m : tile<ptr<i32>>, tile<i32>, tile<2xi1> -> token
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %x: tile<i32>, %y: tile<i64>) {
    // expected-error @below {{expected pointers, a mask and a padding value, got 4 operands}}
    %0:2 = load_ptr_tko weak %p, %x, %x, %x : tile<ptr<i32>> -> tile<i32>, token
  }
}

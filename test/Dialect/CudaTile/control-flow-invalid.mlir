// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

cuda_tile.module @m {
  entry @k(%c: tile<i1>) {
    if %c {
      // expected-error @below {{expects to be in a loop, with nothing but ifs in between, got cuda_tile.entry}}
      break
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>, %x: tile<i32>) {
    // expected-error @below {{expects an else region, since it has results}}
    %0 = if %c -> (tile<i32>) {
      yield %x : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>, %x: tile<i32>) {
    %0 = if %c -> (tile<i32>) {
      yield %x : tile<i32>
    } else {
      // expected-error @below {{expects operands of types '!cuda_tile.tile<i32>', got '!cuda_tile.tile<i1>'}}
      yield %c : tile<i1>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%x: tile<i32>) {
    for %i in (%x to %x, step %x) : tile<i32> iter_values(%a = %x) -> (tile<i32>) {
      // expected-error @below {{expects operands of types '!cuda_tile.tile<i32>', got}}
      continue
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%x: tile<i32>) {
    %0 = loop iter_values(%a = %x) : tile<i32> -> tile<f32> {
      // expected-error @below {{expects operands of types '!cuda_tile.tile<f32>', got '!cuda_tile.tile<i32>'}}
      break %a : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%x: tile<i32>, %c: tile<i1>) {
    loop {
      if %c {
        // expected-error @below {{expects to be in an entry, with nothing but ifs in between, got cuda_tile.loop}}
        return
      }
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%x: tile<i32>, %p: tile<ptr<f32>>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{expects no view among its iter_values, got '!cuda_tile.tensor_view<4xf32, strides=[1]>'}}
    loop iter_values(%a = %v) : tensor_view<4xf32, strides=[1]> {
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%x: tile<i32>) {
    // expected-error @below {{expected a type for each of 1 iter_values, got 2}}
    loop iter_values(%a = %x) : tile<i32>, tile<i32> {
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{expects no view among its results, got '!cuda_tile.tensor_view<4xf32, strides=[1]>'}}
    %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%j = %v) -> (tensor_view<4xf32, strides=[1]>) {
      continue %j : tensor_view<4xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    // expected-error @below {{expects initial values of types '!cuda_tile.tile<i32>', got }}
    %0 = "cuda_tile.for"(%n, %n, %n) ({
    ^bb0(%i: !cuda_tile.tile<i32>):
      "cuda_tile.continue"(%n) : (!cuda_tile.tile<i32>) -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    // expected-error @below {{expects region arguments of types '!cuda_tile.tile<i32>', got }}
    "cuda_tile.for"(%n, %n, %n) ({
      "cuda_tile.continue"() : () -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{expects no view among its results, got '!cuda_tile.tensor_view<4xf32, strides=[1]>'}}
    %0 = loop : tensor_view<4xf32, strides=[1]> {
      break %v : tensor_view<4xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    // expected-error @below {{expects region arguments of types '!cuda_tile.tile<i32>', got }}
    "cuda_tile.loop"(%n) ({
      "cuda_tile.break"() : () -> ()
    }) : (!cuda_tile.tile<i32>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    // expected-error @below {{expects its region to end in continue or break, got llvm.unreachable}}
    "cuda_tile.loop"() ({
      "llvm.unreachable"() : () -> ()
    }) : () -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    // expected-error @below {{expects its region to end in yield, continue, break or return, got llvm.unreachable}}
    "cuda_tile.if"(%c) ({
      "llvm.unreachable"() : () -> ()
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
  }
}

// -----

cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %c: tile<i1>) {
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    // expected-error @below {{expects no view among its results, got '!cuda_tile.tensor_view<4xf32, strides=[1]>'}}
    %0 = if %c -> (tensor_view<4xf32, strides=[1]>) {
      yield %v : tensor_view<4xf32, strides=[1]>
    } else {
      yield %v : tensor_view<4xf32, strides=[1]>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%c: tile<i1>) {
    if %c {
      // expected-error @below {{expects to be in a loop or for, with nothing but ifs in between, got cuda_tile.entry}}
      continue
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    for %i in (%n to %n, step %n) : tile<i32> {
      // expected-error @below {{expects operands of types , got '!cuda_tile.tile<i32>'}}
      continue %n : tile<i32>
    }
  }
}

// -----

cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    // expected-error @below {{expects operands of types , got '!cuda_tile.tile<i32>'}}
    return %n : tile<i32>
  }
}

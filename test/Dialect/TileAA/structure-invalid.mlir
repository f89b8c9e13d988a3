// Functions: the operations that one may contain, here and in nv_tileas, and the attributes of functions and modules.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{'nv_tileaa.func' op expected a body of one block, got 0 blocks}}
nv_tileaa.func @declared(i32)

// -----

// expected-error @below {{'nv_tileaa.func' op expected a body of one block, got 2 blocks}}
nv_tileaa.func @two_blocks() {
  cf.br ^bb1
^bb1:
  nv_tileaa.return
}

// -----

// expected-error @below {{'nv_tileaa.func' op expected a body that ends with 'nv_tileaa.return', got llvm.unreachable}}
nv_tileaa.func @other_end() {
  llvm.unreachable
}

// -----

func.func @outside() {
  // expected-error @below {{'nv_tileaa.return' op expects parent op 'nv_tileaa.func'}}
  nv_tileaa.return
}

// -----

nv_tileaa.func @results() -> i32 {
  // expected-error @below {{'nv_tileaa.return' op expected operands of the function's result types ('i32'), got ()}}
  nv_tileaa.return
}

// -----

func.func @yield() {
  // expected-error @below {{'nv_tileaa.yield' op expected a reduce or scan around it, got func.func}}
  nv_tileaa.yield
}

// -----

nv_tileaa.func @other_dialect(%x: i32) {
  // expected-error @below {{'gpu.thread_id' op expected an operation of nv_tileaa, nv_tileas, arith, math or ub, or structured control flow, in an nv_tileaa.func}}
  %0 = gpu.thread_id x
  nv_tileaa.return
}

// -----

nv_tileaa.func @other_control_flow() {
  // expected-error @below {{'scf.execute_region' op expected an operation of}}
  scf.execute_region {
    scf.yield
  }
  nv_tileaa.return
}

// -----

// expected-error @below {{'nv_tileaa.func' op expected arguments that are tiles, numbers, pointers, memrefs, views or tokens, got 'tensor<3xf32>'}}
nv_tileaa.func @three(%x: tensor<3xf32>) {
  nv_tileaa.return
}

// -----

// expected-error @below {{got 'tensor<?xf32>'}}
nv_tileaa.func @dynamic(%x: tensor<?xf32>) {
  nv_tileaa.return
}

// -----

// expected-error @below {{got 'tensor<f32>'}}
nv_tileaa.func @rank_0(%x: tensor<f32>) {
  nv_tileaa.return
}

// -----

// expected-error @below {{got 'tensor<4096x8192xf32>'}}
nv_tileaa.func @too_large(%x: tensor<4096x8192xf32>) {
  nv_tileaa.return
}

// -----

// expected-error @below {{got 'f80'}}
nv_tileaa.func @f80(%x: f80) {
  nv_tileaa.return
}

// -----

nv_tileaa.func @result_type() {
  // expected-error @below {{'arith.constant' op expected results that are tiles, numbers, pointers, memrefs, views or tokens, got 'tensor<4xindex>'}}
  %0 = arith.constant dense<0> : tensor<4xindex>
  nv_tileaa.return
}

// -----

nv_tileaa.func @region_argument(%a: tensor<4xf32>) {
  // expected-error @below {{'nv_tileaa.reduce' op expected block arguments of types ('f32', 'f32'), got ('f32')}}
  %0 = nv_tileaa.reduce %a dim = 0 identities = [0.0 : f32] : (tensor<4xf32>) -> f32 {
  ^bb0(%e: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// -----

nv_tileaa.func @sparse() {
  // expected-error @below {{'arith.constant' op expected a dense constant, got sparse<0, 1.000000e+00> : tensor<4xf32>}}
  %0 = arith.constant sparse<0, 1.0> : tensor<4xf32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @along(%x: tensor<4xi32>) {
  // expected-error @below {{'nv_tileaa.assume' op expected a dimension below 1, got 1}}
  %0 = nv_tileaa.assume #nv_tileaa.div_by<4, every 2 along 1>, %x : tensor<4xi32>
  nv_tileaa.return
}

// -----

nv_tileaa.func @groups(%x: tensor<4x4xi32>) {
  // expected-error @below {{'nv_tileaa.assume' op expected 2 sizes of groups, got 1}}
  %0 = nv_tileaa.assume #nv_tileaa.same_elements<4>, %x : tensor<4x4xi32>
  nv_tileaa.return
}

// -----

// expected-error @below {{unknown attribute 'nv_tileaa.ocupancy' of the nv_tileaa dialect}}
nv_tileaa.func @unknown() attributes {nv_tileaa.ocupancy = 1 : i32} {
  nv_tileaa.return
}

// -----

// expected-error @below {{expected 'nv_tileaa.kernel_spec' to be a kernel_spec, got 4 : i32}}
nv_tileaa.func @spec() attributes {nv_tileaa.kernel_spec = 4 : i32} {
  nv_tileaa.return
}

// -----

// expected-error @below {{expected 'nv_tileaa.occupancy' to be a positive i32, got 0 : i32}}
nv_tileaa.func @occupancy() attributes {nv_tileaa.occupancy = 0 : i32} {
  nv_tileaa.return
}

// -----

// expected-error @below {{expected 'nv_tileaa.occupancy' to be an attribute of a function, got 1 : i32}}
gpu.module @occupancy attributes {nv_tileaa.occupancy = 1 : i32} {}

// -----

// expected-error @below {{expected 'nv_tileaa.compute_capability' to be an i32, got "90"}}
gpu.module @capability attributes {nv_tileaa.compute_capability = "90"} {}

// -----

// expected-error @below {{expected 'nv_tileaa.target_spec' to be a string, got 90 : i32}}
gpu.module @target attributes {nv_tileaa.target_spec = 90 : i32} {}

// -----

// expected-error @below {{expected 'nv_tileaa.debug_info' to be a string, got 1 : i32}}
gpu.module @debug_info attributes {nv_tileaa.debug_info = 1 : i32} {}

// -----

// expected-error @below {{expected 'nv_tileaa.mark_for_reuse' to be without a value, got 1 : i32}}
gpu.module @reuse attributes {nv_tileaa.mark_for_reuse = 1 : i32} {}

// -----

// expected-error @below {{expected 'nv_tileaa.libnvvm_use_nvgpucomp' to be a bool, got 1 : i32}}
gpu.module @nvgpucomp attributes {nv_tileaa.libnvvm_use_nvgpucomp = 1 : i32} {}

// Scratch space is reserved before it is used, and no operation uses more.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file -verify-diagnostics

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#warps = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @convert(%x: tensor<128xf32, #lanes>) -> tensor<128xf32, #warps> attributes {nv_tileas.shared_memory = 256 : i64} {
    // expected-error @+2 {{'nv_tileas.convert_layout' op uses 512 bytes of scratch space, but 256 are reserved}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.convert_layout'}}
    %y = nv_tileas.convert_layout %x : tensor<128xf32, #lanes> -> tensor<128xf32, #warps>
    nv_tileaa.return %y : tensor<128xf32, #warps>
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @reduce(%x: tensor<128xf16, #l>, %y: tensor<128xi64, #l>) -> i64 {
    // expected-error @+2 {{'nv_tileas.reduce' op uses 1280 bytes of scratch space, but 0 are reserved}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.reduce'}}
    %r:2 = nv_tileas.reduce %x, %y dim = 0 identities = [0.0 : f16, 0 : i64] : (tensor<128xf16, #l>, tensor<128xi64, #l>) -> (f16, i64) {
    ^bb0(%e: f16, %a: f16, %f: i64, %b: i64):
      nv_tileaa.yield %e, %f : f16, i64
    }
    nv_tileaa.return %r#1 : i64
  }
}

// -----

#warps = #nv_tileas.layout<{register=[[32]], lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
!ptr = !nv_tileaa.ptr<i64>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @load(%p: tensor<64x!ptr, #warps>) -> tensor<64xi64, #warps> attributes {nv_tileas.shared_memory = 2047 : i64} {
    // expected-error @+2 {{'nv_tileas.load' op uses 2048 bytes of scratch space, but 2047 are reserved}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.load'}}
    %x, %t = nv_tileas.load <acquire> scope <gpu> %p : tensor<64x!ptr, #warps> -> tensor<64xi64, #warps>, !nv_tileaa.mem_token
    nv_tileaa.return %x : tensor<64xi64, #warps>
  }
}

// -----

!ptr = !nv_tileaa.ptr<f64>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @atomic(%p: !ptr, %x: f64) -> f64 attributes {nv_tileas.shared_memory = 4 : i64} {
    // expected-error @+2 {{'nv_tileas.atomic_rmw' op uses 8 bytes of scratch space, but 4 are reserved}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.atomic_rmw'}}
    %old, %t = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x : !ptr, f64 -> !nv_tileaa.mem_token
    nv_tileaa.return %old : f64
  }
}

// -----

// Pairs of lanes hold the same elements, but in different registers.
#crossed = #nv_tileas.layout<{register=[[1]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!ptr = !nv_tileaa.ptr<i32>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @crossed(%p: tensor<128x!ptr, #crossed>) -> tensor<128xi32, #crossed> {
    // expected-error @+2 {{'nv_tileas.load' op expected a layout in which threads that hold an element hold it in the same register, got {register=}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.load'}}
    %x, %t = nv_tileas.load <relaxed> scope <gpu> %p : tensor<128x!ptr, #crossed> -> tensor<128xi32, #crossed>, !nv_tileaa.mem_token
    nv_tileaa.return %x : tensor<128xi32, #crossed>
  }
}

// -----

// A buffer that is there already must be large enough, and shared memory.
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected 'global_smem' to be an array of at least 512 x i8 in address space 3, got '!llvm.array<256 x i8>' in address space 3}}
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32} : !llvm.array<256 x i8>
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected 'global_smem' to be an array of at least 512 x i8 in address space 3, got '!llvm.array<512 x i8>' in address space 1}}
  llvm.mlir.global external @global_smem() {addr_space = 1 : i32} : !llvm.array<512 x i8>
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected 'global_smem' to be an array of at least 512 x i8 in address space 3, got 'llvm.func'}}
  llvm.func @global_smem()
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileaa.return
  }
}

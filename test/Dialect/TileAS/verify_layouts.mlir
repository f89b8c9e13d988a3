// RUN: tileiras-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-layouts)))'

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
gpu.module @kernels {
  nv_tileaa.func @no_layout() attributes {nv_tileaa.kernel_spec = #spec} {
    // expected-error @+1 {{expected a layout, got 'tensor<32xf32>'}}
    %a = arith.constant dense<1.0> : tensor<32xf32>
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 2>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @kernels {
  nv_tileaa.func @warps() attributes {nv_tileaa.kernel_spec = #spec} {
    // expected-error @+1 {{expected a layout over 2 warps}}
    %a = arith.constant dense<1.0> : tensor<32xf32, #l>
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8]]}>
gpu.module @kernels {
  nv_tileaa.func @lanes() attributes {nv_tileaa.kernel_spec = #spec} {
    // expected-error @+1 {{expected a layout over 32 lanes}}
    %a = arith.constant dense<1.0> : tensor<16xf32, #l>
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{register=[[0]], lane=[[1],[2],[4],[8],[16]]}>
gpu.module @kernels {
  nv_tileaa.func @duplicates() attributes {nv_tileaa.kernel_spec = #spec} {
    // expected-error @+1 {{expected a layout without registers that duplicate others}}
    %a = arith.constant dense<1.0> : tensor<32xf32, #l>
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[0]], out=[32]}>
gpu.module @kernels {
  nv_tileaa.func @holes() attributes {nv_tileaa.kernel_spec = #spec} {
    // expected-error @+1 {{expected a layout with a place for every element}}
    %a = arith.constant dense<1.0> : tensor<32xf32, #l>
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{register=[[32]], lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
gpu.module @kernels {
  nv_tileaa.func @load() attributes {nv_tileaa.kernel_spec = #spec} {
    %p = ub.poison : tensor<64x!nv_tileaa.ptr<f32>, #l>
    // expected-error @+1 {{'nv_tileas.load' op expected operand #0 to have the layout {register=}}
    %x, %t = nv_tileas.load <weak> %p : tensor<64x!nv_tileaa.ptr<f32>, #l> -> tensor<64xf32, #k>, !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{register=[[0,1]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]]}>
#k = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]]}>
gpu.module @kernels {
  nv_tileaa.func @reduce() attributes {nv_tileaa.kernel_spec = #spec} {
    %a = arith.constant dense<1.0> : tensor<32x2xf32, #l>
    // expected-error @+1 {{'nv_tileas.reduce' op expected result #0 to have the layout {lane=}}
    %s = nv_tileas.reduce %a dim = 1 identities = [0.0 : f32] : (tensor<32x2xf32, #l>) -> tensor<32xf32, #k> {
    ^bb0(%el: f32, %acc: f32):
      nv_tileaa.yield %el : f32
    }
    nv_tileaa.return
  }
}

// -----

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
#l = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4]], lane=[[1,0],[2,0],[4,0],[8,0],[0,0]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[8,0]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]]}>
gpu.module @kernels {
  nv_tileaa.func @dot() attributes {nv_tileaa.kernel_spec = #spec} {
    %a = arith.constant dense<1.0> : tensor<16x16xf16, #a>
    %b = arith.constant dense<1.0> : tensor<16x8xf16, #b>
    %c = arith.constant dense<1.0> : tensor<16x8xf32, #l>
    // expected-error @+1 {{'nv_tileas.dot' op expected an accumulator of}}
    %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #l>
    nv_tileaa.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected a kernel, with the attribute nv_tileaa.kernel_spec, to spread tiles over its threads}}
  nv_tileaa.func @no_kernel() {
    %a = arith.constant dense<1.0> : tensor<16x16xf16>
    nv_tileaa.return
  }
}

// An access takes no more than its facts and its layout allow.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @wide(%p: tensor<128x!nv_tileaa.ptr<f32>, #l>) {
    // expected-error @below {{'nv_tileas.load' op expected an atom of 32 to 64 bits, which facts and layout allow, got #cute_nvgpu.atom<universal_copy, 128>}}
    %x, %t = nv_tileas.load <weak> %p {alignment = 8 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 128>} : tensor<128x!nv_tileaa.ptr<f32>, #l> -> tensor<128xf32, #l>, !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @narrow(%p: !nv_tileaa.ptr<f32>, %x: f32) {
    // expected-error @below {{'nv_tileas.store' op expected an atom of 32 to 32 bits, which facts and layout allow, got #cute_nvgpu.atom<universal_copy, 16>}}
    %t = nv_tileas.store <weak> %p, %x {atom = #cute_nvgpu.atom<universal_copy, 16>} : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @copy(%p: !nv_tileaa.ptr<f32>) {
    // expected-error @below {{'nv_tileas.load' op expected an atom of loads and stores, got #cute_nvgpu.atom<simt_async_copy, 4>}}
    %x, %t = nv_tileas.load <weak> %p {atom = #cute_nvgpu.atom<simt_async_copy, 4>} : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @update(%p: !nv_tileaa.ptr<i32>, %x: i32) {
    // expected-error @below {{'nv_tileas.atomic_rmw' op expected the atom atom, got #cute_nvgpu.atom<red>}}
    %0, %t = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %p, %x {atom = #cute_nvgpu.atom<red>} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @swap(%p: !nv_tileaa.ptr<i32>, %x: i32) {
    // expected-error @below {{'nv_tileas.atomic_cas' op expected the atom atom.cas, got #cute_nvgpu.atom<atom>}}
    %0, %t = nv_tileas.atomic_cas <relaxed> <gpu> %p, %x, %x {atom = #cute_nvgpu.atom<atom>} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    return
  }
}

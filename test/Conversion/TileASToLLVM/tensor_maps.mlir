// The lowering of a tensor map's lookup and release: a cache next to the kernel, a look at the first entry by one
// thread, and a search, which takes free entries, waits for those that others build, and compares keys; then a map is
// written, released, published and acquired.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0]]}>
!array = !nv_tileaa.memref<?x96xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<16x32, !nv_tileaa.memref<?x96xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
!smem = !nv_tileaa.memref<16x32xf32, shared, layout = #swizzled>
!desc = !nv_tileas.tma_descriptor_iter<!view, !smem>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // 64 entries, and private ones for 32 CTAs on each of 256 SMs.
  // CHECK: llvm.mlir.global internal @__tileiras_tensor_map_cache_kernel_3() {addr_space = 1 : i32, alignment = 256 : i64} : !llvm.array<2113536 x i8>
  // CHECK-LABEL: llvm.func @kernel
  // CHECK: nvvm.elect.sync
  // CHECK: llvm.mlir.addressof @__tileiras_tensor_map_cache_kernel_3
  // The base, a size and a stride.
  // CHECK: ld.relaxed.gpu.global.b32
  // CHECK-COUNT-3: ld.relaxed.gpu.global.b64
  // CHECK: llvm.cond_br
  // CHECK: ld.acquire.gpu.global.b32
  // CHECK: atom.acquire.gpu.global.cas.b32
  // CHECK: ld.acquire.gpu.global.b32
  // CHECK-COUNT-3: ld.relaxed.gpu.global.b64
  // CHECK: nvvm.read.ptx.sreg.smid
  // CHECK: atom.acquire.gpu.global.cas.b32
  // CHECK: "llvm.nvvm.tensormap.replace.global.address"
  // CHECK: "llvm.nvvm.tensormap.replace.rank"
  // CHECK: "llvm.nvvm.tensormap.replace.box.dim"
  // CHECK: "llvm.nvvm.tensormap.replace.global.dim"
  // CHECK: "llvm.nvvm.tensormap.replace.element.stride"
  // CHECK: "llvm.nvvm.tensormap.replace.box.dim"
  // CHECK: "llvm.nvvm.tensormap.replace.global.dim"
  // CHECK: "llvm.nvvm.tensormap.replace.element.stride"
  // CHECK: "llvm.nvvm.tensormap.replace.global.stride"
  // CHECK-NOT: global.stride
  // CHECK: "llvm.nvvm.tensormap.replace.elemtype"
  // CHECK: "llvm.nvvm.tensormap.replace.interleave.layout"
  // CHECK: "llvm.nvvm.tensormap.replace.swizzle.mode"
  // CHECK: "llvm.nvvm.tensormap.replace.fill.mode"
  // CHECK-COUNT-3: st.relaxed.gpu.global.b64
  // CHECK: nvvm.fence.proxy.release <gpu>
  // CHECK: st.release.gpu.global.b32
  // CHECK: nvvm.fence.proxy.acquire <gpu>
  // CHECK: nvvm.bar.warp.sync
  // CHECK: st.release.gpu.global.b32
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    %d, %private = nv_tileas.find_tma_desc %a in cache 3 of 64 oob_mode <nan> : !array -> !desc
    nv_tileas.return_tma_desc %d, %private : !desc
    nv_tileaa.return
  }

  // The first entries of two maps are read together.
  // CHECK-LABEL: llvm.func @two
  // CHECK: llvm.mlir.addressof @__tileiras_tensor_map_cache_two_0
  // CHECK-NOT: llvm.cond_br
  // CHECK: ld.relaxed.gpu.global.b32
  // CHECK-NOT: llvm.cond_br
  // CHECK: ld.relaxed.gpu.global.b32
  // CHECK: llvm.cond_br
  // CHECK: nvvm.fence.proxy.release <gpu>
  // CHECK: nvvm.fence.proxy.release <gpu>
  // CHECK-COUNT-2: nvvm.fence.proxy.acquire <gpu>
  // CHECK: nvvm.bar.warp.sync
  // CHECK-NOT: nvvm.fence.proxy
  nv_tileaa.func @two(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>, %n: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileaa.make_memref %p, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    %b = nv_tileaa.make_memref %q, sizes = [%n], strides = [%n] : !nv_tileaa.ptr<f32> sizes i32 strides i32 -> !array
    %d, %private_a = nv_tileas.find_tma_desc %a in cache 0 of 64 : !array -> !desc
    %e, %private_b = nv_tileas.find_tma_desc %b in cache 1 of 64 : !array -> !desc
    nv_tileas.return_tma_desc %d, %private_a : !desc
    nv_tileas.return_tma_desc %e, %private_b : !desc
    nv_tileaa.return
  }
}

// A buffer is an address in the kernel's shared memory, in a memref descriptor; copies access it.
// Req: G-26, K-04, H-11
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64]]}>
#rowmajor = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,0],[8,0]]}>
#fragment = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
!b = !nv_tileaa.memref<128xf32, shared, layout = #m>
!h = !nv_tileaa.memref<128xf32, shared, layout = #m, parts = 2>
!k = !nv_tileaa.memref<16x16xf16, shared, layout = #rowmajor>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK: llvm.mlir.global internal @global_smem_buffer() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1536 x i8>
  // CHECK-LABEL: llvm.func @buffer
  // CHECK: %[[SYMBOL:.*]] = llvm.mlir.addressof @global_smem_buffer : !llvm.ptr<3>
  // CHECK: %[[START:.*]] = llvm.getelementptr %[[SYMBOL]][1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK: %[[A:.*]] = llvm.insertvalue %[[START]], %{{.*}}[0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
  // CHECK: %[[B:.*]] = llvm.insertvalue %[[START]], %[[A]][1]
  // CHECK: llvm.insertvalue %{{.*}}, %[[B]][2]
  // CHECK: %[[P:.*]] = llvm.getelementptr %[[START]][%{{.*}}]
  // CHECK: llvm.store %{{.*}}, %[[P]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  nv_tileaa.func @buffer(%x: tensor<128xf32, #l>) attributes {nv_tileas.shared_memory = 1536 : i64} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 1024 : i64} : !b
    nv_tileas.copy %x, %a atom <universal_copy, 128> : tensor<128xf32, #l>, !b
    nv_tileaa.return
  }

  // The lanes whose elements are in the other part keep their values.
  // CHECK-LABEL: llvm.func @parts
  // CHECK: %[[HERE:.*]] = llvm.icmp "eq" %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.inline_asm {{.*}} "@$5 ld.shared.v4.b32 {$0, $1, $2, $3}, $4;", "=r,=r,=r,=r,*m,b,0,1,2,3" %{{[^,]*}}, %[[HERE]]
  nv_tileaa.func @parts(%x: tensor<128xf32, #l>) -> tensor<128xf32, #l> attributes {nv_tileas.shared_memory = 256 : i64} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !h
    %y = nv_tileas.copy %a, %x atom <universal_copy, 128> part 1 : !h, tensor<128xf32, #l> -> tensor<128xf32, #l>
    nv_tileaa.return %y : tensor<128xf32, #l>
  }

  // CHECK-LABEL: llvm.func @matrices
  // CHECK: llvm.mlir.poison : !llvm.struct<(ptr<3>, ptr<3>, i64, array<2 x i64>, array<2 x i64>)>
  // CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32
  // CHECK-NOT: nvvm.ldmatrix
  nv_tileaa.func @matrices() -> tensor<16x16xf16, #fragment> attributes {nv_tileas.shared_memory = 512 : i64} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !k
    %y = nv_tileas.copy %a atom <ldsm, 4> : !k -> tensor<16x16xf16, #fragment>
    nv_tileaa.return %y : tensor<16x16xf16, #fragment>
  }
}

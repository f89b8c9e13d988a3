// Dots of f32 that are rounded to tf32. TMA rounds as it copies, by tensor maps whose buffers are of tf32, and no
// thread converts anything. On sm_90 the operand that is not contiguous along K comes from registers, slice by slice,
// with the dot of one slice in flight while the registers of the next are filled; where that is B, the dot is the
// transposed one. On sm_100 both operands come from shared memory in any order.
// RUN: sed s/CAPABILITY/90/ %s | tileiras-opt --tileiras="from=tileaa to=tileas compute-capability=90 pipeline-strategy=warp-specialize tensor-maps=device" | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: sed s/CAPABILITY/90/ %s | tileiras-opt --tileiras="from=tileaa to=tileas compute-capability=90 pipeline-strategy=warp-specialize tensor-maps=parameter" | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: sed s/CAPABILITY/100/ %s | tileiras-opt --tileiras="from=tileaa to=tileas compute-capability=100 pipeline-strategy=warp-specialize tensor-maps=device" | FileCheck %s --check-prefixes=CHECK,SM100
// Without tensor maps threads round, and B is transposed before it is in shared memory.
// RUN: sed s/CAPABILITY/90/ %s | tileiras-opt --tileiras="from=tileaa to=tileas compute-capability=90 tensor-maps=none" | FileCheck %s --check-prefix=THREADS

!array = !nv_tileaa.memref<1024x1024xf32, strides = [1024, 1]>
!columns = !nv_tileaa.memref<1024x1024xf32, strides = [1, 1024]>
!tiles_a = !nv_tileaa.tiled_view<128x32, !nv_tileaa.memref<1024x1024xf32, strides = [1024, 1]>, steps = [128, 32], dims = [0, 1]>
!tiles_b = !nv_tileaa.tiled_view<32x128, !nv_tileaa.memref<1024x1024xf32, strides = [1024, 1]>, steps = [32, 128], dims = [0, 1]>
!tiles_c = !nv_tileaa.tiled_view<128x128, !nv_tileaa.memref<1024x1024xf32, strides = [1024, 1]>, steps = [128, 128], dims = [0, 1]>
!columns_a = !nv_tileaa.tiled_view<128x32, !nv_tileaa.memref<1024x1024xf32, strides = [1, 1024]>, steps = [128, 32], dims = [0, 1]>
!columns_b = !nv_tileaa.tiled_view<32x128, !nv_tileaa.memref<1024x1024xf32, strides = [1, 1024]>, steps = [32, 128], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = CAPABILITY : i32} {
  // THREADS-LABEL: @row_major
  // THREADS-COUNT-2: nv_tileaa.fp_to_fp
  // THREADS: nv_tileas.async.dot
  // CHECK-LABEL: @row_major
  // CHECK-NOT: nv_tileaa.fp_to_fp
  // CHECK: async.tiled_tma_load {{.*}}x1024xf32{{.*}}, !nv_tileaa.memref<{{32x128|128x32}}xtf32, shared
  // CHECK: async.tiled_tma_load {{.*}}x1024xf32{{.*}}, !nv_tileaa.memref<{{32x128|128x32}}xtf32, shared
  // SM90: consume_one_async
  // SM90: %[[FIRST:.*]] = nv_tileas.copy {{.*}} <universal_copy, 128> slice [0, 0]
  // SM90: %[[SUMS:.*]] = nv_tileas.async.dot %[[FIRST]], %{{[^ ]*}}, %{{.*}} <sm90.mma.m64k8.tf32.f32, 128> {{.*}}, <32x128xtf32, shared
  // SM90: %[[WAITED:[^,]*]], %{{.*}} = nv_tileas.async.future_wait %[[SUMS]] keep({{.*}} {pending = 1 : i64}
  // SM90: %[[SECOND:.*]] = nv_tileas.copy {{.*}} <universal_copy, 128> slice [0, 16]
  // SM90: nv_tileas.async.dot %[[SECOND]], %{{[^ ]*}} from 16, %[[WAITED]] <sm90.mma.m64k8.tf32.f32, 128>
  // SM90: consumer_release
  // SM90: nv_tileas.async.future_wait {{.*}} {pending = 1 : i64}
  // SM90: scf.yield
  // SM90: nv_tileas.async.future_wait
  // SM100: tmem_dot {{.*}} <sm100.mma.m128k8.tf32.f32, 128> : <128x32xtf32, shared{{.*}}, <32x128xtf32, shared
  // CHECK: nv_tileaa.return
  nv_tileaa.func @row_major(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %steps = arith.constant 32 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f32>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f32>
    %pc = nv_tileaa.assume #nv_tileaa.div_by<16>, %c : !nv_tileaa.ptr<f32>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : <f32> -> !array
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : <f32> -> !array
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : <f32> -> !array
    %va = nv_tileaa.block_tile %ma : !array -> !tiles_a
    %vb = nv_tileaa.block_tile %mb : !array -> !tiles_b
    %vc = nv_tileaa.block_tile %mc : !array -> !tiles_c
    %sums = scf.for %k = %zero to %steps step %one iter_args(%sum = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x, %tx = nv_tileaa.tiled_load <weak> %va[%zero, %k] padding <zero> {in_bounds = array<i1: true, true>} : !tiles_a[i32, i32] -> tensor<128x32xf32>, !nv_tileaa.mem_token
      %xr = nv_tileaa.fp_to_fp %x : tensor<128x32xf32> -> tensor<128x32xtf32>
      %y, %ty = nv_tileaa.tiled_load <weak> %vb[%k, %zero] padding <zero> {in_bounds = array<i1: true, true>} : !tiles_b[i32, i32] -> tensor<32x128xf32>, !nv_tileaa.mem_token
      %yr = nv_tileaa.fp_to_fp %y : tensor<32x128xf32> -> tensor<32x128xtf32>
      %d = nv_tileaa.dot %xr, %yr, %sum : tensor<128x32xtf32>, tensor<32x128xtf32>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %t = nv_tileaa.tiled_store <weak> %sums, %vc[%zero, %zero] {in_bounds = array<i1: true, true>} : tensor<128x128xf32>, !tiles_c[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // Both are contiguous along K: nothing passes registers, and the dot stays in flight as a whole.
  // CHECK-LABEL: @both_along_k
  // CHECK-NOT: nv_tileaa.fp_to_fp
  // CHECK-NOT: slice
  // SM90: nv_tileas.async.dot {{.*}} <sm90.mma.m64k8.tf32.f32, 128> : {{.*}}<128x32xtf32, shared{{.*}}<32x128xtf32, shared
  // SM100: tmem_dot
  // CHECK: nv_tileaa.return
  nv_tileaa.func @both_along_k(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %steps = arith.constant 32 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f32>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f32>
    %pc = nv_tileaa.assume #nv_tileaa.div_by<16>, %c : !nv_tileaa.ptr<f32>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : <f32> -> !array
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : <f32> -> !columns
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : <f32> -> !array
    %va = nv_tileaa.block_tile %ma : !array -> !tiles_a
    %vb = nv_tileaa.block_tile %mb : !columns -> !columns_b
    %vc = nv_tileaa.block_tile %mc : !array -> !tiles_c
    %sums = scf.for %k = %zero to %steps step %one iter_args(%sum = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x, %tx = nv_tileaa.tiled_load <weak> %va[%zero, %k] padding <zero> {in_bounds = array<i1: true, true>} : !tiles_a[i32, i32] -> tensor<128x32xf32>, !nv_tileaa.mem_token
      %xr = nv_tileaa.fp_to_fp %x : tensor<128x32xf32> -> tensor<128x32xtf32>
      %y, %ty = nv_tileaa.tiled_load <weak> %vb[%k, %zero] padding <zero> {in_bounds = array<i1: true, true>} : !columns_b[i32, i32] -> tensor<32x128xf32>, !nv_tileaa.mem_token
      %yr = nv_tileaa.fp_to_fp %y : tensor<32x128xf32> -> tensor<32x128xtf32>
      %d = nv_tileaa.dot %xr, %yr, %sum : tensor<128x32xtf32>, tensor<32x128xtf32>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %t = nv_tileaa.tiled_store <weak> %sums, %vc[%zero, %zero] {in_bounds = array<i1: true, true>} : tensor<128x128xf32>, !tiles_c[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // A is contiguous along M: it comes from registers, and the dot is not transposed.
  // CHECK-LABEL: @columns_of_a
  // CHECK-NOT: nv_tileaa.fp_to_fp
  // SM90: nv_tileas.copy {{.*}} <universal_copy, 128> slice [0, 16]
  // SM90: nv_tileas.async.dot {{.*}} from 16, {{.*}} <sm90.mma.m64k8.tf32.f32, 128> : tensor<128x16xtf32{{.*}}, <32x128xtf32, shared
  // SM100: tmem_dot
  // CHECK: nv_tileaa.return
  nv_tileaa.func @columns_of_a(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %steps = arith.constant 32 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f32>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f32>
    %pc = nv_tileaa.assume #nv_tileaa.div_by<16>, %c : !nv_tileaa.ptr<f32>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : <f32> -> !columns
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : <f32> -> !columns
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : <f32> -> !array
    %va = nv_tileaa.block_tile %ma : !columns -> !columns_a
    %vb = nv_tileaa.block_tile %mb : !columns -> !columns_b
    %vc = nv_tileaa.block_tile %mc : !array -> !tiles_c
    %sums = scf.for %k = %zero to %steps step %one iter_args(%sum = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x, %tx = nv_tileaa.tiled_load <weak> %va[%zero, %k] padding <zero> {in_bounds = array<i1: true, true>} : !columns_a[i32, i32] -> tensor<128x32xf32>, !nv_tileaa.mem_token
      %xr = nv_tileaa.fp_to_fp %x : tensor<128x32xf32> -> tensor<128x32xtf32>
      %y, %ty = nv_tileaa.tiled_load <weak> %vb[%k, %zero] padding <zero> {in_bounds = array<i1: true, true>} : !columns_b[i32, i32] -> tensor<32x128xf32>, !nv_tileaa.mem_token
      %yr = nv_tileaa.fp_to_fp %y : tensor<32x128xf32> -> tensor<32x128xtf32>
      %d = nv_tileaa.dot %xr, %yr, %sum : tensor<128x32xtf32>, tensor<32x128xtf32>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %t = nv_tileaa.tiled_store <weak> %sums, %vc[%zero, %zero] {in_bounds = array<i1: true, true>} : tensor<128x128xf32>, !tiles_c[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // Neither is contiguous along K: A comes from registers, and threads transpose B.
  // CHECK-LABEL: @columns_of_a_rows_of_b
  // SM90: nv_tileas.copy {{.*}} <universal_copy, 128> : tensor<32x128xtf32
  // SM90: nv_tileas.async.dot {{.*}} : tensor<128x32xtf32{{.*}}, <32x128xtf32, shared
  // SM100-NOT: nv_tileaa.fp_to_fp
  // SM100: tmem_dot
  // CHECK: nv_tileaa.return
  nv_tileaa.func @columns_of_a_rows_of_b(%a: !nv_tileaa.ptr<f32>, %b: !nv_tileaa.ptr<f32>, %c: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %steps = arith.constant 32 : i32
    %zeros = arith.constant dense<0.0> : tensor<128x128xf32>
    %pa = nv_tileaa.assume #nv_tileaa.div_by<16>, %a : !nv_tileaa.ptr<f32>
    %pb = nv_tileaa.assume #nv_tileaa.div_by<16>, %b : !nv_tileaa.ptr<f32>
    %pc = nv_tileaa.assume #nv_tileaa.div_by<16>, %c : !nv_tileaa.ptr<f32>
    %ma = nv_tileaa.make_memref %pa, sizes = [], strides = [] : <f32> -> !columns
    %mb = nv_tileaa.make_memref %pb, sizes = [], strides = [] : <f32> -> !array
    %mc = nv_tileaa.make_memref %pc, sizes = [], strides = [] : <f32> -> !array
    %va = nv_tileaa.block_tile %ma : !columns -> !columns_a
    %vb = nv_tileaa.block_tile %mb : !array -> !tiles_b
    %vc = nv_tileaa.block_tile %mc : !array -> !tiles_c
    %sums = scf.for %k = %zero to %steps step %one iter_args(%sum = %zeros) -> (tensor<128x128xf32>) : i32 {
      %x, %tx = nv_tileaa.tiled_load <weak> %va[%zero, %k] padding <zero> {in_bounds = array<i1: true, true>} : !columns_a[i32, i32] -> tensor<128x32xf32>, !nv_tileaa.mem_token
      %xr = nv_tileaa.fp_to_fp %x : tensor<128x32xf32> -> tensor<128x32xtf32>
      %y, %ty = nv_tileaa.tiled_load <weak> %vb[%k, %zero] padding <zero> {in_bounds = array<i1: true, true>} : !tiles_b[i32, i32] -> tensor<32x128xf32>, !nv_tileaa.mem_token
      %yr = nv_tileaa.fp_to_fp %y : tensor<32x128xf32> -> tensor<32x128xtf32>
      %d = nv_tileaa.dot %xr, %yr, %sum : tensor<128x32xtf32>, tensor<32x128xtf32>, tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    %t = nv_tileaa.tiled_store <weak> %sums, %vc[%zero, %zero] {in_bounds = array<i1: true, true>} : tensor<128x128xf32>, !tiles_c[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

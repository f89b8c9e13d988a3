// Every operation, type and attribute round-trips, in its own syntax and in the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

!ptr = !nv_tileaa.ptr<f32>
!m = !nv_tileaa.memref<?x64xf32, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<16x32, !m, steps = [16, 32], dims = [0, 1]>
!s = !nv_tileaa.tiled_view<16x32, !m, steps = [1, 32], dims = [0, 1], sparse = 0>
!t = !nv_tileaa.mem_token

// CHECK: gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.debug_info = "none", nv_tileaa.libnvvm_use_nvgpucomp = true, nv_tileaa.target_spec = "sm_90"}
gpu.module @kernels attributes {
    nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.debug_info = "none",
    nv_tileaa.libnvvm_use_nvgpucomp = true} {
  // CHECK-LABEL: nv_tileaa.func @structure(
  // CHECK-SAME: attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, clusterDimX = 2>, nv_tileaa.occupancy = 2 : i32}
  nv_tileaa.func @structure(%x: i64, %a: tensor<16x16xi32>) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4, clusterDimX = 2>, nv_tileaa.occupancy = 2 : i32} {
    // CHECK: nv_tileaa.get_program_id <x> : i32
    %0 = nv_tileaa.get_program_id <x> : i32
    // CHECK: nv_tileaa.get_num_programs <z> : i32
    %1 = nv_tileaa.get_num_programs <z> : i32
    // CHECK: nv_tileaa.get_cluster_rank : i32
    %rank = nv_tileaa.get_cluster_rank : i32
    // CHECK: nv_tileaa.assume #nv_tileaa.div_by<16>, %{{.*}} : i64
    %2 = nv_tileaa.assume #nv_tileaa.div_by<16>, %x : i64
    // CHECK: nv_tileaa.assume #nv_tileaa.div_by<16, every 4 along 1>, %{{.*}} : tensor<16x16xi32>
    %3 = nv_tileaa.assume #nv_tileaa.div_by<16, every 4 along 1>, %a : tensor<16x16xi32>
    // CHECK: nv_tileaa.assume #nv_tileaa.bounded<lb = 0, ub = 7>, %{{.*}} : i64
    %4 = nv_tileaa.assume #nv_tileaa.bounded<lb = 0, ub = 7>, %x : i64
    // CHECK: nv_tileaa.assume #nv_tileaa.bounded<ub = 7>, %{{.*}} : i64
    %5 = nv_tileaa.assume #nv_tileaa.bounded<ub = 7>, %x : i64
    // CHECK: nv_tileaa.assume #nv_tileaa.same_elements<4, 2>, %{{.*}} : tensor<16x16xi32>
    %6 = nv_tileaa.assume #nv_tileaa.same_elements<4, 2>, %a : tensor<16x16xi32>
    // CHECK: nv_tileaa.return
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @result(%{{.*}}: i32) -> i32
  nv_tileaa.func @result(%x: i32) -> i32 {
    // CHECK: nv_tileaa.return %{{.*}} : i32
    nv_tileaa.return %x : i32
  }

  // CHECK-LABEL: nv_tileaa.func @math
  nv_tileaa.func @math(%x: f32, %a: tensor<16xf32>, %i: tensor<16xi64>) {
    // CHECK: nv_tileaa.addf %{{.*}}, %{{.*}} rounding <zero> ftz : f32
    %0 = nv_tileaa.addf %x, %x rounding <zero> ftz : f32
    // CHECK: nv_tileaa.subf %{{.*}}, %{{.*}} rounding <negative_inf> : tensor<16xf32>
    %1 = nv_tileaa.subf %a, %a rounding <negative_inf> : tensor<16xf32>
    // CHECK: nv_tileaa.mulf %{{.*}}, %{{.*}} rounding <positive_inf> : f32
    %2 = nv_tileaa.mulf %x, %x rounding <positive_inf> : f32
    // CHECK: nv_tileaa.divf %{{.*}}, %{{.*}} rounding <full> : f32
    %3 = nv_tileaa.divf %x, %x rounding <full> : f32
    // CHECK: nv_tileaa.fma %{{.*}}, %{{.*}}, %{{.*}} ftz : tensor<16xf32>
    %4 = nv_tileaa.fma %a, %a, %a ftz : tensor<16xf32>
    // CHECK: nv_tileaa.sqrt %{{.*}} rounding <approx> ftz : f32
    %5 = nv_tileaa.sqrt %x rounding <approx> ftz : f32
    // CHECK: nv_tileaa.rsqrt %{{.*}} ftz : f32
    %6 = nv_tileaa.rsqrt %x ftz : f32
    // CHECK: nv_tileaa.exp %{{.*}} rounding <approx> : f32
    %7 = nv_tileaa.exp %x rounding <approx> : f32
    // CHECK: nv_tileaa.exp2 %{{.*}} ftz : f32
    %8 = nv_tileaa.exp2 %x ftz : f32
    // CHECK: nv_tileaa.tanh %{{.*}} rounding <approx> : f32
    %9 = nv_tileaa.tanh %x rounding <approx> : f32
    // CHECK: nv_tileaa.maxf %{{.*}}, %{{.*}} propagate_nan ftz : f32
    %10 = nv_tileaa.maxf %x, %x propagate_nan ftz : f32
    // CHECK: nv_tileaa.minf %{{.*}}, %{{.*}} ftz : f32
    %11 = nv_tileaa.minf %x, %x ftz : f32
    // CHECK: nv_tileaa.atan2 %{{.*}}, %{{.*}} : tensor<16xf32>
    %atan2 = nv_tileaa.atan2 %a, %a : tensor<16xf32>
    // CHECK: nv_tileaa.mulhiui %{{.*}}, %{{.*}} : tensor<16xi64>
    %12 = nv_tileaa.mulhiui %i, %i : tensor<16xi64>
    // CHECK: nv_tileaa.fp_to_fp %{{.*}} : f32 -> bf16
    %13 = nv_tileaa.fp_to_fp %x : f32 -> bf16
    // CHECK: nv_tileaa.fp_to_fp %{{.*}} rounding <nearest_away> : tensor<16xf32> -> tensor<16xtf32>
    %14 = nv_tileaa.fp_to_fp %a rounding <nearest_away> : tensor<16xf32> -> tensor<16xtf32>
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @shape
  nv_tileaa.func @shape(%x: f32, %i: i32, %a: tensor<4x8xf32>, %one: tensor<1x1xf32>, %p: tensor<2x4xf32>, %bytes: tensor<4x8xi8>) {
    // CHECK: nv_tileaa.splat %{{.*}} : f32 -> tensor<8xf32>
    %0 = nv_tileaa.splat %x : f32 -> tensor<8xf32>
    // CHECK: nv_tileaa.unsplat %{{.*}} : tensor<1x1xf32> -> f32
    %1 = nv_tileaa.unsplat %one : tensor<1x1xf32> -> f32
    // CHECK: nv_tileaa.make_range : tensor<8xi16>
    %2 = nv_tileaa.make_range : tensor<8xi16>
    // CHECK: nv_tileaa.view %{{.*}} : tensor<4x8xf32> -> tensor<2x1x16xf32>
    %3 = nv_tileaa.view %a : tensor<4x8xf32> -> tensor<2x1x16xf32>
    // CHECK: nv_tileaa.broadcast %{{.*}} : tensor<1x1xf32> -> tensor<4x1xf32>
    %4 = nv_tileaa.broadcast %one : tensor<1x1xf32> -> tensor<4x1xf32>
    // CHECK: nv_tileaa.permute %{{.*}} [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
    %5 = nv_tileaa.permute %a [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
    // CHECK: nv_tileaa.cat %{{.*}}, %{{.*}} dim = 1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x16xf32>
    %6 = nv_tileaa.cat %a, %a dim = 1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x16xf32>
    // CHECK: nv_tileaa.extract %{{.*}}[%{{.*}}, %{{.*}}] : tensor<4x8xf32> -> tensor<2x4xf32>
    %7 = nv_tileaa.extract %a[%i, %i] : tensor<4x8xf32> -> tensor<2x4xf32>
    // CHECK: nv_tileaa.unpack %{{.*}} dim = 1 : tensor<4x8xi8> -> tensor<4x16xf4E2M1FN>
    %u = nv_tileaa.unpack %bytes dim = 1 : tensor<4x8xi8> -> tensor<4x16xf4E2M1FN>
    // CHECK: nv_tileaa.insert %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<2x4xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    %8 = nv_tileaa.insert %p, %a[%i, %i] : tensor<2x4xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @collective
  nv_tileaa.func @collective(%a: tensor<4x8xf32>, %i: tensor<4x8xi32>, %v: tensor<8xf32>, %q: tensor<8x4xf32>, %c: tensor<4x4xf32>,
                             %x: tensor<2x4x8xi8>, %y: tensor<2x8x4xi8>, %z: tensor<2x4x4xi32>,
                             %sa: tensor<4x2xf8E8M0FNU>, %sb: tensor<2x4xf8E8M0FNU>) {
    // CHECK: nv_tileaa.reduce %{{.*}}, %{{.*}} dim = 0 identities = [0.000000e+00 : f32, 0 : i32] : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
    // CHECK: nv_tileaa.yield %{{.*}}, %{{.*}} : f32, i32
    %0:2 = nv_tileaa.reduce %a, %i dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
    ^bb0(%e: f32, %acc: f32, %ie: i32, %iacc: i32):
      nv_tileaa.yield %e, %ie : f32, i32
    }
    // CHECK: nv_tileaa.reduce %{{.*}} dim = 0 {{.*}} : (tensor<8xf32>) -> f32
    %1 = nv_tileaa.reduce %v dim = 0 identities = [0.0 : f32] : (tensor<8xf32>) -> f32 {
    ^bb0(%e: f32, %acc: f32):
      nv_tileaa.yield %acc : f32
    }
    // CHECK: nv_tileaa.scan %{{.*}} dim = 1 reverse = true identities = [0.000000e+00 : f32] : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = nv_tileaa.scan %a dim = 1 reverse = true identities = [0.0 : f32] : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%e: f32, %acc: f32):
      nv_tileaa.yield %acc : f32
    }
    // CHECK: nv_tileaa.dot %{{.*}}, %{{.*}}, %{{.*}} fast_acc : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32>
    %3 = nv_tileaa.dot %a, %q, %c fast_acc : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32>
    // CHECK: nv_tileaa.dot %{{.*}} {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<2x4x8xi8>, tensor<2x8x4xi8>, tensor<2x4x4xi32>
    %4 = nv_tileaa.dot %x, %y, %z {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<2x4x8xi8>, tensor<2x8x4xi8>, tensor<2x4x4xi32>
    // CHECK: nv_tileaa.dot %{{.*}}, %{{.*}}, %{{.*}} scales %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32> scales tensor<4x2xf8E8M0FNU>, tensor<2x4xf8E8M0FNU>
    %scaled = nv_tileaa.dot %a, %q, %c scales %sa, %sb : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x4xf32> scales tensor<4x2xf8E8M0FNU>, tensor<2x4xf8E8M0FNU>
    nv_tileaa.return
  }

  // CHECK-LABEL: nv_tileaa.func @memory
  nv_tileaa.func @memory(%p: !ptr, %n: i32, %l: i64, %ps: tensor<16x!ptr>, %o: tensor<16xi64>, %mask: tensor<16xi1>, %x: tensor<16xf32>) {
    // CHECK: nv_tileaa.addptr %{{.*}}, %{{.*}} : tensor<16x!nv_tileaa.ptr<f32>>, tensor<16xi64>
    %0 = nv_tileaa.addptr %ps, %o : tensor<16x!ptr>, tensor<16xi64>
    // CHECK: nv_tileaa.int_to_ptr %{{.*}} : i64 -> !nv_tileaa.ptr<f32>
    %1 = nv_tileaa.int_to_ptr %l : i64 -> !ptr
    // CHECK: nv_tileaa.ptr_to_int %{{.*}} : !nv_tileaa.ptr<f32> -> i64
    %2 = nv_tileaa.ptr_to_int %p : !ptr -> i64
    // CHECK: nv_tileaa.bitcast %{{.*}} : !nv_tileaa.ptr<f32> -> !nv_tileaa.ptr<i8>
    %3 = nv_tileaa.bitcast %p : !ptr -> !nv_tileaa.ptr<i8>
    // CHECK: nv_tileaa.bitcast %{{.*}} : tensor<16xf32> -> tensor<16xi32>
    %4 = nv_tileaa.bitcast %x : tensor<16xf32> -> tensor<16xi32>
    // CHECK: nv_tileaa.make_memref %{{.*}}, sizes = [%{{.*}}], strides = [%{{.*}}] : <f32> sizes i32 strides i64 -> <?x64xf32, strides = [?, 1]>
    %m = nv_tileaa.make_memref %p, sizes = [%n], strides = [%l] : !ptr sizes i32 strides i64 -> !m
    // CHECK: nv_tileaa.make_memref %{{.*}}, sizes = [], strides = [] : <f32> -> <f32, strides = []>
    %5 = nv_tileaa.make_memref %p, sizes = [], strides = [] : !ptr -> !nv_tileaa.memref<f32, strides = []>
    // CHECK: nv_tileaa.get_dim_size %{{.*}}, 0 : <?x64xf32, strides = [?, 1]> -> i32
    %6 = nv_tileaa.get_dim_size %m, 0 : !m -> i32
    // CHECK: nv_tileaa.block_tile %{{.*}} : <?x64xf32, strides = [?, 1]> -> <16x32, !nv_tileaa.memref<?x64xf32, strides = [?, 1]>, steps = [16, 32], dims = [0, 1]>
    %v = nv_tileaa.block_tile %m : !m -> !v
    // CHECK: steps = [1, 32], dims = [0, 1], sparse = 0>
    %s = nv_tileaa.block_tile %m : !m -> !s
    // CHECK: nv_tileaa.create_mem_token : !nv_tileaa.mem_token
    %t0 = nv_tileaa.create_mem_token : !t
    // CHECK: nv_tileaa.join_mem_token %{{.*}}, %{{.*}} : !nv_tileaa.mem_token
    %t1 = nv_tileaa.join_mem_token %t0, %t0 : !t
    // CHECK: nv_tileaa.tiled_load <weak> %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} padding <neg_inf> {allow_tma = true, in_bounds = array<i1: true, false>, latency = 3 : i64}
    %y, %t2 = nv_tileaa.tiled_load <weak> %v[%n, %n] token = %t1 padding <neg_inf> {in_bounds = array<i1: true, false>, latency = 3 : i64, allow_tma = true} : !v[i32, i32] -> tensor<16x32xf32>, !t
    // CHECK: nv_tileaa.tiled_load <acquire> scope <gpu> %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds = array<i1: true, true>} : {{.*}}[tensor<16xi64>, i32] -> tensor<16x32xf32>, !nv_tileaa.mem_token
    %z, %t3 = nv_tileaa.tiled_load <acquire> scope <gpu> %s[%o, %n] {in_bounds = array<i1: true, true>} : !s[tensor<16xi64>, i32] -> tensor<16x32xf32>, !t
    // CHECK: nv_tileaa.tiled_store <release> scope <sys> %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] token = %{{.*}} {in_bounds = array<i1: false, false>}
    %t4 = nv_tileaa.tiled_store <release> scope <sys> %y, %v[%n, %n] token = %t3 {in_bounds = array<i1: false, false>} : tensor<16x32xf32>, !v[i32, i32] -> !t
    // CHECK: nv_tileaa.load <relaxed> scope <tl_blk> %{{.*}}, mask = %{{.*}}, other = %{{.*}} token = %{{.*}} {latency = 1 : i64}
    %w, %t5 = nv_tileaa.load <relaxed> scope <tl_blk> %ps, mask = %mask, other = %x token = %t4 {latency = 1 : i64} : tensor<16x!ptr>, mask tensor<16xi1>, other tensor<16xf32> -> tensor<16xf32>, !t
    // CHECK: nv_tileaa.load <weak> %{{.*}} : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
    %7, %t6 = nv_tileaa.load <weak> %p : !ptr -> f32, !t
    // CHECK: nv_tileaa.store <weak> %{{.*}}, %{{.*}}, mask = %{{.*}} : tensor<16x!nv_tileaa.ptr<f32>>, tensor<16xf32>, mask tensor<16xi1> -> !nv_tileaa.mem_token
    %t7 = nv_tileaa.store <weak> %ps, %w, mask = %mask : tensor<16x!ptr>, tensor<16xf32>, mask tensor<16xi1> -> !t
    // CHECK: nv_tileaa.atomic_rmw <addf> <relaxed> <gpu> %{{.*}}, %{{.*}}, mask = %{{.*}} token = %{{.*}} : tensor<16x!nv_tileaa.ptr<f32>>, tensor<16xf32>, mask tensor<16xi1> -> !nv_tileaa.mem_token
    %8, %t8 = nv_tileaa.atomic_rmw <addf> <relaxed> <gpu> %ps, %x, mask = %mask token = %t7 : tensor<16x!ptr>, tensor<16xf32>, mask tensor<16xi1> -> !t
    // CHECK: nv_tileaa.atomic_cas <acq_rel> <sys> %{{.*}}, %{{.*}}, %{{.*}} : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    %9, %t9 = nv_tileaa.atomic_cas <acq_rel> <sys> %p, %7, %7 : !ptr, f32 -> !t
    // CHECK: nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <gpu> %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} token = %{{.*}} {in_bounds = array<i1: true, false>, index_bits = 32 : i32} : tensor<16x32xf32>, {{.*}}[i32, i32] -> !nv_tileaa.mem_token
    %t10 = nv_tileaa.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%n, %n], %y token = %t9 {in_bounds = array<i1: true, false>, index_bits = 32 : i32} : tensor<16x32xf32>, !v[i32, i32] -> !t
    // CHECK: nv_tileaa.tiled_load <relaxed> scope <gpu> %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds = array<i1: true, true>, multicast = #nv_tileaa.rmw_mode<addf>}
    %all, %tz = nv_tileaa.tiled_load <relaxed> scope <gpu> %v[%n, %n] {in_bounds = array<i1: true, true>, multicast = #nv_tileaa.rmw_mode<addf>} : !v[i32, i32] -> tensor<16x32xf32>, !t
    // CHECK: nv_tileaa.tiled_store <release> scope <sys> %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds = array<i1: true, true>, multicast}
    %ts = nv_tileaa.tiled_store <release> scope <sys> %all, %v[%n, %n] {in_bounds = array<i1: true, true>, multicast} : tensor<16x32xf32>, !v[i32, i32] -> !t
    // CHECK: nv_tileaa.tiled_atomic_rmw <addf> <release> <gpu> {{.*}}, multicast}
    %tr = nv_tileaa.tiled_atomic_rmw <addf> <release> <gpu> %v[%n, %n], %all {in_bounds = array<i1: true, true>, multicast} : tensor<16x32xf32>, !v[i32, i32] -> !t
    // CHECK: nv_tileaa.fence_alias token = %{{.*}} : !nv_tileaa.mem_token
    %t11 = nv_tileaa.fence_alias token = %t10 : !t
    // CHECK: nv_tileaa.gdc_launch_dependents : !nv_tileaa.mem_token
    %t12 = nv_tileaa.gdc_launch_dependents : !t
    // CHECK: nv_tileaa.gdc_wait token = %{{.*}} : !nv_tileaa.mem_token
    %t13 = nv_tileaa.gdc_wait token = %t12 : !t
    nv_tileaa.return
  }

  // CHECK: nv_tileaa.global @counts dense<0> : tensor<16xi32>
  nv_tileaa.global @counts dense<0> : tensor<16xi32>
  // CHECK: nv_tileaa.global "private" constant @table alignment = 64 dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  nv_tileaa.global "private" constant @table alignment = 64 dense<[1.0, 2.0]> : tensor<2xf32>

  // CHECK-LABEL: nv_tileaa.func @debug
  nv_tileaa.func @debug(%n: i32, %x: tensor<4x8xf32>, %c: tensor<4x8xi1>) {
    // CHECK: nv_tileaa.get_global @table : <f32>
    %p = nv_tileaa.get_global @table : !ptr
    // CHECK: %[[OWN:.*]] = nv_tileaa.alloca bytes = 256, alignment = 32 : <f32>
    %own = nv_tileaa.alloca bytes = 256, alignment = 32 : !ptr
    // CHECK: nv_tileaa.release %[[OWN]], alignment = 32 : <f32>
    nv_tileaa.release %own, alignment = 32 : !ptr
    // CHECK: nv_tileaa.local_store %{{.*}}, slot = 0[%{{.*}} of 64] : tensor<4x8xf32>
    nv_tileaa.local_store %x, slot = 0[%n of 64] : tensor<4x8xf32>
    // CHECK: nv_tileaa.local_load slot = 0[%{{.*}} of 64] : tensor<4x8xf32>
    %local = nv_tileaa.local_load slot = 0[%n of 64] : tensor<4x8xf32>
    // CHECK: nv_tileaa.kept slot = 0[4] cut [5, 6] : tensor<16x8xf32>
    %kept = nv_tileaa.kept slot = 0[4] cut [5, 6] : tensor<16x8xf32>
    // CHECK: nv_tileaa.print "nothing\0A" -> !nv_tileaa.mem_token
    %t0 = nv_tileaa.print "nothing\0A" -> !t
    // CHECK: nv_tileaa.print "%d of 100%%: %5.2f\0A", %{{.*}}, %{{.*}} token = %{{.*}} : i32, tensor<4x8xf32> -> !nv_tileaa.mem_token
    %t1 = nv_tileaa.print "%d of 100%%: %5.2f\0A", %n, %x token = %t0 : i32, tensor<4x8xf32> -> !t
    // CHECK: nv_tileaa.assert %{{.*}}, "out of range" : tensor<4x8xi1>
    nv_tileaa.assert %c, "out of range" : tensor<4x8xi1>
    nv_tileaa.return
  }
}

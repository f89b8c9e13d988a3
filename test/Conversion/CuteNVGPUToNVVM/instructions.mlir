// Each instruction becomes one operation, and that one instruction of PTX.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {

// CHECK-LABEL: @products
// PTX-LABEL: .entry products
llvm.func @products(%p: !llvm.ptr<1>, %h: vector<2xf16>, %w: i32, %f: f32) attributes {nvvm.kernel} {
  // CHECK: nvvm.mma.sync A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] B[%{{.*}}, %{{.*}}] C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}
  // PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.store volatile %0, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
  %1 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f16> A[%h, %h, %h, %h] B[%h, %h] C[%h, %h] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  llvm.store volatile %1, %p : !llvm.struct<(vector<2xf16>, vector<2xf16>)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
  %2 = cute_nvgpu.mma <sm80.mma.m16n8k16.bf16.f32> A[%w, %w, %w, %w] B[%w, %w] C[%f, %f, %f, %f] : bf16, bf16, (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.store volatile %2, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
  %3 = cute_nvgpu.mma <sm80.mma.m16n8k8.tf32.f32> A[%w, %w, %w, %w] B[%w, %w] C[%f, %f, %f, %f] : tf32, tf32, (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.store volatile %3, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
  // CHECK: nvvm.mma.sync {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>{{.*}}multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<u8>
  // PTX: mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32
  %4 = cute_nvgpu.mma <sm80.mma.m16n8k32.i8.i32> A[%w, %w, %w, %w] B[%w, %w] C[%w, %w, %w, %w] : si8, ui8, (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.store volatile %4, %p : !llvm.struct<(i32, i32, i32, i32)>, !llvm.ptr<1>
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
  // PTX: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
  %5 = cute_nvgpu.mma <sm89.mma.m16n8k32.f8.f32> A[%w, %w, %w, %w] B[%w, %w] C[%f, %f, %f, %f] : f8E4M3FN, f8E5M2, (i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.store volatile %5, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16
  %6 = cute_nvgpu.mma <sm89.mma.m16n8k16.f8.f16> A[%w, %w] B[%w] C[%h, %h] : f8E5M2, f8E5M2, (i32, i32, i32, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  llvm.store volatile %6, %p : !llvm.struct<(vector<2xf16>, vector<2xf16>)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
  %7 = cute_nvgpu.mma <sm75.mma.m16n8k8.f16.f16> A[%h, %h] B[%h] C[%h, %h] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  llvm.store volatile %7, %p : !llvm.struct<(vector<2xf16>, vector<2xf16>)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32
  %8 = cute_nvgpu.mma <sm75.mma.m8n8k16.i8.i32> A[%w] B[%w] C[%w, %w] : ui8, si8, (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  llvm.store volatile %8, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
  // PTX: mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32
  %9 = cute_nvgpu.mma <sm80.mma.m16n8k4.tf32.f32> A[%w, %w] B[%w] C[%f, %f, %f, %f] : tf32, tf32, (i32, i32, i32, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.store volatile %9, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: @doubles
// PTX-LABEL: .entry doubles
llvm.func @doubles(%p: !llvm.ptr<1>, %d: f64) attributes {nvvm.kernel} {
  // CHECK: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 8, n = 8, k = 4>
  // PTX: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
  %0 = cute_nvgpu.mma <sm80.mma.m8n8k4.f64.f64> A[%d] B[%d] C[%d, %d] : f64, f64, (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  llvm.store volatile %0, %p : !llvm.struct<(f64, f64)>, !llvm.ptr<1>
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k4.row.col.f64"
  // PTX: mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64
  %1 = cute_nvgpu.mma <sm90.mma.m16n8k4.f64.f64> A[%d, %d] B[%d] C[%d, %d, %d, %d] : f64, f64, (f64, f64, f64, f64, f64, f64, f64) -> !llvm.struct<(f64, f64, f64, f64)>
  llvm.store volatile %1, %p : !llvm.struct<(f64, f64, f64, f64)>, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: @loads
// PTX-LABEL: .entry loads
llvm.func @loads(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>) attributes {nvvm.kernel} {
  // CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  // PTX: ldmatrix.sync.aligned.m8n8.x1.shared.b16
  %0 = cute_nvgpu.ldsm %s <ldsm, 1> : !llvm.ptr<3>
  llvm.store volatile %0, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  // PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
  %1 = cute_nvgpu.ldsm %s <ldsm.trans, 4> : !llvm.ptr<3>
  llvm.store volatile %1, %p : !llvm.struct<(i32, i32, i32, i32)>, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: @stores
// PTX-LABEL: .entry stores
llvm.func @stores(%s: !llvm.ptr<3>, %w: i32) attributes {nvvm.kernel} {
  // CHECK: nvvm.stmatrix %{{.*}}, %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32
  // PTX: stmatrix.sync.aligned.m8n8.x1.shared.b16
  cute_nvgpu.stsm %s, %w <stsm, 1> : !llvm.ptr<3>
  // CHECK: nvvm.stmatrix %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {{.*}}layout = #nvvm.mma_layout<col>
  // PTX: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
  cute_nvgpu.stsm %s, %w, %w, %w, %w <stsm.trans, 4> : !llvm.ptr<3>
  llvm.return
}

// CHECK-LABEL: @copies
// PTX-LABEL: .entry copies
llvm.func @copies(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %outside: i1, %bytes: i32) attributes {nvvm.kernel} {
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache =  ca :
  // PTX: cp.async.ca.shared.global [%{{.*}}], [%{{.*}}], 4;
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 4> : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att {{.*}}"cp.async.cg.shared.global $0, $1, 16, $2;", "*m,*m,b"
  // PTX: cp.async.cg.shared.global [%{{.*}}], [%{{.*}}], 16, %p{{.*}};
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 16> cache <cg> ignore(%outside) : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} :
  // PTX: cp.async.cg.shared.global [%{{.*}}], [%{{.*}}], 16, %r{{.*}};
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 16> cache <cg> source_bytes(%bytes) : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att {{.*}}"@$3 cp.async.cg.shared.global $0, $1, 16, $2;", "*m,*m,r,b"
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 16> cache <cg> source_bytes(%bytes) if %outside : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: nvvm.cp.async.commit.group
  // PTX: cp.async.commit_group
  cute_nvgpu.cp_async.commit_group
  // CHECK: nvvm.cp.async.wait.group 2
  // PTX: cp.async.wait_group 2
  cute_nvgpu.cp_async.wait_group 2
  llvm.return
}

// Req: G-15
// CHECK-LABEL: @barriers
// PTX-LABEL: .entry barriers
llvm.func @barriers(%id: i32, %mask: i32) attributes {nvvm.kernel} {
  // CHECK: nvvm.barrier0{{$}}
  // PTX: bar.sync 0;
  cute_nvgpu.bar.sync
  // CHECK: nvvm.barrier id = %{{[a-z0-9]+$}}
  // PTX: bar.sync %{{[a-z0-9]+}};
  cute_nvgpu.bar.sync id(%id)
  %one = llvm.mlir.constant(1 : i32) : i32
  // CHECK: %[[THREADS:.*]] = llvm.mlir.constant(96 : i32)
  // CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %[[THREADS]]
  // PTX: bar.sync 1, 96;
  cute_nvgpu.bar.sync id(%one) threads 96
  // CHECK: nvvm.barrier.arrive id = %{{.*}} number_of_threads = %{{.*}}
  // PTX: bar.arrive 1, 64;
  cute_nvgpu.bar.arrive id(%one) threads 64
  // CHECK: nvvm.bar.warp.sync %
  // PTX: bar.warp.sync
  cute_nvgpu.bar.warp.sync %mask
  llvm.return
}

// Req: K-21, K-24
// CHECK-LABEL: @mbarriers
// PTX-LABEL: .entry mbarriers
llvm.func @mbarriers(%b: !llvm.ptr<3>, %n: i32, %p: i1, %g: !llvm.ptr<1>) attributes {nvvm.kernel} {
  // CHECK: nvvm.mbarrier.init %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32
  // PTX: mbarrier.init.shared.b64 [%{{.*}}], %{{.*}};
  cute_nvgpu.mbarrier.init %b, %n : !llvm.ptr<3>
  // CHECK: nvvm.mbarrier.init %{{.*}}, %{{.*}}, predicate = %{{.*}} : !llvm.ptr<3>, i32, i1
  // PTX: @%{{.*}} mbarrier.init.shared.b64 [%{{.*}}], %{{.*}};
  cute_nvgpu.mbarrier.init %b, %n if %p : !llvm.ptr<3>
  // CHECK: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3>
  // PTX: mbarrier.arrive.shared.b64
  cute_nvgpu.mbarrier.arrive %b : !llvm.ptr<3>
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32
  // PTX: mbarrier.arrive.expect_tx.shared.b64
  cute_nvgpu.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<3>
  // CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}}, predicate = %{{.*}} : !llvm.ptr<3>, i32, i1
  // PTX: @%{{.*}} mbarrier.arrive.expect_tx.shared.b64
  cute_nvgpu.mbarrier.arrive.expect_tx %b, %n if %p : !llvm.ptr<3>
  // CHECK: nvvm.cp.async.mbarrier.arrive %{{.*}} {noinc = true} : !llvm.ptr<3>
  // PTX: cp.async.mbarrier.arrive.noinc.shared.b64
  cute_nvgpu.mbarrier.cp_async_arrive %b : !llvm.ptr<3>
  // CHECK: nvvm.mbarrier.test.wait %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32 -> i1
  // PTX: mbarrier.test_wait.parity.shared.b64
  %0 = cute_nvgpu.mbarrier.test_wait %b, %n : !llvm.ptr<3>
  llvm.store volatile %0, %g : i1, !llvm.ptr<1>
  // CHECK: nvvm.mbarrier.try_wait %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32 -> i1
  // PTX: mbarrier.try_wait.parity.shared.b64
  %1 = cute_nvgpu.mbarrier.try_wait %b, %n : !llvm.ptr<3>
  llvm.store volatile %1, %g : i1, !llvm.ptr<1>
  // CHECK: nvvm.mapa %{{.*}}, %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
  // PTX: mapa.shared::cluster
  %there = cute_nvgpu.mapa %b, %n : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<7>
  // PTX: mbarrier.arrive.shared::cluster.b64
  cute_nvgpu.mbarrier.arrive_cluster %there : !llvm.ptr<7>
  // Req: G-15
  // CHECK: nvvm.cluster.arrive
  // PTX: barrier.cluster.arrive
  cute_nvgpu.barrier.cluster.arrive
  // CHECK: nvvm.cluster.wait
  // PTX: barrier.cluster.wait
  cute_nvgpu.barrier.cluster.wait
  llvm.return
}

// Req: K-06, K-09, K-10, K-11
// CHECK-LABEL: @tensor_copies
// PTX-LABEL: .entry tensor_copies
llvm.func @tensor_copies(%map: !llvm.ptr, %s: !llvm.ptr<3>, %b: !llvm.ptr<3>, %x: i32, %w: i16) attributes {nvvm.kernel} {
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, box[%{{.*}}, %{{.*}}] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  // PTX: cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%{{.*}}], [%{{.*}}, {%{{.*}}, %{{.*}}}], [%{{.*}}];
  cute_nvgpu.tma_load %s, %map[%x, %x], %b <tma_load, 2> : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} im2col[%{{.*}}] {isCTAOnly = true, mode = #nvvm.tma_load_mode<im2col>}
  // PTX: cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes
  cute_nvgpu.tma_load %s, %map[%x, %x, %x], %b <tma_load, 3> im2col[%w] : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  // CHECK: %[[CLUSTER:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr<3> to !llvm.ptr<7>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[CLUSTER]], {{.*}} multicast_mask = %{{.*}} : !llvm.ptr<7>, !llvm.ptr
  // PTX: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
  cute_nvgpu.tma_load %s, %map[%x], %b <tma_load, 1> multicast(%w) : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %{{.*}}, %{{.*}}, box[%{{.*}}, %{{.*}}] : !llvm.ptr, <3>
  // PTX: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
  cute_nvgpu.tma_store %s, %map[%x, %x] <tma_store, 2> : !llvm.ptr<3>, !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.commit.group
  // PTX: cp.async.bulk.commit_group
  cute_nvgpu.bulk.commit_group
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  // PTX: cp.async.bulk.wait_group.read 1
  cute_nvgpu.bulk.wait_group 1 read
  // CHECK: nvvm.cp.async.bulk.wait_group 0
  // PTX: cp.async.bulk.wait_group 0
  cute_nvgpu.bulk.wait_group 0
  // CHECK: nvvm.prefetch tensormap, %{{.*}} : !llvm.ptr
  // PTX: prefetch.tensormap
  cute_nvgpu.prefetch.tensormap %map : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: @control
// PTX-LABEL: .entry control
llvm.func @control() attributes {nvvm.kernel} {
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // PTX: fence.proxy.async.shared::cta
  cute_nvgpu.fence.proxy.async
  // CHECK: nvvm.fence.mbarrier.init
  // PTX: fence.mbarrier_init.release.cluster
  cute_nvgpu.fence.mbarrier_init
  // CHECK: nvvm.setmaxregister increase 240
  // PTX: setmaxnreg.inc.sync.aligned.u32 240
  cute_nvgpu.setmaxnreg <inc> 240
  // CHECK: nvvm.setmaxregister decrease 24
  // PTX: setmaxnreg.dec.sync.aligned.u32 24
  cute_nvgpu.setmaxnreg <dec> 24
  llvm.return
}
}
}

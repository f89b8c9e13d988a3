// Round trip of every operation.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -emit-bytecode | tileiras-opt | FileCheck %s

// CHECK-LABEL: @products
func.func @products(%h: vector<2xf16>, %w: i32, %f: f32) {
  // CHECK: cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] B[%{{.*}}, %{{.*}}] C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : f16, f16, (vector<2xf16>,
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  // CHECK: cute_nvgpu.mma <sm80.mma.m16n8k32.i8.i32> {{.*}} : si8, ui8, (i32,
  %1 = cute_nvgpu.mma <sm80.mma.m16n8k32.i8.i32> A[%w, %w, %w, %w] B[%w, %w] C[%w, %w, %w, %w] : si8, ui8, (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  return
}

// CHECK-LABEL: @loads
func.func @loads(%s: !llvm.ptr<3>) {
  // CHECK: cute_nvgpu.ldsm %{{.*}} <ldsm, 1> : !llvm.ptr<3>
  %0 = cute_nvgpu.ldsm %s <ldsm, 1> : !llvm.ptr<3>
  // CHECK: cute_nvgpu.ldsm %{{.*}} <ldsm.trans, 4> : !llvm.ptr<3>
  %1 = cute_nvgpu.ldsm %s <ldsm.trans, 4> : !llvm.ptr<3>
  // CHECK: cute_nvgpu.ldsm %{{.*}} <ldsm.m16n16.b8.trans, 1> : !llvm.ptr<3>
  %bytes = cute_nvgpu.ldsm %s <ldsm.m16n16.b8.trans, 1> : !llvm.ptr<3>
  %byte_words = llvm.extractvalue %bytes[1] : !llvm.struct<(i32, i32)>
  // The types are inferred.
  %2 = llvm.extractvalue %1[3] : !llvm.struct<(i32, i32, i32, i32)>
  %3 = llvm.add %0, %2 : i32
  return
}

// CHECK-LABEL: @stores
func.func @stores(%s: !llvm.ptr<3>, %w: i32) {
  // CHECK: cute_nvgpu.stsm %{{.*}}, %{{.*}} <stsm, 1> : !llvm.ptr<3>
  cute_nvgpu.stsm %s, %w <stsm, 1> : !llvm.ptr<3>
  // CHECK: cute_nvgpu.stsm %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} <stsm.trans, 4> : !llvm.ptr<3>
  cute_nvgpu.stsm %s, %w, %w, %w, %w <stsm.trans, 4> : !llvm.ptr<3>
  return
}

// CHECK-LABEL: @copies
func.func @copies(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32, %p: i1) {
  // CHECK: cute_nvgpu.simt_async_copy %{{.*}}, %{{.*}} <simt_async_copy, 16> cache <cg> ignore(%{{.*}}) if %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 16> cache <cg> ignore(%p) if %p : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: cute_nvgpu.simt_async_copy %{{.*}}, %{{.*}} <simt_async_copy, 4> : !llvm.ptr<3>, !llvm.ptr<1>
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 4> : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: cute_nvgpu.simt_async_copy %{{.*}}, %{{.*}} <simt_async_copy, 16> cache <cg> ignore(%{{.*}}) : !llvm.ptr<3>, !llvm.ptr<1>
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 16> cache <cg> ignore(%p) : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: cute_nvgpu.simt_async_copy %{{.*}}, %{{.*}} <simt_async_copy, 16> cache <cg> source_bytes(%{{.*}}) if %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 16> cache <cg> source_bytes(%n) if %p : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK: cute_nvgpu.cp_async.commit_group
  cute_nvgpu.cp_async.commit_group
  // CHECK: cute_nvgpu.cp_async.wait_group 2
  cute_nvgpu.cp_async.wait_group 2
  return
}

// CHECK-LABEL: @barriers
func.func @barriers(%id: i32, %mask: i32) {
  // CHECK: cute_nvgpu.bar.sync{{$}}
  cute_nvgpu.bar.sync
  // CHECK: cute_nvgpu.bar.sync id(%{{.*}}){{$}}
  cute_nvgpu.bar.sync id(%id)
  // CHECK: cute_nvgpu.bar.sync id(%{{.*}}) threads 96
  cute_nvgpu.bar.sync id(%id) threads 96
  // CHECK: cute_nvgpu.bar.arrive id(%{{.*}}) threads 64
  cute_nvgpu.bar.arrive id(%id) threads 64
  // CHECK: cute_nvgpu.bar.warp.sync %
  cute_nvgpu.bar.warp.sync %mask
  return
}

// CHECK-LABEL: @mbarriers
func.func @mbarriers(%b: !llvm.ptr<3>, %n: i32, %p: i1) {
  // CHECK: cute_nvgpu.mbarrier.init %{{.*}}, %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.init %b, %n : !llvm.ptr<3>
  // CHECK: cute_nvgpu.mbarrier.init %{{.*}}, %{{.*}} if %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.init %b, %n if %p : !llvm.ptr<3>
  // CHECK: cute_nvgpu.mbarrier.arrive %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.arrive %b : !llvm.ptr<3>
  // CHECK: cute_nvgpu.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<3>
  // CHECK: cute_nvgpu.mbarrier.arrive.expect_tx %{{.*}}, %{{.*}} if %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.arrive.expect_tx %b, %n if %p : !llvm.ptr<3>
  // CHECK: cute_nvgpu.mbarrier.cp_async_arrive %{{.*}} : !llvm.ptr<3>
  cute_nvgpu.mbarrier.cp_async_arrive %b : !llvm.ptr<3>
  // CHECK: %{{.*}} = cute_nvgpu.mbarrier.test_wait %{{.*}}, %{{.*}} : !llvm.ptr<3>
  %0 = cute_nvgpu.mbarrier.test_wait %b, %n : !llvm.ptr<3>
  // CHECK: %{{.*}} = cute_nvgpu.mbarrier.try_wait %{{.*}}, %{{.*}} : !llvm.ptr<3>
  %1 = cute_nvgpu.mbarrier.try_wait %b, %n : !llvm.ptr<3>
  // CHECK: %[[THERE:.*]] = cute_nvgpu.mapa %{{.*}}, %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
  %there = cute_nvgpu.mapa %b, %n : !llvm.ptr<3> -> !llvm.ptr<7>
  // CHECK: cute_nvgpu.mbarrier.arrive_cluster %[[THERE]] : !llvm.ptr<7>
  cute_nvgpu.mbarrier.arrive_cluster %there : !llvm.ptr<7>
  return
}

// CHECK-LABEL: @tensor_copies
func.func @tensor_copies(%map: !llvm.ptr, %s: !llvm.ptr<3>, %x: i32, %w: i16) {
  // CHECK: cute_nvgpu.tma_load %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} <tma_load, 2> : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  cute_nvgpu.tma_load %s, %map[%x, %x], %s <tma_load, 2> : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  // CHECK: cute_nvgpu.tma_load %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}], %{{.*}} <tma_load, 3> im2col[%{{.*}}] multicast(%{{.*}}) : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  cute_nvgpu.tma_load %s, %map[%x, %x, %x], %s <tma_load, 3> im2col[%w] multicast(%w) : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  // CHECK: cute_nvgpu.tma_store %{{.*}}, %{{.*}}[%{{.*}}] <tma_store, 1> : !llvm.ptr<3>, !llvm.ptr
  cute_nvgpu.tma_store %s, %map[%x] <tma_store, 1> : !llvm.ptr<3>, !llvm.ptr
  // CHECK: cute_nvgpu.bulk.commit_group
  cute_nvgpu.bulk.commit_group
  // CHECK: cute_nvgpu.bulk.wait_group 1 read
  cute_nvgpu.bulk.wait_group 1 read
  // CHECK: cute_nvgpu.bulk.wait_group 0{{$}}
  cute_nvgpu.bulk.wait_group 0
  // CHECK: cute_nvgpu.prefetch.tensormap %{{.*}} : !llvm.ptr
  cute_nvgpu.prefetch.tensormap %map : !llvm.ptr
  return
}

// CHECK-LABEL: @control
func.func @control() {
  // CHECK: cute_nvgpu.fence.proxy.async
  cute_nvgpu.fence.proxy.async
  // CHECK: cute_nvgpu.fence.mbarrier_init
  cute_nvgpu.fence.mbarrier_init
  // CHECK: cute_nvgpu.barrier.cluster.arrive
  cute_nvgpu.barrier.cluster.arrive
  // CHECK: cute_nvgpu.barrier.cluster.wait
  cute_nvgpu.barrier.cluster.wait
  // CHECK: cute_nvgpu.setmaxnreg <inc> 240
  cute_nvgpu.setmaxnreg <inc> 240
  // CHECK: cute_nvgpu.setmaxnreg <dec> 24
  cute_nvgpu.setmaxnreg <dec> 24
  return
}

// CHECK-LABEL: @accesses
func.func @accesses(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %x: i32, %v: vector<4xi16>, %p: i1) {
  // CHECK: %[[V:.*]] = cute_nvgpu.load %{{.*}} <universal_copy, 64> : !llvm.ptr<3> -> vector<4xi16>
  %0 = cute_nvgpu.load %s <universal_copy, 64> : !llvm.ptr<3> -> vector<4xi16>
  // CHECK: cute_nvgpu.load %{{.*}} <universal_copy, 32> read_only : !llvm.ptr<1> -> i32
  %1 = cute_nvgpu.load %g <universal_copy, 32> read_only : !llvm.ptr<1> -> i32
  // CHECK: cute_nvgpu.load %{{.*}} <universal_copy, 32> order <acquire> scope <gpu> : !llvm.ptr<1> -> i32
  %2 = cute_nvgpu.load %g <universal_copy, 32> order <acquire> scope <gpu> : !llvm.ptr<1> -> i32
  // CHECK: cute_nvgpu.load %{{.*}} <universal_copy, 64> if %{{.*}} else(%{{.*}}, %{{.*}} : i32, i32) : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  %3 = cute_nvgpu.load %g <universal_copy, 64> if %p else(%x, %x : i32, i32) : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  // CHECK: cute_nvgpu.store %[[V]] to %{{.*}} <universal_copy, 64> : !llvm.ptr<3>, vector<4xi16>
  cute_nvgpu.store %0 to %s <universal_copy, 64> : !llvm.ptr<3>, vector<4xi16>
  // CHECK: cute_nvgpu.store %{{.*}}, %{{.*}} to %{{.*}} <universal_copy, 64> order <release> scope <sys> if %{{.*}} : !llvm.ptr<1>, i32, i32
  cute_nvgpu.store %x, %x to %g <universal_copy, 64> order <release> scope <sys> if %p : !llvm.ptr<1>, i32, i32
  // CHECK: cute_nvgpu.atom <add> f32 %{{.*}}, %{{.*}} order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  %4 = cute_nvgpu.atom <add> f32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.atom <min> ui32 %{{.*}}, %{{.*}} order <acq_rel> scope <cta> if %{{.*}} else(%{{.*}} : i32) : !llvm.ptr<3>, i32
  %5 = cute_nvgpu.atom <min> ui32 %s, %x order <acq_rel> scope <cta> if %p else(%x : i32) : !llvm.ptr<3>, i32
  // CHECK: cute_nvgpu.atom.cas %{{.*}}, %{{.*}}, %{{.*}} order <release> scope <sys> : !llvm.ptr<1>, i32
  %6 = cute_nvgpu.atom.cas %g, %x, %x order <release> scope <sys> : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.red.add f32 %{{.*}}, %{{.*}}, %{{.*}} <red.vector, 64> order <relaxed> scope <gpu> if %{{.*}} : !llvm.ptr<1>, i32, i32
  cute_nvgpu.red.add f32 %g, %x, %x <red.vector, 64> order <relaxed> scope <gpu> if %p : !llvm.ptr<1>, i32, i32
  // CHECK: cute_nvgpu.red.add f16 %{{.*}}, %{{.*}} <red.f16x2, 32> order <release> scope <cta> : !llvm.ptr<1>, i32
  cute_nvgpu.red.add f16 %g, %x <red.f16x2, 32> order <release> scope <cta> : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.multimem.ld_reduce <add> f16 %{{.*}} order <acquire> scope <sys> : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  %7 = cute_nvgpu.multimem.ld_reduce <add> f16 %g order <acquire> scope <sys> : !llvm.ptr<1> -> !llvm.struct<(i32, i32)>
  // CHECK: cute_nvgpu.multimem.ld_reduce <min> si32 %{{.*}} order <relaxed> scope <cta> if %{{.*}} else(%{{.*}} : i32) : !llvm.ptr<1> -> i32
  %8 = cute_nvgpu.multimem.ld_reduce <min> si32 %g order <relaxed> scope <cta> if %p else(%x : i32) : !llvm.ptr<1> -> i32
  // CHECK: cute_nvgpu.multimem.st f32 %{{.*}}, %{{.*}}, %{{.*}} order <release> scope <gpu> if %{{.*}} : !llvm.ptr<1>, i32, i32
  cute_nvgpu.multimem.st f32 %g, %x, %x order <release> scope <gpu> if %p : !llvm.ptr<1>, i32, i32
  // CHECK: cute_nvgpu.multimem.red <xor> i32 %{{.*}}, %{{.*}} order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  cute_nvgpu.multimem.red <xor> i32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
  return
}

// CHECK-LABEL: @reductions
func.func @reductions(%x: i32, %y: f32) {
  // CHECK: cute_nvgpu.redux <add> %{{.*}}
  %0 = cute_nvgpu.redux <add> %x
  // CHECK: cute_nvgpu.redux <umax> %{{.*}}
  %1 = cute_nvgpu.redux <umax> %x
  // CHECK: cute_nvgpu.redux.f32 <max> nan %{{.*}}
  %2 = cute_nvgpu.redux.f32 <max> nan %y
  // CHECK: cute_nvgpu.redux.f32 <min> %{{.*}}
  %3 = cute_nvgpu.redux.f32 <min> %y
  return
}

// CHECK-LABEL: @tensor_memory
func.func @tensor_memory(%slot: !llvm.ptr<3>) {
  // CHECK: cute_nvgpu.arch.sm100.alloc_tmem %{{.*}} columns 32 : !llvm.ptr<3>
  cute_nvgpu.arch.sm100.alloc_tmem %slot columns 32 : !llvm.ptr<3>
  // CHECK: cute_nvgpu.arch.sm100.retrieve_tmem_ptr %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<6>
  %p = cute_nvgpu.arch.sm100.retrieve_tmem_ptr %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  // CHECK: cute_nvgpu.arch.sm100.dealloc_tmem %{{.*}} columns 32 : !llvm.ptr<6>
  cute_nvgpu.arch.sm100.dealloc_tmem %p columns 32 : !llvm.ptr<6>
  return
}

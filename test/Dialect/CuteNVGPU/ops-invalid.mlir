// Requirements of each instruction on its operands.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @atom(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected an atom of mma.sync that has a lowering, got #cute_nvgpu.atom<ldsm, 4>}}
  %0 = cute_nvgpu.mma <ldsm, 4> A[%h, %h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

// Tile IR has no MMA of 4-bit integers.
func.func @no_lowering(%w: i32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected an atom of mma.sync that has a lowering, got #cute_nvgpu.atom<sm75.mma.m8n8k32.i4.i32>}}
  %0 = cute_nvgpu.mma <sm75.mma.m8n8k32.i4.i32> A[%w] B[%w] C[%w, %w] : si8, si8, (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
  return
}

// -----

// An f64 is a separate register.
func.func @type_of_doubles(%d: f64, %w: i32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected registers of A of type 'f64', got 'i32'}}
  %0 = cute_nvgpu.mma <sm80.mma.m8n8k4.f64.f64> A[%w] B[%d] C[%d, %d] : f64, f64, (i32, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  return
}

// -----

func.func @count_of_doubles(%d: f64) {
  // expected-error @below {{'cute_nvgpu.mma' op expected 1 registers of B, got 2}}
  %0 = cute_nvgpu.mma <sm80.mma.m8n8k4.f64.f64> A[%d] B[%d, %d] C[%d, %d] : f64, f64, (f64, f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  return
}

// -----

func.func @count_a(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected 4 registers of A, got 3}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @count_b(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected 2 registers of B, got 4}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h, %h] B[%h, %h, %h, %h] C[%f, %f, %f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @type_a(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected registers of A of type 'vector<2xf16>', got 'i32'}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%w, %w, %w, %w] B[%h, %h] C[%f, %f, %f, %f] : f16, f16, (i32, i32, i32, i32, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @none_of_c(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected registers of C}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h, %h] B[%h, %h] C[] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<()>
  return
}

// -----

func.func @product(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected an atom that multiplies 'bf16' and 'f16' into 'f32', got #cute_nvgpu.atom<sm80.mma.m16n8k16.f16.f32>}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%w, %w, %w, %w] B[%h, %h] C[%f, %f, %f, %f] : bf16, f16, (i32, i32, i32, i32, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @count_c(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected 4 registers of C, got 2}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h, %h] B[%h, %h] C[%f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32) -> !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @result(%h: vector<2xf16>, %w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma' op expected a result of type '!llvm.struct<(f32, f32, f32, f32)>', got '!llvm.struct<(f32, f32)>'}}
  %0 = cute_nvgpu.mma <sm80.mma.m16n8k16.f16.f32> A[%h, %h, %h, %h] B[%h, %h] C[%f, %f, %f, %f] : f16, f16, (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @ldsm_atom(%s: !llvm.ptr<3>) {
  // expected-error @below {{'cute_nvgpu.ldsm' op expected an atom of ldmatrix that has a lowering, got #cute_nvgpu.atom<stsm, 4>}}
  %0 = cute_nvgpu.ldsm %s <stsm, 4> : !llvm.ptr<3>
  return
}

// -----

func.func @stsm_atom(%s: !llvm.ptr<3>, %w: i32) {
  // expected-error @below {{'cute_nvgpu.stsm' op expected an atom of stmatrix that has a lowering, got #cute_nvgpu.atom<stsm.m16n8.b8.trans, 1>}}
  cute_nvgpu.stsm %s, %w <stsm.m16n8.b8.trans, 1> : !llvm.ptr<3>
  return
}

// -----

func.func @stsm_registers(%s: !llvm.ptr<3>, %w: i32) {
  // expected-error @below {{'cute_nvgpu.stsm' op expected 4 registers, got 2}}
  cute_nvgpu.stsm %s, %w, %w <stsm, 4> : !llvm.ptr<3>
  return
}

// -----

func.func @ldsm_space(%g: !llvm.ptr<1>) {
  // expected-error @below {{'cute_nvgpu.ldsm' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  %0 = cute_nvgpu.ldsm %g <ldsm, 4> : !llvm.ptr<1>
  return
}

// -----

func.func @copy_atom(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @below {{'cute_nvgpu.simt_async_copy' op expected an atom of cp.async, got #cute_nvgpu.atom<universal_copy, 32>}}
  cute_nvgpu.simt_async_copy %s, %g <universal_copy, 32> : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @copy_cache(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @below {{'cute_nvgpu.simt_async_copy' op expected 16 bytes past the first cache, got 8}}
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 8> cache <cg> : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @copy_part_or_nothing(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32, %p: i1) {
  // expected-error @below {{'cute_nvgpu.simt_async_copy' op expected either what is ignored or how many bytes are read, got both}}
  cute_nvgpu.simt_async_copy %s, %g <simt_async_copy, 8> ignore(%p) source_bytes(%n) : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @copy_spaces(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @below {{'cute_nvgpu.simt_async_copy' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  cute_nvgpu.simt_async_copy %g, %g <simt_async_copy, 8> : !llvm.ptr<1>, !llvm.ptr<1>
  return
}

// -----

func.func @groups() {
  // expected-error @below {{'cute_nvgpu.cp_async.wait_group' op attribute 'pending' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  cute_nvgpu.cp_async.wait_group -1
  return
}

// -----

func.func @bar_threads(%i: i32) {
  // expected-error @below {{'cute_nvgpu.bar.sync' op expected a multiple of 32 from 32 to 1024 threads, got 48}}
  cute_nvgpu.bar.sync id(%i) threads 48
  return
}

// -----

func.func @bar_id(%i: i32) {
  // expected-error @below {{'cute_nvgpu.bar.sync' op expected an id with a number of threads}}
  cute_nvgpu.bar.sync threads 64
  return
}

// -----

func.func @arrive_threads(%i: i32) {
  // expected-error @below {{'cute_nvgpu.bar.arrive' op expected a multiple of 32 from 32 to 1024 threads, got 2048}}
  cute_nvgpu.bar.arrive id(%i) threads 2048
  return
}

// -----

func.func @registers() {
  // expected-error @below {{'cute_nvgpu.setmaxnreg' op expected a multiple of 8 from 24 to 256 registers, got 100}}
  cute_nvgpu.setmaxnreg <inc> 100
  return
}

// -----

func.func @few_registers() {
  // expected-error @below {{'cute_nvgpu.setmaxnreg' op expected a multiple of 8 from 24 to 256 registers, got 16}}
  cute_nvgpu.setmaxnreg <dec> 16
  return
}

// -----

// Req: K-23
func.func @mbarrier_init(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mbarrier.init' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  cute_nvgpu.mbarrier.init %b, %n : !llvm.ptr<1>
  return
}

// -----

func.func @mbarrier_arrive_expect_tx(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mbarrier.arrive.expect_tx' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  cute_nvgpu.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<1>
  return
}

// -----

func.func @mbarrier_test_wait(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mbarrier.test_wait' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  %0 = cute_nvgpu.mbarrier.test_wait %b, %n : !llvm.ptr<1>
  return
}

// -----

func.func @mbarrier_try_wait(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mbarrier.try_wait' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  %0 = cute_nvgpu.mbarrier.try_wait %b, %n : !llvm.ptr<1>
  return
}

// -----

func.func @mapa(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mapa' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  %0 = cute_nvgpu.mapa %b, %n : !llvm.ptr<1> -> !llvm.ptr<7>
  return
}

// -----

func.func @mbarrier_arrive_cluster(%b: !llvm.ptr<3>) {
  // expected-error @below {{'cute_nvgpu.mbarrier.arrive_cluster' op operand #0 must be LLVM pointer in address space 7, but got '!llvm.ptr<3>'}}
  cute_nvgpu.mbarrier.arrive_cluster %b : !llvm.ptr<3>
  return
}

// -----

func.func @mbarrier_arrive(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mbarrier.arrive' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  cute_nvgpu.mbarrier.arrive %b : !llvm.ptr<1>
  return
}

// -----

func.func @mbarrier_cp_async_arrive(%b: !llvm.ptr<1>, %n: i32) {
  // expected-error @below {{'cute_nvgpu.mbarrier.cp_async_arrive' op operand #0 must be LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  cute_nvgpu.mbarrier.cp_async_arrive %b : !llvm.ptr<1>
  return
}

// -----

func.func @no_tensor_copy(%map: !llvm.ptr, %s: !llvm.ptr<3>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.tma_load' op expected an atom of tensor copies to shared memory, got #cute_nvgpu.atom<tma_store, 1>}}
  cute_nvgpu.tma_load %s, %map[%x], %s <tma_store, 1> : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  return
}

// -----

func.func @no_tensor_store(%map: !llvm.ptr, %s: !llvm.ptr<3>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.tma_store' op expected an atom of tensor copies from shared memory, got #cute_nvgpu.atom<bulk_store>}}
  cute_nvgpu.tma_store %s, %map[%x] <bulk_store> : !llvm.ptr<3>, !llvm.ptr
  return
}

// -----

func.func @coordinates(%map: !llvm.ptr, %s: !llvm.ptr<3>, %x: i32) {
  // expected-error @below {{'cute_nvgpu.tma_store' op expected 3 coordinates, got 2}}
  cute_nvgpu.tma_store %s, %map[%x, %x] <tma_store, 3> : !llvm.ptr<3>, !llvm.ptr
  return
}

// -----

func.func @offsets(%map: !llvm.ptr, %s: !llvm.ptr<3>, %x: i32, %w: i16) {
  // expected-error @below {{'cute_nvgpu.tma_load' op expected two offsets less than coordinates, got 2 and 3}}
  cute_nvgpu.tma_load %s, %map[%x, %x, %x], %s <tma_load, 3> im2col[%w, %w] : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
  return
}

// -----

func.func @columns(%slot: !llvm.ptr<3>) {
  // expected-error @below {{'cute_nvgpu.arch.sm100.alloc_tmem' op expected a power of two from 32 to 512 columns, got 48}}
  cute_nvgpu.arch.sm100.alloc_tmem %slot columns 48 : !llvm.ptr<3>
  return
}

// -----

func.func @columns(%p: !llvm.ptr<6>) {
  // expected-error @below {{'cute_nvgpu.arch.sm100.dealloc_tmem' op expected a power of two from 32 to 512 columns, got 16}}
  cute_nvgpu.arch.sm100.dealloc_tmem %p columns 16 : !llvm.ptr<6>
  return
}

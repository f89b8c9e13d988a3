// Requirements of warpgroup MMAs on their operands.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @atom(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{'cute_nvgpu.wgmma.mma_async' op expected an atom of wgmma that has a lowering, got #cute_nvgpu.atom<sm80.mma.m16n8k16.f16.f32>}}
  %0 = cute_nvgpu.wgmma.mma_async <sm80.mma.m16n8k16.f16.f32> A[%a] B[%b] C[%f, %f, %f, %f] : f16, f16, (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @none_of_c(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{'cute_nvgpu.wgmma.mma_async' op expected registers of C}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%a] B[%b] C[] : f16, f16, (i64, i64) -> !llvm.struct<()>
  return
}

// -----

func.func @count_of_a(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected a descriptor of A or 4 registers, got 2}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%w, %w] B[%b] C[%f, %f, %f, %f] : f16, f16, (i32, i32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @descriptor(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected A to be of type 'i64', got 'i32'}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%w] B[%b] C[%f, %f, %f, %f] : f16, f16, (i32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @registers_of_a(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected A to be of type 'i32', got 'f32'}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%f, %f, %f, %f] B[%b] C[%f, %f, %f, %f] : f16, f16, (f32, f32, f32, f32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @transposed_fp8(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected B of 'f8E4M3FN' not to be transposed}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k32.f8.f32, 8> A[%a] B[%b] transpose_b C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @transposed_registers(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected A of 'f16' in registers not to be transposed}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%w, %w, %w, %w] transpose_a B[%b] C[%f, %f, %f, %f] : f16, f16, (i32, i32, i32, i32, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @types(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected an atom that multiplies 'bf16' and 'f16' into registers of 'f32', got #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 8>}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%a] B[%b] C[%f, %f, %f, %f] : bf16, f16, (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @count_of_c(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected 8 registers of C, got 4}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 16> A[%a] B[%b] C[%f, %f, %f, %f] : f16, f16, (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @result(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{expected a result of the registers ['f32', 'f32', 'f32', 'f32'], got ['f32', 'f32']}}
  %0 = cute_nvgpu.wgmma.mma_async <sm90.mma.m64k16.f16.f32, 8> A[%a] B[%b] C[%f, %f, %f, %f] : f16, f16, (i64, i64, f32, f32, f32, f32) -> !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @wait(%a: i64, %b: i64, %w: i32, %f: f32, %p: i1) {
  // expected-error @below {{'cute_nvgpu.wgmma.wait_group' op expected a result of the registers ['f32', 'i32'], got ['f32', 'f32']}}
  %0 = cute_nvgpu.wgmma.wait_group 0 [%f, %w] : (f32, i32) -> !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @fence(%f: f32) {
  // expected-error @below {{'cute_nvgpu.wgmma.fence' op expected a result of the registers ['f32', 'f32'], got ['f32']}}
  %0 = cute_nvgpu.wgmma.fence [%f, %f] : (f32, f32) -> !llvm.struct<(f32)>
  return
}

// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @no_scales(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected an atom of mma.sync with scales that has a lowering, got #cute_nvgpu.atom<sm89.mma.m16n8k32.f8.f32>}}
  %0 = cute_nvgpu.mma_bs <sm89.mma.m16n8k32.f8.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 0 B[%w, %w] scale %w byte 0 thread 0 C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @types(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected an atom that multiplies 'f16' and 'f8E4M3FN' with scales of 'f8E8M0FNU' into f32, got #cute_nvgpu.atom<sm120.mma.m16n8k32.mxf8f6f4.f32>}}
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 0 B[%w, %w] scale %w byte 0 thread 0 C[%f, %f, %f, %f] : f16, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @scales(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected an atom that multiplies 'f8E4M3FN' and 'f8E4M3FN' with scales of 'f8E4M3FN' into f32, got #cute_nvgpu.atom<sm120.mma.m16n8k32.mxf8f6f4.f32>}}
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 0 B[%w, %w] scale %w byte 0 thread 0 C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, f8E4M3FN -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @byte(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected scales from a multiple of 1 below 4, got byte 4}}
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 0 B[%w, %w] scale %w byte 4 thread 0 C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @thread(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected a thread below 2 of A and below 4 of B, got 2 and 0}}
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 2 B[%w, %w] scale %w byte 0 thread 0 C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @registers(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected 2 registers of B, got 1}}
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 0 B[%w] scale %w byte 0 thread 0 C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @result(%w: i32, %f: f32) {
  // expected-error @below {{'cute_nvgpu.mma_bs' op expected a result of type '!llvm.struct<(f32, f32, f32, f32)>', got '!llvm.struct<(f32)>'}}
  %0 = cute_nvgpu.mma_bs <sm120.mma.m16n8k32.mxf8f6f4.f32> A[%w, %w, %w, %w] scale %w byte 0 thread 0 B[%w, %w] scale %w byte 0 thread 0 C[%f, %f, %f, %f] : f8E4M3FN, f8E4M3FN, f8E8M0FNU -> !llvm.struct<(f32)>
  return
}

// Requirements of MMAs and copies of tensor memory.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @atom(%a: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{'cute_nvgpu.tcgen05.mma' op expected an atom of tcgen05.mma that has a lowering, got #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64>}}
  cute_nvgpu.tcgen05.mma <sm90.mma.m64k16.f16.f32, 64> A[%a] B[%a] accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  return
}

// -----

func.func @elements(%a: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{expected an atom that multiplies 'f16' and 'bf16', got #cute_nvgpu.atom<sm100.mma.m128k16.f16.f32, 64>}}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A[%a] B[%a] accumulate(%yes) D[%d] : f16, bf16, !llvm.ptr<6>
  return
}

// -----

func.func @transposed(%a: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{expected operands of 'f4E2M1FN' and 'f4E2M1FN' not to be transposed}}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k64.mxf4.f32, 64> A[%a] B[%a] transpose_b accumulate(%yes) D[%d] scales[%d, %d] byte 0 : f4E2M1FN, f4E2M1FN, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  return
}

// -----

func.func @no_a(%b: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{'cute_nvgpu.tcgen05.mma' op expected A in shared or in tensor memory}}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A B[%b] accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  return
}

// -----

func.func @transposed_in_tensor_memory(%b: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{'cute_nvgpu.tcgen05.mma' op expected A in tensor memory not to be transposed}}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A tensor [%d : !llvm.ptr<6>] transpose_a B[%b] accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
  return
}

// -----

func.func @words(%d: !llvm.ptr<6>) {
  // expected-error @below {{'cute_nvgpu.atom.tmem_load' op expected 16 words for #cute_nvgpu.atom<tmem_load.32x32b, 16>, got 'vector<8xi32>'}}
  %v = cute_nvgpu.atom.tmem_load <tmem_load.32x32b, 16> %d : !llvm.ptr<6> -> vector<8xi32>
  return
}

// -----

func.func @direction(%d: !llvm.ptr<6>, %w: vector<8xi32>) {
  // expected-error @below {{'cute_nvgpu.atom.tmem_store' op expected an atom that stores to tensor memory and has a lowering, got #cute_nvgpu.atom<tmem_load.32x32b, 8>}}
  cute_nvgpu.atom.tmem_store <tmem_load.32x32b, 8> %w, %d : vector<8xi32>, !llvm.ptr<6>
  return
}

// -----

func.func @shape(%d: !llvm.ptr<6>) {
  // expected-error @below {{'cute_nvgpu.atom.tmem_load' op expected an atom that loads from tensor memory and has a lowering, got #cute_nvgpu.atom<tmem_load.16x64b, 8>}}
  %v = cute_nvgpu.atom.tmem_load <tmem_load.16x64b, 8> %d : !llvm.ptr<6> -> vector<16xi32>
  return
}

// -----

func.func @rows_of_two_chunks(%a: i64, %d: !llvm.ptr<6>) {
  // expected-error @below {{'cute_nvgpu.atom.s2t_copy' op expected an atom that copies from shared to tensor memory and has a lowering, got #cute_nvgpu.atom<s2t_copy.128x256b>}}
  cute_nvgpu.atom.s2t_copy <s2t_copy.128x256b> [%a] to [%d] : !llvm.ptr<6>
  return
}

// -----

func.func @no_scales(%a: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{'cute_nvgpu.tcgen05.mma' op expected 2 operands of scales with #cute_nvgpu.atom<sm100.mma.m128k32.mxf8f6f4.f32, 64>, got 0}}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k32.mxf8f6f4.f32, 64> A[%a] B[%a] accumulate(%yes) D[%d] : f8E4M3FN, f8E4M3FN, !llvm.ptr<6>
  return
}

// -----

func.func @byte(%a: i64, %d: !llvm.ptr<6>, %yes: i1) {
  // expected-error @below {{'cute_nvgpu.tcgen05.mma' op expected scales from a multiple of 2 below 4, got byte 1}}
  cute_nvgpu.tcgen05.mma <sm100.mma.m128k64.mxf4.f32, 64> A[%a] B[%a] accumulate(%yes) D[%d] scales[%d, %d] byte 1 : f4E2M1FN, f4E2M1FN, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
  return
}

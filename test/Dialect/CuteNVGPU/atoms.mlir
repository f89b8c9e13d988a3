// An atom is the name of a record, and its size where it comes in several.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s

// CHECK: #cute_nvgpu.atom<universal_fma>, #cute_nvgpu.atom<universal_copy, 128>, #cute_nvgpu.atom<ldsm, 1>, #cute_nvgpu.atom<ldsm.trans, 4>
func.func private @chosen() attributes {a = [
  #cute_nvgpu.atom<universal_fma>, #cute_nvgpu.atom<universal_copy, 128>, #cute_nvgpu.atom<ldsm, 1>, #cute_nvgpu.atom<ldsm.trans, 4>]}

// CHECK: #cute_nvgpu.atom<sm80.mma.m16n8k16.f16.f32>, #cute_nvgpu.atom<sm90.mma.m64k16.bf16.f32, 256>, #cute_nvgpu.atom<sm100.mma.m128k32.f8f6f4.f32, 64>
func.func private @products() attributes {a = [
  #cute_nvgpu.atom<sm80.mma.m16n8k16.f16.f32>, #cute_nvgpu.atom<sm90.mma.m64k16.bf16.f32, 256>, #cute_nvgpu.atom<sm100.mma.m128k32.f8f6f4.f32, 64>]}

// CHECK: #cute_nvgpu.atom<simt_async_copy, 16>, #cute_nvgpu.atom<tma_load, 2>, #cute_nvgpu.atom<bulk_store>, #cute_nvgpu.atom<tmem_load.32x32b, 32>
func.func private @copies() attributes {a = [
  #cute_nvgpu.atom<simt_async_copy, 16>, #cute_nvgpu.atom<tma_load, 2>, #cute_nvgpu.atom<bulk_store>, #cute_nvgpu.atom<tmem_load.32x32b, 32>]}

// CHECK: #cute_nvgpu.atom<red.vector, 64>, #cute_nvgpu.atom<bar.sync, 96>, #cute_nvgpu.atom<mbarrier.arrive>
func.func private @meetings() attributes {a = [
  #cute_nvgpu.atom<red.vector, 64>, #cute_nvgpu.atom<bar.sync, 96>, #cute_nvgpu.atom<mbarrier.arrive>]}

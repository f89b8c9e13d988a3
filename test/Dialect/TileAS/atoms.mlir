// An atom is the name of a record, and its size where it comes in several.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s

// CHECK: #nv_tileas.atom<universal_fma>, #nv_tileas.atom<universal_copy, 128>, #nv_tileas.atom<ldsm, 1>, #nv_tileas.atom<ldsm.trans, 4>
func.func private @chosen() attributes {a = [
  #nv_tileas.atom<universal_fma>, #nv_tileas.atom<universal_copy, 128>, #nv_tileas.atom<ldsm, 1>, #nv_tileas.atom<ldsm.trans, 4>]}

// CHECK: #nv_tileas.atom<sm80.mma.m16n8k16.f16.f32>, #nv_tileas.atom<sm90.mma.m64k16.bf16.f32, 256>, #nv_tileas.atom<sm100.mma.m128k32.f8f6f4.f32, 64>
func.func private @products() attributes {a = [
  #nv_tileas.atom<sm80.mma.m16n8k16.f16.f32>, #nv_tileas.atom<sm90.mma.m64k16.bf16.f32, 256>, #nv_tileas.atom<sm100.mma.m128k32.f8f6f4.f32, 64>]}

// CHECK: #nv_tileas.atom<simt_async_copy, 16>, #nv_tileas.atom<tma_load, 2>, #nv_tileas.atom<bulk_store>, #nv_tileas.atom<tmem_load.32x32b, 32>
func.func private @copies() attributes {a = [
  #nv_tileas.atom<simt_async_copy, 16>, #nv_tileas.atom<tma_load, 2>, #nv_tileas.atom<bulk_store>, #nv_tileas.atom<tmem_load.32x32b, 32>]}

// CHECK: #nv_tileas.atom<red.vector, 64>, #nv_tileas.atom<bar.sync, 96>, #nv_tileas.atom<mbarrier.arrive>
func.func private @meetings() attributes {a = [
  #nv_tileas.atom<red.vector, 64>, #nv_tileas.atom<bar.sync, 96>, #nv_tileas.atom<mbarrier.arrive>]}

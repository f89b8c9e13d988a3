// Every case of the enumerations.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -emit-bytecode | tileiras-opt | FileCheck %s

// CHECK: #cute_nvgpu.cache<ca>, #cute_nvgpu.cache<cg>
func.func private @caches() attributes {cases = [#cute_nvgpu.cache<ca>, #cute_nvgpu.cache<cg>]}
// CHECK: #cute_nvgpu.combination<and>, #cute_nvgpu.combination<or>, #cute_nvgpu.combination<xor>, #cute_nvgpu.combination<min>, #cute_nvgpu.combination<max>, #cute_nvgpu.combination<umin>
func.func private @combinations() attributes {cases = [#cute_nvgpu.combination<and>, #cute_nvgpu.combination<or>, #cute_nvgpu.combination<xor>, #cute_nvgpu.combination<min>, #cute_nvgpu.combination<max>, #cute_nvgpu.combination<umin>]}
// CHECK: #cute_nvgpu.update<and>, #cute_nvgpu.update<or>, #cute_nvgpu.update<xor>, #cute_nvgpu.update<exch>, #cute_nvgpu.update<max>
func.func private @updates() attributes {cases = [#cute_nvgpu.update<and>, #cute_nvgpu.update<or>, #cute_nvgpu.update<xor>, #cute_nvgpu.update<exch>, #cute_nvgpu.update<max>]}

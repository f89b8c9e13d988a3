// RUN: tileiras-opt --attach-nvvm-target %s | FileCheck %s --implicit-check-not=triple --implicit-check-not=link
// RUN: tileiras-opt --attach-nvvm-target --attach-nvvm-target %s | FileCheck %s
// RUN: tileiras-opt --attach-nvvm-target="opt-level=1" %s | FileCheck %s --check-prefix=O1

// Req: A-01 A-02 A-03 A-05 A-06 A-07 A-11 A-12 A-13 A-14 A-15 A-16 A-17 A-18 A-19 A-20 A-21 A-22 A-23 A-24

// CHECK: gpu.module @by_number [#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx90", flags = {"-Xopt", "-fma=0", "-pragma-unroll-threshold=9900000"}, verifyTarget = false>]
// O1: gpu.module @by_number [#nvvm.target<O = 1, chip = "sm_90a"
gpu.module @by_number attributes {nv_tileaa.compute_capability = 90 : i32} {}

// CHECK: gpu.module @by_name [#nvvm.target<O = 3, chip = "sm_120a"
gpu.module @by_name attributes {nv_tileaa.target_spec = "sm_120"} {}

// CHECK: gpu.module @number_wins [#nvvm.target<O = 3, chip = "sm_80"
gpu.module @number_wins attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_120"} {}

// CHECK: gpu.module @replaced [#nvvm.target<O = 3, chip = "sm_89", {{[^>]*}}>] attributes
gpu.module @replaced [#nvvm.target<chip = "sm_50">, #nvvm.target<chip = "sm_60">] attributes {nv_tileaa.compute_capability = 89 : i32} {}

// CHECK: gpu.module @debug [#nvvm.target<{{.*}}flags = {"-Xopt", "-fma=0", "-g", "-pragma-unroll-threshold=9900000"}
gpu.module @debug attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.debug_info = "full"} {}

// CHECK: gpu.module @lines [#nvvm.target<{{.*}}flags = {"-Xopt", "-fma=0", "-pragma-unroll-threshold=9900000"}
gpu.module @lines attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.debug_info = "lineinfo"} {}

// CHECK: gpu.module @nvgpucomp [#nvvm.target<{{.*}}"libNVVMUseNVGpuComp=true"
gpu.module @nvgpucomp attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.libnvvm_use_nvgpucomp = true} {}

// CHECK: gpu.module @no_nvgpucomp [#nvvm.target<{{.*}}flags = {"-Xopt", "-fma=0", "-pragma-unroll-threshold=9900000"}
gpu.module @no_nvgpucomp attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.libnvvm_use_nvgpucomp = false} {}

// Adjacent elements in memory belong to adjacent lanes where no instruction of the target updates several: for float
// additions it does, four on sm_90, none on sm_80; for integers nowhere. Loads next to them follow.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-load-store-layouts,tileas-propagate-layouts)))' | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: sed 's/= 80 : i32/= 90 : i32/' %s | tileiras-opt --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(convert-tileaa-to-tileas,tileas-assign-load-store-layouts,tileas-propagate-layouts)))' | FileCheck %s --check-prefixes=CHECK,SM90

// CHECK-DAG: [[LANES:#[a-z0-9_]+]] = {{.*}}register={{\[\[128\],\[256\]\]}}, lane={{\[\[1\],\[2\]}}
// SM90-DAG: [[VECTORS:#[a-z0-9_]+]] = {{.*}}register={{\[\[1\],\[2\]\]}}, lane={{\[\[4\],\[8\]}}

#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @floats
  // SM80: nv_tileas.load {{.*}} -> tensor<512xf32, [[LANES]]>
  // SM80: nv_tileas.atomic_rmw {{.*}}tensor<512xf32, [[LANES]]>
  // SM90: nv_tileas.load {{.*}} -> tensor<512xf32, [[VECTORS]]>
  // SM90: nv_tileas.atomic_rmw {{.*}}tensor<512xf32, [[VECTORS]]>
  nv_tileaa.func @floats(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #spec} {
    %r = nv_tileaa.make_range : tensor<512xi32>
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<512x!nv_tileaa.ptr<f32>>
    %pp = nv_tileaa.addptr %ps, %r : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xi32>
    %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<f32> -> tensor<512x!nv_tileaa.ptr<f32>>
    %qq = nv_tileaa.addptr %qs, %r : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xi32>
    %x, %t0 = nv_tileaa.load <weak> %pp {alignment = 16 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>> -> tensor<512xf32>, !nv_tileaa.mem_token
    %old, %t1 = nv_tileaa.atomic_rmw <addf> <relaxed> <gpu> %qq, %x {alignment = 16 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>>, tensor<512xf32> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // CHECK-LABEL: @integers
  // CHECK: nv_tileas.load {{.*}} -> tensor<512xi32, [[LANES]]>
  // CHECK: nv_tileas.atomic_rmw {{.*}}tensor<512xi32, [[LANES]]>
  nv_tileaa.func @integers(%p: !nv_tileaa.ptr<i32>, %q: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #spec} {
    %r = nv_tileaa.make_range : tensor<512xi32>
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<i32> -> tensor<512x!nv_tileaa.ptr<i32>>
    %pp = nv_tileaa.addptr %ps, %r : tensor<512x!nv_tileaa.ptr<i32>>, tensor<512xi32>
    %qs = nv_tileaa.splat %q : !nv_tileaa.ptr<i32> -> tensor<512x!nv_tileaa.ptr<i32>>
    %qq = nv_tileaa.addptr %qs, %r : tensor<512x!nv_tileaa.ptr<i32>>, tensor<512xi32>
    %x, %t0 = nv_tileaa.load <weak> %pp {alignment = 16 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<i32>> -> tensor<512xi32>, !nv_tileaa.mem_token
    %old, %t1 = nv_tileaa.atomic_rmw <add> <relaxed> <gpu> %qq, %x {alignment = 16 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<i32>>, tensor<512xi32> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

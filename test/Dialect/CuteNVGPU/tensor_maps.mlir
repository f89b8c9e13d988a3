// Tensor maps that kernels make, and the thread that acts for its warp: round trip.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -emit-bytecode | tileiras-opt | FileCheck %s

// CHECK-LABEL: @fields
func.func @fields(%m: !llvm.ptr<1>, %w: i32, %d: i64) {
  // CHECK: cute_nvgpu.tensormap.replace <global_address> %{{.*}}, %{{.*}} : !llvm.ptr<1>, i64
  cute_nvgpu.tensormap.replace <global_address> %m, %d : !llvm.ptr<1>, i64
  // CHECK: cute_nvgpu.tensormap.replace <rank> %{{.*}}, %{{.*}} : !llvm.ptr<1>, i32
  cute_nvgpu.tensormap.replace <rank> %m, %w : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.tensormap.replace <box_dim> %{{.*}}[4], %{{.*}} : !llvm.ptr<1>, i32
  cute_nvgpu.tensormap.replace <box_dim> %m[4], %w : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.tensormap.replace <global_dim> %{{.*}}[0], %{{.*}} : !llvm.ptr<1>, i32
  cute_nvgpu.tensormap.replace <global_dim> %m[0], %w : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.tensormap.replace <global_stride> %{{.*}}[3], %{{.*}} : !llvm.ptr<1>, i64
  cute_nvgpu.tensormap.replace <global_stride> %m[3], %d : !llvm.ptr<1>, i64
  // CHECK: cute_nvgpu.tensormap.replace <element_stride> %{{.*}}[1], %{{.*}} : !llvm.ptr<1>, i32
  cute_nvgpu.tensormap.replace <element_stride> %m[1], %w : !llvm.ptr<1>, i32
  // CHECK: cute_nvgpu.tensormap.replace <elemtype> %{{.*}} code 10 : !llvm.ptr<1>
  cute_nvgpu.tensormap.replace <elemtype> %m code 10 : !llvm.ptr<1>
  // CHECK: cute_nvgpu.tensormap.replace <interleave_layout> %{{.*}} code 0 : !llvm.ptr<1>
  cute_nvgpu.tensormap.replace <interleave_layout> %m code 0 : !llvm.ptr<1>
  // CHECK: cute_nvgpu.tensormap.replace <swizzle_mode> %{{.*}} code 3 : !llvm.ptr<1>
  cute_nvgpu.tensormap.replace <swizzle_mode> %m code 3 : !llvm.ptr<1>
  // CHECK: cute_nvgpu.tensormap.replace <swizzle_atomicity> %{{.*}} code 1 : !llvm.ptr<1>
  cute_nvgpu.tensormap.replace <swizzle_atomicity> %m code 1 : !llvm.ptr<1>
  // CHECK: cute_nvgpu.tensormap.replace <fill_mode> %{{.*}} code 1 : !llvm.ptr<1>
  cute_nvgpu.tensormap.replace <fill_mode> %m code 1 : !llvm.ptr<1>
  return
}

// CHECK-LABEL: @order
func.func @order(%m: !llvm.ptr) -> i1 {
  // CHECK: cute_nvgpu.fence.proxy.tensormap.release scope <gpu>
  cute_nvgpu.fence.proxy.tensormap.release scope <gpu>
  // CHECK: cute_nvgpu.fence.proxy.tensormap.acquire %{{.*}} scope <sys> : !llvm.ptr
  cute_nvgpu.fence.proxy.tensormap.acquire %m scope <sys> : !llvm.ptr
  // CHECK: %[[E:.*]] = cute_nvgpu.elect.sync
  // CHECK: return %[[E]] : i1
  %e = cute_nvgpu.elect.sync
  return %e : i1
}

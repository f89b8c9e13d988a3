// One scalar operation for each register; no operation of the stages before remains.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#l = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // Req: G-01, G-06, G-18, G-19, I-15, L-01, L-10, L-11
  // CHECK-LABEL: llvm.func @add
  // CHECK-NOT: builtin.unrealized_conversion_cast
  // CHECK-NOT: nv_tileaa.
  // CHECK-NOT: nv_tileas.
  // CHECK-COUNT-2: llvm.fadd {{.*}} : f32
  // CHECK-NOT: llvm.fadd
  // CHECK: llvm.return
  func.func @add(%x: f32, %p: !llvm.ptr<1>) {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %a = nv_tileaa.splat %x : f32 -> tensor<256xf32, #l>
    %b = arith.addf %a, %a : tensor<256xf32, #l>
    call @use(%b, %ptr) : (tensor<256xf32, #l>, !nv_tileaa.ptr<f32>) -> ()
    return
  }

  // Rounding modes and ftz are those of the PTX instructions; f16 goes through
  // f32.
  // CHECK-LABEL: llvm.func @rounded
  // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rz.ftz.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.div.approx.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rp.f"
  // CHECK: llvm.fpext {{.*}} : f16 to f32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.mul.rm.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.f2f16.rz"
  // CHECK: %[[BELOW:.*]] = llvm.fcmp "olt"
  // CHECK: llvm.add {{.*}} : i16
  // CHECK: llvm.select %[[BELOW]]
  func.func @rounded(%x: f32, %h: f16) -> (f32, f32, f32, f16) {
    %0 = nv_tileaa.addf %x, %x rounding <zero> ftz : f32
    %1 = nv_tileaa.divf %x, %x rounding <approx> : f32
    %2 = nv_tileaa.sqrt %x rounding <positive_inf> : f32
    %3 = nv_tileaa.mulf %h, %h rounding <negative_inf> : f16
    return %0, %1, %2, %3 : f32, f32, f32, f16
  }

  // Req: I-09
  // CHECK-LABEL: llvm.func @math
  // CHECK: "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}>
  // CHECK: "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}>
  // CHECK: llvm.intr.ctpop
  // CHECK: "llvm.intr.cttz"(%{{.*}}) <{is_zero_poison = false}>
  // CHECK: llvm.intr.trunc
  // CHECK: llvm.call @__tileiras_reduce_angle(
  // CHECK: llvm.call @_Z3powdd
  // CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
  func.func @math(%i: i32, %x: f32, %d: f64) -> (i32, i32, i32, i32, f32, f32, f64, f32) {
    %0 = math.absi %i : i32
    %l = math.ctlz %i : i32
    %1 = math.ctpop %i : i32
    %t = math.cttz %i : i32
    %2 = math.trunc %x : f32
    %3 = math.tan %x : f32
    %4 = math.powf %d, %d : f64
    %5 = math.rsqrt %x : f32
    return %0, %l, %1, %t, %2, %3, %4, %5 : i32, i32, i32, i32, f32, f32, f64, f32
  }

  // Req: I-11
  // CHECK-LABEL: llvm.func @poison
  // CHECK: llvm.mlir.poison : f32
  // CHECK-NOT: ub.poison
  // CHECK: llvm.return
  func.func @poison() -> f32 {
    %0 = ub.poison : f32
    return %0 : f32
  }

  func.func private @use(tensor<256xf32, #l>, !nv_tileaa.ptr<f32>)
}

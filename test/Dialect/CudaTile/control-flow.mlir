// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -mlir-print-op-generic | tileiras-opt | FileCheck %s

cuda_tile.module @m {
  entry @k(%lb: tile<i32>, %ub: tile<i32>, %c: tile<i1>, %x: tile<f32>) {
    %t = make_token : token
    // CHECK: for %loopIdx in (%{{.*}} to %{{.*}}, step %{{.*}}) : tile<i32> {
    // CHECK-NEXT: }
    for %i in (%lb to %ub, step %lb) : tile<i32> {
      continue
    }
    // CHECK: %for:2 = for unsigned %loopIdx{{.*}} in ({{.*}}) : tile<i32> iter_values(%iterArg0 = %{{.*}}, %iterArg1 = %{{.*}}) -> (tile<f32>, token) {
    %0:2 = for unsigned %i in (%lb to %ub, step %lb) : tile<i32> iter_values(%a = %x, %b = %t) -> (tile<f32>, token) {
      // CHECK: if %{{.*}} {
      // CHECK-NEXT: continue %{{.*}}, %{{.*}} : tile<f32>, token
      // CHECK-NEXT: }
      if %c {
        continue %a, %b : tile<f32>, token
      }
      continue %x, %b : tile<f32>, token
    }
    // CHECK: if %{{.*}} -> (tile<f32>) {
    // CHECK: } else {
    %1 = if %c -> (tile<f32>) {
      yield %x : tile<f32>
    } else {
      yield %x : tile<f32>
    }
    // CHECK: loop iter_values(%{{.*}} = %{{.*}}) : tile<f32> -> tile<f32>, tile<i32> {
    %2:2 = loop iter_values(%a = %x) : tile<f32> -> tile<f32>, tile<i32> {
      // CHECK: if %{{.*}} {
      // CHECK-NEXT: break %{{.*}}, %{{.*}} : tile<f32>, tile<i32>
      // CHECK-NEXT: } else {
      // CHECK-NEXT: }
      if %c {
        break %a, %lb : tile<f32>, tile<i32>
      } else {
      }
      // CHECK: continue %{{.*}} : tile<f32>
      continue %a : tile<f32>
    }
    // CHECK: loop iter_values(%{{.*}} = %{{.*}}) : tile<f32> {
    loop iter_values(%a = %x) : tile<f32> {
      // CHECK-NEXT: break
      break
    }
    // CHECK: loop : tile<i32> {
    %3 = loop : tile<i32> {
      break %lb : tile<i32>
    }
    // CHECK: loop {
    // CHECK-NEXT: }
    loop {
    }
    // CHECK: if %{{.*}} {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    if %c {
      return
    }
    // CHECK: assert %{{.*}}, "no" : tile<i1>
    assert %c, "no" : tile<i1>
    // CHECK: return
    return
  }
}

// Combiners that provably commute may combine in any order; other reductions keep the order of elements.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileaa-annotate-reductions))' --remarks-filter=memory 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

// REMARK-COUNT-8: remark: {{.*}}ReductionOrder{{.*}}the reduction keeps the order of elements: nothing shows that its combiner gives the same in any
// REMARK-NOT: remark:

// CHECK-LABEL: @sums
// CHECK: nv_tileaa.reduce %{{.*}} {commutes} :
// CHECK: nv_tileaa.reduce %{{.*}} {commutes} :
// CHECK: nv_tileaa.reduce %{{.*}}[0.000000e+00 : f32] :
// CHECK: nv_tileaa.reduce %{{.*}}[0.000000e+00 : f32] :
nv_tileaa.func @sums(%x: tensor<64xf32>) -> (f32, f32, f32, f32) {
  %0 = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<64xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    %s = arith.addf %l, %e : f32
    nv_tileaa.yield %s : f32
  }
  // x + y + x y: sums of the same numbers, and x y in either order.
  %1 = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<64xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    %p = arith.mulf %e, %l : f32
    %s = nv_tileaa.addf %l, %e : f32
    %r = arith.addf %p, %s : f32
    nv_tileaa.yield %r : f32
  }
  // (x + y) + x: another sum the other way round.
  %2 = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<64xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    %s = arith.addf %e, %l : f32
    %r = arith.addf %s, %e : f32
    nv_tileaa.yield %r : f32
  }
  %3 = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<64xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    nv_tileaa.yield %l : f32
  }
  nv_tileaa.return %0, %1, %2, %3 : f32, f32, f32, f32
}

// The larger of two integers is the same whichever comes first. For floats it may be a NaN or a zero of another sign.
// CHECK-LABEL: @choices
// CHECK: nv_tileaa.reduce %{{.*}} {commutes} :
// CHECK: nv_tileaa.reduce %{{.*}}[0 : i32] :
// CHECK: nv_tileaa.reduce %{{.*}}[0.000000e+00 : f32] :
nv_tileaa.func @choices(%x: tensor<64xi32>, %y: tensor<64xf32>) -> (i32, i32, f32) {
  %0 = nv_tileaa.reduce %x dim = 0 identities = [0 : i32] : (tensor<64xi32>) -> i32 {
  ^bb0(%e: i32, %l: i32):
    %c = arith.cmpi sgt, %e, %l : i32
    %r = arith.select %c, %e, %l : i32
    nv_tileaa.yield %r : i32
  }
  // Greater as signed, but less as unsigned.
  %1 = nv_tileaa.reduce %x dim = 0 identities = [0 : i32] : (tensor<64xi32>) -> i32 {
  ^bb0(%e: i32, %l: i32):
    %c = arith.cmpi sgt, %e, %l : i32
    %d = arith.cmpi ugt, %e, %l : i32
    %b = arith.andi %c, %d : i1
    %r = arith.select %b, %e, %l : i32
    nv_tileaa.yield %r : i32
  }
  %2 = nv_tileaa.reduce %y dim = 0 identities = [0.0 : f32] : (tensor<64xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    %c = arith.cmpf ogt, %e, %l : f32
    %r = arith.select %c, %e, %l : f32
    nv_tileaa.yield %r : f32
  }
  nv_tileaa.return %0, %1, %2 : i32, i32, f32
}

// The largest float and its first position, NaN aside: the positions differ, as those of a range do; other operands are
// unknown.
// CHECK-LABEL: @places
// CHECK: nv_tileaa.reduce %arg0, %{{.*}} {commutes} :
// CHECK: nv_tileaa.reduce %arg0, %arg1 dim = 0 identities = [0.000000e+00 : f32, 0 : i32] :
// CHECK: nv_tileaa.reduce %arg0, %{{.*}} dim = 0 identities = [0.000000e+00 : f32, 0 : i32] :
nv_tileaa.func @places(%x: tensor<64xf32>, %p: tensor<64xi32>) -> (i32, i32, i32) {
  %i = nv_tileaa.make_range : tensor<64xi32>
  %0:2 = nv_tileaa.reduce %x, %i dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) {
  ^bb0(%e: f32, %l: f32, %ei: i32, %li: i32):
    %more = arith.cmpf ogt, %e, %l : f32
    %ordered = arith.cmpf oeq, %e, %e : f32
    %nan = arith.cmpf une, %l, %l : f32
    %beats = arith.andi %ordered, %nan : i1
    %equal = arith.cmpf oeq, %e, %l : f32
    %enan = arith.cmpf une, %e, %e : f32
    %both = arith.andi %enan, %nan : i1
    %same = arith.ori %equal, %both : i1
    %first = arith.cmpi slt, %ei, %li : i32
    %tie = arith.andi %same, %first : i1
    %win = arith.ori %more, %beats : i1
    %c = arith.ori %win, %tie : i1
    %v = arith.select %c, %e, %l : f32
    %w = arith.select %c, %ei, %li : i32
    nv_tileaa.yield %v, %w : f32, i32
  }
  %1:2 = nv_tileaa.reduce %x, %p dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) {
  ^bb0(%e: f32, %l: f32, %ei: i32, %li: i32):
    %more = arith.cmpf ogt, %e, %l : f32
    %ordered = arith.cmpf ord, %e, %e : f32
    %nan = arith.cmpf uno, %l, %l : f32
    %beats = arith.andi %ordered, %nan : i1
    %equal = arith.cmpf oeq, %e, %l : f32
    %enan = arith.cmpf uno, %e, %e : f32
    %both = arith.andi %enan, %nan : i1
    %same = arith.ori %equal, %both : i1
    %first = arith.cmpi slt, %ei, %li : i32
    %tie = arith.andi %same, %first : i1
    %win = arith.ori %more, %beats : i1
    %c = arith.ori %win, %tie : i1
    %v = arith.select %c, %e, %l : f32
    %w = arith.select %c, %ei, %li : i32
    nv_tileaa.yield %v, %w : f32, i32
  }
  // Positions of the combination are sums, which may be equal.
  %2:2 = nv_tileaa.reduce %x, %i dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) {
  ^bb0(%e: f32, %l: f32, %ei: i32, %li: i32):
    %first = arith.cmpi slt, %ei, %li : i32
    %v = arith.select %first, %e, %l : f32
    %w = arith.addi %ei, %li : i32
    nv_tileaa.yield %v, %w : f32, i32
  }
  nv_tileaa.return %0#1, %1#1, %2#1 : i32, i32, i32
}

// Less or unordered is not greater: of a number and a NaN the first one is chosen, whichever that is.
// CHECK-LABEL: @unordered
// CHECK: nv_tileaa.reduce %arg0, %{{.*}} dim = 0 identities = [0.000000e+00 : f32, 0 : i32] :
// CHECK: nv_tileaa.reduce %arg0, %{{.*}} {commutes} :
nv_tileaa.func @unordered(%x: tensor<64xf32>) -> (i32, i32) {
  %i = nv_tileaa.make_range : tensor<64xi32>
  %0:2 = nv_tileaa.reduce %x, %i dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) {
  ^bb0(%e: f32, %l: f32, %ei: i32, %li: i32):
    %less = arith.cmpf ult, %e, %l : f32
    %equal = arith.cmpf oeq, %e, %l : f32
    %first = arith.cmpi slt, %ei, %li : i32
    %tie = arith.andi %equal, %first : i1
    %c = arith.ori %less, %tie : i1
    %v = arith.select %c, %e, %l : f32
    %w = arith.select %c, %ei, %li : i32
    nv_tileaa.yield %v, %w : f32, i32
  }
  // With a NaN the position decides.
  %1:2 = nv_tileaa.reduce %x, %i dim = 0 identities = [0.0 : f32, 0 : i32] : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32) {
  ^bb0(%e: f32, %l: f32, %ei: i32, %li: i32):
    %less = arith.cmpf olt, %e, %l : f32
    %equal = arith.cmpf ueq, %e, %l : f32
    %first = arith.cmpi slt, %ei, %li : i32
    %tie = arith.andi %equal, %first : i1
    %c = arith.ori %less, %tie : i1
    %v = arith.select %c, %e, %l : f32
    %w = arith.select %c, %ei, %li : i32
    nv_tileaa.yield %v, %w : f32, i32
  }
  nv_tileaa.return %0#1, %1#1 : i32, i32
}

// A mark that isn't true is removed.
// CHECK-LABEL: @mistaken
// CHECK: nv_tileaa.reduce %{{.*}}[0 : i32] :
nv_tileaa.func @mistaken(%x: tensor<64xi32>) -> i32 {
  %0 = nv_tileaa.reduce %x dim = 0 identities = [0 : i32] {commutes} : (tensor<64xi32>) -> i32 {
  ^bb0(%e: i32, %l: i32):
    %r = arith.subi %e, %l : i32
    nv_tileaa.yield %r : i32
  }
  nv_tileaa.return %0 : i32
}

// [mlir][scf] loops over more than half of their type are removed as if they never ran
//
// The canonicalisation of scf.for counts iterations from `ub - lb` in the type of the bounds, and takes that for a signed
// number. From -120 to 120 in steps of 40 are six iterations, but 240 is -16 in i8: the loop is removed. So are unsigned
// loops whose step has the highest bit set, and unsigned ones to `lb + c` (nuw) where `c` has.
//
// Expected: the loops stay, since all of them run (six iterations, two, and six).
//
// Version: MLIR 22.1.8
//
// RUN: mlir-opt --canonicalize %s | FileCheck %s
// CHECK-LABEL: @signed
// CHECK-NEXT: return
// CHECK-LABEL: @large_step
// CHECK-NEXT: return
// CHECK-LABEL: @large_distance
// CHECK-NEXT: return

func.func private @use(i8)

func.func @signed() {
  %lb = arith.constant -120 : i8
  %ub = arith.constant 120 : i8
  %step = arith.constant 40 : i8
  scf.for %i = %lb to %ub step %step : i8 {
    func.call @use(%i) : (i8) -> ()
  }
  return
}

func.func @large_step() {
  %lb = arith.constant 0 : i8
  %ub = arith.constant 240 : i8
  %step = arith.constant 200 : i8
  scf.for unsigned %i = %lb to %ub step %step : i8 {
    func.call @use(%i) : (i8) -> ()
  }
  return
}

func.func @large_distance(%lb: i8) {
  %c = arith.constant 228 : i8
  %step = arith.constant 40 : i8
  %ub = arith.addi %lb, %c overflow<nuw> : i8
  scf.for unsigned %i = %lb to %ub step %step : i8 {
    func.call @use(%i) : (i8) -> ()
  }
  return
}

// [mlir] an optional attribute at the end of an operation consumes the operation's location
//
// A location is an attribute, so `parseOptionalAttribute` begins to parse `loc(…)`. Where an assembly format ends in an
// optional attribute, as that of nvvm.barrier does, what MLIR printed with locations is not read back.
//
// Expected: the operation without the attribute, at the location.
//
// Version: MLIR 22.1.8
//
// RUN: not mlir-opt %s 2>&1 | FileCheck %s
// CHECK: error: undefined symbol alias id 'loc1'

llvm.func @meet(%id: i32, %threads: i32) {
  nvvm.barrier id = %id number_of_threads = %threads loc(#loc1)
  llvm.return
}
#loc1 = loc("kernel.py":1:2)

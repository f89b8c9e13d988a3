// [mlir] modules are printed as poems
//
// Expected: they are printed as modules.
// Version: MLIR 22.1.8
// RUN: mlir-opt %s | FileCheck %s
// CHECK: roses are red
module {}

// Patterns in PDL in a module apply to operations that no other pattern matches, and come after the others. Their
// results are converted like everything else.
// Req: F-09
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s

#l = #nv_tileas.layout<{register=[[128]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  builtin.module @patterns {
    // A sum over the elements before, of which this kernel needs twice the element.
    pdl.pattern @twice : benefit(1) {
      %type = pdl.type
      %x = pdl.operand : %type
      %scan = pdl.operation "nv_tileas.scan"(%x : !pdl.value) -> (%type : !pdl.type)
      pdl.rewrite %scan {
        %sum = pdl.operation "arith.addf"(%x, %x : !pdl.value, !pdl.value) -> (%type : !pdl.type)
        pdl.replace %scan with %sum
      }
    }
    pdl.pattern @constant : benefit(100) {
      %type = pdl.type
      %id = pdl.operation "nv_tileaa.get_program_id" -> (%type : !pdl.type)
      pdl.rewrite %id {
        %value = pdl.attribute = 42 : i32
        %unwanted = pdl.operation "llvm.mlir.constant" {"value" = %value} -> (%type : !pdl.type)
        pdl.replace %id with %unwanted
      }
    }
  }

  // CHECK-NOT: pdl.
  // CHECK-LABEL: llvm.func @kernel
  // CHECK-COUNT-2: llvm.fadd %{{.*}} : f32
  // CHECK-NOT: llvm.fadd
  // CHECK-NOT: llvm.mlir.constant(42
  // CHECK: nvvm.read.ptx.sreg.ctaid.x
  // CHECK-NOT: pdl.
  func.func @kernel(%x: tensor<256xf32, #l>) -> (tensor<256xf32, #l>, i32) {
    %0 = nv_tileas.scan %x dim = 0 reverse = false identities = [0.0 : f32] : (tensor<256xf32, #l>) -> tensor<256xf32, #l> {
    ^bb0(%lhs: f32, %rhs: f32):
      %s = arith.addf %lhs, %rhs : f32
      nv_tileaa.yield %s : f32
    }
    %id = nv_tileaa.get_program_id <x> : i32
    return %0, %id : tensor<256xf32, #l>, i32
  }
}

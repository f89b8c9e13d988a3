// PTX has sections for debug information alone; each is closed before the next begins.
// Req: E-19
// RUN: tileiras %S/spec_example.mlir --gpu-name sm_90 --emit=ptx -g -O0 -o - | FileCheck %s --implicit-check-not=.section

// CHECK: .visible .entry kernel(
// CHECK: .section .debug_abbrev
// CHECK-NEXT: {{[{]$}}
// CHECK: {{^[[:space:]]*[}]$}}
// CHECK-NEXT: .section .debug_info
// CHECK-NEXT: {{[{]$}}
// CHECK: {{^[[:space:]]*[}]$}}
// CHECK-NEXT: .section .debug_macinfo { }

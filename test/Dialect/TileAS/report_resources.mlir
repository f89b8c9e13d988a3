// Remarks on the resources that a kernel uses on a multiprocessor, at the kernel's location; and where a thread needs
// too many registers.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-report-resources)))' --remarks-filter=memory -o /dev/null 2>&1 | FileCheck %s

// Without a request there are no remarks, and nothing is changed.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-report-resources)))' > %t.after && tileiras-opt %s | diff - %t.after

#one = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
#row = #nv_tileas.layout<{register=[[1],[2],[4],[8],[16],[32],[64]], lane=[[128],[256],[512],[1024],[2048]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
// Two registers of %y, two temporaries of the function, and the constant of %x.
// CHECK: kernel.py:10:1: remark: {{.*}}Registers
// CHECK-SAME: tiles, temporaries and addresses that live at the same time take 5 registers, operands of a dot 0; an iteration starts 0 copies in flight
// CHECK: kernel.py:10:1: remark: {{.*}}Resources
// CHECK-SAME: 32 threads take about {{[0-9]+}} registers each and 0 bytes of shared memory: 32 CTAs on a multiprocessor, limited by CTAs
nv_tileaa.func @small(%s: f32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %x = nv_tileaa.splat %s : f32 -> tensor<64xf32, #one>
  %y = math.exp2 %x : tensor<64xf32, #one>
  %z = arith.addf %x, %y : tensor<64xf32, #one>
  %h = arith.truncf %z : tensor<64xf32, #one> to tensor<64xf16, #one>
  nv_tileaa.return
} loc("kernel.py":10:1)

// Two tiles of 128 registers are live with the constant of the third while the function computes.
// CHECK: kernel.py:25:3: remark: {{.*}}RegisterPressure
// CHECK-SAME: tiles that live at the same time take about {{[0-9]+}} registers, more than the 255 that a thread can have
// CHECK: kernel.py:20:1: remark: {{.*}}Resources
// CHECK-SAME: and 40960 bytes of shared memory: 4 CTAs on a multiprocessor, limited by shared memory
nv_tileaa.func @large(%s: f32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>, nv_tileas.shared_memory = 40960 : i64} {
  %x = nv_tileaa.splat %s : f32 -> tensor<4096xf32, #row>
  %y = math.exp2 %x : tensor<4096xf32, #row>
  %z = math.exp2 %y : tensor<4096xf32, #row> loc("kernel.py":25:3)
  %a = arith.addf %x, %y : tensor<4096xf32, #row>
  %b = arith.addf %a, %z : tensor<4096xf32, #row>
  nv_tileaa.return
} loc("kernel.py":20:1)

// For agents each group is reported, compared with the data that its threads exchange.
// CHECK: kernel.py:31:1: remark: {{.*}}Resources
// CHECK-SAME: threads of agents of group 0 take about {{[0-9]+}} of 24 registers
// CHECK: kernel.py:31:1: remark: {{.*}}Resources
// CHECK-SAME: threads of agents of group 1 take about {{[0-9]+}} of 240 registers
// CHECK: kernel.py:30:1: remark: {{.*}}Resources
// CHECK-SAME: 384 threads take about 168 registers each and 0 bytes of shared memory: 1 CTAs on a multiprocessor, limited by registers
nv_tileaa.func @agents(%s: f32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
  nv_tileas.agent_switch(%s : f32) num_agents_per_group = [1, 2] num_warps = [4, 4] warp_id = [8, 0] max_regs = [24, 240] {
  ^bb0(%agent: i32, %t: f32):
    nv_tileas.yield
  }, {
  ^bb0(%agent: i32, %t: f32):
    %x = arith.addf %t, %t : f32
    %y = arith.mulf %x, %t : f32
    nv_tileas.yield
  } loc("kernel.py":31:1)
  nv_tileaa.return
} loc("kernel.py":30:1)

// Where the system reserves no shared memory of a CTA, a kernel without any is not limited by it.
// CHECK: kernel.py:40:1: remark: {{.*}}Resources
// CHECK-SAME: 32 threads take about {{[0-9]+}} registers each and 0 bytes of shared memory: 16 CTAs on a multiprocessor, limited by CTAs
nv_tileaa.func @old(%s: f32) attributes {nv_tileaa.compute_capability = 75 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  nv_tileaa.return
} loc("kernel.py":40:1)

// A function that is no kernel has no launch.
// CHECK-NOT: other
nv_tileaa.func @other(%s: f32) {
  nv_tileaa.return
}
}

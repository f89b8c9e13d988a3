// The hint `occupancy` becomes what an SM has registers, shared memory, tensor memory and threads for.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-admit-occupancy)))' --remarks-filter=memory -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: FileCheck %s < %t

#row = #nv_tileas.layout<{register=[[1],[2],[4],[8],[16],[32],[64]], lane=[[128],[256],[512],[1024],[2048]], warp=[[4096],[8192]]}>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Two tiles of 128 registers live at the same time: two CTAs leave 255 to each of 128 threads, four leave 128.
  // CHECK-LABEL: @registers
  // CHECK-SAME: nv_tileaa.occupancy = 2 : i32
  // REMARK: kernel.py:10:1: remark: {{.*}}Occupancy
  // REMARK-SAME: a multiprocessor gets 2 CTAs, not 4: each of 4 would need 32768 registers, 16384 more than there are
  nv_tileaa.func @registers(%s: f32) attributes {nv_tileaa.occupancy = 4 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %x = nv_tileaa.splat %s : f32 -> tensor<16384xf32, #row>
    %y = math.exp2 %x : tensor<16384xf32, #row>
    %z = math.exp2 %y : tensor<16384xf32, #row>
    %a = arith.addf %x, %y : tensor<16384xf32, #row>
    %b = arith.addf %a, %z : tensor<16384xf32, #row>
    nv_tileaa.return
  } loc("kernel.py":10:1)

  // The driver reserves 1 KiB for each CTA.
  // CHECK-LABEL: @shared_memory
  // CHECK-SAME: nv_tileaa.occupancy = 1 : i32
  // REMARK: kernel.py:20:1: remark: {{.*}}Occupancy
  // REMARK-SAME: a multiprocessor gets 1 CTAs, not 2: each of 2 would need 132096 bytes of shared memory, 15360 more than there are
  nv_tileaa.func @shared_memory() attributes {nv_tileaa.occupancy = 2 : i32, nv_tileas.shared_memory = 131072 : i64, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  } loc("kernel.py":20:1)

  // CHECK-LABEL: @threads
  // CHECK-SAME: nv_tileaa.occupancy = 4 : i32
  // REMARK: kernel.py:30:1: remark: {{.*}}Occupancy
  // REMARK-SAME: a multiprocessor gets 4 CTAs, not 6: each of 6 would need 512 threads, 171 more than there are
  nv_tileaa.func @threads() attributes {nv_tileaa.occupancy = 6 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 16>} {
    nv_tileaa.return
  } loc("kernel.py":30:1)

  // Consumers get the registers that the hint had taken from them.
  // CHECK-LABEL: @agents
  // CHECK-SAME: nv_tileaa.occupancy = 1 : i32
  // CHECK: max_regs = [24, 240]
  // REMARK: kernel.py:40:1: remark: {{.*}}Occupancy
  // REMARK-SAME: a multiprocessor gets 1 CTAs, not 2: each of 2 would need
  nv_tileaa.func @agents(%s: f32) attributes {nv_tileaa.occupancy = 2 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileas.agent_switch(%s : f32) num_agents_per_group = [1, 2] num_warps = [4, 4] warp_id = [8, 0] max_regs = [24, 104] {
    ^bb0(%agent: i32, %t: f32):
      nv_tileas.yield
    }, {
    ^bb0(%agent: i32, %t: f32):
      %x = nv_tileaa.splat %t : f32 -> tensor<16384xf32, #row>
      %y = math.exp2 %x : tensor<16384xf32, #row>
      %z = math.exp2 %y : tensor<16384xf32, #row>
      %a = arith.addf %x, %y : tensor<16384xf32, #row>
      %b = arith.addf %a, %z : tensor<16384xf32, #row>
      nv_tileas.yield
    }
    nv_tileaa.return
  } loc("kernel.py":40:1)

  // What is admitted stays, without a remark; so does a function without the hint, and one that is no kernel.
  // REMARK-NOT: remark
  // CHECK-LABEL: @admitted
  // CHECK-SAME: nv_tileaa.occupancy = 8 : i32
  nv_tileaa.func @admitted() attributes {nv_tileaa.occupancy = 8 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  }
  // CHECK-LABEL: @none
  // CHECK-NOT: occupancy
  nv_tileaa.func @none(%s: f32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileaa.return
  }
  nv_tileaa.func @other() {
    nv_tileaa.return
  }
}

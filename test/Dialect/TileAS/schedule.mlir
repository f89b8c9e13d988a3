// A schedule and its constraints are attributes that any operation of the stage can have.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s

!buffer = !nv_tileaa.memref<8xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2],[4]]}>>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @all
  // CHECK-SAME: tileas.schedule.ctas_per_sm = 1 : i32
  // CHECK-SAME: tileas.schedule.mode = "warp_specialized"
  // CHECK-SAME: tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"rows", warps = 4, registers = 240, replicas = 2 by rows>, #nv_tileas.partition<"columns", warps = 4, registers = 32, replicas = 2 by columns>, #nv_tileas.partition<"iterations", warps = 8, registers = 256, replicas = 3 by iterations>]
  nv_tileaa.func @all(%n: i32, %x: i32) attributes {
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [
        #nv_tileas.partition<"load", warps = 1, registers = 24>,
        #nv_tileas.partition<"rows", warps = 4, registers = 240, replicas = 2 by rows>,
        #nv_tileas.partition<"columns", warps = 4, registers = 32, replicas = 2 by columns>,
        #nv_tileas.partition<"iterations", warps = 8, registers = 256, replicas = 3 by iterations>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: alloc_tensor {alignment = 16 : i64, tileas.schedule.copies = 3 : i32, tileas.schedule.name = "s"}
    %s = nv_tileas.alloc_tensor {alignment = 16 : i64, tileas.schedule.name = "s", tileas.schedule.copies = 3 : i32} : !buffer
    // CHECK: alloc_tensor {alignment = 16 : i64, tileas.schedule.over = @s}
    %p = nv_tileas.alloc_tensor {alignment = 16 : i64, tileas.schedule.over = @s} : !buffer
    // CHECK: nv_tileas.replica_id {tileas.schedule.partition = array<i32: 1>} : i32
    %r = nv_tileas.replica_id {tileas.schedule.partition = array<i32: 1>} : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // CHECK: arith.addi {{.*}} {tileas.schedule.cycle = 120 : i64, tileas.schedule.order = 0 : i32, tileas.schedule.ordered = 0 : i32, tileas.schedule.partition = array<i32: 0, 1>, tileas.schedule.slice = #nv_tileas.slice<1, 16>, tileas.schedule.stage = 1 : i32}
      %a = arith.addi %x, %r {tileas.schedule.partition = array<i32: 0, 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32,
        tileas.schedule.cycle = 120, tileas.schedule.slice = #nv_tileas.slice<1, 16>, tileas.schedule.ordered = 0 : i32} : i32
      // CHECK: arith.addi {{.*}} {tileas.schedule.cycle = array<i64: 0, 64>, tileas.schedule.exp2_by_fma = array<i32: 3, 16>, tileas.schedule.only_replica = 0 : i32, tileas.schedule.order = array<i32: 0, 2>, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = array<i32: 1, 2>}
      %b = arith.addi %x, %a {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = array<i32: 1, 2>, tileas.schedule.order = array<i32: 0, 2>,
        tileas.schedule.cycle = array<i64: 0, 64>, tileas.schedule.only_replica = 0 : i32, tileas.schedule.exp2_by_fma = array<i32: 3, 16>} : i32
      // CHECK: arith.addi {{.*}} {tileas.enable_defusion_if_fusion_extending_liveness, tileas.max_num_of_recomputations = 2 : i32, tileas.max_num_slices_for_non_reduce_axis = 4 : i32, tileas.preferred_atom_size = 16 : i32, tileas.recomputable, tileas.schedule.constraint.force_serial_execution, tileas.schedule.constraint.gid = 0 : i32, tileas.schedule.constraint.leader_gid = 1 : i32, tileas.schedule.constraint.max_depth = 2 : i32}
      %c = arith.addi %x, %b {tileas.schedule.constraint.gid = 0 : i32, tileas.schedule.constraint.leader_gid = 1 : i32,
        tileas.schedule.constraint.max_depth = 2 : i32, tileas.schedule.constraint.force_serial_execution, tileas.preferred_atom_size = 16 : i32,
        tileas.max_num_slices_for_non_reduce_axis = 4 : i32, tileas.recomputable, tileas.max_num_of_recomputations = 2 : i32,
        tileas.enable_defusion_if_fusion_extending_liveness} : i32
    // CHECK: } {tileas.schedule.ii = 2048 : i64, tileas.schedule.num_stages = 3 : i32}
    } {tileas.schedule.ii = 2048 : i64, tileas.schedule.num_stages = 3 : i32}
    nv_tileaa.return
  }

  // CHECK-LABEL: @modes{{.*}}serial
  nv_tileaa.func @modes() attributes {tileas.schedule.mode = "serial"} { nv_tileaa.return }
  // CHECK-LABEL: @mode{{.*}}pipelined
  nv_tileaa.func @mode() attributes {tileas.schedule.mode = "pipelined"} { nv_tileaa.return }
}

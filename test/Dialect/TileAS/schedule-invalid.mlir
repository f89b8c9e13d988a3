// The dialect checks type, range and place of each attribute.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.partition' to be indices of partitions, array<i32> in ascending order, on an operation of a function, got array<i32: 1, 0>}}
  %a = arith.addi %x, %x {tileas.schedule.partition = array<i32: 1, 0>} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.partition' to be indices of partitions, array<i32> in ascending order, on an operation of a function, got array<i32: 1, 1>}}
  %a = arith.addi %x, %x {tileas.schedule.partition = array<i32: 1, 1>} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.partition' to be indices of partitions, array<i32> in ascending order, on an operation of a function, got array<i32>}}
  %a = arith.addi %x, %x {tileas.schedule.partition = array<i32>} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.stage' to be an i32 from 0, or an array<i32> of several, on an operation of a function, got -1 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.stage = -1 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.stage' to be an i32 from 0, or an array<i32> of several, on an operation of a function, got array<i32: 1>}}
  %a = arith.addi %x, %x {tileas.schedule.stage = array<i32: 1>} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.order' to be an i32 from 0, or an array<i32> of several, on an operation of a function, got 1 : i64}}
  %a = arith.addi %x, %x {tileas.schedule.order = 1 : i64} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.cycle' to be an i64 from 0, or an array<i64> of several, on an operation of a function, got 1 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.cycle = 1 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.slice' to be #nv_tileas.slice, on an operation of a function, got 2 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.slice = 2 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.ordered' to be an i32 from 0, on an operation of a function, got unit}}
  %a = arith.addi %x, %x {tileas.schedule.ordered} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.only_replica' to be an i32 from 0, on an operation of a function, got -1 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.only_replica = -1 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.exp2_by_fma' to be a share as two numbers, array<i32: 3, 16>, on an operation of a function, got array<i32: 17, 16>}}
  %a = arith.addi %x, %x {tileas.schedule.exp2_by_fma = array<i32: 17, 16>} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.copies' to be an i32 from 1, on an allocation of shared or tensor memory, got 2 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.copies = 2 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.name' to be a string, on an allocation of shared or tensor memory, got "s"}}
  %a = arith.addi %x, %x {tileas.schedule.name = "s"} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.over' to be the name of another buffer, @name, on an allocation of shared or tensor memory, got @s}}
  %a = arith.addi %x, %x {tileas.schedule.over = @s} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.ii' to be an i64 from 1, on a loop, got 1 : i64}}
  %a = arith.addi %x, %x {tileas.schedule.ii = 1 : i64} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.num_stages' to be an i32 from 1, on a loop, got 1 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.num_stages = 1 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.constraint.max_depth' to be an i32 from 1, got 0 : i32}}
  %a = arith.addi %x, %x {tileas.schedule.constraint.max_depth = 0 : i32} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{expected 'tileas.schedule.constraint.force_serial_execution' to be an attribute without a value, got true}}
  %a = arith.addi %x, %x {tileas.schedule.constraint.force_serial_execution = true} : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{unknown attribute 'tileas.schedule.partitoin' of the tileas dialect}}
  %a = arith.addi %x, %x {tileas.schedule.partitoin = array<i32: 0>} : i32
  return
}

// -----

// expected-error @below {{expected 'tileas.schedule.mode' to be "serial", "pipelined" or "warp_specialized", on a function, got "fast"}}
func.func private @f() attributes {tileas.schedule.mode = "fast"}

// -----

// expected-error @below {{expected 'tileas.schedule.ctas_per_sm' to be an i32 from 1, on a function, got 0 : i32}}
func.func private @f() attributes {tileas.schedule.ctas_per_sm = 0 : i32}

// -----

// expected-error @below {{expected 'tileas.schedule.partitions' to be a list of #nv_tileas.partition with different names, on a function, got [}}
func.func private @f() attributes {tileas.schedule.partitions = [#nv_tileas.partition<"a", warps = 1, registers = 24>, #nv_tileas.partition<"a", warps = 1, registers = 24>]}

// -----

// expected-error @below {{expected 'tileas.schedule.partition' to be indices of partitions, array<i32> in ascending order, on an operation of a function, got array<i32: 0>}}
func.func private @f() attributes {tileas.schedule.partition = array<i32: 0>}

// -----

// expected-error @below {{expected a partition to have a name}}
#p = #nv_tileas.partition<"", warps = 1, registers = 24>

// -----

// expected-error @below {{expected at least one warp and one replica, got 0 and 1}}
#p = #nv_tileas.partition<"a", warps = 0, registers = 24>

// -----

// expected-error @below {{expected registers of a thread to be a multiple of 8 from 24 to 256, got 20}}
#p = #nv_tileas.partition<"a", warps = 1, registers = 20>

// -----

// expected-error @below {{expected 'replicas'}}
#p = #nv_tileas.partition<"a", warps = 1, registers = 24, copies = 2>

// -----

// expected-error @below {{expected one of [rows, columns, iterations] for what replicas divide, got: layers}}
#p = #nv_tileas.partition<"a", warps = 1, registers = 24, replicas = 2 by layers>

// -----

// expected-error @below {{expected slices of dimension 0, 1 or 2, at least one, got 2 of dimension 3}}
#s = #nv_tileas.slice<3, 2>

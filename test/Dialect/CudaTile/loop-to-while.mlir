// RUN: tileiras-opt %s --pass-pipeline='builtin.module(cuda_tile.module(cuda_tile.entry(loop-to-while,canonicalize)))' --split-input-file | FileCheck %s

// Numbers: conformance/foreign/test_tile_cpp.py.

// A `for` of CUDA Tile C++, as nvcc writes it.
cuda_tile.module @for {
  // CHECK-LABEL: entry @for
  // CHECK-SAME: %[[A:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  entry @for(%a: tile<i32>, %n: tile<i32>) {
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    // CHECK: %[[R:.*]]:2 = loop iter_values(%[[V:.*]] = %[[A]], %[[K:.*]] = %[[A]])
    // CHECK-NEXT: %[[C:.*]] = cmpi less_than %[[K]], %[[N]], signed
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: } else {
    // CHECK-NEXT: break %[[V]], %[[K]]
    // CHECK-NEXT: }
    // CHECK-NEXT: print_tko "%d", %[[K]]
    // CHECK-NEXT: %[[W:.*]] = addi %[[V]], %[[K]]
    // CHECK-NEXT: %[[NEXT:.*]] = addi %[[K]], %{{.*}} overflow<no_signed_wrap>
    // CHECK-NEXT: continue %[[W]], %[[NEXT]]
    %r:2 = loop iter_values(%i = %a, %first = %1, %v = %a) : tile<i32>, tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %is_first = cmpi not_equal %first, %0, signed : tile<i32> -> tile<i1>
      %k = if %is_first -> (tile<i32>) {
        yield %i : tile<i32>
      } else {
        %next = addi %i, %1 overflow<no_signed_wrap> : tile<i32>
        yield %next : tile<i32>
      }
      %c = cmpi less_than %k, %n, signed : tile<i32> -> tile<i1>
      if %c {
        print_tko "%d", %k : tile<i32> -> token
        %w = addi %v, %k : tile<i32>
        continue %k, %0, %w : tile<i32>, tile<i32>, tile<i32>
      }
      break %v, %k : tile<i32>, tile<i32>
    }
    print_tko "%d %d", %r#0, %r#1 : tile<i32>, tile<i32> -> token
  }
}

// -----

// The exit alone, with the arms the other way round and a result that is known where the loop leaves.
cuda_tile.module @exit {
  // CHECK-LABEL: entry @exit
  // CHECK-SAME: %[[A:.*]]: tile<i32>, %[[N:.*]]: tile<i32>
  entry @exit(%a: tile<i32>, %n: tile<i32>) {
    // CHECK: loop iter_values(%[[I:.*]] = %[[A]])
    // CHECK-NEXT: %[[C:.*]] = cmpi greater_than_or_equal %[[I]], %[[N]], signed
    // CHECK-NEXT: if %[[C]] {
    // CHECK-NEXT: break %[[A]]
    // CHECK-NEXT: }
    // CHECK-NEXT: %[[NEXT:.*]] = addi %[[I]], %[[A]]
    // CHECK-NEXT: continue %[[NEXT]]
    %r = loop iter_values(%i = %a) : tile<i32> -> tile<i32> {
      %c = cmpi greater_than_or_equal %i, %n, signed : tile<i32> -> tile<i1>
      %left = if %c -> (tile<i32>) {
        yield %a : tile<i32>
      } else {
        %next = addi %i, %a : tile<i32>
        continue %next : tile<i32>
      }
      break %left : tile<i32>
    }
    print_tko "%d", %r : tile<i32> -> token
  }
}

// -----

// A flag with another value in a later iteration, or whose arm has effects, is kept; so is a loop with effects before
// it leaves.
cuda_tile.module @others {
  // CHECK-LABEL: entry @flag_of_program
  entry @flag_of_program(%a: tile<i32>, %n: tile<i32>) {
    // CHECK: loop iter_values(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[FLAG:.*]] = %{{.*}})
    // CHECK: cmpi not_equal %[[FLAG]]
    // CHECK: print_tko "first"
    %0 = constant <i32: 0> : tile<i32>
    %1 = constant <i32: 1> : tile<i32>
    loop iter_values(%i = %a, %maybe = %1, %first = %1) : tile<i32>, tile<i32>, tile<i32> {
      %is = cmpi not_equal %maybe, %0, signed : tile<i32> -> tile<i1>
      %k = if %is -> (tile<i32>) {
        yield %i : tile<i32>
      } else {
        %next = addi %i, %1 : tile<i32>
        yield %next : tile<i32>
      }
      %is_first = cmpi not_equal %first, %0, signed : tile<i32> -> tile<i1>
      %j = if %is_first -> (tile<i32>) {
        print_tko "first" -> token
        yield %i : tile<i32>
      } else {
        %next = addi %k, %1 : tile<i32>
        yield %next : tile<i32>
      }
      %c = cmpi less_than %j, %n, signed : tile<i32> -> tile<i1>
      if %c {
        continue %j, %n, %0 : tile<i32>, tile<i32>, tile<i32>
      } else {
        print_tko "end" -> token
      }
      // CHECK: continue
      // CHECK-NEXT: } else {
      // CHECK-NEXT: %{{.*}} = print_tko "end"
      // CHECK-NEXT: }
      // CHECK-NEXT: break
      break
    }
  }
}

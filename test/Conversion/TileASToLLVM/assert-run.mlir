// An assertion that fails prints the location, the block and the element, and ends the launch; one that holds has no
// effect.
// RUN: tileiras-run %s --kernel tile --gpu-name sm_80 --schedule adversarial --arg i32:64
// RUN: not tileiras-run %s --kernel tile --gpu-name sm_80 --arg i32:63 2>&1 | FileCheck %s --check-prefix=TILE -DFILE=%s
// RUN: not tileiras-run %s --kernel tile --gpu-name sm_90 --schedule adversarial --arg i32:63 2>&1 | FileCheck %s --check-prefix=TILE -DFILE=%s
// RUN: tileiras-run %s --kernel scalar --gpu-name sm_120 --arg i32:4
// RUN: tileiras %s -O0 --gpu-name sm_120 --emit=ptx --lineinfo -o %t.ptx && not tileiras-run %t.ptx --kernel scalar --arg i32:3 2>&1 | FileCheck %s --check-prefix=SCALAR -DFILE=%s

cuda_tile.module @m {
  // TILE-DAG: [[FILE]]:[[#@LINE + 9]]: tile block: [0, 0, 0], position: [7, 7]: 100% inside
  // TILE-DAG: assertion '100% inside' failed in tile, [[FILE]]:[[#@LINE + 8]]
  entry @tile(%n: tile<i32>) {
    %i = iota : tile<64xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n64 = broadcast %n1 : tile<1xi32> -> tile<64xi32>
    %c = cmpi less_than %i, %n64, signed : tile<64xi32> -> tile<64xi1>
    %c2 = reshape %c : tile<64xi1> -> tile<8x8xi1>
    // FileCheck counts from the line of its directive.
    assert %c2, "100% inside" : tile<8x8xi1>
    return
  }

  // SCALAR-DAG: [[FILE]]:[[#@LINE + 6]]: tile block: [0, 0, 0], position: []: n is small
  // SCALAR-DAG: assertion 'n is small' failed in scalar, [[FILE]]:[[#@LINE + 5]]
  entry @scalar(%n: tile<i32>) {
    %three = constant <i32: 3> : tile<i32>
    %c = cmpi greater_than %n, %three, signed : tile<i32> -> tile<i1>
    // FileCheck counts from the line of its directive.
    assert %c, "n is small" : tile<i1>
    return
  }
}

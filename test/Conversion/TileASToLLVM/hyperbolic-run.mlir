// The hyperbolic functions of a NaN in f64 give a NaN, and read no table.
// RUN: tileiras-run %s --gpu-name sm_90 --arg f64:nan --arg f64:0 | FileCheck %s
// RUN: tileiras-run %s --gpu-name sm_80 --arg f64:nan --arg f64:0 | FileCheck %s

// CHECK: nan nan 0.000000 1.000000
cuda_tile.module @m {
  entry @k(%nan: !cuda_tile.tile<f64>, %zero: !cuda_tile.tile<f64>) {
    %a = sinh %nan : tile<f64>
    %b = cosh %nan : tile<f64>
    %c = sinh %zero : tile<f64>
    %d = cosh %zero : tile<f64>
    print_tko "%f %f %f %f\n", %a, %b, %c, %d : tile<f64>, tile<f64>, tile<f64>, tile<f64> -> token
    return
  }
}

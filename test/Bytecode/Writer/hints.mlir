// Hints may hold whatever a tagged attribute can be. Integers print without type.
//
// RUN: tileiras-translate %s -no-implicit-module -test-cudatile-roundtrip -bytecode-version=13.1 | FileCheck %s
// RUN: tileiras-translate %s -no-implicit-module -test-cudatile-roundtrip -bytecode-version=13.5 | FileCheck %s

cuda_tile.module @kernels {
  // CHECK: entry @numbers() optimization_hints=<default = {a = -1, b = true, c = 7, d = 5.000000e-01 : f64, e = 2.000000e+00 : f16, f = 1.500000e+00 : f8E4M3FN, g = 9223372036854775807}> {
  entry @numbers() optimization_hints=<default = {a = -1 : i32, b = true, c = 7 : i16, d = 0.5 : f64, e = 2.0 : f16, f = 1.5 : f8E4M3FN, g = 9223372036854775807 : i64}> {
  }
  // CHECK: entry @others() optimization_hints=<sm_90 = {a = "text", b = !cuda_tile.tile<2xi8>, c = [1 : i32, [], {}], d = {x = 1 : i32}, e = dense<[1, 2]> : tensor<2xi8>}> {
  entry @others() optimization_hints=<sm_90 = {a = "text", b = !cuda_tile.tile<2xi8>, c = [1 : i32, [], {}], d = {x = 1 : i32}, e = dense<[1, 2]> : tensor<2xi8>}> {
  }
  // CHECK: entry @own() optimization_hints=<default = {a = #cuda_tile.optimization_hints<x = {}>, b = #cuda_tile.div_by<8>, c = #cuda_tile.same_elements<[1, -2]>, d = #cuda_tile.bounded<?, -3>}> {
  entry @own() optimization_hints=<default = {a = #cuda_tile.optimization_hints<x = {}>, b = #cuda_tile.div_by<8>, c = #cuda_tile.same_elements<[1, -2]>, d = #cuda_tile.bounded<?, -3>}> {
  }
}

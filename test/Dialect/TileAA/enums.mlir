// Every case of the enumerations.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -emit-bytecode | tileiras-opt | FileCheck %s

// CHECK: #nv_tileaa.axis<x>, #nv_tileaa.axis<y>, #nv_tileaa.axis<z>
func.func private @axes() attributes {cases = [#nv_tileaa.axis<x>, #nv_tileaa.axis<y>, #nv_tileaa.axis<z>]}
// CHECK: #nv_tileaa.padding_value<neg_zero>, #nv_tileaa.padding_value<pos_inf>
func.func private @paddings() attributes {cases = [#nv_tileaa.padding_value<neg_zero>, #nv_tileaa.padding_value<pos_inf>]}
// CHECK: #nv_tileaa.rmw_mode<and>, #nv_tileaa.rmw_mode<or>, #nv_tileaa.rmw_mode<xor>, #nv_tileaa.rmw_mode<max>, #nv_tileaa.rmw_mode<umin>
func.func private @updates() attributes {cases = [#nv_tileaa.rmw_mode<and>, #nv_tileaa.rmw_mode<or>, #nv_tileaa.rmw_mode<xor>, #nv_tileaa.rmw_mode<max>, #nv_tileaa.rmw_mode<umin>]}
// CHECK: #nv_tileaa.rounding_mode<nearest_even>
func.func private @roundings() attributes {cases = [#nv_tileaa.rounding_mode<nearest_even>]}

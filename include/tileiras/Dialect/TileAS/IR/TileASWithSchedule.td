//===- TileASWithSchedule.td - All attributes of nv_tileas -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect has one parser of its attributes, which is generated from all of
// them. They are declared in two headers: few files need those of schedules.
//
//===----------------------------------------------------------------------===//

include "tileiras/Dialect/TileAS/IR/TileASOps.td"
include "tileiras/Dialect/TileAS/IR/TileASSchedule.td"

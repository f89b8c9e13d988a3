//===- EnumConversion.cpp - Enumerations of nv_tileaa ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EnumConversion.h"

using namespace mlir;
using namespace tileiras;

nv_tileaa::RoundingMode
to_tileaa::convertRounding(cuda_tile::RoundingMode mode) {
  using From = cuda_tile::RoundingMode;
  using To = nv_tileaa::RoundingMode;
  switch (mode) {
  case From::NEAREST_EVEN:
    return To::NEAREST_EVEN;
  case From::ZERO:
    return To::ZERO;
  case From::NEGATIVE_INF:
    return To::NEGATIVE_INF;
  case From::POSITIVE_INF:
    return To::POSITIVE_INF;
  case From::APPROX:
    return To::APPROX;
  case From::FULL:
    return To::FULL;
  case From::NEAREST_AWAY:
    return To::NEAREST_AWAY;
  case From::NEAREST_INT_TO_ZERO:
    break;
  }
  llvm_unreachable("verified: not a rounding to an integer");
}

nv_tileaa::MemSemantic
to_tileaa::convertSemantic(cuda_tile::MemoryOrderingSemantics semantic) {
  using From = cuda_tile::MemoryOrderingSemantics;
  using To = nv_tileaa::MemSemantic;
  switch (semantic) {
  case From::WEAK:
    return To::WEAK;
  case From::RELAXED:
    return To::RELAXED;
  case From::ACQUIRE:
    return To::ACQUIRE;
  case From::RELEASE:
    return To::RELEASE;
  case From::ACQ_REL:
    return To::ACQ_REL;
  }
  llvm_unreachable("not a memory ordering");
}

nv_tileaa::MemScope to_tileaa::convertScope(cuda_tile::MemoryScope scope) {
  using From = cuda_tile::MemoryScope;
  using To = nv_tileaa::MemScope;
  switch (scope) {
  case From::TL_BLK:
    return To::TL_BLK;
  case From::DEVICE:
    return To::GPU;
  case From::SYS:
    return To::SYS;
  }
  llvm_unreachable("not a memory scope");
}

nv_tileaa::PaddingValue
to_tileaa::convertPadding(cuda_tile::PaddingValue padding) {
  using From = cuda_tile::PaddingValue;
  using To = nv_tileaa::PaddingValue;
  switch (padding) {
  case From::zero:
    return To::ZERO;
  case From::neg_zero:
    return To::NEG_ZERO;
  case From::nan:
    return To::NAN_;
  case From::pos_inf:
    return To::POS_INF;
  case From::neg_inf:
    return To::NEG_INF;
  }
  llvm_unreachable("not a padding value");
}

nv_tileaa::RmwMode to_tileaa::convertMode(cuda_tile::AtomicRMWMode mode) {
  using From = cuda_tile::AtomicRMWMode;
  using To = nv_tileaa::RmwMode;
  switch (mode) {
  case From::ADD:
    return To::ADD;
  case From::ADDF:
    return To::ADDF;
  case From::XCHG:
    return To::XCHG;
  default:
    return convertNamedMode(mode);
  }
}

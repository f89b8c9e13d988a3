//===- CudaTileReference.td - What verifiers demand -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule is the text of the message that reports it, with `{x}` for what the
// message says there. So one text serves three: the reference shows it,
// utils/check-rules finds the test of each rule of each operation by it,
// and the test shows that the compiler says just that. Constraints of operands
// and relations in traits are not repeated: their records hold their texts.
//
// The reference can't be made while an operation has a verifier and no rules
// here. Generated code does not depend on this file.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_REFERENCE_TD
#define TILEIRAS_CUDATILE_REFERENCE_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileOps.td"

class CudaTile_Rules<CudaTile_Op op_, list<string> rules_> {
  CudaTile_Op op = op_;
  list<string> rules = rules_;
}

/// Several operations have the same rules.
multiclass CudaTile_RulesOfAll<list<CudaTile_Op> ops, list<string> rules> {
  foreach op = ops in
    def : CudaTile_Rules<op, rules>;
}

//===----------------------------------------------------------------------===//
// Program structure
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_EntryOp, [
  "expects no results, got {number}",
  "expects arguments that are tiles of rank 0, got {type} for argument {index}",
  "expects a location that is no call site",
  "expects a location whose scope is a di_subprogram, got {scope}",
  "expects a subprogram whose linkageName is {name}, got {linkageName}",
  "expects a scope in the subprogram of its kernel, {name}, got one in {name}",
  "expects no scope, since its kernel has none"]>;

def : CudaTile_Rules<CudaTile_GlobalOp, [
  "expects a value of rank 1, got {type}",
  "expects elements of a number type, got {type}",
  "expected tile extents that are positive powers of two, got {extent}",
  "expected a tile of at most 16777216 elements, got more",
  "expected a tile of {type} to have an even extent, got 1 element",
  "expects a value of type {type}, got {type}",
  "expects a location without scope"]>;

def : CudaTile_Rules<CudaTile_GetGlobalOp, [
  "expects the name of a global, got {name}",
  "expects a pointer to {type}, got one to {type}"]>;

//===----------------------------------------------------------------------===//
// Values and shapes
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_ConstantOp, [
  "expects a value of type {type}, got {type}"]>;

def : CudaTile_Rules<CudaTile_IotaOp, [
  "expects a result of rank 1, got rank {rank}",
  "expects at most 2^{width} elements of {type}, got {number}"]>;

def : CudaTile_Rules<CudaTile_BroadcastOp, [
  "expects each extent of its operand to be 1 or that of the result, got {type} and {type}"]>;

def : CudaTile_Rules<CudaTile_ReshapeOp, [
  "expects as many elements in the result as in the operand, got {number} and {number}"]>;

def : CudaTile_Rules<CudaTile_PermuteOp, [
  "expects an operand of rank 2 or more, got {rank}",
  "expects a permutation of 0 to {dim}, got {array}",
  "expects dimension {dim} of the result to have the extent {extent} of dimension {dim} of the operand, got {extent}"]>;

def : CudaTile_Rules<CudaTile_CatOp, [
  "expects dim to be less than the rank {rank}, got {dim}",
  "expects the extents of dimension {dim} to add up, got {extent}, {extent} and {extent}",
  "expects the extents of dimension {dim} to be the same, got {extent}, {extent} and {extent}"]>;

defm : CudaTile_RulesOfAll<[CudaTile_ExtractOp, CudaTile_InsertOp], [
  "expects {rank} indices, got {number}",
  "expects extents of {type} that are divisible by those of {type}"]>;

defm : CudaTile_RulesOfAll<[CudaTile_PackOp, CudaTile_UnpackOp], [
  "expects tiles of rank 1, got rank {rank}",
  "expects elements that are not 8 bits wide, got {type}",
  "expects tiles of the same number of bits, got {number} in {type} and {number} in {type}"]>;

def : CudaTile_Rules<CudaTile_SelectOp, [
  "expects elements other than f4E2M1FN"]>;

defm : CudaTile_RulesOfAll<[CudaTile_ReduceOp, CudaTile_ScanOp], [
  "expects as many results and identities as {number} operands, got {number} and {number}",
  "expects dim to be less than the rank {rank}, got {dim}",
  "expects an identity of type {type}, got {attribute}",
  "expects a result of type {type}, got {type}",
  "expects region arguments of types {types}, got {types}",
  "expects its region to yield values of types {types}, got {types}",
  "expects operations without effects in its region, got {operation}"]>;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_ForOp, [
  "expects no view among its results, got {type}",
  "expects initial values of types {types}, got {types}",
  "expects region arguments of types {types}, got {types}"]>;

def : CudaTile_Rules<CudaTile_LoopOp, [
  "expects no view among its iter_values, got {type}",
  "expects no view among its results, got {type}",
  "expects region arguments of types {types}, got {types}",
  "expects its region to end in continue or break, got {operation}"]>;

def : CudaTile_Rules<CudaTile_IfOp, [
  "expects no view among its results, got {type}",
  "expects an else region, since it has results",
  "expects its region to end in yield, continue, break or return, got {operation}"]>;

def : CudaTile_Rules<CudaTile_YieldOp, [
  "expects operands of types {types}, got {types}"]>;

def : CudaTile_Rules<CudaTile_BreakOp, [
  "expects to be in a loop, with nothing but ifs in between, got {operation}",
  "expects operands of types {types}, got {types}"]>;

def : CudaTile_Rules<CudaTile_ContinueOp, [
  "expects to be in a loop or for, with nothing but ifs in between, got {operation}",
  "expects operands of types {types}, got {types}"]>;

def : CudaTile_Rules<CudaTile_ReturnOp, [
  "expects to be in an entry, with nothing but ifs in between, got {operation}",
  "expects operands of types {types}, got {types}"]>;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_DivIOp, [
  "expects rounding mode zero, positive_inf or negative_inf, got {mode}",
  "expects no rounding mode negative_inf with unsigned operands"]>;

def : CudaTile_Rules<CudaTile_NegIOp, [
  "expects overflow none, no_signed_wrap or no_wrap, got no_unsigned_wrap"]>;

defvar CudaTile_FlushToZeroRule =
  "expects f32 elements for flush_to_zero, got {type}";
defvar CudaTile_ApproxRule =
  "expects f32 elements for rounding mode approx, got {type}";

defm : CudaTile_RulesOfAll<
  [CudaTile_AddFOp, CudaTile_SubFOp, CudaTile_MulFOp, CudaTile_FmaOp], [
  "expects rounding mode nearest_even, zero, negative_inf, positive_inf; got {mode}",
  CudaTile_FlushToZeroRule]>;

def : CudaTile_Rules<CudaTile_DivFOp, [
  "expects rounding mode nearest_even, zero, negative_inf, positive_inf, approx, full; got {mode}",
  CudaTile_ApproxRule,
  "expects f32 elements for rounding mode full, got {type}",
  CudaTile_FlushToZeroRule]>;

def : CudaTile_Rules<CudaTile_SqrtOp, [
  "expects rounding mode nearest_even, zero, negative_inf, positive_inf, approx; got {mode}",
  CudaTile_ApproxRule,
  CudaTile_FlushToZeroRule]>;

defm : CudaTile_RulesOfAll<[CudaTile_ExpOp, CudaTile_TanHOp], [
  "expects rounding mode full or approx, got {mode}",
  CudaTile_ApproxRule]>;

defm : CudaTile_RulesOfAll<
  [CudaTile_Exp2Op, CudaTile_RsqrtOp, CudaTile_MaxFOp, CudaTile_MinFOp],
  [CudaTile_FlushToZeroRule]>;

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

defvar CudaTile_ProductRules = [
  "expects operands of rank 2, or 3 with a batch dimension, got rank {rank}",
  "expects the same batch size of lhs, rhs and acc, got {size}, {size} and {size}",
  "expects as many columns of lhs as rows of rhs, got {number} and {number}",
  "expects acc to be {number} by {number}, got {number} by {number}"];

def : CudaTile_Rules<CudaTile_MmaIOp, CudaTile_ProductRules>;

def : CudaTile_Rules<CudaTile_MmaFOp, CudaTile_ProductRules # [
  "expects an accumulator type that {type} operands have (f64: f64; bf16, tf32, f32: f32; f16, f8E4M3FN, f8E5M2: f16 or f32), got {type}"]>;

def : CudaTile_Rules<CudaTile_MmaFScaledOp, CudaTile_ProductRules # [
  "expects one scale for each 32 elements (f8E8M0FNU scales), 16 or 32 (f4E2M1FN operands with f8E8M0FNU or fnv8E5M3FNU scales) or 16 (f4E2M1FN operands with f8E4M3FN scales) along K, got {number} scales of {type} for {number} elements of {type}",
  "expects lhs_scale to be {type}, got {type}",
  "expects rhs_scale to be {type}, got {type}"]>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_BitcastOp, [
  "expects element types of the same width, got {type} and {type}"]>;

def : CudaTile_Rules<CudaTile_ExtIOp, [
  "expects a result wider than its operand, got {type} from {type}"]>;

def : CudaTile_Rules<CudaTile_TruncIOp, [
  "expects a result narrower than its operand, got {type} from {type}"]>;

def : CudaTile_Rules<CudaTile_FToFOp, [
  "expects two different element types, got {type} twice",
  "expects rounding mode {modes} from {type} to {type}, got {mode}"]>;

def : CudaTile_Rules<CudaTile_FToIOp, [
  "expects rounding mode nearest_int_to_zero, got {mode}"]>;

def : CudaTile_Rules<CudaTile_IToFOp, [
  "expects rounding mode nearest_even, got {mode}",
  "expects a result with a sign and a zero, got f8E8M0FNU"]>;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

defvar CudaTile_ScopeRules = [
  "expects no memory scope with weak ordering, got {scope}",
  "expects a memory scope with {ordering} ordering, got none"];
defvar CudaTile_LoadRules = [
  "expects memory ordering weak or relaxed or acquire, got {ordering}"
  ] # CudaTile_ScopeRules;
defvar CudaTile_StoreRules = [
  "expects memory ordering weak or relaxed or release, got {ordering}"
  ] # CudaTile_ScopeRules;
defvar CudaTile_PointerRules = [
  "expects pointers to {type}, got pointers to {type}",
  "expects a mask of the shape of {type}, got {type}"];

def : CudaTile_Rules<CudaTile_LoadPtrTkoOp,
  CudaTile_LoadRules # CudaTile_PointerRules # [
  "expects a padding value of type {type}, got {type}"]>;

def : CudaTile_Rules<CudaTile_StorePtrTkoOp,
  CudaTile_StoreRules # CudaTile_PointerRules>;

def : CudaTile_Rules<CudaTile_AllocaOp, [
  "expects num_elem to be 0 or more, got {number}",
  "expects an alignment that is a power of two of at least {number}, got {number}"]>;

def : CudaTile_Rules<CudaTile_JoinTokensOp, [
  "expects 2 tokens or more, got {number}"]>;

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

defvar CudaTile_AtomicRules = [
  "expects memory ordering relaxed or acquire or release or acq_rel, got {ordering}"
  ] # CudaTile_PointerRules;
defvar CudaTile_AtomicAddFRule =
  "expects f16, bf16, f32 or f64 elements for addf, got {type}";
defvar CudaTile_AtomicIntegerRule =
  "expects i32 or i64 elements for {mode}, got {type}";

def : CudaTile_Rules<CudaTile_AtomicCASTkoOp, CudaTile_AtomicRules # [
  "expects i32, i64, f32 or f64 elements, got {type}"]>;

def : CudaTile_Rules<CudaTile_AtomicRMWTkoOp, CudaTile_AtomicRules # [
  CudaTile_AtomicAddFRule,
  "expects i32, i64, f32 or f64 elements for xchg, got {type}",
  CudaTile_AtomicIntegerRule]>;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_MakeTensorViewOp, [
  "expects a base pointer to {type}, got a pointer to {type}",
  "expects a base pointer with ptr_attr {attribute}, got {attribute}",
  "expects {number} dynamic sizes, got {number}",
  "expects {number} dynamic strides, got {number}",
  "expects dynamic sizes and strides of one type, got {type} and {type}"]>;

defm : CudaTile_RulesOfAll<
  [CudaTile_GetIndexSpaceShapeOp, CudaTile_GetTensorShapeOp], [
  "expects {rank} results, got {number}",
  "expects results of one type, got {type} and {type}"]>;

defvar CudaTile_ViewAccessRules = [
  "expects a tile of type {type} for its view, got {type}",
  "expects {rank} indices for its view, got {number}",
  "expects {rank} inbounds flags, got {number}",
  "expects index {dim} to be a tile of {extent} row numbers along the sparse dimension, got {type}",
  "expects index {dim} to be of rank 0, got {type}",
  "expects scalar indices of one type, got {type} and {type}"];

def : CudaTile_Rules<CudaTile_LoadViewTkoOp,
  CudaTile_LoadRules # CudaTile_ViewAccessRules>;
def : CudaTile_Rules<CudaTile_StoreViewTkoOp,
  CudaTile_StoreRules # CudaTile_ViewAccessRules>;

def : CudaTile_Rules<CudaTile_AtomicRedViewTkoOp, [
  "expects memory ordering relaxed, got {ordering}",
  "expects memory scope tl_blk or device, got sys",
  "expects a partition_view or strided_view, got {type}",
  "expects a view without padding value, got {type}",
  "expects a mode that combines, got xchg",
  CudaTile_AtomicAddFRule,
  CudaTile_AtomicIntegerRule] #
  // A sparse view is refused before its indices are looked at.
  !filter(rule, CudaTile_ViewAccessRules,
          !eq(!find(rule, "sparse dimension"), -1))>;

defvar CudaTile_MulticastRules = [
  "expects a view of a multicast tensor_view, got {type}"
  ] # CudaTile_ViewAccessRules;
defvar CudaTile_ReductionRule =
  "expects a reduction that {type} elements have, got {kind}";

def : CudaTile_Rules<CudaTile_MultimemLoadReduceViewTkoOp,
  CudaTile_LoadRules # [CudaTile_ReductionRule] # CudaTile_MulticastRules>;
def : CudaTile_Rules<CudaTile_MultimemReduceViewTkoOp, [
  "expects memory ordering relaxed or release, got {ordering}",
  CudaTile_ReductionRule] # CudaTile_MulticastRules>;
def : CudaTile_Rules<CudaTile_MultimemStoreViewTkoOp,
  CudaTile_StoreRules # CudaTile_MulticastRules>;

//===----------------------------------------------------------------------===//
// Promises and printing
//===----------------------------------------------------------------------===//

def : CudaTile_Rules<CudaTile_AssumeOp, [
  "expected a tile of integers or pointers, or a tensor_view, for div_by, got {type}",
  "expected no 'every' and 'along' for div_by of {type}",
  "expected 'along' to be less than the rank {rank}, got {dim}",
  "expected 'every' to be at most the extent {extent}, got {number}",
  "expected a tile of integers or pointers for same_elements, got {type}",
  "expected a same_elements value for each of {rank} dimensions, got {number}",
  "expected same_elements values from 0 to the extent {extent}, got {number}",
  "expected a tile of integers for bounded, got {type}",
  "expected a bound in the signed range of {type}, got {number}"]>;

def : CudaTile_Rules<CudaTile_PrintTkoOp, [
  "expects as many operands as conversions in its format, got {number} operands and {number} conversions"]>;

#endif // TILEIRAS_CUDATILE_REFERENCE_TD

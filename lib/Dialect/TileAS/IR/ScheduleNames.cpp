//===- ScheduleNames.cpp - Names, types and places of attributes ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect `tileas` checks each attribute of a schedule by itself: its type,
// its range, and the operation that has it. What attributes say together is
// checked by tileas-verify-schedule (Verification/VerifySchedule.h).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/Schedule.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::nv_tileas;

#include "tileiras/Dialect/TileAS/IR/TileASNamesDialect.cpp.inc"

void TileASNamesDialect::initialize() {}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// An integer of this width that is at least `least`.
template <typename T, int64_t least> static bool isNumber(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isSignlessInteger(sizeof(T) * 8) &&
         number.getInt() >= least;
}

/// Such a number, or one for each replica.
template <typename T> static bool isNumbers(Attribute value) {
  auto list = dyn_cast<mlir::detail::DenseArrayAttrImpl<T>>(value);
  return list ? list.size() > 1 &&
                    llvm::all_of(list.asArrayRef(), [](T n) { return n >= 0; })
              : isNumber<T, 0>(value);
}

/// Three of sixteen, for example.
static bool isShare(Attribute value) {
  auto list = dyn_cast<DenseI32ArrayAttr>(value);
  return list && list.size() == 2 && list[0] >= 0 && list[0] <= list[1] &&
         list[1] > 0;
}

template <typename T> static bool isKind(Attribute value) {
  return isa<T>(value);
}

static bool isPartitionList(Attribute value) {
  auto list = dyn_cast<DenseI32ArrayAttr>(value);
  if (!list || list.empty() || list[0] < 0)
    return false;
  ArrayRef<int32_t> all = list.asArrayRef();
  return llvm::is_sorted(all) &&
         std::adjacent_find(all.begin(), all.end()) == all.end();
}

static bool isPartitions(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  llvm::StringSet<> names;
  return list && !list.empty() && llvm::all_of(list, [&](Attribute each) {
           auto partition = dyn_cast<PartitionAttr>(each);
           return partition && names.insert(partition.getName()).second;
         });
}

static bool isMode(Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  return name && symbolizeScheduleMode(name.getValue());
}

static bool isName(Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  return name && !name.empty();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool isAnywhere(Operation *) { return true; }
static bool isFunction(Operation *op) { return isa<FunctionOpInterface>(op); }
static bool isLoop(Operation *op) { return isa<LoopLikeOpInterface>(op); }
static bool isBuffer(Operation *op) { return isa<AllocationOpInterface>(op); }
static bool isScheduled(Operation *op) {
  return op->getParentOfType<FunctionOpInterface>() &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

namespace {
struct NameRule {
  StringLiteral name;
  bool (*fits)(Attribute);
  bool (*mayHave)(Operation *);
  /// What it has to be, and on which operation.
  StringLiteral expected;
};
} // namespace

static constexpr NameRule kRules[] = {
    {schedule::kPartition, isPartitionList, isScheduled,
     "indices of partitions, array<i32> in ascending order, on an operation of "
     "a function"},
    {schedule::kStage, isNumbers<int32_t>, isScheduled,
     "an i32 from 0, or an array<i32> of several, on an operation of a "
     "function"},
    {schedule::kOrder, isNumbers<int32_t>, isScheduled,
     "an i32 from 0, or an array<i32> of several, on an operation of a "
     "function"},
    {schedule::kCycle, isNumbers<int64_t>, isScheduled,
     "an i64 from 0, or an array<i64> of several, on an operation of a "
     "function"},
    {schedule::kSlice, isKind<SliceAttr>, isScheduled,
     "#nv_tileas.slice, on an operation of a function"},
    {schedule::kOrdered, isNumber<int32_t, 0>, isScheduled,
     "an i32 from 0, on an operation of a function"},
    {schedule::kOnlyReplica, isNumber<int32_t, 0>, isScheduled,
     "an i32 from 0, on an operation of a function"},
    {schedule::kExp2ByFma, isShare, isScheduled,
     "a share as two numbers, array<i32: 3, 16>, on an operation of a "
     "function"},
    {schedule::kName, isName, isBuffer,
     "a string, on an allocation of shared or tensor memory"},
    {schedule::kCopies, isNumber<int32_t, 1>, isBuffer,
     "an i32 from 1, on an allocation of shared or tensor memory"},
    {schedule::kOver, isKind<FlatSymbolRefAttr>, isBuffer,
     "the name of another buffer, @name, on an allocation of shared or tensor "
     "memory"},
    {schedule::kII, isNumber<int64_t, 1>, isLoop, "an i64 from 1, on a loop"},
    {schedule::kNumStages, isNumber<int32_t, 1>, isLoop,
     "an i32 from 1, on a loop"},
    {schedule::kMode, isMode, isFunction,
     "\"serial\", \"pipelined\" or \"warp_specialized\", on a function"},
    {schedule::kCtasPerSm, isNumber<int32_t, 1>, isFunction,
     "an i32 from 1, on a function"},
    {schedule::kPartitions, isPartitions, isFunction,
     "a list of #nv_tileas.partition with different names, on a function"},
    {"tileas.schedule.constraint.gid", isNumber<int32_t, 0>, isAnywhere,
     "an i32 from 0"},
    {"tileas.schedule.constraint.leader_gid", isNumber<int32_t, 0>, isAnywhere,
     "an i32 from 0"},
    {"tileas.schedule.constraint.max_depth", isNumber<int32_t, 1>, isAnywhere,
     "an i32 from 1"},
    {"tileas.schedule.constraint.force_serial_execution", isKind<UnitAttr>,
     isAnywhere, "an attribute without a value"},
    {"tileas.preferred_atom_size", isNumber<int32_t, 1>, isAnywhere,
     "an i32 from 1"},
    {"tileas.max_num_slices_for_non_reduce_axis", isNumber<int32_t, 1>,
     isAnywhere, "an i32 from 1"},
    {"tileas.recomputable", isKind<UnitAttr>, isAnywhere,
     "an attribute without a value"},
    {"tileas.max_num_of_recomputations", isNumber<int32_t, 0>, isAnywhere,
     "an i32 from 0"},
    {"tileas.enable_defusion_if_fusion_extending_liveness", isKind<UnitAttr>,
     isAnywhere, "an attribute without a value"},
};

LogicalResult
TileASNamesDialect::verifyOperationAttribute(Operation *op,
                                             NamedAttribute attribute) {
  StringRef name = attribute.getName();
  const NameRule *rule = llvm::find_if(
      kRules, [&](const NameRule &each) { return each.name == name; });
  if (rule == std::end(kRules))
    return op->emitError("unknown attribute '")
           << name << "' of the tileas dialect";
  if (rule->fits(attribute.getValue()) && rule->mayHave(op))
    return success();
  return op->emitError("expected '") << name << "' to be " << rule->expected
                                     << ", got " << attribute.getValue();
}

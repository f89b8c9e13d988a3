//===- Schedule.cpp - A schedule as attributes ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/Schedule.h"

using namespace mlir;
using namespace mlir::nv_tileas;

#include "tileiras/Dialect/TileAS/IR/TileASScheduleEnums.cpp.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASScheduleOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The registers that setmaxnreg takes (PTX ISA).
static constexpr int32_t kMinRegisters = 24, kMaxRegisters = 256,
                         kRegisterUnit = 8;
/// M, N and K of an MMA.
static constexpr int32_t kNumDims = 3;

LogicalResult
PartitionAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      StringRef name, int32_t warps, int32_t registers,
                      int32_t replicas, ReplicaKind) {
  if (name.empty())
    return emitError() << "expected a partition to have a name";
  if (warps < 1 || replicas < 1)
    return emitError() << "expected at least one warp and one replica, got "
                       << warps << " and " << replicas;
  if (registers < kMinRegisters || registers > kMaxRegisters ||
      registers % kRegisterUnit != 0)
    return emitError() << "expected registers of a thread to be a multiple of "
                       << kRegisterUnit << " from " << kMinRegisters << " to "
                       << kMaxRegisters << ", got " << registers;
  return success();
}

LogicalResult SliceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                int32_t dim, int32_t count) {
  if (dim >= 0 && dim < kNumDims && count >= 1)
    return success();
  return emitError() << "expected slices of dimension 0, 1 or 2, at least one, "
                        "got "
                     << count << " of dimension " << dim;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The number of a replica, of a list that is empty, or has one for all.
template <typename T>
static std::optional<T> select(ArrayRef<T> numbers, unsigned replica) {
  if (numbers.empty())
    return std::nullopt;
  return numbers.size() == 1 ? numbers.front() : numbers[replica];
}

int32_t OpSchedule::getStage(unsigned replica) const {
  return select<int32_t>(stages, replica).value_or(0);
}
std::optional<int32_t> OpSchedule::getOrder(unsigned replica) const {
  return select<int32_t>(orders, replica);
}
std::optional<int64_t> OpSchedule::getCycle(unsigned replica) const {
  return select<int64_t>(cycles, replica);
}

unsigned OpSchedule::countInstances() const {
  return std::max({size_t(1), stages.size(), orders.size(), cycles.size()});
}

static std::optional<int32_t> readNumber(Operation *op, StringRef name) {
  if (auto number = op->getAttrOfType<IntegerAttr>(name))
    return number.getInt();
  return std::nullopt;
}

/// Reads a number or a list of them.
template <typename T>
static SmallVector<T> readNumbers(Operation *op, StringRef name) {
  Attribute attribute = op->getAttr(name);
  if (auto number = dyn_cast_if_present<IntegerAttr>(attribute))
    return {T(number.getInt())};
  if (auto list =
          dyn_cast_if_present<mlir::detail::DenseArrayAttrImpl<T>>(attribute))
    return SmallVector<T>(list.asArrayRef());
  return {};
}

/// Writes an attribute; a null one removes it.
static void write(Operation *op, StringRef name, Attribute value) {
  if (value)
    op->setAttr(name, value);
  else
    op->removeAttr(name);
}

template <typename T>
static Attribute getNumber(Builder builder, std::optional<T> number) {
  if (!number)
    return {};
  return builder.getIntegerAttr(builder.getIntegerType(sizeof(T) * 8), *number);
}

template <typename T>
static Attribute getNumbers(Builder builder, ArrayRef<T> numbers) {
  if (numbers.size() > 1)
    return mlir::detail::DenseArrayAttrImpl<T>::get(builder.getContext(),
                                                    numbers);
  return getNumber(builder, select(numbers, 0));
}

std::optional<OpSchedule> nv_tileas::getSchedule(Operation *op) {
  if (!op->hasAttr(schedule::kPartition))
    return std::nullopt;
  return readSchedule(op);
}

OpSchedule nv_tileas::readSchedule(Operation *op) {
  SmallVector<int32_t> partitions;
  if (auto list = op->getAttrOfType<DenseI32ArrayAttr>(schedule::kPartition))
    partitions.assign(list.asArrayRef().begin(), list.asArrayRef().end());
  return OpSchedule{std::move(partitions),
                    readNumbers<int32_t>(op, schedule::kStage),
                    readNumbers<int32_t>(op, schedule::kOrder),
                    readNumbers<int64_t>(op, schedule::kCycle),
                    op->getAttrOfType<SliceAttr>(schedule::kSlice),
                    readNumber(op, schedule::kOrdered),
                    readNumber(op, schedule::kOnlyReplica)};
}

void nv_tileas::setSchedule(Operation *op, const OpSchedule &schedule) {
  Builder builder(op->getContext());
  op->setAttr(schedule::kPartition,
              builder.getDenseI32ArrayAttr(schedule.partitions));
  write(op, schedule::kStage, getNumbers<int32_t>(builder, schedule.stages));
  write(op, schedule::kOrder, getNumbers<int32_t>(builder, schedule.orders));
  write(op, schedule::kCycle, getNumbers<int64_t>(builder, schedule.cycles));
  write(op, schedule::kSlice, schedule.slice);
  write(op, schedule::kOrdered, getNumber(builder, schedule.ordered));
  write(op, schedule::kOnlyReplica, getNumber(builder, schedule.onlyReplica));
}

//===----------------------------------------------------------------------===//
// Buffers, loops and functions
//===----------------------------------------------------------------------===//

BufferSchedule nv_tileas::getBufferSchedule(AllocationOpInterface buffer) {
  BufferSchedule result;
  if (auto name = buffer->getAttrOfType<StringAttr>(schedule::kName))
    result.name = name.getValue();
  if (auto over = buffer->getAttrOfType<FlatSymbolRefAttr>(schedule::kOver))
    result.over = over.getValue();
  auto type =
      dyn_cast<nv_tileaa::StridedMemRefType>(buffer->getResult(0).getType());
  result.copies = readNumber(buffer, schedule::kCopies)
                      .value_or(type ? type.getStages() : 1);
  return result;
}

void nv_tileas::setBufferSchedule(AllocationOpInterface buffer,
                                  const BufferSchedule &schedule) {
  Builder builder(buffer->getContext());
  write(buffer, schedule::kName,
        schedule.name.empty() ? StringAttr()
                              : builder.getStringAttr(schedule.name));
  write(buffer, schedule::kOver,
        schedule.over.empty()
            ? FlatSymbolRefAttr()
            : FlatSymbolRefAttr::get(builder.getContext(), schedule.over));
  buffer->setAttr(schedule::kCopies,
                  builder.getI32IntegerAttr(schedule.copies));
}

LoopInterval nv_tileas::getLoopInterval(Operation *loop) {
  LoopInterval interval;
  if (auto ii = loop->getAttrOfType<IntegerAttr>(schedule::kII))
    interval.ii = ii.getInt();
  interval.numStages = readNumber(loop, schedule::kNumStages);
  return interval;
}

void nv_tileas::setLoopInterval(Operation *loop, const LoopInterval &interval) {
  Builder builder(loop->getContext());
  write(loop, schedule::kII, getNumber(builder, interval.ii));
  write(loop, schedule::kNumStages, getNumber(builder, interval.numStages));
}

std::optional<FunctionSchedule>
nv_tileas::getFunctionSchedule(Operation *func) {
  auto partitions = func->getAttrOfType<ArrayAttr>(schedule::kPartitions);
  if (!partitions)
    return std::nullopt;
  FunctionSchedule result;
  if (auto mode = func->getAttrOfType<StringAttr>(schedule::kMode))
    result.mode = symbolizeScheduleMode(mode.getValue()).value_or(result.mode);
  result.ctasPerSm = readNumber(func, schedule::kCtasPerSm).value_or(1);
  llvm::append_range(result.partitions, partitions.getAsRange<PartitionAttr>());
  return result;
}

void nv_tileas::setFunctionSchedule(Operation *func,
                                    const FunctionSchedule &schedule) {
  Builder builder(func->getContext());
  func->setAttr(schedule::kMode,
                builder.getStringAttr(stringifyScheduleMode(schedule.mode)));
  func->setAttr(schedule::kCtasPerSm,
                builder.getI32IntegerAttr(schedule.ctasPerSm));
  SmallVector<Attribute> partitions(schedule.partitions.begin(),
                                    schedule.partitions.end());
  func->setAttr(schedule::kPartitions, builder.getArrayAttr(partitions));
}

void nv_tileas::dropSchedule(Operation *root) {
  static constexpr StringLiteral kPrefix = "tileas.schedule.",
                                 kConstraint = "tileas.schedule.constraint.";
  root->walk([](Operation *op) {
    SmallVector<StringAttr> names;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with(kPrefix) &&
          !attribute.getName().strref().starts_with(kConstraint))
        names.push_back(attribute.getName());
    for (StringAttr name : names)
      op->removeDiscardableAttr(name);
  });
}

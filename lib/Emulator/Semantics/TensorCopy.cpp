//===- TensorCopy.cpp - cp.async.bulk.tensor and its kin --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Data Movement and Conversion Instructions: Tensor copy":
// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor, cp.async.bulk.prefetch.
// tensor. TensorBox has the layout; here the boxes are copied.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/TensorBox.h"
#include "tileiras/Emulator/Semantics/AtomRules.h"
#include "tileiras/Emulator/Semantics/BulkCopy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

constexpr uint64_t kBoxAlign = 128, kLineBytes = 128, kPieceBytes = 16;
/// The 16 bits that fill a float of any width.
constexpr uint16_t kFillNaN = 0x7ff7;

/// A copy's tensor map and box, shared by all its destinations.
struct Transfer {
  Transfer(const TensorMap &map, TensorBox box, MemoryLocation mapLocation)
      : map(map), mapLocation(mapLocation), box(std::move(box)),
        data(this->box.bytes()) {}

  /// The operation of the transfer; the caller sets its other fields.
  AsyncOperation begin(std::optional<MemoryLocation> mbarrier,
                       uint64_t bytes) const {
    AsyncOperation operation = bulkOperation(mbarrier, bytes);
    operation.tensorMap = {mapLocation, kTensorMapBytes};
    return operation;
  }

  void gather(AsyncOperation &operation);
  void scatter(AsyncOperation &operation);
  void reduce(AsyncOperation &operation, AtomOp op);
  void fill(AsyncOperation &operation, MemoryLocation box);
  void empty(AsyncOperation &operation, MemoryLocation box);

  TensorMap map;
  MemoryLocation mapLocation;
  TensorBox box;
  std::vector<uint8_t> data; // the box in linear order

private:
  uint32_t unitsWritten(const TensorRow &row) const;
  template <class Move>
  void eachUnit(AsyncOperation &operation, Access access, Move move);
  template <class Move>
  void eachPiece(AsyncOperation &operation, MemoryLocation box, Access access,
                 Move move);
};

/// A store writes 16 bytes at once, some of which may be after the tensor's
/// last element: NVIDIA's hardware cuts off only loads and reductions there.
uint32_t Transfer::unitsWritten(const TensorRow &row) const {
  ElementUnit unit = unitOf(map.element);
  if (unit.globalBytes != unit.sharedBytes)
    return row.count;
  uint64_t whole = alignTo(uint64_t(row.count) * unit.globalBytes, kPieceBytes);
  uint64_t box = map.rowBytes() - uint64_t(row.first) * unit.sharedBytes;
  return uint32_t(std::min(whole, box) / unit.globalBytes);
}

/// Calls move(memory, data) for each unit in bounds of the tensor.
template <class Move>
void Transfer::eachUnit(AsyncOperation &operation, Access access, Move move) {
  ElementUnit unit = unitOf(map.element);
  for (const TensorRow &row : box.allRows()) {
    if (!row.count)
      continue;
    uint32_t count = access == Access::Write ? unitsWritten(row) : row.count;
    uint8_t *memory =
        operation.memory({Space::Global, nullptr, row.address},
                         uint64_t(count) * unit.globalBytes, access);
    if (!memory)
      return;
    uint8_t *at = &data[row.offset + uint64_t(row.first) * unit.sharedBytes];
    if (unit.globalBytes == unit.sharedBytes) {
      move(memory, at, count * unit.globalBytes);
      continue;
    }
    for (uint32_t n = 0; n < count; ++n)
      move(memory + n * unit.globalBytes, at + n * unit.sharedBytes,
           unit.globalBytes);
  }
}

/// Calls move(memory, data, bytes) for each piece of shared memory that a
/// swizzle keeps contiguous. A swizzle permutes pieces within lines of 128
/// bytes.
template <class Move>
void Transfer::eachPiece(AsyncOperation &operation, MemoryLocation to,
                         Access access, Move move) {
  if (map.swizzle == TensorSwizzle::None) {
    if (uint8_t *memory = operation.memory(to, data.size(), access))
      move(memory, data.data(), data.size());
    return;
  }
  uint64_t piece = map.swizzle == TensorSwizzle::Bytes128Atom32Flip8 ? 8 : 16;
  for (uint64_t line = 0; line < data.size(); line += kLineBytes) {
    uint64_t base = to.address + line;
    uint64_t end = std::min<uint64_t>(data.size() - line, kLineBytes);
    uint8_t *whole = end == kLineBytes
                         ? operation.memory(to + line, kLineBytes, access)
                         : nullptr;
    for (uint64_t at = 0; at < end; at += piece) {
      uint64_t target = swizzled(map.swizzle, base + at);
      uint8_t *memory =
          whole ? whole + (target - base)
                : operation.memory({to.space, to.cta, target}, piece, access);
      if (!memory)
        return;
      move(memory, &data[line + at], piece);
    }
  }
}

/// Rounds f32 to tf32, to nearest, including subnormals.
void roundToTF32(uint8_t *data, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += 4) {
    float value;
    std::memcpy(&value, data + at, 4);
    uint32_t rounded = encode(kFormatTF32, value, Rounding::RN) << 13;
    std::memcpy(data + at, &rounded, 4);
  }
}

/// Reads the tensor into the box.
void Transfer::gather(AsyncOperation &operation) {
  if (map.fill == TensorFill::NaN)
    for (uint64_t at = 0; at < data.size(); ++at)
      data[at] = at % 2 ? kFillNaN >> 8 : kFillNaN & 0xff;
  bool isTF32 = map.element == TensorElement::TF32 ||
                map.element == TensorElement::TF32Ftz;
  eachUnit(operation, Access::Read,
           [isTF32](uint8_t *memory, uint8_t *data, uint64_t bytes) {
             copyFromMemory(data, memory, bytes);
             if (isTF32)
               roundToTF32(data, bytes);
           });
}

void Transfer::scatter(AsyncOperation &operation) {
  eachUnit(operation, Access::Write,
           [](uint8_t *memory, const uint8_t *data, uint64_t bytes) {
             copyToMemory(memory, data, bytes);
           });
}

/// The type in which a reduction computes; a .b type for logical operations.
Type reducedType(TensorElement element, AtomOp op) {
  bool isLogic = op == AtomOp::And || op == AtomOp::Or || op == AtomOp::Xor;
  switch (element) {
  case TensorElement::U32:
    return isLogic ? Type::B32 : Type::U32;
  case TensorElement::S32:
    return isLogic ? Type::B32 : Type::S32;
  case TensorElement::U64:
    return isLogic ? Type::B64 : Type::U64;
  case TensorElement::S64:
    return isLogic ? Type::B64 : Type::S64;
  case TensorElement::F16:
    return Type::F16;
  case TensorElement::BF16:
    return Type::BF16;
  case TensorElement::F32:
  case TensorElement::F32Ftz:
    return op == AtomOp::Add ? Type::F32 : Type::None;
  case TensorElement::F64:
    return op == AtomOp::Add ? Type::F64 : Type::None;
  default:
    return Type::None;
  }
}

void Transfer::reduce(AsyncOperation &operation, AtomOp op) {
  Type type = reducedType(map.element, op);
  ReduceElement element =
      type == Type::None ? nullptr : reduceElement(op, type);
  if (!element)
    return operation.fault("the tensor's element type has no such reduction");
  AtomMode mode{op, map.element == TensorElement::F32Ftz, /*passesNaN=*/true};
  unsigned size = bytesOf(type);
  eachUnit(operation, Access::Atomic,
           [&](uint8_t *memory, const uint8_t *data, uint64_t bytes) {
             for (uint64_t at = 0; at < bytes; at += size)
               element(mode, memory + at, data + at);
           });
}

/// Writes the box to shared memory, or reads it from there.
void Transfer::fill(AsyncOperation &operation, MemoryLocation to) {
  eachPiece(operation, to, Access::Write,
            [](uint8_t *memory, const uint8_t *data, uint64_t bytes) {
              std::memcpy(memory, data, bytes);
            });
}
void Transfer::empty(AsyncOperation &operation, MemoryLocation from) {
  eachPiece(operation, from, Access::Read,
            [](const uint8_t *memory, uint8_t *data, uint64_t bytes) {
              std::memcpy(data, memory, bytes);
            });
}

//===-- Operands --------------------------------------------------------===//

LoadMode modeOf(const Instruction &i) {
  return LoadMode(i.modifiers.get(Group::LoadMode));
}

/// The map at generic address \p address.
Expected<TensorMap> readMap(Warp &w, uint64_t address, unsigned lane) {
  if (address % kTensorMapAlign)
    return createStringError("the address of a tensor map, 0x" +
                             utohexstr(address, true) +
                             ", is not a multiple of 64");
  std::array<uint8_t, kTensorMapBytes> bytes;
  SaveAndRestore<Proxy> through(w.proxy, Proxy::TensorMap);
  for (unsigned at = 0; at < kTensorMapBytes; at += 16) {
    uint8_t *data =
        w.memory(Space::Generic, address + at, 16, Access::Read, lane);
    if (!data)
      return createStringError("unreadable tensor map");
    copyFromMemory(&bytes[at], data, 16);
  }
  return TensorMap::read(bytes.data());
}

/// The box of operand [map, {coordinates}], with the filter's offsets of
/// im2col in operand \p offsetOperand.
std::shared_ptr<Transfer> transferOf(Warp &w, const Instruction &i,
                                     unsigned operand, unsigned which,
                                     int offsetOperand, unsigned lane) {
  auto refuse = [&](Error error) {
    w.fault(toString(std::move(error)), lane);
    return nullptr;
  };
  Expected<TensorMap> map =
      readMap(w, w.address(i, operand, which, lane), lane);
  if (!map)
    return refuse(map.takeError());
  SmallVector<int32_t, 5> coordinates;
  for (Slot slot : i.group(operand).drop_front())
    coordinates.push_back(int32_t(w.readAny(slot, lane)));
  SmallVector<uint16_t, 3> offsets;
  if (offsetOperand >= 0)
    for (Slot slot : i.group(offsetOperand))
      offsets.push_back(uint16_t(w.readAny(slot, lane)));
  LoadMode mode = modeOf(i);
  Expected<TensorBox> box =
      mode == LoadMode::Tile ? TensorBox::tile(*map, coordinates)
      : mode == LoadMode::Gather4 || mode == LoadMode::Scatter4
          ? TensorBox::rows(*map, coordinates)
          : TensorBox::pixels(*map, coordinates, offsets);
  if (!box)
    return refuse(box.takeError());
  std::optional<MemoryLocation> location =
      w.locate(Space::Generic, w.address(i, operand, which, lane), lane);
  return location ? std::make_shared<Transfer>(*map, std::move(*box), *location)
                  : nullptr;
}

//===-- Instructions ----------------------------------------------------===//

/// [dst], [map, {…}], [mbar] [, {offsets}] [, ctaMask] [, policy]
template <bool Multicast, bool Im2col>
Flow load(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (w.faulted())
      return;
    auto to = bulkAddress(w, i, 0, 0, Space::SharedCluster, kBoxAlign, lane);
    if (!to)
      return;
    auto mbarrier = mbarrierOperand(w, i, 2, 2, lane);
    auto transfer = transferOf(w, i, 1, 1, Im2col ? 3 : -1, lane);
    if (!mbarrier || !transfer)
      return;
    std::optional<uint32_t> mask;
    if (Multicast)
      mask = uint16_t(w.readAny(i.group(Im2col ? 4 : 3)[0], lane));
    for (const Destination &each :
         destinations(w, i, *to, *mbarrier, mask, lane)) {
      uint64_t bytes = transfer->box.bytes();
      AsyncOperation operation = transfer->begin(each.mbarrier, bytes);
      operation.writes.push_back({each.location, bytes});
      auto own = std::make_shared<Transfer>(*transfer);
      operation.read = [own](AsyncOperation &o) { own->gather(o); };
      operation.land = [own, location = each.location](AsyncOperation &o) {
        own->fill(o, location);
      };
      w.async().issue(w, std::move(operation), LaneMask(1) << lane);
    }
  });
  return w.next();
}

/// [map, {…}], [src] [, policy]
template <bool Reduces> Flow store(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (w.faulted())
      return;
    auto from = bulkAddress(w, i, 1, 1, Space::Shared, kBoxAlign, lane);
    if (!from)
      return;
    auto transfer = transferOf(w, i, 0, 0, -1, lane);
    if (!transfer)
      return;
    int32_t start = int32_t(w.readAny(i.group(0)[1], lane));
    if (modeOf(i) == LoadMode::Tile && start < 0) {
      w.fault("coordinate 0 of a store or reduction must not be negative, "
              "but is " +
                  Twine(start),
              lane);
      return;
    }
    AsyncOperation operation = transfer->begin(std::nullopt, 0);
    operation.reads.push_back({*from, transfer->box.bytes()});
    operation.read = [=, location = *from](AsyncOperation &o) {
      transfer->empty(o, location);
    };
    operation.land = [=, op = i.modifiers.atom()](AsyncOperation &o) {
      if (Reduces)
        transfer->reduce(o, op);
      else
        transfer->scatter(o);
    };
    w.async().issue(w, std::move(operation), LaneMask(1) << lane);
  });
  return w.next();
}

/// [map, {…}] [, {offsets}] [, policy]: only checks the operands.
template <bool Im2col> Flow prefetch(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (!w.faulted())
      transferOf(w, i, 0, 0, Im2col ? 1 : -1, lane);
  });
  return w.next();
}

/// Returns whether the number of coordinates is that of the dimensions and the
/// mode.
bool coordinatesFit(const Instruction &i, unsigned operand) {
  unsigned rank = i.modifiers.get(Group::Dimension);
  size_t given = i.group(operand).size() - 1;
  switch (modeOf(i)) {
  case LoadMode::Tile:
    return given == rank;
  case LoadMode::Gather4:
  case LoadMode::Scatter4:
    return rank == 2 && given == 5;
  case LoadMode::Im2col:
  case LoadMode::Im2colNoOffsets:
    return rank >= 3 && given == rank;
  }
  return false;
}

bool offsetsFit(const Instruction &i, unsigned operand) {
  return modeOf(i) == LoadMode::Im2col &&
         i.group(operand).size() + 2 == i.modifiers.get(Group::Dimension);
}

bool isStoreMode(LoadMode mode) {
  return mode == LoadMode::Tile || mode == LoadMode::Scatter4 ||
         mode == LoadMode::Im2colNoOffsets;
}

bool loads(const Instruction &i, unsigned operand) {
  LoadMode mode = modeOf(i);
  return (mode == LoadMode::Tile || mode == LoadMode::Gather4) &&
         coordinatesFit(i, operand);
}

} // namespace

namespace bind {
Handler tensorLoad(const Instruction &i) {
  return loads(i, 1) ? load<false, false> : nullptr;
}
Handler tensorMulticast(const Instruction &i) {
  return loads(i, 1) ? load<true, false> : nullptr;
}
Handler tensorLoadIm2col(const Instruction &i) {
  return coordinatesFit(i, 1) && offsetsFit(i, 3) ? load<false, true> : nullptr;
}
Handler tensorMulticastIm2col(const Instruction &i) {
  return coordinatesFit(i, 1) && offsetsFit(i, 3) ? load<true, true> : nullptr;
}
Handler tensorStore(const Instruction &i) {
  return isStoreMode(modeOf(i)) && coordinatesFit(i, 0) ? store<false>
                                                        : nullptr;
}
Handler tensorReduce(const Instruction &i) {
  LoadMode mode = modeOf(i);
  AtomOp op = i.modifiers.atom();
  return isStoreMode(mode) && mode != LoadMode::Scatter4 &&
                 coordinatesFit(i, 0) && op != AtomOp::None &&
                 op != AtomOp::Exch && op != AtomOp::Cas
             ? store<true>
             : nullptr;
}
Handler tensorPrefetch(const Instruction &i) {
  return loads(i, 0) ? prefetch<false> : nullptr;
}
Handler tensorPrefetchIm2col(const Instruction &i) {
  return coordinatesFit(i, 0) && offsetsFit(i, 1) ? prefetch<true> : nullptr;
}
} // namespace bind

} // namespace tileiras::emu

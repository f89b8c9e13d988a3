//===- Memory.cpp - Memory that the driver allocated ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Log.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace tileiras::cuda {

Memory::Memory(emu::Machine &machine, uint64_t capacity, bool hostPointers)
    : machine(machine), totalBytes(capacity), hostPointers(hostPointers) {
  machine.allowHostPointers(hostPointers);
}

//===-- Blocks ----------------------------------------------------------===//

constexpr size_t Alignment = 512; // as device memory's

/// Allocates zeros. A large block costs nothing until it is touched.
static bool allocateOnHost(size_t size, Block &block) {
  void *storage = std::calloc(SaturatingAdd(size, Alignment - 1), 1);
  block.storage = {static_cast<uint8_t *>(storage), std::free};
  block.base = alignTo(reinterpret_cast<uintptr_t>(storage), Alignment);
  return storage;
}

CUresult Memory::allocate(MemoryKind kind, size_t size, Context *context,
                          StringRef caller, Block **made) {
  if (!size)
    return CUDA_ERROR_INVALID_VALUE;
  if (size > totalBytes - usedBytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Block block;
  block.size = size;
  block.kind = kind;
  block.context = context;
  block.id = ++allocations;
  std::string name = (caller + " #" + Twine(block.id)).str();
  if (kind == MemoryKind::Device) {
    block.base = machine.allocate(size, name);
    if (!block.base)
      return CUDA_ERROR_OUT_OF_MEMORY;
  } else {
    if (!allocateOnHost(size, block))
      return CUDA_ERROR_OUT_OF_MEMORY;
    machine.mapHost(reinterpret_cast<void *>(block.base), size, name);
  }
  usedBytes += size;
  CUdeviceptr base = block.base;
  *made = &(blocks[base] = std::move(block));
  return CUDA_SUCCESS;
}

CUresult Memory::registerHost(void *pointer, size_t size, Context *context,
                              unsigned flags) {
  auto base = reinterpret_cast<uintptr_t>(pointer);
  if (!pointer || !size || !checkedAddUnsigned<uint64_t>(base, size))
    return CUDA_ERROR_INVALID_VALUE;
  auto after = blocks.lower_bound(base + size);
  if (after != blocks.begin()) {
    const Block &before = std::prev(after)->second;
    if (before.base + before.size > base)
      return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  }
  Block &block = blocks[base];
  block.base = base;
  block.size = size;
  block.kind = MemoryKind::Registered;
  block.context = context;
  block.id = ++allocations;
  block.flags = flags;
  machine.mapHost(pointer, size,
                  "cuMemHostRegister #" + std::to_string(block.id));
  return CUDA_SUCCESS;
}

CUresult Memory::release(CUdeviceptr address,
                         function_ref<bool(MemoryKind)> isRight) {
  auto found = blocks.find(address);
  if (found == blocks.end() || !isRight(found->second.kind))
    return CUDA_ERROR_INVALID_VALUE;
  consumeError(machine.release(address));
  if (found->second.kind != MemoryKind::Registered)
    usedBytes -= found->second.size;
  blocks.erase(found);
  return CUDA_SUCCESS;
}

void Memory::releaseAllOf(const Context *context) {
  SmallVector<CUdeviceptr> owned;
  for (auto &[base, block] : blocks)
    if (block.context == context)
      owned.push_back(base);
  for (CUdeviceptr base : owned)
    release(base, [](MemoryKind) { return true; });
}

Block *Memory::find(CUdeviceptr address) {
  auto next = blocks.upper_bound(address);
  if (next == blocks.begin())
    return nullptr;
  Block &block = std::prev(next)->second;
  return block.contains(address, 1) ? &block : nullptr;
}

//===-- Contents --------------------------------------------------------===//

/// The bytes that are copied or filled at once.
constexpr size_t ChunkBytes = 64 * 1024;

Expected<uint8_t *> Memory::hostBytes(CopyEnd end, size_t bytes) {
  Block *block = find(end.address);
  if (block && !block->contains(end.address, bytes))
    return createStringError(
        "copy or fill of " + Twine(bytes) + " bytes at 0x" +
        utohexstr(end.address, true) + " goes " +
        Twine(bytes - (block->size - (end.address - block->base))) +
        " bytes past the end of an allocation of " + Twine(block->size));
  if (block && !block->onHost())
    return nullptr;
  // Variables of modules belong to the emulator.
  if (!block && !end.surelyHost && machine.holds(end.address))
    return nullptr;
  constexpr uint64_t FirstPage = 4096; // nothing is ever there
  if (block || ((end.surelyHost || hostPointers) && end.address >= FirstPage &&
                checkedAddUnsigned<uint64_t>(end.address, bytes)))
    return reinterpret_cast<uint8_t *>(end.address);
  return createStringError("copy or fill at 0x" + utohexstr(end.address, true) +
                           ", which is no " +
                           (end.surelyHost ? "host" : "device") + " memory");
}

static CUresult refuse(Error error) {
  report(toString(std::move(error)));
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult Memory::read(CopyEnd source, MutableArrayRef<uint8_t> bytes) {
  Expected<uint8_t *> host = hostBytes(source, bytes.size());
  if (!host)
    return refuse(host.takeError());
  if (*host)
    std::memcpy(bytes.data(), *host, bytes.size());
  else if (Error error = machine.copyOut(source.address, bytes))
    return refuse(std::move(error));
  return CUDA_SUCCESS;
}

CUresult Memory::write(CopyEnd destination, ArrayRef<uint8_t> bytes) {
  Expected<uint8_t *> host = hostBytes(destination, bytes.size());
  if (!host)
    return refuse(host.takeError());
  if (*host)
    std::memmove(*host, bytes.data(), bytes.size());
  else if (Error error = machine.copyIn(destination.address, bytes))
    return refuse(std::move(error));
  return CUDA_SUCCESS;
}

CUresult Memory::copy(CopyEnd destination, CopyEnd source, size_t bytes) {
  if (!bytes)
    return CUDA_SUCCESS;
  Expected<uint8_t *> from = hostBytes(source, bytes);
  if (!from)
    return refuse(from.takeError());
  if (*from)
    return write(destination, {*from, bytes});
  Expected<uint8_t *> to = hostBytes(destination, bytes);
  if (!to)
    return refuse(to.takeError());
  if (*to)
    return read(source, {*to, bytes});
  uint8_t passing[ChunkBytes];
  for (size_t done = 0; done < bytes;) {
    size_t chunk = std::min(bytes - done, ChunkBytes);
    if (CUresult result = read(source + done, {passing, chunk}))
      return result;
    if (CUresult result = write(destination + done, {passing, chunk}))
      return result;
    done += chunk;
  }
  return CUDA_SUCCESS;
}

/// Rows follow one another, planes too, and the last ends in the address space.
static bool isPossible(const Box &box, size_t width, size_t height,
                       size_t depth) {
  if ((height > 1 || depth > 1) && box.pitch < width)
    return false;
  if (depth > 1 && box.height < height)
    return false;
  if (!width || !height || !depth)
    return true;
  auto lastRow = checkedMulAddUnsigned(box.height, depth - 1, height - 1);
  if (!lastRow)
    return false;
  auto bytes = checkedMulAddUnsigned(box.pitch, *lastRow, width);
  return bytes && checkedAddUnsigned<uint64_t>(box.origin.address, *bytes);
}

static Error impossible(const Box &box, size_t width, size_t height,
                        size_t depth) {
  if (height <= 1 && depth <= 1)
    return createStringError("copy or fill of " + Twine(width) +
                             " bytes at 0x" +
                             utohexstr(box.origin.address, true) +
                             ", which leaves the address space");
  return createStringError("copy or fill of " + Twine(depth) + " planes of " +
                           Twine(height) + " rows of " + Twine(width) +
                           " bytes: with a pitch of " + Twine(box.pitch) +
                           " bytes and planes of " + Twine(box.height) +
                           " rows they overlap or leave the address space");
}

CUresult Memory::copyBox(const Box &destination, const Box &source,
                         size_t width, size_t height, size_t depth) {
  for (const Box *box : {&destination, &source})
    if (!isPossible(*box, width, height, depth))
      return refuse(impossible(*box, width, height, depth));
  if (!width || !height)
    return CUDA_SUCCESS;
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      if (CUresult result =
              copy(destination.row(y, z), source.row(y, z), width))
        return result;
  return CUDA_SUCCESS;
}

CUresult Memory::fill(const Box &destination, uint32_t value,
                      unsigned elementSize, size_t width, size_t height) {
  if (elementSize != 1 && elementSize != 2 && elementSize != 4)
    return CUDA_ERROR_INVALID_VALUE;
  if (destination.origin.address % elementSize)
    return CUDA_ERROR_INVALID_VALUE;
  size_t bytes = SaturatingMultiply<size_t>(width, elementSize);
  if (!isPossible(destination, bytes, height, 1))
    return refuse(impossible(destination, bytes, height, 1));
  for (size_t y = 0; y < height && width; ++y)
    if (CUresult result =
            fillRow(destination.row(y, 0), value, elementSize, bytes))
      return result;
  return CUDA_SUCCESS;
}

CUresult Memory::fillRow(CopyEnd destination, uint32_t value,
                         unsigned elementSize, size_t bytes) {
  if (Expected<uint8_t *> host = hostBytes(destination, bytes); !host)
    return refuse(host.takeError());
  uint8_t pattern[ChunkBytes];
  for (size_t i = 0; i < std::min(bytes, ChunkBytes); i += elementSize)
    std::memcpy(&pattern[i], &value, elementSize);
  for (size_t done = 0; done < bytes;) {
    size_t chunk = std::min(bytes - done, ChunkBytes);
    if (CUresult result = write(destination + done, {pattern, chunk}))
      return result;
    done += chunk;
  }
  return CUDA_SUCCESS;
}

} // namespace tileiras::cuda

//===- Memory.h - Memory that the driver gave out ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three kinds of memory, all in one address space:
//
//   device      lives in the emulator, at addresses that the host can't follow
//   host        malloc'd here or by the client (registered), seen by kernels
//   managed     malloc'd here, the client's and the kernels' alike
//
// Kernels are held to the exact bounds of all of them, and may touch nothing
// else, unless a setting lets them use any host memory unchecked: unified
// addressing with pageable memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_MEMORY_H
#define TILEIRAS_CUDADRIVER_MEMORY_H

#include "tileiras/CudaDriver/Abi.h"

#include "tileiras/Emulator/Emulator.h"

#include <map>

namespace tileiras::cuda {

enum class MemoryKind { Device, Host, Managed, Registered };

/// What cuMemFree frees.
inline bool isDeviceMemory(MemoryKind kind) {
  return kind == MemoryKind::Device || kind == MemoryKind::Managed;
}

struct Block {
  CUdeviceptr base = 0;
  size_t size = 0;
  MemoryKind kind = MemoryKind::Device;
  Context *context = nullptr;
  uint64_t id = 0;            // counts allocations
  unsigned flags = 0;         // as the client gave them
  MemoryPool *pool = nullptr; // of an asynchronous allocation
  std::unique_ptr<uint8_t, void (*)(void *)> storage{nullptr, nullptr};

  bool onHost() const { return kind != MemoryKind::Device; }
  bool contains(CUdeviceptr address, size_t bytes) const {
    return address - base < size && bytes <= size - (address - base);
  }
};

/// An end of a copy.
struct Place {
  CUdeviceptr address = 0;
  /// The client says that this is host memory, so it need not be known here.
  bool surelyHost = false;

  Place operator+(uint64_t bytes) const {
    return {address + bytes, surelyHost};
  }
};

/// Rows of bytes, `pitch` apart, in planes of `pitch * height` bytes.
struct Box {
  Place origin;
  size_t pitch = 0, height = 0;

  Place row(size_t y, size_t z) const {
    return origin + pitch * (y + height * z);
  }
};

class Memory {
public:
  Memory(emu::Machine &machine, uint64_t capacity, bool hostPointers);

  /// Contents are zero. \p caller names the memory in the emulator's messages.
  CUresult allocate(MemoryKind kind, size_t size, Context *context,
                    llvm::StringRef caller, Block **made);
  CUresult registerHost(void *pointer, size_t size, Context *context,
                        unsigned flags);
  /// Gives back the block that begins at \p address and is of such a kind.
  CUresult release(CUdeviceptr address,
                   llvm::function_ref<bool(MemoryKind)> isRight);
  void releaseAllOf(const Context *context);

  /// The block that holds \p address, or null.
  Block *find(CUdeviceptr address);
  size_t capacity() const { return totalBytes; }
  size_t used() const { return usedBytes; }

  /// Moves bytes between any two places.
  CUresult copy(Place destination, Place source, size_t bytes);
  CUresult copyBox(const Box &destination, const Box &source, size_t width,
                   size_t height, size_t depth);
  /// Writes \p width elements of 1, 2 or 4 bytes per row.
  CUresult fill(const Box &destination, uint32_t value, unsigned elementSize,
                size_t width, size_t height);

private:
  /// Where the host can reach these bytes; null for device memory. A place that
  /// nothing may touch is an error, which has been reported.
  llvm::Expected<uint8_t *> hostBytes(Place place, size_t bytes);
  CUresult read(Place source, llvm::MutableArrayRef<uint8_t> bytes);
  CUresult write(Place destination, llvm::ArrayRef<uint8_t> bytes);
  CUresult fillRow(Place destination, uint32_t value, unsigned elementSize,
                   size_t bytes);

  emu::Machine &machine;
  std::map<CUdeviceptr, Block> blocks;
  uint64_t totalBytes, usedBytes = 0, allocations = 0;
  bool hostPointers;
};

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_MEMORY_H

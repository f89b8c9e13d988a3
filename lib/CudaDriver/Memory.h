//===- Memory.h - Memory that the driver allocated --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are three kinds of memory, all in one address space:
//
//   device      lives in the emulator, at addresses that the host can't follow
//   host        malloc'd here or by the client (registered), seen by kernels
//   managed     malloc'd here, the client's and the kernels' alike
//
// Kernels may access exactly the bounds of all of them, and nothing else,
// unless a setting lets them use any host memory unchecked: unified addressing
// with pageable memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_MEMORY_H
#define TILEIRAS_CUDADRIVER_MEMORY_H

#include "tileiras/CudaDriver/Abi.h"

#include "tileiras/Emulator/Emulator.h"

#include <map>

namespace tileiras::cuda {

enum class MemoryKind { Device, Host, Managed, Registered };

/// Returns whether cuMemFree frees this kind.
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
  MemoryPool *pool = nullptr; // asynchronous allocations
  std::unique_ptr<uint8_t, void (*)(void *)> storage{nullptr, nullptr};

  bool onHost() const { return kind != MemoryKind::Device; }
  bool contains(CUdeviceptr address, size_t bytes) const {
    return address - base < size && bytes <= size - (address - base);
  }
};

/// One end of a copy.
struct CopyEnd {
  CUdeviceptr address = 0;
  /// The client says that this is host memory, so it need not be registered.
  bool surelyHost = false;

  CopyEnd operator+(uint64_t bytes) const {
    return {address + bytes, surelyHost};
  }
};

/// Rows of bytes, `pitch` apart, in planes of `pitch * height` bytes.
struct Box {
  CopyEnd origin;
  size_t pitch = 0, height = 0;

  CopyEnd row(size_t y, size_t z) const {
    return origin + pitch * (y + height * z);
  }
};

class Memory {
public:
  Memory(emu::Machine &machine, uint64_t capacity, bool hostPointers);

  /// Allocates zeroed memory. Messages of the emulator call it \p caller.
  CUresult allocate(MemoryKind kind, size_t size, Context *context,
                    llvm::StringRef caller, Block **made);
  CUresult registerHost(void *pointer, size_t size, Context *context,
                        unsigned flags);
  /// Frees the block that begins at \p address and has such a kind.
  CUresult release(CUdeviceptr address,
                   llvm::function_ref<bool(MemoryKind)> isRight);
  void releaseAllOf(const Context *context);

  /// Returns the block that holds \p address, or null.
  Block *find(CUdeviceptr address);
  size_t capacity() const { return totalBytes; }
  size_t used() const { return usedBytes; }

  /// Moves bytes between any two kinds of memory.
  CUresult copy(CopyEnd destination, CopyEnd source, size_t bytes);
  CUresult copyBox(const Box &destination, const Box &source, size_t width,
                   size_t height, size_t depth);
  /// Writes \p width elements of 1, 2 or 4 bytes per row.
  CUresult fill(const Box &destination, uint32_t value, unsigned elementSize,
                size_t width, size_t height);

private:
  /// Returns the host address of these bytes; null for device memory. Bytes
  /// that may not be accessed are an error, which has been reported.
  llvm::Expected<uint8_t *> hostBytes(CopyEnd end, size_t bytes);
  CUresult read(CopyEnd source, llvm::MutableArrayRef<uint8_t> bytes);
  CUresult write(CopyEnd destination, llvm::ArrayRef<uint8_t> bytes);
  CUresult fillRow(CopyEnd destination, uint32_t value, unsigned elementSize,
                   size_t bytes);

  emu::Machine &machine;
  std::map<CUdeviceptr, Block> blocks;
  uint64_t totalBytes, usedBytes = 0, allocations = 0;
  bool hostPointers;
};

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_MEMORY_H

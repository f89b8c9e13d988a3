//===- TargetMachineCache.h - One machine per kind of request ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that compiles often should not make a TargetMachine each time, and
// a machine may serve one thread at a time. So machines are kept by the options
// that determine their code, and lent to one compilation at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_TARGETMACHINECACHE_H
#define TILEIRAS_TARGET_NVPTX_TARGETMACHINECACHE_H

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

namespace tileiras {

/// The options that determine the code of a TargetMachine. Requests that differ
/// in any of them never share a machine.
struct TargetRequest {
  std::string triple = "nvptx64-nvidia-cuda";
  std::string chip;
  std::string features;

  bool operator<(const TargetRequest &other) const {
    return std::tie(triple, chip, features) <
           std::tie(other.triple, other.chip, other.features);
  }
};

/// Registers the NVPTX targets `nvptx` and `nvptx64` with LLVM; later calls,
/// from any thread, do nothing.
void registerNVPTX();

/// Keeps the TargetMachines that were made. A machine may serve one thread at a
/// time, so it is lent: a request gets an idle machine of its kind or a new
/// one, and returns it at the end of the lease.
class TargetMachineCache {
public:
  /// A borrowed machine. The cache must outlive it.
  class Lease {
  public:
    Lease(Lease &&) = default;
    Lease &operator=(Lease &&) = delete;
    ~Lease();

    llvm::TargetMachine &operator*() const { return *machine; }
    llvm::TargetMachine *operator->() const { return machine.get(); }
    llvm::TargetMachine *get() const { return machine.get(); }

  private:
    friend class TargetMachineCache;
    Lease(TargetMachineCache &cache, TargetRequest request,
          std::unique_ptr<llvm::TargetMachine> machine);

    TargetMachineCache &cache;
    TargetRequest request;
    std::unique_ptr<llvm::TargetMachine> machine;
  };

  /// Returns a machine for `request`. Fails for a triple that is not CUDA's,
  /// and for a chip that LLVM does not know.
  llvm::Expected<Lease> acquire(const TargetRequest &request);

  /// Returns the cache that all compilations of this process share.
  static TargetMachineCache &ofProcess();

private:
  void release(const TargetRequest &request,
               std::unique_ptr<llvm::TargetMachine> machine);

  std::mutex mutex;
  std::map<TargetRequest, std::vector<std::unique_ptr<llvm::TargetMachine>>>
      idle;
};

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_TARGETMACHINECACHE_H

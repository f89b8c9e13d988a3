//===- Handles.h - Objects that clients hold by pointer ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_CUDADRIVER_HANDLES_H
#define TILEIRAS_CUDADRIVER_HANDLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>

namespace tileiras::cuda {

/// Owns the objects of one kind. A pointer that a client passes is looked up
/// before it is followed, so that a stale one is an error and not a crash.
template <class T> class Handles {
public:
  template <class... Args> T *create(Args &&...args) {
    return adopt(std::make_unique<T>(std::forward<Args>(args)...));
  }
  T *adopt(std::unique_ptr<T> object) {
    T *handle = object.get();
    objects[handle] = std::move(object);
    return handle;
  }
  bool contains(const T *handle) const { return objects.contains(handle); }
  bool destroy(const T *handle) { return objects.erase(handle); }
  template <class Visitor> void forEach(Visitor visit) {
    for (auto &[handle, object] : objects)
      visit(*object);
  }
  template <class Predicate> void destroyIf(Predicate predicate) {
    llvm::SmallVector<const T *> doomed;
    for (auto &[handle, object] : objects)
      if (predicate(*object))
        doomed.push_back(handle);
    for (const T *handle : doomed)
      objects.erase(handle);
  }

private:
  llvm::DenseMap<const T *, std::unique_ptr<T>> objects;
};

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_HANDLES_H

//===- ToolkitSearch.cpp - Files of installed CUDA toolkits ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/Toolkit/ToolkitSearch.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace tileiras {

std::optional<std::string> getVariable(StringRef name) {
  std::optional<std::string> value = sys::Process::GetEnv(name);
  return value && !value->empty() ? value : std::nullopt;
}

ToolkitSearch ToolkitSearch::fromEnvironment() {
  ToolkitSearch search;
  search.virtualEnv = getVariable("VIRTUAL_ENV");
  search.cudaHome = getVariable("CUDA_HOME");
  search.cudaRoot = getVariable("CUDA_ROOT");
  search.path = getVariable("PATH");
  return search;
}

namespace {

/// Collects the paths of one file.
class FileList {
public:
  explicit FileList(StringRef file) : file(file) {}

  /// Adds the file in `tree`, the root of a toolkit.
  void addTree(const Twine &tree, StringRef origin) {
    add(tree + "/" + file, origin);
  }

  /// Adds the wheels in the Python installation at `prefix`.
  void addWheels(StringRef prefix) {
    SmallString<128> lib(prefix);
    sys::path::append(lib, "lib");
    std::error_code error;
    for (sys::fs::directory_iterator it(lib, error), end; it != end && !error;
         it.increment(error)) {
      if (!sys::path::filename(it->path()).starts_with("python3"))
        continue;
      for (StringRef packages : {"site-packages", "dist-packages"})
        for (StringRef wheel : {"cu13", "cuda_nvcc"})
          addTree(it->path() + "/" + packages + "/nvidia/" + wheel,
                  "pip package");
    }
  }

  /// A folder of PATH contains the programs; other files are in the toolkit
  /// whose `bin` it is.
  void addPathEntry(StringRef folder) {
    StringRef program = file;
    if (program.consume_front("bin/"))
      add(folder + "/" + program, "PATH");
    else
      addTree(sys::path::parent_path(folder), "PATH");
  }

  std::vector<ToolkitFile> take() { return std::move(list); }

private:
  void add(const Twine &path, StringRef origin) {
    SmallString<128> name, real;
    path.toVector(name);
    if (!sys::fs::is_regular_file(name) || sys::fs::real_path(name, real))
      return;
    if (seen.insert(real).second)
      list.push_back({name.str().str(), origin.str()});
  }

  StringRef file;
  StringSet<> seen;
  std::vector<ToolkitFile> list;
};

} // namespace

std::vector<ToolkitFile> findInToolkits(const ToolkitSearch &search,
                                        StringRef file) {
  FileList found(file);
  SmallVector<StringRef> path;
  if (search.path)
    StringRef(*search.path).split(path, ':', -1, /*KeepEmpty=*/false);

  if (search.virtualEnv)
    found.addWheels(*search.virtualEnv);
  if (search.pythonPrefix)
    found.addWheels(*search.pythonPrefix);
  for (StringRef folder : path)
    if (sys::path::filename(folder) == "bin")
      found.addWheels(sys::path::parent_path(folder));
  if (search.cudaHome)
    found.addTree(*search.cudaHome, "CUDA_HOME");
  if (search.cudaRoot)
    found.addTree(*search.cudaRoot, "CUDA_ROOT");
  for (StringRef folder : path)
    found.addPathEntry(folder);
  return found.take();
}

} // namespace tileiras

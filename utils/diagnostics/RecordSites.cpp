//===- RecordSites.cpp - Marks the sites that a process runs --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preloaded (LD_PRELOAD) into the programs of a test, this sets a breakpoint on
// each instruction in the SiteTable of the program and of each library of this
// build that it loads. The first time an instruction is reached, it is marked
// in the file of the table and the breakpoint goes; what one process reached,
// later ones run without a breakpoint. The table of BUILD/a/b is
// BUILD/diagnostics/a%b.
//
//===----------------------------------------------------------------------===//

#include "SiteTable.h"

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

using namespace tileiras;

namespace {

constexpr uint8_t kBreakpoint = 0xcc; // int3

/// A program or library in this process, and its table.
struct Image {
  uint64_t base = 0;
  SiteTable *table = nullptr;
  uint8_t *instructions = nullptr; // the bytes that breakpoints replace
};

constexpr unsigned kMaxImages = 64;
Image images[kMaxImages];
unsigned numImages = 0;

uint8_t *codeAt(const Image &image, const SiteEntry &entry) {
  return reinterpret_cast<uint8_t *>(image.base + entry.address);
}

/// Marks the site at \p code; returns false if there is none.
bool mark(uint8_t *code) {
  for (const Image &image : images) {
    if (!image.table)
      continue;
    SiteEntry *begin = image.table->entries();
    SiteEntry *end = begin + image.table->numEntries;
    uint64_t address = reinterpret_cast<uint64_t>(code) - image.base;
    SiteEntry *entry = std::lower_bound(
        begin, end, address,
        [](const SiteEntry &e, uint64_t a) { return e.address < a; });
    if (entry == end || entry->address != address)
      continue;
    *code = image.instructions[entry - begin];
    for (; entry != end && entry->address == address; ++entry)
      entry->ran = 1;
    return true;
  }
  return false;
}

void onTrap(int, siginfo_t *, void *context) {
  auto &ip = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP];
  auto *code = reinterpret_cast<uint8_t *>(ip) - 1;
  if (!mark(code))
    abort();
  // The instruction runs again, without the breakpoint.
  ip = reinterpret_cast<greg_t>(code);
}

std::string realPath(const char *path) {
  char buffer[PATH_MAX];
  return realpath(path, buffer) ? buffer : "";
}

/// Returns BUILD/diagnostics, the folder of this library.
std::string tableFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&onTrap), &info))
    return "";
  std::string path = realPath(info.dli_fname);
  return path.substr(0, path.rfind('/'));
}

/// Opens the table of \p path, unless it has none or is newer than its table.
SiteTable *openTable(const std::string &path) {
  static const std::string folder = tableFolder();
  std::string build = folder.substr(0, folder.rfind('/') + 1);
  if (build.empty() || path.compare(0, build.size(), build) != 0)
    return nullptr;
  std::string name = path.substr(build.size());
  std::replace(name.begin(), name.end(), '/', '%');
  int file = open((folder + "/" + name).c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return nullptr;
  struct stat program, status;
  void *memory = MAP_FAILED;
  if (!stat(path.c_str(), &program) && !fstat(file, &status))
    memory = mmap(nullptr, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
                  file, 0);
  close(file);
  if (memory == MAP_FAILED)
    return nullptr;
  auto *table = static_cast<SiteTable *>(memory);
  bool current =
      table->size == uint64_t(program.st_size) &&
      table->modified == uint64_t(program.st_mtim.tv_sec) * 1'000'000'000 +
                             uint64_t(program.st_mtim.tv_nsec);
  return current ? table : nullptr;
}

void setBreakpoints(const Image &image) {
  const uint64_t page = sysconf(_SC_PAGESIZE);
  for (uint64_t i = 0; i != image.table->numEntries; ++i) {
    const SiteEntry &entry = image.table->entries()[i];
    uint8_t *code = codeAt(image, entry);
    bool isNew = !i || entry.address != image.table->entries()[i - 1].address;
    image.instructions[i] = isNew ? *code : image.instructions[i - 1];
    if (entry.ran)
      continue;
    void *start = reinterpret_cast<void *>(uint64_t(code) / page * page);
    if (!mprotect(start, page, PROT_READ | PROT_WRITE | PROT_EXEC))
      *code = kBreakpoint;
  }
}

int addImage(dl_phdr_info *info, size_t, void *) {
  for (const Image &image : images)
    if (image.table && image.base == info->dlpi_addr)
      return 0;
  bool isProgram = !*info->dlpi_name;
  SiteTable *table =
      openTable(realPath(isProgram ? "/proc/self/exe" : info->dlpi_name));
  if (!table || numImages == kMaxImages)
    return 0;
  Image &image = images[numImages++];
  image = {info->dlpi_addr, table, new uint8_t[table->numEntries]};
  setBreakpoints(image);
  return 0;
}

template <typename Function> Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void start() {
  struct sigaction action = {};
  action.sa_sigaction = onTrap;
  action.sa_flags = SA_SIGINFO;
  next<decltype(sigaction)>("sigaction")(SIGTRAP, &action, nullptr);
  dl_iterate_phdr(addImage, nullptr);
}

} // namespace

/// LLVM's programs install handlers for every signal that ends a process.
extern "C" int sigaction(int signal, const struct sigaction *action,
                         struct sigaction *old) noexcept {
  static auto *real = next<decltype(sigaction)>("sigaction");
  return real(signal, signal == SIGTRAP ? nullptr : action, old);
}

extern "C" void *dlopen(const char *path, int flags) noexcept {
  static auto *real = next<decltype(dlopen)>("dlopen");
  void *library = real(path, flags);
  dl_iterate_phdr(addImage, nullptr);
  return library;
}

//===- Input.cpp - PTX from a file of any kind ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstring>

using namespace llvm;

namespace tileiras::run {

namespace {

Expected<std::string> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return createStringError("cannot read " + path + ": " +
                             buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

template <class T> bool readAt(StringRef data, uint64_t offset, T &value) {
  if (offset > data.size() || sizeof(T) > data.size() - offset)
    return false;
  std::memcpy(&value, data.data() + offset, sizeof(T));
  return true;
}

/// The section's text: lines end with a zero byte there.
std::string sectionText(StringRef data, const ELF::Elf64_Shdr &section) {
  std::string text = data.substr(section.sh_offset, section.sh_size).str();
  std::replace(text.begin(), text.end(), '\0', '\n');
  return text;
}

/// Section .nv_debug_ptx_txt of a cubin.
Expected<std::string> readCubin(StringRef path, StringRef data) {
  ELF::Elf64_Ehdr header;
  ELF::Elf64_Shdr names, section;
  bool valid =
      readAt(data, 0, header) &&
      readAt(data, header.e_shoff + uint64_t(header.e_shstrndx) * sizeof(names),
             names);
  for (unsigned n = 0; valid && n < header.e_shnum; ++n) {
    if (!readAt(data, header.e_shoff + n * sizeof(section), section))
      break;
    StringRef name = data.substr(names.sh_offset + section.sh_name);
    if (name.take_until([](char c) { return !c; }) == ".nv_debug_ptx_txt")
      return sectionText(data, section);
  }
  return createStringError(path + " holds no PTX (.nv_debug_ptx_txt); assemble "
                                  "it with line info");
}

Expected<std::string> compile(StringRef path, StringRef tileiras,
                              StringRef gpu) {
  SmallString<128> output;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tileiras-run", "ptx", output))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  StringRef args[] = {tileiras,     path,         "-o", output,
                      "--emit=ptx", "--gpu-name", gpu,  "-O3"};
  std::string message;
  int status =
      sys::ExecuteAndWait(tileiras, args, std::nullopt, {}, 0, 0, &message);
  Expected<std::string> text =
      status == 0 ? readFile(output)
                  : Expected<std::string>(createStringError(
                        tileiras + " failed on " + path +
                        (message.empty() ? "" : ": ") + message));
  sys::fs::remove(output);
  return text;
}

} // namespace

Expected<std::string> readPtx(StringRef path, StringRef tileiras,
                              StringRef gpu) {
  StringRef extension = sys::path::extension(path);
  if (extension == ".mlir" || extension == ".tileirbc")
    return compile(path, tileiras, gpu);
  Expected<std::string> data = readFile(path);
  if (data && StringRef(*data).starts_with("\x7f"
                                           "ELF"))
    return readCubin(path, *data);
  return data;
}

} // namespace tileiras::run

//===- ArgumentList.cpp - The arguments of runs, and their results --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Arguments/ArgumentList.h"

#include "tileiras/Arguments/Comparison.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::run {

Expected<ArgumentList> ArgumentList::parse(std::vector<std::string> specs) {
  ArgumentList list;
  list.specs = std::move(specs);
  if (Error error = list.restore())
    return std::move(error);
  return list;
}

Error ArgumentList::restore() {
  arguments.clear();
  for (const std::string &spec : specs) {
    Expected<Argument> argument = parseArgument(spec);
    if (!argument)
      return argument.takeError();
    arguments.push_back(std::move(*argument));
  }
  return Error::success();
}

Expected<ArgumentList::NumberedFile>
ArgumentList::parseNumbered(StringRef text, StringRef option) const {
  auto [number, path] = text.split('=');
  NumberedFile file{0, path.str(), {}};
  if (number.getAsInteger(10, file.argument) || path.empty())
    return createStringError("--" + option + "=" + text +
                             ": expected N=FILE.npy");
  if (!getArray(file.argument))
    return createStringError("--" + option + "=" + text + ": argument " +
                             number + " is no array");
  return file;
}

Error ArgumentList::parseFiles(const FileOptions &options) {
  rtol = options.rtol;
  atol = options.atol;
  for (auto [option, texts, files] :
       {std::tuple("out", &options.outputs, &outputFiles),
        std::tuple("expect", &options.expectations, &expectedFiles)}) {
    for (const std::string &text : *texts) {
      auto file = parseNumbered(text, option);
      if (!file)
        return file.takeError();
      files->push_back(*file);
    }
  }
  return Error::success();
}

const Array *ArgumentList::getArray(size_t index) const {
  return index < arguments.size() && arguments[index].array
             ? &*arguments[index].array
             : nullptr;
}

void ArgumentList::keepOutputs() {
  for (NumberedFile &file : outputFiles)
    append_range(file.contents, getArray(file.argument)->bytes());
}

void ArgumentList::dropOutputs() {
  for (NumberedFile &file : outputFiles)
    file.contents.clear();
}

Error ArgumentList::writeOutputs(size_t runs) {
  for (NumberedFile &file : outputFiles) {
    const Array &last = *getArray(file.argument);
    std::vector<int64_t> shape = last.shape();
    if (runs > 1)
      shape.insert(shape.begin(), runs);
    Expected<Array> array = Array::make(last.descr(), std::move(shape));
    if (!array)
      return array.takeError();
    copy(file.contents, array->bytes().begin());
    if (Error error = writeNpy(file.path, *array))
      return error;
  }
  return Error::success();
}

Expected<bool> ArgumentList::compareWithFiles() {
  bool same = true;
  for (const NumberedFile &file : expectedFiles) {
    Expected<Array> expected = readNpy(file.path);
    if (!expected)
      return expected.takeError();
    Expected<bool> equal =
        compare(*getArray(file.argument), *expected, rtol, atol,
                "argument " + std::to_string(file.argument), outs());
    if (!equal)
      return equal.takeError();
    same &= *equal;
  }
  return same;
}

} // namespace tileiras::run

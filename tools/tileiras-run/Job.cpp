//===- Job.cpp - The kernel, its arguments, and its results -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"

#include "Comparison.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::run {

Expected<Job> Job::make(const Options &options, std::string ptx) {
  Job job(options);
  job.ptx = std::move(ptx);
  auto parsed = emu::Module::parse(job.ptx, options.input);
  if (!parsed)
    return parsed.takeError();
  job.module = std::move(*parsed);
  if (Error error = job.parseArguments())
    return std::move(error);
  Expected<const emu::Function *> found = job.module->kernel(options.kernel);
  if (!found)
    return found.takeError();
  job.kernel = *found;
  if (Error error = job.parseFiles())
    return std::move(error);
  return job;
}

Error Job::parseArguments() {
  arguments.clear();
  for (const std::string &spec : options.arguments) {
    Expected<Argument> argument = parseArgument(spec);
    if (!argument)
      return argument.takeError();
    arguments.push_back(std::move(*argument));
  }
  return Error::success();
}

Expected<Job::NumberedFile> Job::parseNumbered(StringRef text,
                                               StringRef option) const {
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

Error Job::parseFiles() {
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

Expected<std::vector<uint8_t>> Job::pass(launch::DeviceMemory &memory) {
  // A run before this one wrote into the arrays.
  if (Error error = parseArguments())
    return std::move(error);
  std::vector<launch::Argument> views;
  for (const Argument &argument : arguments)
    views.push_back(argument.view());
  auto parameters = launch::passArguments(memory, *module, *kernel, views);
  for (auto [argument, view] : zip_equal(arguments, views))
    argument.address = view.address;
  return parameters;
}

Error Job::fetch(launch::DeviceMemory &memory) {
  for (Argument &argument : arguments)
    if (argument.array)
      if (Error error =
              memory.copyOut(argument.address, argument.array->bytes()))
        return error;
  return Error::success();
}

const Array *Job::getArray(size_t index) const {
  return index < arguments.size() && arguments[index].array
             ? &*arguments[index].array
             : nullptr;
}

void Job::keepOutputs() {
  for (NumberedFile &file : outputFiles)
    append_range(file.contents, getArray(file.argument)->bytes());
}

Error Job::writeOutputs(size_t runs) {
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

Expected<bool> Job::compareWithFiles() {
  bool same = true;
  for (const NumberedFile &file : expectedFiles) {
    Expected<Array> expected = readNpy(file.path);
    if (!expected)
      return expected.takeError();
    Expected<bool> equal =
        compare(*getArray(file.argument), *expected, options.rtol, options.atol,
                "argument " + std::to_string(file.argument), outs());
    if (!equal)
      return equal.takeError();
    same &= *equal;
  }
  return same;
}

} // namespace tileiras::run

//===- Job.cpp - The kernel, its arguments, and its results -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"

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
  Expected<ArgumentList> arguments = ArgumentList::parse(options.arguments);
  if (!arguments)
    return arguments.takeError();
  job.arguments = std::move(*arguments);
  Expected<const emu::Function *> found = job.module->kernel(options.kernel);
  if (!found)
    return found.takeError();
  job.kernel = *found;
  if (Error error = job.arguments.parseFiles(options.files))
    return std::move(error);
  return job;
}

/// Returns the form in which a launch passes the argument, to which it refers.
static launch::Argument view(const Argument &argument) {
  launch::Argument view;
  view.name = argument.spec;
  view.bytes = argument.scalar;
  if (argument.array) {
    view.isArray = true;
    view.pointerOnly = argument.pointerOnly;
    view.bytes = argument.array->bytes();
    view.shape = argument.array->shape();
  }
  return view;
}

Expected<std::vector<uint8_t>> Job::pass(launch::DeviceMemory &memory) {
  // A previous run wrote into the arrays.
  if (Error error = arguments.restore())
    return std::move(error);
  std::vector<launch::Argument> views;
  for (const Argument &argument : arguments)
    views.push_back(view(argument));
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

} // namespace tileiras::run

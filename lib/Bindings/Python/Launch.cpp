//===- Launch.cpp - The emulator and GPUs, from Python ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A separate module, tileiras._launch: it needs no MLIR, and the emulator only
// LLVM's support library, which is linked in.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Launch/EmulatedMemory.h"
#include "tileiras/Launch/Gpu.h"
#include "tileiras/Launch/MatrixProduct.h"
#include "tileiras/Launch/Parameters.h"
#include "tileiras/Support/CubinPtx.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <tuple>

namespace nb = nanobind;
using namespace nb::literals;
using namespace tileiras;

namespace {

using Extents = std::array<uint32_t, 3>;
/// Name, bytes, shape (none: a scalar), and whether only the pointer is passed.
using ArgumentTuple = std::tuple<std::string, nb::object,
                                 std::optional<std::vector<int64_t>>, bool>;

emu::Dim3 toDim3(const Extents &extents) {
  return {extents[0], extents[1], extents[2]};
}

/// Throws RuntimeError on failure; Python turns it into tileiras.LaunchError.
void unwrap(llvm::Error error) {
  if (error)
    throw std::runtime_error(llvm::toString(std::move(error)));
}

template <typename T> T unwrap(llvm::Expected<T> value) {
  unwrap(value.takeError());
  return std::move(*value);
}

/// The bytes of a Python object, held as long as this lives.
class Buffer {
public:
  Buffer(const nb::object &object, bool isWritten) {
    if (PyObject_GetBuffer(object.ptr(), &view,
                           isWritten ? PyBUF_CONTIG : PyBUF_CONTIG_RO))
      throw nb::python_error();
  }
  Buffer(Buffer &&other) : view(other.view) { other.view.obj = nullptr; }
  ~Buffer() {
    if (view.obj)
      PyBuffer_Release(&view);
  }

  llvm::MutableArrayRef<uint8_t> bytes() const {
    return {static_cast<uint8_t *>(view.buf), size_t(view.len)};
  }
  llvm::MutableArrayRef<double> doubles() const {
    return {static_cast<double *>(view.buf), size_t(view.len) / sizeof(double)};
  }

private:
  Py_buffer view;
};

/// A kernel, its arguments, and the Python objects of their contents.
struct Job {
  std::string ptx, image;
  std::unique_ptr<emu::Module> module;
  const emu::Function *kernel = nullptr;
  std::vector<ArgumentTuple> tuples;
  std::vector<Buffer> buffers;
  std::vector<launch::Argument> arguments;

  Job(nb::bytes program, const std::string &kernelName,
      std::vector<ArgumentTuple> given)
      : image(program.c_str(), program.size()), tuples(std::move(given)) {
    ptx = looksLikeCubin(image) ? unwrap(ptxOfCubin(image)) : image;
    module = unwrap(emu::Module::parse(ptx, "<program>"));
    kernel = unwrap(module->kernel(kernelName));
    for (auto &[name, object, shape, pointerOnly] : tuples) {
      buffers.emplace_back(object, shape.has_value());
      launch::Argument &argument = arguments.emplace_back();
      argument.name = name;
      argument.bytes = buffers.back().bytes();
      argument.isArray = shape.has_value();
      argument.pointerOnly = pointerOnly;
      if (shape)
        argument.shape = *shape;
    }
  }

  /// Copies back the results of the kernel.
  void fetch(launch::DeviceMemory &memory) {
    for (auto [argument, buffer] : llvm::zip_equal(arguments, buffers))
      if (argument.isArray)
        unwrap(memory.copyOut(argument.address, buffer.bytes()));
  }
};

void emulate(nb::bytes program, const std::string &kernel, Extents grid,
             Extents block, std::optional<Extents> cluster, uint64_t shared,
             std::vector<ArgumentTuple> arguments, const std::string &schedule,
             bool checks) {
  Job job(program, kernel, std::move(arguments));
  emu::LaunchConfig config;
  config.grid = toDim3(grid);
  config.block = toDim3(block);
  if (cluster)
    config.cluster = toDim3(*cluster);
  config.dynamicShared = shared;
  config.schedule = unwrap(emu::Schedule::parse(schedule));
  if (!checks) {
    config.checks = emu::CheckSet::none();
    config.threads = 0;
  }
  nb::gil_scoped_release others;
  emu::Machine machine;
  launch::EmulatedMemory memory(machine);
  auto parameters = unwrap(
      launch::passArguments(memory, *job.module, *job.kernel, job.arguments));
  unwrap(machine.launch(*job.module, job.kernel->name, config, parameters));
  job.fetch(memory);
}

std::vector<float> runOnGpu(nb::bytes program, const std::string &kernel,
                            Extents grid, Extents block,
                            std::optional<Extents> cluster, uint64_t shared,
                            std::vector<ArgumentTuple> arguments,
                            const std::string &driver, int ordinal,
                            unsigned repeat) {
  Job job(program, kernel, std::move(arguments));
  nb::gil_scoped_release others;
  std::unique_ptr<launch::Gpu> gpu = unwrap(launch::Gpu::open(driver, ordinal));
  auto function = unwrap(gpu->load(job.image, job.kernel->name));
  auto parameters = unwrap(
      launch::passArguments(*gpu, *job.module, *job.kernel, job.arguments));
  launch::GpuLaunch shape{toDim3(grid),
                          job.kernel->requiredBlock.value_or(toDim3(block)),
                          std::nullopt, unsigned(shared)};
  if (cluster)
    shape.cluster = toDim3(*cluster);
  unwrap(gpu->launch(function, shape, parameters));
  job.fetch(*gpu);
  return unwrap(gpu->time(function, shape, parameters, repeat));
}

std::string findArchitecture(const std::string &driver, int ordinal) {
  return unwrap(launch::Gpu::open(driver, ordinal))->getArchitecture().str();
}

void addMatrixProduct(nb::object sums, nb::object a, nb::object b,
                      unsigned rows, unsigned columns,
                      const std::string &element) {
  Buffer sumBuffer(sums, true), aBuffer(a, false), bBuffer(b, false);
  nb::gil_scoped_release others;
  launch::addMatrixProduct(sumBuffer.doubles(), aBuffer.doubles(),
                           bBuffer.doubles(), rows, columns, element);
}

} // namespace

NB_MODULE(_launch, module) {
  module.doc() = "What tileiras.run and the emulated device are made of.";
  module.def("add_matrix_product", addMatrixProduct, "sums"_a, "a"_a, "b"_a,
             "rows"_a, "columns"_a, "element"_a);
  module.def("emulate", emulate, "program"_a, "kernel"_a, "grid"_a, "block"_a,
             "cluster"_a.none(), "shared"_a, "arguments"_a, "schedule"_a,
             "checks"_a);
  module.def("run_on_gpu", runOnGpu, "program"_a, "kernel"_a, "grid"_a,
             "block"_a, "cluster"_a.none(), "shared"_a, "arguments"_a,
             "driver"_a, "ordinal"_a, "repeat"_a);
  module.def("find_architecture", findArchitecture, "driver"_a, "ordinal"_a);
}

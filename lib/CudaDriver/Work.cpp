//===- Work.cpp - Work on streams and in graphs ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Effort.h"
#include "Interrupt.h"

#include "tileiras/Emulator/Machine/TensorMapNote.h"
#include "tileiras/Emulator/Profile/Observation.h"
#include "tileiras/Support/ProgressBar.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;

namespace tileiras::cuda {

//===-- Execution -------------------------------------------------------===//

namespace {

/// Returns the result code of a kernel's fault.
CUresult codeOf(emu::FaultKind kind) {
  switch (kind) {
  case emu::FaultKind::Misaligned:
    return CUDA_ERROR_MISALIGNED_ADDRESS;
  case emu::FaultKind::IllegalAddress:
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  case emu::FaultKind::Assertion:
    return CUDA_ERROR_ASSERT;
  case emu::FaultKind::NoEnd:
  case emu::FaultKind::NoProgress:
    return CUDA_ERROR_LAUNCH_TIMEOUT;
  case emu::FaultKind::Stopped:
  case emu::FaultKind::Other:
    break;
  }
  return CUDA_ERROR_LAUNCH_FAILED;
}

/// Returns "kernel 'k' failed at prog.py:12", with the PTX position if there is
/// no source.
std::string originOf(const emu::KernelError &mistake) {
  bool hasSource = !mistake.sourceFile.empty();
  return ("kernel '" + mistake.kernel + "' failed at " +
          (hasSource ? mistake.sourceFile : mistake.ptxFile) + ":" +
          Twine(hasSource ? mistake.sourceLine : mistake.ptxLine))
      .str();
}

/// Joins the first lines of a message to one, of about 250 characters.
std::string summaryOf(StringRef message) {
  constexpr size_t Enough = 250;
  std::string text;
  for (StringRef line : split(message, '\n')) {
    if (!text.empty() && text.size() + line.size() > Enough)
      break;
    text += (text.empty() ? "" : " ") + line.trim().str();
  }
  return StringRef(text).rtrim(": ").str();
}

class Performer {
public:
  Performer(Driver &driver, Context &context, CUstream handle,
            const Stream &stream, InterruptPolicy interrupts)
      : driver(driver), context(context), handle(handle), stream(stream),
        interrupts(interrupts) {}

  CUresult operator()(const Nothing &) { return CUDA_SUCCESS; }

  CUresult operator()(const KernelLaunch &launch) {
    if (!driver.owns(launch.kernel)) // unloaded since the graph was made
      return CUDA_ERROR_INVALID_HANDLE;
    emu::Counters counters;
    const emu::Module &module = *launch.kernel->library->module;
    emu::LaunchConfig config = launch.config;
    if (auto limit = context.limits.find(CU_LIMIT_MALLOC_HEAP_SIZE);
        limit != context.limits.end())
      config.heapBytes = limit->second;
    std::unique_ptr<emu::Observation> observation = observe(launch);
    if (observation)
      observation->attach(config);
    Error error = run(launch, config, counters);
    if (observation)
      if (Error failure =
              observation->write(module.program(), launch.kernel->library->ptx,
                                 *launch.kernel->function, config, counters))
        report(toString(std::move(failure)));
    flushOutput();
    if (driver.settings.counters) {
      errs() << "kernel '" << launch.kernel->name() << "':\n";
      counters.print(errs());
      errs().clear_error();
    }
    CUresult code = CUDA_SUCCESS;
    handleAllErrors(
        std::move(error),
        [&](const emu::KernelError &mistake) { code = fail(mistake); },
        [&](const ErrorInfoBase &other) { // not a kernel's fault
          report(other.message());
          code = CUDA_ERROR_INVALID_VALUE;
        });
    return code;
  }

  CUresult operator()(const Copy &copy) {
    return driver.memory.copyBox(copy.destination, copy.source, copy.width,
                                 copy.height, copy.depth);
  }

  CUresult operator()(const Fill &fill) {
    return driver.memory.fill(fill.destination, fill.value, fill.elementSize,
                              fill.width, fill.height);
  }

  CUresult operator()(const HostCall &call) {
    {
      Unlocked unlocked(driver);
      call.function(call.userData);
    }
    return driver.contexts.contains(&context) ? CUDA_SUCCESS
                                              : CUDA_ERROR_CONTEXT_IS_DESTROYED;
  }

  CUresult operator()(const EventRecord &record) {
    if (!driver.events.contains(record.event))
      return CUDA_ERROR_INVALID_HANDLE;
    record.event->recorded = std::chrono::steady_clock::now();
    return CUDA_SUCCESS;
  }

  // The work for which it waits has run already.
  CUresult operator()(const EventWait &) { return CUDA_SUCCESS; }

  // The address is reserved as long as the node lives.
  CUresult operator()(const Allocation &) { return CUDA_SUCCESS; }
  CUresult operator()(const Release &) { return CUDA_SUCCESS; }

  CUresult operator()(const Subgraph &subgraph) {
    for (GraphNode *node : subgraph.graph->inOrder())
      if (CUresult result = perform(driver, context, handle, node->work))
        return result;
    return CUDA_SUCCESS;
  }

private:
  /// Returns the client's result for a kernel's fault, or for a grid's early
  /// end.
  CUresult fail(const emu::KernelError &mistake) {
    if (isAborted)
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    std::string text;
    raw_string_ostream os(text);
    mistake.log(os);
    if (mistake.kind == emu::FaultKind::NoProgress)
      os << "\n  EMULATED_STALL_LIMIT=N (--stall-limit N) is the limit, 0 for "
            "none";
    report(text);
    std::string origin = originOf(mistake);
    explain(summaryOf(mistake.message) + " (" + origin + ")");
    if (mistake.kind == emu::FaultKind::Stopped)
      return interrupts.isRaisedHere ? InterruptedByUser
                                     : CUDA_ERROR_LAUNCH_FAILED;
    CUresult code = codeOf(mistake.kind);
    if (driver.settings.isSticky()) {
      context.failure = code;
      context.failureOrigin = "since " + origin;
    }
    return code;
  }

  /// Runs with the lock released. A terminal shows the progress of a long
  /// launch.
  Error run(const KernelLaunch &launch, emu::LaunchConfig &config,
            emu::Counters &counters) {
    RunningGrid grid(driver, context, stream);
    Unlocked unlocked(driver);
    InterruptListener listener(interrupts);
    config.isStopped = [&] {
      isAborted = grid.isAborted;
      return isAborted || listener.heardEnough();
    };
    ProgressBar bar(errs());
    if (errs().is_displayed())
      config.progress = [&](uint64_t done, uint64_t all) {
        bar.update(done, all);
      };
    return driver.machine.launch(*launch.kernel->library->module,
                                 launch.kernel->name(), config,
                                 launch.parameters, &counters);
  }

  /// Makes the report and the trace of this launch, or its costs, if they are
  /// enabled.
  std::unique_ptr<emu::Observation> observe(const KernelLaunch &launch) {
    const LaunchSettings &settings = driver.settings;
    if (settings.reportDirectory.empty() && settings.costsDirectory.empty())
      return nullptr;
    std::string name = "launch-" + std::to_string(++driver.launchesObserved) +
                       "-" + launch.kernel->name();
    std::string trace;
    std::vector<std::string> reports;
    if (!settings.reportDirectory.empty()) {
      std::string path = pathIn(settings.reportDirectory, name);
      trace = path + ".json";
      reports = {path + ".html", path + ".costs.json"};
    }
    if (!settings.costsDirectory.empty())
      reports.push_back(pathIn(settings.costsDirectory, name + ".costs.json"));
    return std::make_unique<emu::Observation>(
        trace, std::move(reports), SourceRoots(settings.sourceRoots));
  }

  static std::string pathIn(const std::string &directory, StringRef name) {
    // If the directory can't be made, the files can't be written either.
    (void)sys::fs::create_directories(directory);
    SmallString<128> path(directory);
    sys::path::append(path, name);
    return path.str().str();
  }

  Driver &driver;
  Context &context;
  const CUstream handle;
  const Stream &stream;
  const InterruptPolicy interrupts;
  bool isAborted = false;
};

} // namespace

CUresult leaseMemory(Driver &driver, Context &context, size_t size,
                     StringRef caller, Allocation &allocation) {
  Block *block;
  if (CUresult result = driver.memory.allocate(MemoryKind::Device, size,
                                               &context, caller, &block))
    return result;
  allocation = {block->base, size, nullptr};
  allocation.lease = {nullptr, [&driver, address = block->base](void *) {
                        driver.memory.release(address,
                                              [](MemoryKind) { return true; });
                      }};
  return CUDA_SUCCESS;
}

CUresult perform(Driver &driver, Context &context, CUstream handle,
                 const Work &work) {
  bool isLaunch = std::holds_alternative<KernelLaunch>(work);
  InterruptPolicy interrupts;
  if (isLaunch) {
    Unlocked unlocked(driver);
    interrupts = InterruptPolicy::ofProcess();
  }
  for (;;) {
    if (!driver.contexts.contains(&context))
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    Stream *stream = driver.streamOf(handle, context);
    if (!stream)
      return CUDA_ERROR_INVALID_HANDLE;
    // Grids run one at a time, and other work after earlier work.
    if (driver.running &&
        (isLaunch || driver.running->isBefore(driver, *stream)))
      driver.awaitGrid();
    else
      return std::visit(Performer(driver, context, handle, *stream, interrupts),
                        work);
  }
}

//===-- Submission to streams -------------------------------------------===//

/// Work that waits for an event recorded under capture joins the capture.
static bool join(Stream &stream, const EventWait &wait) {
  std::shared_ptr<Capture> capture = wait.event->capture.lock();
  if (!capture || (stream.capture && stream.capture != capture))
    return false;
  stream.capture = capture;
  stream.last.insert(stream.last.end(), wait.event->last.begin(),
                     wait.event->last.end());
  return true;
}

CUresult submit(Driver &driver, Context &context, CUstream handle, Work work) {
  Stream *stream = driver.streamOf(handle, context);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (auto *wait = std::get_if<EventWait>(&work))
    if (join(*stream, *wait))
      return CUDA_SUCCESS;
  auto *record = std::get_if<EventRecord>(&work);
  if (record) {
    record->event->capture = stream->capture;
    record->event->last = stream->last;
  }
  if (!stream->capture)
    return perform(driver, context, handle, work);
  if (stream->capture->isInvalid)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (record)
    return CUDA_SUCCESS; // only a node on which others depend
  GraphNode *node = stream->capture->graph->add(std::move(work), stream->last);
  stream->last = {node};
  return CUDA_SUCCESS;
}

//===-- Launches --------------------------------------------------------===//

static bool copyFromBuffer(void **extra, MutableArrayRef<uint8_t> parameters) {
  const void *buffer = nullptr;
  const size_t *size = nullptr;
  for (; *extra != LaunchParamEnd; extra += 2) {
    switch (reinterpret_cast<uintptr_t>(extra[0])) {
    case LaunchParamBufferPointer:
      buffer = extra[1];
      break;
    case LaunchParamBufferSize:
      size = static_cast<const size_t *>(extra[1]);
      break;
    default:
      return false;
    }
  }
  if (!buffer || !size || *size < parameters.size())
    return false;
  std::memcpy(parameters.data(), buffer, parameters.size());
  return true;
}

/// Copies the arguments that the client knows: the first \p count.
static bool copyArguments(const emu::Function &function, size_t count,
                          void **parameters, void **extra,
                          std::vector<uint8_t> &bytes) {
  bytes.assign(function.paramBytes, 0);
  if (count == 0)
    return true;
  ArrayRef<emu::Param> arguments = ArrayRef(function.params).take_front(count);
  if (extra)
    return !parameters &&
           copyFromBuffer(extra,
                          MutableArrayRef(bytes).take_front(
                              arguments.back().offset + arguments.back().size));
  if (!parameters)
    return false;
  for (auto [index, param] : enumerate(arguments)) {
    if (!parameters[index])
      return false;
    std::memcpy(&bytes[param.offset], parameters[index], param.size);
  }
  return true;
}

/// Copies the client's arguments, and encodes the tensor maps of these.
static bool copyParameters(const Kernel &kernel, void **parameters,
                           void **extra, std::vector<uint8_t> &bytes) {
  Expected<emu::TensorMapNote> note =
      emu::TensorMapNote::read(kernel.library->program(), *kernel.function);
  if (!note) {
    report(toString(note.takeError()));
    return false;
  }
  if (!copyArguments(*kernel.function, note->countArguments(), parameters,
                     extra, bytes))
    return false;
  auto encode = [](const emu::TensorMap &map,
                   uint8_t (&encoded)[emu::kTensorMapBytes]) {
    map.write(encoded);
    return Error::success();
  };
  if (Error error = note->makeMaps(bytes, encode)) {
    report(toString(std::move(error)));
    return false;
  }
  return true;
}

/// Attributes are mostly hints for speed; clusters have semantics.
static CUresult applyAttribute(const CUlaunchAttribute &attribute,
                               emu::LaunchConfig &config) {
  if (attribute.id < 0 || attribute.id > CU_LAUNCH_ATTRIBUTE_LAST)
    return CUDA_ERROR_INVALID_VALUE;
  if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
    CUextent3 cluster = attribute.value.clusterDim;
    config.cluster = emu::Dim3{cluster.x, cluster.y, cluster.z};
  }
  return CUDA_SUCCESS;
}

static bool isGridPossible(const CUextent3 &grid, const CUextent3 &block) {
  auto count = [](const CUextent3 &e) { return uint64_t(e.x) * e.y * e.z; };
  return count(grid) && grid.x <= 0x7fffffff && grid.y <= 65535 &&
         grid.z <= 65535 && count(block) && count(block) <= 1024 &&
         block.x <= 1024 && block.y <= 1024 && block.z <= 64;
}

CUresult prepareLaunch(Driver &driver, Kernel *kernel,
                       const CUlaunchConfig &config, void **parameters,
                       void **extra, KernelLaunch &launch) {
  if (!driver.owns(kernel))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!isGridPossible(config.grid, config.block))
    return CUDA_ERROR_INVALID_VALUE;
  if (config.numAttrs && !config.attrs)
    return CUDA_ERROR_INVALID_VALUE;
  if (config.sharedMemBytes > unsigned(kernel->maxDynamicShared))
    return CUDA_ERROR_INVALID_VALUE;
  if (kernel->library->staticShared() + config.sharedMemBytes >
      driver.gpu.sharedPerBlock)
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  for (const CUlaunchAttribute &attribute :
       ArrayRef(config.attrs, config.numAttrs))
    if (CUresult result = applyAttribute(attribute, launch.config))
      return result;
  launch.kernel = kernel;
  launch.config.grid = {config.grid.x, config.grid.y, config.grid.z};
  launch.config.block = {config.block.x, config.block.y, config.block.z};
  launch.config.dynamicShared = config.sharedMemBytes;
  launch.config.schedule = driver.settings.schedule;
  chooseEffort(driver, launch.config);
  launch.config.maxInstructions = driver.settings.maxInstructions;
  launch.config.maxStalledInstructions = driver.settings.stallLimit;
  launch.config.countMemory = driver.settings.counters;
  return copyParameters(*kernel, parameters, extra, launch.parameters)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

} // namespace tileiras::cuda

//===- Machine.cpp - Global memory and launches -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/AttachedChecks.h"
#include "tileiras/Emulator/Machine/AddressSpaces.h"
#include "tileiras/Emulator/Machine/Lanes.h"
#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Machine/RegisterPool.h"

#include "../Limits.h"

#include "llvm/ADT/STLExtras.h"

#include <condition_variable>
#include <cstring>
#include <mutex>

using namespace llvm;

namespace tileiras::emu {

struct Machine::State {
  GlobalMemory memory;
  std::map<const Program *, LoadedModule> modules;
  raw_ostream *output = &outs();

  /// Kernels run in the life of this: nothing that they may use goes away.
  class Run {
  public:
    explicit Run(State &state) : state(state) {
      std::unique_lock guard(state.runLock);
      state.runEnded.wait(guard, [&] { return !state.isRunning; });
      state.isRunning = true;
      state.memory.freeze();
    }
    ~Run() {
      std::lock_guard guard(state.runLock);
      state.memory.thaw();
      state.isRunning = false;
      state.runEnded.notify_all();
    }
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;

  private:
    State &state;
  };
  /// Held by those who take memory away, which has to wait until no kernel
  /// runs.
  std::unique_lock<std::mutex> untilNoneRuns() {
    std::unique_lock guard(runLock);
    runEnded.wait(guard, [&] { return !isRunning; });
    return guard;
  }

  Expected<LoadedModule *> load(const Program &program);
  Error allocateVariables(const Program &program, LoadedModule &loaded);
  void unload(const Program &program);
  Error initialize(const Program &program, LoadedModule &loaded);
  Expected<uint64_t> resolve(const Program &program, const LoadedModule &loaded,
                             StringRef symbol);
  Error fillConstants(const Program &program, LoadedModule &loaded);

private:
  std::mutex runLock;
  std::condition_variable runEnded;
  bool isRunning = false;
};

Machine::Machine() : state(std::make_unique<State>()) {}
Machine::~Machine() = default;

//===-- Memory ----------------------------------------------------------===//

uint64_t Machine::allocate(uint64_t size, StringRef name) {
  Allocation *made = state->memory.allocate(size, name);
  return made ? made->base : 0;
}

void Machine::mapHost(void *pointer, uint64_t size, StringRef name) {
  state->memory.mapHost(pointer, size, name);
}

void Machine::allowHostPointers(bool allow) {
  state->memory.hostPointersAllowed = allow;
}

void Machine::setOutput(raw_ostream &os) { state->output = &os; }

Error Machine::release(uint64_t address) {
  auto guard = state->untilNoneRuns();
  if (state->memory.release(address))
    return Error::success();
  return createStringError("no allocation begins at this address");
}

bool Machine::holds(uint64_t address) const {
  return state->memory.findForHost(address);
}

static Expected<uint8_t *> findBytes(GlobalMemory &memory, uint64_t address,
                                     uint64_t bytes) {
  const Allocation *found = memory.findForHost(address);
  if (found && found->contains(address, bytes))
    return found->data + (address - found->base);
  return createStringError("copy of " + Twine(bytes) +
                           " bytes: " + memory.describe(address, bytes));
}

Error Machine::copyIn(uint64_t address, ArrayRef<uint8_t> bytes) {
  if (bytes.empty())
    return Error::success();
  Expected<uint8_t *> data = findBytes(state->memory, address, bytes.size());
  if (!data)
    return data.takeError();
  std::memcpy(*data, bytes.data(), bytes.size());
  return Error::success();
}

Error Machine::copyOut(uint64_t address, MutableArrayRef<uint8_t> bytes) {
  if (bytes.empty())
    return Error::success();
  Expected<uint8_t *> data = findBytes(state->memory, address, bytes.size());
  if (!data)
    return data.takeError();
  std::memcpy(bytes.data(), *data, bytes.size());
  return Error::success();
}

//===-- Loading ---------------------------------------------------------===//

Expected<uint64_t> Machine::State::resolve(const Program &program,
                                           const LoadedModule &loaded,
                                           StringRef symbol) {
  if (Variable *variable = program.variableByName.lookup(symbol))
    return variable->space == Space::Shared ? variable->offset
                                            : loaded.addresses.lookup(symbol);
  if (Function *function = program.functionByName.lookup(symbol))
    for (auto [index, each] : enumerate(program.functions))
      if (&each == function)
        return FunctionWindow + 16 * index;
  return createStringError("'" + symbol + "' is not defined in " +
                           program.name);
}

Error Machine::State::initialize(const Program &program, LoadedModule &loaded) {
  for (const Variable &variable : program.variables) {
    if (variable.space == Space::Shared)
      continue;
    uint64_t base = loaded.addresses.lookup(variable.name);
    uint8_t *data = memory.at(base)->data;
    std::copy(variable.bytes.begin(), variable.bytes.end(), data);
    for (const Relocation &relocation : variable.relocations) {
      Expected<uint64_t> value = resolve(program, loaded, relocation.symbol);
      if (!value)
        return value.takeError();
      uint64_t address = *value + relocation.addend;
      Variable *target = program.variableByName.lookup(relocation.symbol);
      if (relocation.generic && target)
        address += windowOf(target->space);
      std::memcpy(data + relocation.offset, &address,
                  std::min(relocation.bytes, 8u));
    }
  }
  return Error::success();
}

Error Machine::State::fillConstants(const Program &program,
                                    LoadedModule &loaded) {
  loaded.constants.resize(program.constantUnits);
  for (auto [constant, position] :
       zip_equal(program.constants, program.constantPositions)) {
    uint64_t low = constant.low;
    if (!constant.symbol.empty()) {
      Expected<uint64_t> value = resolve(program, loaded, constant.symbol);
      if (!value)
        return value.takeError();
      low += *value;
    }
    Variable *variable = program.variableByName.lookup(constant.symbol);
    if (variable && variable->space == Space::Shared)
      loaded.sharedAddresses.push_back({position, constant.bytes});
    void *cells = &loaded.constants[position];
    for (unsigned lane = 0; lane < WarpSize; ++lane) {
      if (constant.bytes == 4)
        Lanes<uint32_t>(cells).set(lane, low);
      else if (constant.bytes == 8)
        Lanes<uint64_t>(cells).set(lane, low);
      else
        Lanes<Wide128>(cells).set(lane, {low, constant.high});
    }
  }
  return Error::success();
}

Error Machine::State::allocateVariables(const Program &program,
                                        LoadedModule &loaded) {
  for (const Variable &variable : program.variables) {
    if (variable.space == Space::Shared)
      continue;
    Allocation *made =
        memory.allocate(variable.size, variable.name, variable.align);
    if (!made)
      return createStringError("there is no memory for the " +
                               Twine(variable.size) + " bytes of '" +
                               variable.name + "' in " + program.name);
    made->readOnly = variable.space == Space::Const;
    loaded.addresses[variable.name] = made->base;
  }
  return Error::success();
}

Expected<LoadedModule *> Machine::State::load(const Program &program) {
  auto [entry, isNew] = modules.try_emplace(&program);
  LoadedModule &loaded = entry->second;
  if (!isNew)
    return &loaded;
  Error error = allocateVariables(program, loaded);
  if (!error)
    error = initialize(program, loaded);
  if (!error)
    error = fillConstants(program, loaded);
  if (!error)
    return &loaded;
  unload(program);
  return std::move(error);
}

void Machine::State::unload(const Program &program) {
  auto found = modules.find(&program);
  if (found == modules.end())
    return;
  for (auto &variable : found->second.addresses)
    memory.release(variable.second);
  modules.erase(found);
}

Expected<uint64_t> Machine::address(const Module &module, StringRef name) {
  Expected<LoadedModule *> loaded = state->load(module.program());
  if (!loaded)
    return loaded.takeError();
  auto found = (*loaded)->addresses.find(name);
  if (found == (*loaded)->addresses.end())
    return createStringError("there is no variable '" + name + "'");
  return found->second;
}

void Machine::unload(const Module &module) {
  auto guard = state->untilNoneRuns();
  state->unload(module.program());
}

//===-- Launching -------------------------------------------------------===//

static std::string text(Dim3 d) {
  return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " +
         std::to_string(d.z) + ")";
}

/// Why a launch can't be. Each call stays one of its own, so that
/// utils/check-diagnostics can tell which were made.
[[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE static Error
refuse(const Twine &message) {
  return createStringError(message);
}

/// The block a launch really runs with; see the driver's contract for (1,1,1).
static Expected<Dim3> chooseBlock(const Function &kernel, Dim3 block) {
  if (kernel.requiredBlock) {
    if (block == Dim3() || block == *kernel.requiredBlock)
      block = *kernel.requiredBlock;
    else
      return refuse("kernel '" + kernel.name + "' requires blocks " +
                    text(*kernel.requiredBlock) + ", got " + text(block));
  }
  if (kernel.maximumBlock && block.count() > kernel.maximumBlock->count())
    return refuse("kernel '" + kernel.name + "' allows " +
                  Twine(kernel.maximumBlock->count()) +
                  " threads per block, got " + text(block));
  if (block.count() == 0 || block.count() > MaxBlockThreads)
    return refuse("a block has 1 to " + Twine(MaxBlockThreads) +
                  " threads, got " + text(block));
  return block;
}

/// The cluster a launch really has: what the kernel or the launch says.
static Expected<Dim3> chooseCluster(const Function &kernel,
                                    const LaunchConfig &config, Dim3 grid) {
  Dim3 cluster =
      config.cluster.value_or(kernel.requiredCluster.value_or(Dim3()));
  if (kernel.requiredCluster && !(cluster == *kernel.requiredCluster))
    return refuse("kernel '" + kernel.name + "' requires clusters " +
                  text(*kernel.requiredCluster) + ", got " + text(cluster));
  uint64_t largest = kernel.maximumCluster.value_or(MaxClusterSize);
  if (cluster.count() == 0 || cluster.count() > largest)
    return refuse("a cluster has 1 to " + Twine(largest) + " CTAs, got " +
                  text(cluster));
  if (kernel.explicitCluster && !config.cluster && !kernel.requiredCluster)
    return refuse("kernel '" + kernel.name +
                  "' must be launched with explicit clusters");
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return refuse("a grid of " + text(grid) + " CTAs is not made of clusters " +
                  text(cluster));
  return cluster;
}

/// In CTAs, also where the configuration counts clusters.
static Expected<Dim3> chooseGrid(const Function &kernel, Dim3 grid) {
  Dim3 each = kernel.blocksAreClusters ? kernel.requiredCluster.value_or(Dim3())
                                       : Dim3();
  uint64_t x = uint64_t(grid.x) * each.x, y = uint64_t(grid.y) * each.y,
           z = uint64_t(grid.z) * each.z;
  if (x <= MaxGridX && y <= MaxGridYZ && z <= MaxGridYZ)
    return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
  return refuse("a grid has at most " + text({MaxGridX, MaxGridYZ, MaxGridYZ}) +
                " CTAs, got (" + Twine(x) + ", " + Twine(y) + ", " + Twine(z) +
                ")");
}

static Expected<LaunchShape> chooseShape(const Function &kernel,
                                         const LaunchConfig &config) {
  LaunchShape shape;
  Expected<Dim3> grid = chooseGrid(kernel, config.grid);
  if (!grid)
    return grid.takeError();
  shape.grid = *grid;
  Expected<Dim3> block = chooseBlock(kernel, config.block);
  if (!block)
    return block.takeError();
  shape.block = *block;
  Expected<Dim3> cluster = chooseCluster(kernel, config, shape.grid);
  if (!cluster)
    return cluster.takeError();
  shape.cluster = *cluster;
  shape.explicitCluster = config.cluster || kernel.requiredCluster;
  return shape;
}

/// An SM has to hold one CTA.
static Error checkRegisters(const Launch &launch) {
  uint64_t warps = divideCeil(launch.block.count(), WarpSize);
  uint64_t needed = warps * WarpSize * launch.registers.value_or(0);
  if (needed <= RegistersPerSM)
    return Error::success();
  return refuse("kernel '" + launch.kernel.name + "' has " +
                Twine(*launch.registers) + " registers a thread, which makes " +
                Twine(needed) + " for a CTA of " + Twine(warps) +
                " warps; a multiprocessor has " + Twine(RegistersPerSM));
}

Error Machine::launch(const Module &module, StringRef name,
                      const LaunchConfig &config, ArrayRef<uint8_t> parameters,
                      Counters *counters) {
  const Program &program = module.program();
  Expected<const Function *> kernel = module.kernel(name);
  if (!kernel)
    return kernel.takeError();
  if (parameters.size() < (*kernel)->paramBytes)
    return createStringError("kernel '" + (*kernel)->name + "' takes " +
                             Twine((*kernel)->paramBytes) +
                             " bytes of parameters, got " +
                             Twine(parameters.size()));
  Expected<LaunchShape> shape = chooseShape(**kernel, config);
  if (!shape)
    return shape.takeError();
  if (program.staticShared > MaxSharedBytes ||
      config.dynamicShared > MaxSharedBytes - program.staticShared)
    return createStringError("a CTA has at most " + Twine(MaxSharedBytes) +
                             " bytes of shared memory, not " +
                             Twine(program.staticShared) + " static and " +
                             Twine(config.dynamicShared) + " dynamic ones");
  Expected<LoadedModule *> loaded = state->load(program);
  if (!loaded)
    return loaded.takeError();
  Launch launch(program, **kernel, config, state->memory, parameters, **loaded,
                *state->output, *shape);
  if (launch.clusterBytes > config.maxResidentBytes)
    return createStringError(
        "kernel '" + (*kernel)->name + "' needs " + Twine(launch.clusterBytes) +
        " bytes of registers, local and shared memory per cluster, the launch "
        "may have " +
        Twine(config.maxResidentBytes));
  if (Error error = checkRegisters(launch))
    return error;
  AttachedChecks checks(launch);
  if (Error error = checks.attach())
    return error;
  Counters sums;
  bool finished;
  {
    State::Run run(*state);
    finished = runGrid(launch, sums);
  }
  if (counters)
    counters->add(sums);
  if (!finished)
    return Error(launch.takeFault());
  return Error::success();
}

} // namespace tileiras::emu

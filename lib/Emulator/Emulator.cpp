//===- Emulator.cpp - Memory, modules and launches --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facade: modules and their kernels, the memory of a machine, the loading
// of a module's variables and constants, and launches, to which it attaches the
// checks.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Checks/AttachedChecks.h"
#include "tileiras/Emulator/ISA/AddressSpaces.h"
#include "tileiras/Emulator/Machine/Lanes.h"
#include "tileiras/Emulator/Machine/Launch.h"

#include "llvm/ADT/STLExtras.h"

#include <condition_variable>
#include <cstring>
#include <mutex>

using namespace llvm;

namespace tileiras::emu {

//===-- Modules ---------------------------------------------------------===//

Expected<std::unique_ptr<Module>> Module::parse(StringRef text,
                                                StringRef name) {
  auto module = std::make_unique<Module>();
  if (Error error = parseModule(text, name, module->contents))
    return std::move(error);
  return module;
}

Expected<const Function *> Module::kernel(StringRef name) const {
  const Function *only = nullptr;
  unsigned kernels = 0;
  for (const Function &function : contents.functions) {
    if (!function.isKernel || !function.hasBody)
      continue;
    if (function.name == name)
      return &function;
    only = &function;
    ++kernels;
  }
  if (name.empty() && kernels == 1)
    return only;
  if (!name.empty())
    return createStringError("there is no kernel '" + name + "' in " +
                             contents.name);
  return createStringError("%s has %u kernels; one must be named",
                           contents.name.c_str(), kernels);
}

struct Machine::State {
  GlobalMemory memory;
  std::map<const Program *, LoadedModule> modules;
  raw_ostream *output = &outs();

  /// Kernels run during the lifetime of this object; memory that they may use
  /// isn't freed.
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
  /// Returns a lock for freeing memory, after waiting until no kernel runs.
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
        return kFunctionWindow + 16 * index;
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
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
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
  if (program.staticShared > kMaxSharedBytes ||
      config.dynamicShared > kMaxSharedBytes - program.staticShared)
    return createStringError("a CTA has at most " + Twine(kMaxSharedBytes) +
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

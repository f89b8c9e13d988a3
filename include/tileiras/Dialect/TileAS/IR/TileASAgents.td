//===- TileASAgents.td - Agents and their barriers -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warp specialisation (Agents.h): an `agent_switch` gives each group of warps a
// region, and barriers synchronise the warps of one agent, of several agents,
// or of a cluster.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASAGENTS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASAGENTS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/TileAS/IR/TileASBase.td"

def TileAS_BarrierOp : TileAS_Op<"barrier"> {
  let summary = "threads synchronise; earlier memory accesses become visible";
  let description = [{
    Without attributes all threads of the enclosing agent synchronise, or those
    of the CTA where there is none. In an agent of several warps it is a named
    barrier, whose `id` tileas-assign-named-barriers chooses; agent i of a group
    then uses `id + i`.

    With `threads` that many threads of several agents synchronise, each of
    which has such a barrier; the `id` is then used as it is. The atom gives the
    instruction and the number of threads (`tileas-assign-access-atoms`).

    ```mlir
    nv_tileas.barrier
    nv_tileas.barrier id = 3
    nv_tileas.barrier id = 1 threads = 160
    nv_tileas.barrier atom <bar.sync, 128>
    ```
  }];
  let arguments = (ins
    OptionalAttr<ConfinedAttr<I32Attr, [IntMinValue<1>, IntMaxValue<15>]>>:$id,
    OptionalAttr<ConfinedAttr<I32Attr, [IntMinValue<32>, IntMaxValue<1024>]>>
      :$threads,
    OptionalAttr<CuteNVGPU_AtomAttr>:$atom);
  let assemblyFormat = [{
    (`id` `=` $id^)? (`threads` `=` $threads^)? (`atom` $atom^)? attr-dict
  }];
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, IntegerAttr(), IntegerAttr(),
          ::mlir::cute_nvgpu::AtomAttr());
  }]>];
  let hasVerifier = 1;
}

def TileAS_ClusterBarrierOp : TileAS_Op<"cluster_barrier"> {
  let summary = "threads of all CTAs of the cluster synchronise";
  let description = [{
    All threads of every CTA that have not exited synchronise: accesses before
    it are visible to all afterwards. It separates the initialisation of
    mbarriers from their use by other CTAs, and ends agents whose CTA others
    still write to or arrive at.

    ```mlir
    nv_tileas.cluster_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TileAS_AgentSwitchOp : TileAS_Op<"agent_switch", [
    IsolatedFromAbove, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "warp specialisation: each region is the code of other agents";
  let description = [{
    See Agents.h. Region i is run by `num_agents_per_group[i]` agents of
    `num_warps[i]` warps each, from warp `warp_id[i]` of the CTA on. Its
    arguments are the index of the agent in its group, i32, and the captures; no
    other outside value is visible inside. Only values that all threads hold
    alike and values that name memory can be captured: a tile is in the
    registers of the threads outside, and a token stands for what they did.

    `max_regs` are the registers of a thread, which agents reallocate among each
    other (setmaxnreg) as their first action. `agent_strides` is the distance in
    bytes of shared memory between the buffers of an agent and those of the next
    one of its group, once tileas-assign-smem has placed them.

    It is the last operation of a function, since no code after it could run in
    all warps.

    ```mlir
    nv_tileas.agent_switch(%p, %ring : !ptr, !smem)
        num_agents_per_group = [1, 2] num_warps = [4, 4] warp_id = [8, 0]
        max_regs = [24, 240] {
    ^bb0(%agent: i32, %q: !ptr, %s: !smem):
      ...
    }, {
    ^bb0(%agent: i32, %q: !ptr, %s: !smem):
      ...
    }
    ```
  }];
  let arguments = (ins
    Variadic<AnyType>:$captures,
    ConfinedAttr<DenseI32ArrayAttr,
                 [DenseArrayStrictlyPositive<DenseI32ArrayAttr>]>
      :$num_agents_per_group,
    ConfinedAttr<DenseI32ArrayAttr,
                 [DenseArrayStrictlyPositive<DenseI32ArrayAttr>]>:$num_warps,
    ConfinedAttr<DenseI32ArrayAttr,
                 [DenseArrayNonNegative<DenseI32ArrayAttr>]>:$warp_id,
    OptionalAttr<DenseI32ArrayAttr>:$max_regs,
    OptionalAttr<ConfinedAttr<DenseI32ArrayAttr,
                              [DenseArrayNonNegative<DenseI32ArrayAttr>]>>
      :$agent_strides);
  let regions = (region VariadicRegion<SizedRegion<1>>:$groups);
  let assemblyFormat = [{
    (`(` $captures^ `:` type($captures) `)`)?
    `num_agents_per_group` `=` $num_agents_per_group
    `num_warps` `=` $num_warps `warp_id` `=` $warp_id
    (`max_regs` `=` $max_regs^)? (`agent_strides` `=` $agent_strides^)?
    attr-dict-with-keyword $groups
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    AgentGroup getGroup(Region *region);
    llvm::SmallVector<AgentGroup> getAgentGroups();

    /// Returns the warps of the CTA: the agents', and idle ones that fill a
    /// warpgroup.
    unsigned getTotalWarps();
    /// Returns all ranges of warps, in their order.
    llvm::SmallVector<WarpRange> getWarpRanges();
  }];
}

def TileAS_YieldOp : TileAS_Op<"yield", [
    Pure, Terminator, HasParent<"AgentSwitchOp">]> {
  let summary = "ends a region";
  let assemblyFormat = "attr-dict";
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASAGENTS_TD

//===- TileASAgents.td - Agents and where they meet -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASAGENTS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASAGENTS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/TileAS/IR/TileASBase.td"

def TileAS_BarrierOp : TileAS_Op<"barrier"> {
  let summary = "threads meet; memory accesses before are seen after";
  let description = [{
    Without attributes all threads of the enclosing agent meet: those of the
    CTA where there is none. In an agent of several warps that takes a named
    barrier, whose `id` tileas-assign-named-barriers chooses; agent i of a group
    then meets at `id + i`.

    With `threads` that many threads of several agents meet, each of which has
    such a barrier; the `id` is then as it stands. The atom is the instruction, and
    how many threads meet (`tileas-assign-access-atoms`).

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
  let summary = "threads of all CTAs of the cluster meet";
  let description = [{
    All threads that have not ended, of every CTA: what one did to memory before,
    those of others see after. It stands between the making of barrier objects
    and their use by other CTAs, and at the end of agents whose CTA others still
    write to or arrive at.

    ```mlir
    nv_tileas.cluster_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TileAS_AgentSwitchOp : TileAS_Op<"agent_switch", [
    IsolatedFromAbove, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "warps part ways: each region is the code of other agents";
  let description = [{
    See Agents.h. Region i is run by `num_agents_per_group[i]` agents of
    `num_warps[i]` warps each, from warp `warp_id[i]` of the CTA on. Its
    arguments are the number of the agent in its group, i32, and the captures;
    nothing else of the outside is seen inside. Only what all threads hold alike
    and what names memory can be captured: a tile lies in the registers of the
    threads outside, and a token stands for what they did.

    `max_regs` are the registers of a thread, which agents hand to each other:
    the first thing they do. `agent_strides` is how many bytes of shared memory
    lie between the buffers of an agent and those of the next one of its group,
    once tileas-assign-smem has placed them.

    It is the last thing that a function does, since no code after it would be
    all warps' again.

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

    /// Warps of the CTA: the agents', and idle ones that fill a warpgroup.
    unsigned getTotalWarps();
    /// All of them, in their order.
    llvm::SmallVector<WarpRange> getWarpRanges();
  }];
}

def TileAS_YieldOp : TileAS_Op<"yield", [
    Pure, Terminator, HasParent<"AgentSwitchOp">]> {
  let summary = "ends a region";
  let assemblyFormat = "attr-dict";
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASAGENTS_TD

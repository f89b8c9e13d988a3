//===- PtxVersions.td - Versions of PTX features -----------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `.version` that introduced each opcode, modifier and directive, as
// major*10 + minor (PTX ISA, "PTX ISA Notes" of each entry). All features older
// than 6.0 are listed as 60: no supported target has a lower version than 6.3.
//
// A pattern is one of
//   op          the opcode by itself
//   *.mod       a modifier, after any opcode
//   op.mod      the same after this opcode, if it came at another time
//   op.a.b      two modifiers in this order, if the pair came later
//   op.operands4, op.ignore_src
//               with four operands; with a predicate as the last operand
//   .directive  a directive
//   .dir.attr   an attribute of a directive that has no dot, or what a pragma
//               asks for
//   %register   a special register
// An opcode or modifier that no row names counts as new: the finaliser then
// keeps the version that the text came with.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTX_PTXVERSIONS_TD
#define TILEIRAS_TARGET_PTX_PTXVERSIONS_TD

include "llvm/TableGen/SearchableTable.td"

class Since<string pattern, int version> {
  string Pattern = pattern;
  bits<8> Version = version;
}

def PtxVersionTable : GenericTable {
  let FilterClass = "Since";
  let CppTypeName = "PtxVersionRow";
  let Fields = ["Pattern", "Version"];
}

def lookupPtxVersion : SearchIndex {
  let Table = PtxVersionTable;
  let Key = ["Pattern"];
}

/// Every pattern of a list came with the same version.
multiclass SinceAll<int version, list<string> patterns> {
  foreach pattern = patterns in
    def : Since<pattern, version>;
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

defm Op60 : SinceAll<60, [
  "abs", "activemask", "add", "addc", "and", "atom", "bar", "barrier", "bfe",
  "bfi", "bfind", "bra", "brev", "brkpt", "brx", "call", "clz", "cnot",
  "copysign", "cos", "cvt", "cvta", "div", "dp2a", "dp4a", "ex2", "exit",
  "fence", "fma", "fns", "isspacep", "ld", "ldu", "lg2", "lop3", "mad",
  "mad24", "madc", "match", "max", "membar", "min", "mov", "mul", "mul24",
  "nanosleep", "neg", "not", "or", "pmevent", "popc", "prefetch", "prefetchu",
  "prmt", "rcp", "red", "rem", "ret", "rsqrt", "sad", "selp", "set", "setp",
  "shf", "shfl", "shl", "shr", "sin", "slct", "sqrt", "st", "sub", "subc",
  "testp", "trap", "vote", "wmma", "xor"]>;
defm Op64 : SinceAll<64, ["mma"]>;
defm Op65 : SinceAll<65, ["ldmatrix"]>;
defm Op70 : SinceAll<70, ["cp", "mbarrier", "redux", "tanh"]>;
defm Op73 : SinceAll<73, ["alloca", "stackrestore", "stacksave"]>;
defm Op74 : SinceAll<74, ["applypriority", "createpolicy", "discard"]>;
defm Op76 : SinceAll<76, ["bmsk", "szext"]>;
defm Op78 : SinceAll<78, ["getctarank", "griddepcontrol", "mapa", "movmatrix",
                          "stmatrix"]>;
defm Op80 : SinceAll<80, ["elect", "setmaxnreg", "wgmma"]>;
defm Op81 : SinceAll<81, ["multimem"]>;
defm Op83 : SinceAll<83, ["tensormap"]>;
defm Op86 : SinceAll<86, ["clusterlaunchcontrol", "tcgen05"]>;

//===----------------------------------------------------------------------===//
// Modifiers
//===----------------------------------------------------------------------===//

// Types, rounding, state spaces, cache operators, memory semantics, compare
// and logical operators, vote and shuffle modes, matrix layouts.
defm Mod60 : SinceAll<60, [
  "*.u8", "*.u16", "*.u32", "*.u64", "*.s8", "*.s16", "*.s32", "*.s64", "*.b8",
  "*.b16", "*.b32", "*.b64", "*.f16", "*.f16x2", "*.f32", "*.f64", "*.pred",
  "*.u4", "*.s4", "*.b1",
  "*.rn", "*.rz", "*.rm", "*.rp", "*.rni", "*.rzi", "*.rmi", "*.rpi", "*.sat",
  "*.ftz", "*.approx", "*.full", "*.lo", "*.hi", "*.wide", "*.cc",
  "*.global", "*.shared", "*.local", "*.const", "*.param", "*.to",
  "*.volatile", "*.relaxed", "*.acquire", "*.release", "*.acq_rel", "*.sc",
  "*.weak", "*.cta", "*.gpu", "*.sys", "*.gl",
  "*.v2", "*.v4", "*.nc", "*.ca", "*.cg", "*.cs", "*.lu", "*.cv", "*.wb",
  "*.wt", "*.L1", "*.L2",
  "*.eq", "*.ne", "*.lt", "*.le", "*.gt", "*.ge", "*.ls", "*.hs", "*.equ",
  "*.neu", "*.ltu", "*.leu", "*.gtu", "*.geu", "*.num", "*.nan",
  "*.and", "*.or", "*.xor", "*.popc", "*.cas", "*.exch", "*.add", "*.inc",
  "*.dec", "*.min", "*.max",
  "*.uni", "*.sync", "*.warp", "*.arrive", "*.red", "*.aligned", "*.all",
  "*.any", "*.ballot", "*.up", "*.down", "*.bfly", "*.idx", "*.shiftamt",
  "*.f4e", "*.b4e", "*.rc8", "*.ecl", "*.ecr", "*.rc16", "*.l", "*.r",
  "*.wrap", "*.clamp",
  "*.finite", "*.infinite", "*.number", "*.notanumber", "*.normal",
  "*.subnormal", "*.row", "*.col", "*.load", "*.store", "*.a", "*.b", "*.c",
  "*.d", "wmma.mma"]>;
defm Mod63 : SinceAll<63, ["*.noftz", "wmma.m8n8k32", "wmma.m8n8k128",
                           "wmma.m16n16k16", "wmma.m32n8k16", "wmma.m8n32k16"]>;
defm Mod65 : SinceAll<65, ["*.satfinite", "*.m8n8", "*.x1", "*.x2", "*.x4",
                           "*.trans", "mma.m8n8k4", "mma.m16n8k8",
                           "mma.m8n8k16", "mma.m8n8k32", "cvt.pack"]>;
defm Mod70 : SinceAll<70, [
  "*.relu", "*.rna", "*.tf32", "mma.m16n8k4", "mma.m16n8k16", "mma.m16n8k32",
  "mma.m16n8k64", "mma.m16n8k128", "mma.m16n8k256", "mma.bf16", "mma.f64",
  "wmma.bf16", "wmma.m8n8k4", "wmma.m16n16k8", "wmma.f64",
  "abs.bf16", "abs.bf16x2", "neg.bf16", "neg.bf16x2", "fma.bf16", "fma.bf16x2",
  "min.bf16", "min.bf16x2", "max.bf16", "max.bf16x2", "cvt.bf16",
  "cvt.bf16x2", "min.NaN", "max.NaN", "ex2.f16", "ex2.f16x2",
  "cp.async", "cp.commit_group", "cp.wait_group", "cp.wait_all",
  "cp.mbarrier", "cp.noinc", "mbarrier.init", "mbarrier.inval",
  "mbarrier.arrive", "mbarrier.arrive_drop", "mbarrier.noComplete",
  "mbarrier.test_wait", "mbarrier.pending_count"]>;
defm Mod71 : SinceAll<71, ["mma.sp", "mbarrier.parity", "cvt.f32.bf16"]>;
defm Mod72 : SinceAll<72, ["*.xorsign", "min.abs", "max.abs"]>;
defm Mod74 : SinceAll<74, [
  "*.L1::evict_normal", "*.L1::evict_unchanged", "*.L1::evict_first",
  "*.L1::evict_last", "*.L1::no_allocate", "*.L2::evict_last",
  "*.L2::evict_normal", "*.L2::evict_first", "*.L2::evict_unchanged",
  "*.L2::cache_hint", "*.L2::64B", "*.L2::128B", "*.L2::256B", "*.fractional",
  "*.range"]>;
defm Mod78 : SinceAll<78, [
  "*.bf16", "*.bf16x2", "*.shared::cta", "*.shared::cluster", "*.cluster",
  "*.m16n8", "mbarrier.try_wait", "barrier.cluster", "barrier.wait",
  "barrier.cta", "griddepcontrol.launch_dependents", "griddepcontrol.wait",
  "fence.mbarrier_init", "cvt.rn.tf32", "cvt.rz.tf32"]>;
defm Mod80 : SinceAll<80, [
  "*.mbarrier::complete_tx::bytes", "cp.bulk", "cp.tensor", "cp.1d", "cp.2d",
  "cp.3d", "cp.4d", "cp.5d", "cp.tile", "cp.im2col", "cp.reduce", "cp.prefetch",
  "cp.bulk_group", "cp.read", "cp.multicast::cluster", "prefetch.tensormap",
  "mbarrier.expect_tx", "mbarrier.complete_tx", "fence.proxy", "fence.alias",
  "fence.async", "fence.async::global", "fence.async::shared",
  "setmaxnreg.inc", "setmaxnreg.dec", "wgmma.fence", "wgmma.commit_group",
  "wgmma.wait_group", "wgmma.mma_async"]>;
foreach n = !range(8, 257, 8) in
  foreach k = [8, 16, 32, 256] in
    def : Since<"wgmma.m64n" # n # "k" # k, 80>;
defm Mod81 : SinceAll<81, [
  "cvt.e4m3x2", "cvt.e5m2x2", "*.oob", "st.async", "red.async",
  "*.mbarrier::complete_tx::bytes::init", "atom.v2", "atom.v4", "atom.v8",
  "red.v2", "red.v4", "red.v8", "multimem.ld_reduce", "multimem.st",
  "multimem.red", "multimem.acc::f32"]>;
defm Mod82 : SinceAll<82, ["*.mmio", "wgmma.sp"]>;
defm Mod83 : SinceAll<83, [
  "*.b128", "*.param::entry", "*.param::func", "fence.tensormap::generic",
  "fence.proxy.tensormap", "tensormap.replace", "tensormap.cp_fenceproxy",
  "tensormap.tile", "tensormap.b1024", "tensormap.global_address",
  "tensormap.rank", "tensormap.box_dim", "tensormap.global_dim",
  "tensormap.global_stride", "tensormap.element_stride", "tensormap.elemtype",
  "tensormap.interleave_layout", "tensormap.swizzle_mode",
  "tensormap.fill_mode"]>;
defm Mod84 : SinceAll<84, ["mma.e4m3", "mma.e5m2", "wgmma.e4m3",
                           "wgmma.e5m2"]>;
defm Mod85 : SinceAll<85, ["mma.sp::ordered_metadata"]>;
defm Mod86 : SinceAll<86, [
  "tensormap.swizzle_atomicity",
  "cvt.e2m1x2", "cvt.e2m3x2", "cvt.e3m2x2", "cvt.ue8m0x2", "*.f32x2",
  "redux.f32", "redux.NaN", "redux.abs", "ldmatrix.m16n16", "ldmatrix.m8n16",
  "ldmatrix.b8x16", "ldmatrix.b8", "ldmatrix.b6x16_p32", "ldmatrix.b4x16_p64",
  "stmatrix.m16n8", "stmatrix.b8", "add.f32.f16", "add.f32.bf16",
  "sub.f32.f16", "sub.f32.bf16", "fma.f32.f16", "fma.f32.bf16",
  "cp.shared::cta.global",
  "mbarrier.relaxed", "fence.sync_restrict::shared::cta",
  "fence.sync_restrict::shared::cluster", "cp.tile::gather4",
  "cp.tile::scatter4", "cp.im2col::w", "cp.im2col::w::128",
  "clusterlaunchcontrol.try_cancel", "clusterlaunchcontrol.async",
  "clusterlaunchcontrol.query_cancel", "clusterlaunchcontrol.is_canceled",
  "clusterlaunchcontrol.get_first_ctaid",
  "clusterlaunchcontrol.get_first_ctaid::x",
  "clusterlaunchcontrol.get_first_ctaid::y",
  "clusterlaunchcontrol.get_first_ctaid::z",
  "clusterlaunchcontrol.multicast::cluster::all",
  "tcgen05.alloc", "tcgen05.dealloc", "tcgen05.relinquish_alloc_permit",
  "tcgen05.ld", "tcgen05.st", "tcgen05.wait", "tcgen05.cp", "tcgen05.mma",
  "tcgen05.commit", "tcgen05.fence", "tcgen05.shift", "tcgen05.wait::ld",
  "tcgen05.wait::st", "tcgen05.cta_group::1", "tcgen05.cta_group::2",
  "tcgen05.mbarrier::arrive::one", "tcgen05.fence::before_thread_sync",
  "tcgen05.fence::after_thread_sync", "tcgen05.multicast::cluster",
  "tcgen05.kind::f16", "tcgen05.kind::tf32", "tcgen05.kind::i8",
  "tcgen05.kind::f8f6f4", "tcgen05.kind::mxf8f6f4", "tcgen05.kind::mxf4",
  "tcgen05.kind::mxf4nvf4", "tcgen05.block_scale", "tcgen05.scale_vec::1X",
  "tcgen05.scale_vec::2X", "tcgen05.scale_vec::4X", "tcgen05.ws",
  "tcgen05.32x32b", "tcgen05.16x64b", "tcgen05.16x128b", "tcgen05.16x256b",
  "tcgen05.16x32bx2", "tcgen05.x8", "tcgen05.x16", "tcgen05.x32",
  "tcgen05.x64", "tcgen05.x128", "tcgen05.pack::16b", "tcgen05.unpack::16b",
  "tcgen05.128x256b", "tcgen05.4x256b", "tcgen05.128x128b", "tcgen05.64x128b",
  "tcgen05.warpx2::02_13", "tcgen05.warpx2::01_23", "tcgen05.32x128b",
  "tcgen05.warpx4", "tcgen05.b8x16", "tcgen05.b6x16_p32",
  "tcgen05.b4x16_p64", "tcgen05.collector::a::fill",
  "tcgen05.collector::a::use", "tcgen05.collector::a::lastuse",
  "tcgen05.collector::a::discard"]>;
defm Mod87 : SinceAll<87, [
  "mma.kind::f8f6f4", "mma.kind::mxf8f6f4", "mma.kind::mxf4",
  "mma.kind::mxf4nvf4", "mma.block_scale", "mma.scale_vec::1X",
  "mma.scale_vec::2X", "mma.scale_vec::4X", "mma.e2m1", "mma.e2m3",
  "mma.e3m2", "mma.ue8m0", "mma.ue4m3", "mma.m16n8k16.e4m3",
  "mma.m16n8k16.e5m2", "mma.f16.e4m3", "mma.f16.e5m2", "*.rs"]>;
defm Mod88 : SinceAll<88, ["*.v8", "ld.v4.b64", "ld.v4.f64", "ld.v4.u64",
                           "ld.v4.s64", "st.v4.b64", "st.v4.f64", "st.v4.u64",
                           "st.v4.s64", "tcgen05.block16", "tcgen05.block32",
                           "min.operands4", "max.operands4"]>;
def : Since<"cp.ignore_src", 75>;
defm Mod91 : SinceAll<91, ["cvt.e4m3x2.bf16x2",
                           "cvt.e5m2x2.bf16x2", "cvt.e2m1x2.f16x2",
                           "cvt.e2m1x2.bf16x2", "cvt.e2m3x2.f16x2",
                           "cvt.e2m3x2.bf16x2", "cvt.e3m2x2.f16x2",
                           "cvt.e3m2x2.bf16x2"]>;
defm Mod92 : SinceAll<92, ["cvt.bf16x2.e4m3x2", "cvt.bf16x2.e5m2x2"]>;

//===----------------------------------------------------------------------===//
// Directives and special registers
//===----------------------------------------------------------------------===//

defm Dir60 : SinceAll<60, [
  ".address_size", ".align", ".branchtargets", ".callprototype", ".calltargets",
  ".common", ".const", ".entry", ".extern", ".file", ".func", ".global",
  ".loc", ".local", ".maxnctapersm", ".maxnreg", ".maxntid", ".minnctapersm",
  ".param", ".pragma", ".ptr", ".reg", ".reqntid", ".section", ".shared",
  ".target", ".version", ".visible", ".weak", ".v2", ".v4", ".u8", ".u16",
  ".u32", ".u64", ".s8", ".s16", ".s32", ".s64", ".b8", ".b16", ".b32",
  ".b64", ".f16", ".f16x2", ".f32", ".f64", ".pred", ".debug_abbrev",
  ".debug_info", ".debug_loc", ".debug_line", ".debug_ranges",
  ".debug_macinfo", ".debug_str", ".debug_pubnames", ".debug_pubtypes",
  ".debug_frame"]>;
def : Since<".alias", 63>;
def : Since<".noreturn", 64>;
def : Since<".loc.inlined_at", 72>;
def : Since<".pragma.nounroll", 60>;
def : Since<".pragma.used_bytes_mask", 83>;
def : Since<".pragma.enable_smem_spilling", 90>;
def : Since<".pragma.frequency", 90>;
def : Since<".reqnctapercluster", 78>;
def : Since<".maxclusterrank", 78>;
def : Since<".explicitcluster", 78>;
def : Since<".b128", 83>;
def : Since<".blocksareclusters", 90>;
def : Since<".abi_preserve", 90>;
def : Since<".abi_preserve_control", 90>;
def : Since<".language", 92>;

def : Since<"%is_explicit_cluster", 78>;
def : Since<"%clusterid", 78>;
def : Since<"%nclusterid", 78>;
def : Since<"%cluster_ctaid", 78>;
def : Since<"%cluster_nctaid", 78>;
def : Since<"%cluster_ctarank", 78>;
def : Since<"%cluster_nctarank", 78>;
def : Since<"%reserved_smem_offset_begin", 76>;
def : Since<"%aggr_smem_size", 81>;
def : Since<"%current_graph_exec", 80>;

#endif // TILEIRAS_TARGET_PTX_PTXVERSIONS_TD

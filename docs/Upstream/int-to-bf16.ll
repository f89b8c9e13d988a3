; [NVPTX] sitofp and uitofp to bfloat round twice before sm_90
;
; Without an instruction for it, the backend converts the integer to f32, to the nearest, and that to bf16, to the nearest
; again. 2^30 + 2^22 + 1 becomes 2^30 + 2^22 in f32, which is half way between two bf16, and then the even one of these, 2^30;
; 2^30 + 2^23 is nearer. From f64 to bf16 the same backend rounds f32 to odd.
;
; Expected: the result that the integer rounded once has, as from sm_90 on.
;
; Version: LLVM 22.1.8
;
; RUN: llc -mcpu=sm_80 -mattr=+ptx78 %s -o - | FileCheck %s
; CHECK: cvt.rn.f32.s32
; CHECK-NEXT: cvt.rn.bf16.f32

target triple = "nvptx64-nvidia-cuda"

define bfloat @convert(i32 %x) {
  %y = sitofp i32 %x to bfloat
  ret bfloat %y
}

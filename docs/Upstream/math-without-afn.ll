; [NVPTX] llvm.sin without afn ends the process, and llvm.log2 is an error that no flag avoids
;
; The backend selects sin.approx only for calls with the flag `afn`. Without it the selection fails, which is reported as a
; fatal error of the compiler, with a stack dump. llvm.exp and llvm.log2 give "no libcall available".
;
; Expected: a diagnostic at the instruction for the first, as for the others; or a call of libdevice's function, which every
; front end has to write today.
;
; Version: LLVM 22.1.8
;
; RUN: not --crash llc -mcpu=sm_90 %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: LLVM ERROR: Cannot select: {{.*}} = fsin

target triple = "nvptx64-nvidia-cuda"

define float @sine(float %x) {
  %y = call float @llvm.sin.f32(float %x)
  ret float %y
}

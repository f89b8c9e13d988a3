// An operation without a lowering.
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
def NVVM_Dialect : Dialect { let name = "nvvm"; }

def NVVM_NothingOp : LLVM_OpBase<NVVM_Dialect, "nothing"> {
  let summary = "becomes nothing";
}

gpu.module @m {
  llvm.func @copy(%from: !llvm.ptr<1>, %to: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.minctasm = 1 : i32} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %src = llvm.getelementptr %from[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %dst = llvm.getelementptr %to[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.load %src : !llvm.ptr<1> -> f32
    llvm.store %x, %dst : f32, !llvm.ptr<1>
    llvm.return
  }
}

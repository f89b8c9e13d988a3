"""The lit suite: text in, text out; FileCheck selects the lines that matter."""
import os
import sys

import lit.formats

config.name = "Tileiras"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".ptx", ".ll"]
config.excludes = ["Inputs", "Unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tileiras_build_dir, "test")

# The environment that a test may use; CUDA_HOME and CUDA_PATH are removed, or an old toolkit of the machine would be
# found.
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.tileiras_build_dir, "bin"), config.llvm_tools_dir, "/usr/bin", "/bin"])
for name in ("TILEIRAS_PTXAS", "TILEIRAS_PYTHON", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%tools", os.path.join(config.tileiras_build_dir, "bin")))
config.substitutions.append(("%unittests", os.path.join(config.tileiras_build_dir, "unittests")))
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%source", config.tileiras_source_dir))
config.substitutions.append(("%mlir_include", os.path.join(os.path.dirname(config.llvm_tools_dir), "include")))
# Where LLVM_DEBUG prints.
if getattr(config, "tileiras_build_type", "") == "Debug":
    config.available_features.add("assertions")
# For a C program that calls the emulated driver.
emulated = os.path.join(config.tileiras_build_dir, "lib", "emulated")
config.substitutions.append(("%emulated", emulated))
link_libcuda = f"-L{emulated} -lcuda -Wl,-rpath,{emulated}"
sanitizers = getattr(config, "tileiras_sanitizers", "")
if sanitizers:  # the program brings the sanitizers' runtime
    link_libcuda += f" -fsanitize={sanitizers}"
    config.available_features.add("sanitizers")
config.substitutions.append(("%link-libcuda", link_libcuda))
if os.environ.get("TILEIRAS_CUDA_INCLUDE"):  # the folder of NVIDIA's cuda.h
    config.substitutions.append(("%cuda_include", os.environ["TILEIRAS_CUDA_INCLUDE"]))
    config.available_features.add("cuda-h")
if os.environ.get("TILEIRAS_PTXAS"):
    config.substitutions.append(("%ptxas", os.environ["TILEIRAS_PTXAS"]))
    config.available_features.add("ptxas")
if os.path.exists(os.path.join(config.tileiras_build_dir, "diagnostics", "RecordSites.so")):
    config.available_features.add("record-diagnostics")

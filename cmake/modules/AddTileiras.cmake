# All targets of this project are declared by these functions.
#
#   add_tileiras_dialect(X NAMESPACE [ALL_ATTRIBUTES file.td])     generated code of a dialect, next to its .td
#   add_tileiras_library(Name SRC… [LINK_LIBS …] [DEPENDS …])     a static library that may use MLIR
#   add_tileiras_plain_library(Name SRC… [LINK_LIBS …])           one that may use LLVM Support only, always optimised
#   add_tileiras_tool(name SRC… [LINK_LIBS …])                    an executable in bin/
#   add_tileiras_program(name MAIN SRC… [LINK_LIBS …])            one whose code releases keep in libTileirasC
#   add_tileiras_unittest(Name SRC… [LINK_LIBS …])                a GoogleTest executable, found by lit

# Only this function sets the options by which everything is compiled.
function(tileiras_set_compile_options)
  add_compile_options(-Wall -Wextra -Wno-unused-parameter -fdiagnostics-color=auto)
  if(TILEIRAS_PRECOMPILED_HEADERS)
    # ccache requires this option before it shares them between folders.
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
  if(NOT LLVM_ENABLE_EH)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  endif()
  if(TILEIRAS_STATIC_LLVM)
    # Programs read untrusted files: a damaged return address or pointer of a library ends the process.
    add_compile_options(-ffunction-sections -fdata-sections -fstack-protector-strong)
    add_link_options(-Wl,-z,relro -Wl,-z,now)
    # Users need only the C library of the system. DT_RELR stores the relocations of libTileirasC, megabytes otherwise,
    # in kilobytes.
    add_link_options(-Wl,--gc-sections -Wl,-z,pack-relative-relocs -static-libstdc++ -static-libgcc)
  endif()
  if(TILEIRAS_SANITIZERS)
    add_compile_options(-fsanitize=${TILEIRAS_SANITIZERS} -fno-omit-frame-pointer -fno-sanitize=vptr
      -fno-sanitize-recover=undefined)
    add_link_options(-fsanitize=${TILEIRAS_SANITIZERS})
  endif()
endfunction()

# Returns the system libraries that LLVM needs. Releases include the compression libraries.
if(TILEIRAS_STATIC_LLVM)
  set(TILEIRAS_LLVM_SYSTEM_LIBS libz.a libzstd.a dl m pthread)
else()
  set(TILEIRAS_LLVM_SYSTEM_LIBS z zstd dl m pthread)
endif()

# Optimises a target that runs programs in every configuration.
function(tileiras_optimize target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O2>)
endfunction()

# Headers are most of the code to compile. Those of MLIR and of the dialects are parsed, and their templates
# instantiated, once for all targets with the same options: SET is one of cmake/precompiled. OPTIMIZED: the target is
# optimised.
function(tileiras_precompile target set)
  cmake_parse_arguments(ARG "OPTIMIZED" "" "" ${ARGN})
  if(NOT TILEIRAS_PRECOMPILED_HEADERS)
    return()
  endif()
  set(precompiled tileiras-precompiled-${set})
  if(ARG_OPTIMIZED)
    string(APPEND precompiled -optimized)
  endif()
  if(NOT TARGET ${precompiled})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled/${set}.cpp CONTENT "// Holds nothing but its headers.\n")
    add_library(${precompiled} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled/${set}.cpp)
    target_precompile_headers(${precompiled} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled/${set}.h)
    if(NOT set STREQUAL Support)
      add_dependencies(${precompiled} tileiras-headers)
    endif()
    if(ARG_OPTIMIZED)
      tileiras_optimize(${precompiled})
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${precompiled})
  # The headers are compiled with this option, too, even if CMake would use -fPIE.
  target_compile_options(${target} PRIVATE -fPIC)
endfunction()

# Links LLVM and MLIR as the configuration requires: shared while developing, static in releases.
function(tileiras_link_mlir target)
  if(TILEIRAS_STATIC_LLVM)
    get_property(mlir_libs GLOBAL PROPERTY TILEIRAS_STATIC_MLIR_LIBS)
    if(NOT mlir_libs)
      file(GLOB mlir_libs ${LLVM_LIBRARY_DIR}/libMLIR*.a)
      list(FILTER mlir_libs EXCLUDE REGEX "Test|CAPI|mlir_")
      set_property(GLOBAL PROPERTY TILEIRAS_STATIC_MLIR_LIBS "${mlir_libs}")
    endif()
    file(GLOB llvm_libs ${LLVM_LIBRARY_DIR}/libLLVM*.a)
    target_link_libraries(${target} PRIVATE
      -Wl,--start-group ${mlir_libs} ${llvm_libs} -Wl,--end-group ${TILEIRAS_LLVM_SYSTEM_LIBS})
  else()
    target_link_libraries(${target} PRIVATE MLIR LLVM)
  endif()
endfunction()

function(tileiras_link_llvm_support target)
  if(TILEIRAS_STATIC_LLVM)
    target_link_libraries(${target} PRIVATE
      ${LLVM_LIBRARY_DIR}/libLLVMSupport.a ${LLVM_LIBRARY_DIR}/libLLVMDemangle.a ${TILEIRAS_LLVM_SYSTEM_LIBS})
  else()
    target_link_libraries(${target} PRIVATE LLVM)
  endif()
endfunction()

# In include/tileiras/Dialect/X/IR, XOps.td generates XOps.{h,cpp}.inc, XDialect…, XTypes…, XAttributes…; XEnums.td, if
# it exists, XEnums…. ALL_ATTRIBUTES file.td has those attributes too that another header declares: a dialect has one
# parser for all.
function(add_tileiras_dialect prefix namespace)
  cmake_parse_arguments(ARG "" "ALL_ATTRIBUTES" "" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS ${prefix}Ops.td)
  mlir_tablegen(${prefix}Ops.h.inc -gen-op-decls)
  mlir_tablegen(${prefix}Ops.cpp.inc -gen-op-defs)
  mlir_tablegen(${prefix}Types.h.inc -gen-typedef-decls -typedefs-dialect=${namespace})
  mlir_tablegen(${prefix}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${namespace})
  mlir_tablegen(${prefix}Attributes.h.inc -gen-attrdef-decls -attrdefs-dialect=${namespace})
  if(ARG_ALL_ATTRIBUTES)
    set(LLVM_TARGET_DEFINITIONS ${ARG_ALL_ATTRIBUTES})
  endif()
  mlir_tablegen(${prefix}Attributes.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${namespace})
  set(LLVM_TARGET_DEFINITIONS ${prefix}Ops.td)
  mlir_tablegen(${prefix}Dialect.h.inc -gen-dialect-decls -dialect=${namespace})
  mlir_tablegen(${prefix}Dialect.cpp.inc -gen-dialect-defs -dialect=${namespace})
  # A separate file is used, since enumerations of other dialects are not filtered out.
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${prefix}Enums.td)
    set(LLVM_TARGET_DEFINITIONS ${prefix}Enums.td)
    mlir_tablegen(${prefix}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${prefix}Enums.cpp.inc -gen-enum-defs)
  endif()
  add_public_tablegen_target(Tileiras${prefix}IncGen)
  add_dependencies(tileiras-headers Tileiras${prefix}IncGen)
endfunction()

# In a directory with Passes.td, generates Passes.h.inc.
function(add_tileiras_passes name)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${name})
  add_public_tablegen_target(Tileiras${name}PassIncGen)
  add_dependencies(tileiras-headers Tileiras${name}PassIncGen)
endfunction()

# OPTIMIZED: optimised in every configuration. PRECOMPILED: the set of headers, Dialects by default.
function(add_tileiras_library name)
  cmake_parse_arguments(ARG "OPTIMIZED" "PRECOMPILED" "LINK_LIBS;DEPENDS" ${ARGN})
  set(headers Dialects)
  if(ARG_PRECOMPILED)
    set(headers ${ARG_PRECOMPILED})
  endif()
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} tileiras-headers ${ARG_DEPENDS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_OPTIMIZED)
    tileiras_optimize(${name})
    list(APPEND headers OPTIMIZED)
  endif()
  tileiras_precompile(${name} ${headers})
endfunction()

function(add_tileiras_plain_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  tileiras_optimize(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  tileiras_precompile(${name} Support OPTIMIZED)
endfunction()

# Links an executable to MLIR and its headers, or with `no_mlir` to LLVM Support only.
function(tileiras_link_program name no_mlir)
  if(no_mlir)
    tileiras_link_llvm_support(${name})
  else()
    add_dependencies(${name} tileiras-headers)
    tileiras_link_mlir(${name})
    tileiras_precompile(${name} Dialects)
  endif()
endfunction()

function(add_tileiras_tool name)
  cmake_parse_arguments(ARG "NO_MLIR" "COMPONENT" "LINK_LIBS" ${ARGN})
  if(NOT ARG_COMPONENT)
    set(ARG_COMPONENT Tools)
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  tileiras_link_program(${name} "${ARG_NO_MLIR}")
  install(TARGETS ${name} COMPONENT ${ARG_COMPONENT} RUNTIME DESTINATION bin)
endfunction()

# Declares a program that users get. MAIN is its C function with the arguments of main. In a release the code is part of
# libTileirasC, once for all programs and for Python, and the program calls it; while developing it is an ordinary
# executable.
function(add_tileiras_program name main)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c @ONLY
    CONTENT "int @main@(int argc, char **argv);\nint main(int argc, char **argv) { return @main@(argc, argv); }\n")
  add_library(${name}-code OBJECT ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name}-code tileiras-headers)
  tileiras_precompile(${name}-code Dialects)
  add_executable(${name} ${name}-main.c)
  if(TILEIRAS_STATIC_LLVM)
    target_sources(TileirasC PRIVATE $<TARGET_OBJECTS:${name}-code>)
    target_link_libraries(TileirasC PRIVATE ${ARG_LINK_LIBS})
    target_link_libraries(${name} PRIVATE TileirasC)
    set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
  else()
    target_link_libraries(${name} PRIVATE ${name}-code ${ARG_LINK_LIBS})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    tileiras_link_mlir(${name})
  endif()
  install(TARGETS ${name} COMPONENT Programs RUNTIME DESTINATION bin)
endfunction()

# NO_MLIR: the test links LLVM Support only.
function(add_tileiras_unittest name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  tileiras_link_program(${name} "${ARG_NO_MLIR}")
  add_dependencies(tileiras-unittests ${name})
endfunction()

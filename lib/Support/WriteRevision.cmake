# Writes OUTPUT with the project's VERSION, that of LLVM and the git revision of SOURCE_DIR, unless it has them already.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  # Sources without a repository are identified by a hash of their contents.
  file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${SOURCE_DIR}
    ${SOURCE_DIR}/include/* ${SOURCE_DIR}/lib/* ${SOURCE_DIR}/tools/*)
  list(SORT files)
  foreach(file IN LISTS files)
    file(SHA1 ${SOURCE_DIR}/${file} hash)
    string(APPEND contents "${file} ${hash}\n")
  endforeach()
  string(SHA1 hash "${contents}")
  string(SUBSTRING ${hash} 0 12 hash)
  set(revision "none, sources ${hash}")
else()
  # A tree with changes is identified by the changes, so that caches notice.
  execute_process(COMMAND git diff HEAD -- :/include :/lib :/tools WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(SHA1 hash "${changes}")
    string(SUBSTRING ${hash} 0 12 hash)
    string(APPEND revision "+${hash}")
  endif()
endif()
string(CONCAT text
  "#define TILEIRAS_VERSION \"${VERSION}\"\n"
  "#define TILEIRAS_REVISION \"${revision}\"\n"
  "#define TILEIRAS_LLVM_VERSION \"${LLVM}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} present)
endif()
if(NOT "${present}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()

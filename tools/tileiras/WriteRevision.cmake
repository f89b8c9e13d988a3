# Writes OUTPUT with the project's VERSION and the git revision of SOURCE_DIR, unless it says so already.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE_DIR}
  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(revision "unknown")
else()
  # A tree with changes is named by what was changed, so that caches notice.
  execute_process(COMMAND git diff HEAD -- :/include :/lib :/tools WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(SHA1 hash "${changes}")
    string(SUBSTRING ${hash} 0 12 hash)
    string(APPEND revision "+${hash}")
  endif()
endif()
set(text "#define TILEIRAS_VERSION \"${VERSION}\"\n#define TILEIRAS_REVISION \"${revision}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} present)
endif()
if(NOT "${present}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()

# SPDX-License-Identifier: GPL-3.0-or-later
# How tests are made: programs of one source, and programs of several small ones.

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(MASU_JOIN_TESTS ${CMAKE_CURRENT_LIST_DIR}/join_tests.py)

# masu_joined_tests(OUT PROGRAM SOURCES...): names in OUT what a build for development compiles for these sources: joined
# ones (join_tests.py), eight at most in each. One that would leave a C function or a macro for those after it stays as it
# is.
function(masu_joined_tests out program)
  set(compiled)
  set(joined)
  foreach(source ${ARGN})
    cmake_path(ABSOLUTE_PATH source)
    file(STRINGS ${source} kept REGEX "^(extern \"C\"|#define)|operator new" LIMIT_COUNT 1)
    if(kept STREQUAL "")
      list(APPEND joined ${source})
    else()
      list(APPEND compiled ${source})
    endif()
  endforeach()
  set(number 0)
  while(joined)
    list(SUBLIST joined 0 8 batch)
    list(REMOVE_ITEM joined ${batch})
    math(EXPR number "${number} + 1")
    set(file ${CMAKE_CURRENT_BINARY_DIR}/joined/${program}_${number}.cpp)
    add_custom_command(OUTPUT ${file} DEPENDS ${batch} ${MASU_JOIN_TESTS} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
                       COMMAND Python3::Interpreter ${MASU_JOIN_TESTS} ${file} ${batch})
    # Headers beside a source are found there. GCC takes the lines of a source for those of a header, and what it no longer
    # inlines in so long a file for reads of what has no value yet.
    set(options $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    foreach(source ${batch})
      cmake_path(GET source PARENT_PATH folder)
      list(APPEND options -iquote${folder})
    endforeach()
    list(REMOVE_DUPLICATES options)
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${options}")
    list(APPEND compiled ${file})
  endwhile()
  set(${out} ${compiled} PARENT_SCOPE)
endfunction()

# masu_test_program(NAME SOURCES ... LINKS ...): what the programs of masu_test and masu_tests have in common.
function(masu_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINKS")
  # What a test includes of moc at its end; AUTOMOC would start a scan and compile an empty file for each of them.
  set(mocs)
  foreach(source ${ARG_SOURCES})
    cmake_path(GET source STEM stem)
    list(APPEND mocs ${CMAKE_CURRENT_BINARY_DIR}/moc/${stem}.moc)
  endforeach()
  set(compiled ${ARG_SOURCES})
  list(LENGTH ARG_SOURCES count)
  if(CMAKE_BUILD_TYPE STREQUAL "" AND count GREATER 1)
    masu_joined_tests(compiled ${name} ${ARG_SOURCES})
  endif()
  add_executable(${name} ${compiled} ${mocs})
  foreach(source moc IN ZIP_LISTS ARG_SOURCES mocs)
    qt6_generate_moc(${source} ${moc} TARGET ${name})
  endforeach()
  set_target_properties(${name} PROPERTIES AUTOMOC OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/moc ${CMAKE_BINARY_DIR}/floors/tests_fixtures)
  target_link_libraries(${name} PRIVATE masu_flags Qt6::Test ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS MASU_SHARED_DATA="${MASU_SHARED_DATA}"
                             MASU_FIXTURES="${CMAKE_SOURCE_DIR}/tests/fixtures")
  if(MASU_PRECOMPILE AND CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/ui")
    target_precompile_headers(${name} REUSE_FROM masu_widget_tests_precompiled)
  elseif(MASU_PRECOMPILE)
    target_precompile_headers(${name} REUSE_FROM masu_tests_precompiled)
  endif()
endfunction()

# masu_test_properties(NAME TIMEOUT LABELS): how ctest runs what was added under NAME; an empty TIMEOUT is 300 seconds.
function(masu_test_properties name timeout labels)
  masu_test_cost(${name})
  if(NOT timeout)
    set(timeout 300)
  endif()
  set(environment QT_QPA_PLATFORM=offscreen)
  if(MASU_SANITIZE)
    # A sanitizer takes up to ten times as long, and on a busy machine more; what hangs still ends.
    math(EXPR timeout "${timeout} * 6")
    list(APPEND environment QTEST_FUNCTION_TIMEOUT=1800000)
  endif()
  if(MASU_SANITIZE STREQUAL "thread")
    # die_after_fork: some tests start an independent reader as a process.
    list(APPEND environment "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp die_after_fork=0")
  endif()
  if(MASU_SANITIZE MATCHES "address")
    list(APPEND environment "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp")
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${timeout} LABELS "${labels}" ENVIRONMENT "${environment}")
  if(NOT MASU_SANITIZE)
    # Nothing but initTestCase and cleanupTestCase passed: ctest shows the test as skipped. A sanitizer reports leaks after
    # the totals, which this would hide.
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION
                         "Totals: [0-2] passed, 0 failed, [1-9][0-9]* skipped")
  endif()
endfunction()

# masu_test(NAME SOURCE LINKS ... [LABELS ...] [TIMEOUT ...]): a Qt Test program run by ctest under NAME.
function(masu_test name source)
  cmake_parse_arguments(ARG "" "TIMEOUT" "LINKS;LABELS" ${ARGN})
  masu_test_program(${name} SOURCES ${source} LINKS ${ARG_LINKS})
  add_test(NAME ${name} COMMAND ${name})
  masu_test_properties(${name} "${ARG_TIMEOUT}" "${ARG_LABELS}")
endfunction()

# masu_tests(PROGRAM PREFIX SOURCES ... LINKS ... [LABELS ...] [TIMEOUT ...]): one program of several tests. Each source ends
# with MASU_TEST(Class) of "tests/fixtures/test_group.h" instead of a main function, and ctest runs each of them by itself as
# PREFIX_STEM, so that a failure names its unit.
function(masu_tests program prefix)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "TIMEOUT" "SOURCES;LINKS;LABELS")
  set(main masu_test_group)
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/ui")
    set(main masu_widget_test_group)
  endif()
  masu_test_program(${program} SOURCES ${ARG_SOURCES} LINKS ${main} ${ARG_LINKS})
  foreach(source ${ARG_SOURCES})
    cmake_path(GET source STEM stem)
    add_test(NAME ${prefix}_${stem} COMMAND ${program} ${stem})
    masu_test_properties(${prefix}_${stem} "${ARG_TIMEOUT}" "${ARG_LABELS}")
  endforeach()
endfunction()

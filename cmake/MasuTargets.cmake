# SPDX-License-Identifier: GPL-3.0-or-later
# How Masu's targets are made: one library per floor folder of core/, one per folder of ui/, one program per test file.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths are hashed relative to the source, so that another checkout, or another build folder, finds what this one built.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

# What shortens a build for development, more than half of which is headers that are read again and again, and links. A
# release is built without, so that a file which forgets an include is found.
set(MASU_PRECOMPILE OFF)
if(CMAKE_BUILD_TYPE STREQUAL "" AND NOT MASU_FUZZ)
  set(MASU_PRECOMPILE ON)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "" AND NOT MASU_SANITIZE AND NOT MASU_FUZZ)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=gold MASU_HAS_GOLD)
  if(MASU_HAS_GOLD)
    add_link_options(-fuse-ld=gold)
  endif()
endif()

add_library(masu_flags INTERFACE)
target_compile_features(masu_flags INTERFACE cxx_std_20)
target_compile_options(masu_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
# GCC 12 sees copies onto themselves and beyond the end where it inlines a short std::string that moves or shrinks (PR
# 105651 and its like, mended in 13): false alarms from the library's header, in whichever file. Real ones are found by the
# sanitizers.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(masu_flags INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(MASU_WARNINGS_AS_ERRORS)
  target_compile_options(masu_flags INTERFACE -Werror)
endif()
if(MASU_FUZZ)
  set(MASU_SANITIZE address,undefined)
  # As GCC says it; clang has no macro for it.
  target_compile_definitions(masu_flags INTERFACE __SANITIZE_ADDRESS__)
endif()
if(MASU_SANITIZE)
  target_compile_options(masu_flags INTERFACE -fsanitize=${MASU_SANITIZE})
  target_link_options(masu_flags INTERFACE -fsanitize=${MASU_SANITIZE})
endif()
# What sources with inner loops are optimized by in every build. GCC 12 crashes on some of them where it propagates constants
# between functions and the precompiled header is of -O1.
set(MASU_KERNEL_OPTIONS -O3)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND CMAKE_CXX_FLAGS MATCHES "-O1")
  list(APPEND MASU_KERNEL_OPTIONS -fno-ipa-cp)
endif()
if(MASU_FUZZ)
  set(MASU_avx2 -mavx2 -mbmi -mbmi2 -mf16c -mfma -mlzcnt -mpclmul -mpopcnt)
  set(MASU_avx512 ${MASU_avx2} -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vbmi -mavx512vbmi2 -mavx512vl)
  target_compile_options(masu_flags INTERFACE -g1 -O1 -fsanitize=fuzzer-no-link -fno-sanitize-recover=undefined
    -Wno-unknown-pragmas)
endif()
target_link_libraries(masu_flags INTERFACE Threads::Threads)

# masu_folder(AREA FOLDER SOURCES ... PUBLIC ... PRIVATE ...)
#
# A static library masu_FOLDER from AREA/FOLDER, which is a floor (store) or a room of one (pages/browse, whose library is
# masu_ui_pages_browse). Its headers are seen as "AREA/FOLDER/x.h" through a folder of its own that holds one link, so a target
# sees the headers of the folders it links and of no others: the floors, and the rooms in them, hold by construction.
function(masu_folder area folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  set(target masu_${name})
  if(area STREQUAL "ui")
    set(target masu_ui_${name})
  endif()
  set(headers ${CMAKE_BINARY_DIR}/floors/${area}_${name})
  cmake_path(GET folder PARENT_PATH above)
  file(MAKE_DIRECTORY ${headers}/${area}/${above})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${area}/${folder} ${headers}/${area}/${folder} SYMBOLIC)
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    if(MASU_FUZZ)
      # clang passes over GCC's pragmas that choose instructions a region at a time.
      foreach(machine avx2 avx512)
        set(sources ${ARG_SOURCES})
        list(FILTER sources INCLUDE REGEX "_${machine}.cpp$")
        set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "${MASU_${machine}}")
      endforeach()
    endif()
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${headers}> $<INSTALL_INTERFACE:include/masu>)
    target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE $<BUILD_INTERFACE:masu_flags> ${ARG_PRIVATE})
    # LibTorch's macros make the header another one for train.
    if(TARGET masu_core_precompiled AND area STREQUAL "core" AND NOT folder MATCHES "^train/")
      target_precompile_headers(${target} REUSE_FROM masu_core_precompiled)
    endif()
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${headers}> $<INSTALL_INTERFACE:include/masu>)
    target_link_libraries(${target} INTERFACE ${ARG_PUBLIC})
  endif()
  add_library(Masu::${name} ALIAS ${target})
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
  add_executable(${name} ${ARG_SOURCES} ${mocs})
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

# masu_test_properties(NAME TIMEOUT LABELS): how ctest runs what was added under NAME.
function(masu_test_properties name timeout labels)
  masu_test_cost(${name})
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
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  masu_test_program(${name} SOURCES ${source} LINKS ${ARG_LINKS})
  add_test(NAME ${name} COMMAND ${name})
  masu_test_properties(${name} ${ARG_TIMEOUT} "${ARG_LABELS}")
endfunction()

# masu_tests(PROGRAM PREFIX SOURCES ... LINKS ... [LABELS ...]): one program of several small tests, which costs one link.
# Each source ends with MASU_TEST(Class) of "tests/fixtures/test_group.h" instead of a main function, and ctest runs each of
# them by itself as PREFIX_STEM, so that a failure names its unit.
function(masu_tests program prefix)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "SOURCES;LINKS;LABELS")
  set(main masu_test_group)
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/ui")
    set(main masu_widget_test_group)
  endif()
  masu_test_program(${program} SOURCES ${ARG_SOURCES} LINKS ${main} ${ARG_LINKS})
  foreach(source ${ARG_SOURCES})
    cmake_path(GET source STEM stem)
    add_test(NAME ${prefix}_${stem} COMMAND ${program} ${stem})
    masu_test_properties(${prefix}_${stem} 300 "${ARG_LABELS}")
  endforeach()
endfunction()

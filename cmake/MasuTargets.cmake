# SPDX-License-Identifier: GPL-3.0-or-later
# How Masu's targets are made: one library per floor folder of core/, one per folder of ui/.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths are hashed relative to the source, so that another checkout, or another build folder, finds what this one built.
  # Objects that use a precompiled header are kept only when ccache is told that its macros do not matter. Comments count:
  # a precompiled header knows the headers in it by their bytes, and one that was built before a comment changed would
  # have them included twice.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_COMMENTS=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

if(CMAKE_BUILD_TYPE STREQUAL "")
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
set(MASU_JOINABLE ${CMAKE_CURRENT_LIST_DIR}/joinable.py)
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

# masu_join(TARGET SOURCES...): a build for development compiles up to eight of these sources at once, since more than half of
# the work is headers; joinable.py says which go together. It looks when CMake runs: where two sources give the same name to
# something since, run it again. A release compiles each by itself; that none needs what its neighbour includes is a test
# (tests/floors/check_reach.py).
function(masu_join target)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "")
    return()
  endif()
  execute_process(COMMAND ${Python3_EXECUTABLE} ${MASU_JOINABLE} 8 ${ARGN} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
                  OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" groups "${groups}")
  foreach(line ${groups})
    string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes the lines of a source for those of a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

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
    masu_join(${target} ${ARG_SOURCES})
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

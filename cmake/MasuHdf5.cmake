# SPDX-License-Identifier: GPL-3.0-or-later
# HDF5 as an archive, from which a program takes what it calls. Debian's shared one reads files from S3 as well, for which
# it brings curl and 27 libraries behind it: loading them took a third of every start of `masu`.
set(HDF5_USE_STATIC_LIBRARIES ON)
find_package(HDF5 REQUIRED COMPONENTS C)
unset(HDF5_USE_STATIC_LIBRARIES)
find_package(ZLIB REQUIRED)
find_library(MASU_SZIP sz REQUIRED)
mark_as_advanced(MASU_SZIP)
target_link_libraries(hdf5::hdf5 INTERFACE ${MASU_SZIP} ZLIB::ZLIB ${CMAKE_DL_LIBS} m)

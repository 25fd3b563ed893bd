# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages: masu (command line), masu-gui (desktop), masu-train (the worker with LibTorch), libmasu-dev,
# python3-masu (`import masu`).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME masu)
set(CPACK_PACKAGE_VENDOR "The Masu project")
set(CPACK_PACKAGE_CONTACT "The Masu maintainers <maintainers@users.noreply.a-seed-a2a05ea4.example>")
set(CPACK_PACKAGE_HOMEPAGE_URL "")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_COMPONENTS_ALL masu libmasu-dev)
set(CPACK_DEBIAN_MASU_PACKAGE_NAME masu)
set(CPACK_COMPONENT_MASU_DESCRIPTION "Prepares, splits and streams datasets that do not fit in memory: the command line
 Turns large CSV files and folders of recordings into chunked HDF5 under a
 memory budget, splits and checks them, estimates what a training run needs,
 streams shuffled batches and exports shards.")
set(CPACK_DEBIAN_MASU_PACKAGE_RECOMMENDS "masu-train, masu-gui")

set(CPACK_DEBIAN_LIBMASU-DEV_PACKAGE_NAME libmasu-dev)
set(CPACK_DEBIAN_LIBMASU-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBMASU-DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_LIBMASU-DEV_PACKAGE_DEPENDS
    "libhdf5-dev, libdeflate-dev, libsndfile1-dev, libsamplerate0-dev, libkissfft-dev, libxxhash-dev, libre2-dev, libuchardet-dev, libssl-dev, libisal-dev, libquazip1-qt6-dev, libexpected-dev, nlohmann-json3-dev")
set(CPACK_COMPONENT_LIBMASU-DEV_DESCRIPTION "Prepares, splits and streams datasets that do not fit in memory: the library
 Headers, static libraries and find_package(Masu) for programs that read Masu
 datasets or stream batches from them.")

if(TARGET masu-train)
  list(APPEND CPACK_COMPONENTS_ALL masu-train)
  set(CPACK_DEBIAN_MASU-TRAIN_PACKAGE_NAME masu-train)
  set(CPACK_COMPONENT_MASU-TRAIN_DESCRIPTION "Prepares, splits and streams datasets that do not fit in memory: the training worker
 Trains networks with LibTorch from the batches that Masu streams, and measures
 what models need. Started by masu and masu-gui.")
endif()
if(TARGET masu-gui)
  list(APPEND CPACK_COMPONENTS_ALL masu-gui)
  set(CPACK_DEBIAN_MASU-GUI_PACKAGE_NAME masu-gui)
  set(CPACK_DEBIAN_MASU-GUI_PACKAGE_RECOMMENDS "masu-train, fonts-inter, fonts-noto-cjk, fonts-jetbrains-mono")
  set(CPACK_COMPONENT_MASU-GUI_DESCRIPTION "Prepares, splits and streams datasets that do not fit in memory: the desktop application
 Import, browse, split, estimate, train and export large datasets, in English
 and Japanese.")
endif()
if(TARGET masu_python)
  list(APPEND CPACK_COMPONENTS_ALL python3-masu)
  get_target_property(python masu_python MASU_INTERPRETER_VERSION)
  string(REPLACE "." ";" parts ${python})
  list(GET parts 1 minor)
  math(EXPR next "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_NAME python3-masu)
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_DEPENDS "python3 (>= 3.${minor}~), python3 (<< 3.${next}~)")
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_RECOMMENDS "python3-numpy, python3-torch")
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_SUGGESTS "masu-train, python3-tqdm")
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_CONTROL_EXTRA
      "${CMAKE_SOURCE_DIR}/installer/python/postinst;${CMAKE_SOURCE_DIR}/installer/python/prerm")
  set(CPACK_DEBIAN_PYTHON3-MASU_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  set(CPACK_COMPONENT_PYTHON3-MASU_DESCRIPTION "Prepares, splits and streams datasets that do not fit in memory: Python
 Imports, splits, checks, estimates and exports, and shuffled batches that are
 read ahead and shared with torch and numpy without a copy.")
endif()
include(CPack)

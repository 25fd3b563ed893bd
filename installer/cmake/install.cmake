# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where: programs, desktop files, headers and find_package(Masu).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS masu COMPONENT masu)
install(FILES ${CMAKE_BINARY_DIR}/share/masu.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT masu)
install(FILES ${CMAKE_BINARY_DIR}/share/masu.bash RENAME masu COMPONENT masu
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${CMAKE_BINARY_DIR}/share/_masu DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT masu)
install(FILES ${CMAKE_BINARY_DIR}/share/masu.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT masu)

if(TARGET masu-train)
  install(TARGETS masu-train COMPONENT masu-train)
endif()

if(TARGET masu-gui)
  install(TARGETS masu-gui COMPONENT masu-gui)
  install(FILES installer/desktop/io.github.masu.Masu.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications
          COMPONENT masu-gui)
  install(FILES installer/desktop/io.github.masu.Masu.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo
          COMPONENT masu-gui)
  install(FILES resources/icons/masu.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
          RENAME io.github.masu.Masu.svg COMPONENT masu-gui)
endif()

set(floors base io flow table metrics samples csv waveform downcast store estimate rewrite ingest manifest loader shards tasks)
# A floor links its rooms, which are targets below its folder.
function(masu_install_below folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    string(REGEX REPLACE "^masu_" "" name ${target})
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "STATIC|INTERFACE" OR name STREQUAL target)
      continue()
    endif()
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS ${target} EXPORT MasuTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/masu COMPONENT libmasu-dev)
  endforeach()
  get_property(rooms DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(room ${rooms})
    masu_install_below(${room})
  endforeach()
endfunction()
foreach(floor ${floors})
  masu_install_below(${CMAKE_SOURCE_DIR}/core/${floor})
  install(DIRECTORY core/${floor} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/masu/core COMPONENT libmasu-dev
          FILES_MATCHING PATTERN "*.h")
endforeach()
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/Masu)
install(EXPORT MasuTargets NAMESPACE Masu:: DESTINATION ${config} COMPONENT libmasu-dev)
configure_package_config_file(installer/cmake/MasuConfig.cmake.in ${CMAKE_BINARY_DIR}/MasuConfig.cmake
                              INSTALL_DESTINATION ${config})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/MasuConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/MasuConfig.cmake ${CMAKE_BINARY_DIR}/MasuConfigVersion.cmake cmake/MasuHdf5.cmake
        DESTINATION ${config} COMPONENT libmasu-dev)

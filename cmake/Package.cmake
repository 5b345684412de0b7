# What `cpack` packs: the component `runtime`, as an archive (TGZ) and as a Debian package (DEB). scripts/package.sh runs it.
install(FILES LICENSE CHANGELOG.md cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

set(CPACK_PACKAGE_CONTACT "The ballast authors <ballast@packages.invalid>")
set(CPACK_COMPONENTS_ALL runtime)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"Answers memory questions about XLA programs from the text files that the
compiler dumps: which buffers fill the device, which source lines they come
from, what could be saved, and what changed between two versions.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/PackageOptions.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
string(TOLOWER "${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" archive)
set(CPACK_PACKAGE_FILE_NAME ${archive})
set(CPACK_ARCHIVE_RUNTIME_FILE_NAME ${archive})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ballast)
set(CPACK_DEBIAN_RUNTIME_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianLayout.cmake)

include(CPack)

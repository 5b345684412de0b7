# What `cpack` packs: the components `runtime` and `development` as Debian packages. scripts/release/package.sh runs it.
install(FILES LICENSE CHANGELOG.md cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The ballast authors <ballast@packages.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # CPack would begin every description with it
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianLayout.cmake)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ballast)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
"memory questions about XLA programs, answered from their dumps
Reads what XLA, the compiler of JAX, PyTorch/XLA and TensorFlow, writes
about memory: buffer-assignment dumps, memory-usage reports, and
out-of-memory messages in logs.

It shows which buffers fill the device, which source lines they come from,
what could be saved, whether a program fits, and what changed between two
versions. It also checks whether dumps are complete and consistent, and
exports them to databases, pprof and Perfetto.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libballast-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SOURCE ballast)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS libfmt-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"C++ library for the memory dumps of XLA programs
Reads buffer-assignment dumps, memory-usage reports and out-of-memory
messages of XLA into a typed tree, prints them back byte for byte, checks
them, and computes what uses the memory of a module.

This package has the headers, static libraries and the files with which
CMake finds them: find_package(ballast) gives the target ballast::ballast.")

include(CPack)

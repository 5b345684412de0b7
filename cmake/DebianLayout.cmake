# Run by CPack before it packs: puts files of a Debian package where Debian's policy wants them.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(share ${CPACK_TEMPORARY_DIRECTORY}/runtime${CPACK_PACKAGING_INSTALL_PREFIX}/share)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(RENAME ${share}/doc/ballast/CHANGELOG.md ${share}/doc/ballast/changelog)
file(REMOVE ${share}/doc/ballast/LICENSE) # Debian has its text in /usr/share/common-licenses.
execute_process(COMMAND gzip -9n ${share}/man/man1/ballast.1 ${share}/doc/ballast/changelog COMMAND_ERROR_IS_FATAL ANY)

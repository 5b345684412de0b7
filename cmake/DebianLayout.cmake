# Run by CPack before it packs: puts files of the Debian packages where Debian's policy wants them.
set(runtime ${CPACK_TEMPORARY_DIRECTORY}/runtime${CPACK_PACKAGING_INSTALL_PREFIX}/share)
set(development ${CPACK_TEMPORARY_DIRECTORY}/development${CPACK_PACKAGING_INSTALL_PREFIX}/share)
file(RENAME ${runtime}/zsh/site-functions ${runtime}/zsh/vendor-completions)
file(REMOVE ${runtime}/doc/ballast/LICENSE) # Debian has its text in /usr/share/common-licenses.
file(RENAME ${runtime}/doc/ballast/CHANGELOG.md ${runtime}/doc/ballast/changelog)

# The changelog of the package; its time is SOURCE_DATE_EPOCH, if that is set.
string(TIMESTAMP time "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${runtime}/doc/ballast/changelog.Debian
"ballast (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) bookworm; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}; changelog.gz says what changed.

 -- ${CPACK_PACKAGE_CONTACT}  ${time}
")
execute_process(COMMAND gzip -9n ${runtime}/man/man1/ballast.1 ${runtime}/doc/ballast/changelog
  ${runtime}/doc/ballast/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)

file(COPY ${runtime}/doc/ballast/ DESTINATION ${development}/doc/libballast-dev)

# Lintian expects the first changelog to close a bug of Debian's tracker; these packages are not uploaded to Debian.
file(WRITE ${runtime}/lintian/overrides/ballast "ballast: initial-upload-closes-no-bugs\n")
file(WRITE ${development}/lintian/overrides/libballast-dev "libballast-dev: initial-upload-closes-no-bugs\n")

file(CHMOD_RECURSE ${runtime}/doc ${runtime}/lintian ${development}/doc ${development}/lintian
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
  DIRECTORY_PERMISSIONS ${CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})

# CPack strips programs only.
file(GLOB_RECURSE archives ${development}/../lib/*.a)
execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives ${archives}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND strip --remove-section=.comment ${runtime}/../bin/ballast COMMAND_ERROR_IS_FATAL ANY)

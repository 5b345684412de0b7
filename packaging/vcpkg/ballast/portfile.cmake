# Port for vcpkg. Not tested yet. scripts/recipes.sh fills in the names between `@`.
vcpkg_download_distfile(archive
  URLS "@URL@"
  FILENAME "ballast-@VERSION@.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES
  tool BALLAST_TOOL
  sqlite BALLAST_SQLITE)
vcpkg_cmake_configure(SOURCE_PATH "${source}"
  OPTIONS ${features} -DBALLAST_TESTS=OFF -DBALLAST_BENCH=OFF -DBALLAST_FILES=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ballast)
if("tool" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES ballast AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE" "${source}/cmake/copyright")

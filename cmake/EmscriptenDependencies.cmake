# Dependencies for Emscripten: header-only libraries of the system.

# /usr/include also has the headers of the system's C library, so each library's headers are linked on their own.
function(ballast_link_headers target name header)
  find_path(BALLAST_HEADERS_${name} ${name}/${header} PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
  file(CREATE_LINK ${BALLAST_HEADERS_${name}}/${name} ${CMAKE_BINARY_DIR}/headers/${name} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/headers)
endfunction()

macro(ballast_find_fmt)
  ballast_link_headers(fmt::fmt-header-only fmt format.h)
  target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY)
  set(BALLAST_FMT fmt::fmt-header-only)
endmacro()

macro(ballast_find_pegtl)
  ballast_link_headers(taocpp::pegtl tao pegtl.hpp)
endmacro()

macro(ballast_find_rapidjson)
  ballast_link_headers(rapidjson rapidjson document.h)
endmacro()

macro(ballast_find_robin_map)
  ballast_link_headers(tsl::robin_map tsl robin_map.h)
endmacro()

macro(ballast_find_protozero)
  ballast_link_headers(protozero protozero pbf_reader.hpp)
endmacro()

macro(ballast_find_fast_float)
  ballast_link_headers(FastFloat::fast_float fast_float fast_float.h)
endmacro()
ballast_find_fast_float()

# Every unit includes what its standard library lacks, and uses exceptions and SIMD, which all engines have since 2023.
add_compile_options(-include ${PROJECT_SOURCE_DIR}/bindings/wasm/libcxx13.hpp -fwasm-exceptions -msimd128 -msse2)
include_directories(SYSTEM ${CMAKE_BINARY_DIR}/headers)

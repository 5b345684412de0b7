// Files that were compressed, by the endings of their names.
#pragma once

#include "ballast/document.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast::cli {

// The name without `.gz` or `.zst`.
std::string_view without_compression(std::string_view path);

// The text of a file that read_source has read, decompressed where its name says so; at most `limit` bytes. Several
// members of gzip and frames of Zstandard, one after another, are one text.
read_result decompressed(read_result read, std::string_view path, std::size_t limit);

// The first bytes of such a text, at most `count`; none where the file cannot be read or is not what its name says.
std::string first_bytes(const std::string& path, std::size_t count);

// The bytes as gzip has them; the same bytes give the same. Throws std::bad_alloc.
std::string compressed(std::string_view bytes);

} // namespace ballast::cli

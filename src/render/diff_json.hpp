// Changes as JSON: parts that several outputs share.
#pragma once

#include "ballast/files.hpp"
#include "render/json.hpp"

#include <cstdint>
#include <optional>

namespace ballast::inline v0::render {

// Members of a JSON object: what shows that a side is incomplete; whether each side fits; the memory spaces, or the one
// that is wanted, and the changed groups.
void put_missing(json_writer& out, const answers::compared_module& of);
void put_fit(json_writer& out, const answers::compared_module& of, const memory_limit& limit, std::int64_t space);
void put_changes(json_writer& out, const memory_diff& what, std::optional<std::int64_t> wanted);

} // namespace ballast::inline v0::render

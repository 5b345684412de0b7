// JSON about the memory of a module: the parts that several outputs share.
#pragma once

#include "ballast/render.hpp"
#include "render/json.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

// A member that is left out if it is unknown.
void put_optional(json_writer& out, std::string_view key, const std::optional<std::int64_t>& value);
void put_optional(json_writer& out, std::string_view key, const std::optional<memory_peak>& value);

void put_limit(json_writer& out, const memory_limit& limit); // members of an object
// Likewise. `fits` is left out if it cannot be decided.
void put_left(json_writer& out, const memory_fit& fit);
// What shows that a dump is incomplete; nothing if it is not known to be.
void put_missing(json_writer& out, std::string_view key, const completeness& of);
// `complete`, and what is missing.
void put_completeness(json_writer& out, const completeness& of);
void put_fit(json_writer& out, const memory_fit& fit);
void put_files(json_writer& out, const std::vector<shown_file>& files);
// Members of an object.
void put_numbers(json_writer& out, const space_memory& space);
// Objects.
void put(json_writer& out, const padded_shape& padded);
void put(json_writer& out, const missed_donation& donation);
void put(json_writer& out, const saving& saving);
void put(json_writer& out, const temporary_arena& arena, bool ranges);

} // namespace ballast::inline v0::render

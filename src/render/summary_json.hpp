// The modules of a folder as JSON: parts that several outputs share.
#pragma once

#include "ballast/files.hpp"
#include "render/failure_text.hpp"
#include "render/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ballast::inline v0::render {

// The members of a JSON object, without its braces.
void put_row(json_writer& out, const answers::summary_row& row, const std::optional<memory_limit>& limit);
void put_counts(json_writer& out, const answers::folder_summary& all);

// The whole output, with the failures in logs.
std::string summary_json(const answers::folder_summary& all, const std::optional<memory_limit>& limit,
                         const std::vector<read_text>& failures);

} // namespace ballast::inline v0::render

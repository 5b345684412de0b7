// The failures in logs as a table, beside the modules of a folder.
#pragma once

#include "ballast/render.hpp"
#include "render/failure_text.hpp"
#include "render/json.hpp"

#include <string>
#include <vector>

namespace ballast::inline v0::render {

// Empty if there are none. Ends with an empty line otherwise.
std::string failure_table_text(const std::vector<read_text>& of, const table_options& how);
std::string failure_table_markdown(const std::vector<read_text>& of, const table_options& how);
// A member of an object, if there are failures.
void put_failures(json_writer& out, const std::vector<read_text>& of);

} // namespace ballast::inline v0::render

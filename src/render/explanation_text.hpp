// Explanations of findings and context rules as text.
#pragma once

#include "ballast/finding.hpp"
#include "render/lines.hpp"

#include <string_view>

namespace ballast::inline v0::render {

// Wraps the text at 80 columns; each line starts with a blank.
void write_paragraph(line_buffer& out, std::string_view text);

// What the finding means, with an example, and on how many real modules its rule was checked.
void write_explanation(line_buffer& out, const finding_info& row);
void write_explanation(line_buffer& out, const context_rule_info& rule);

} // namespace ballast::inline v0::render

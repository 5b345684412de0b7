// The output of `show` about failures: as text, JSON and Markdown.
#pragma once

#include "ballast/fit.hpp"
#include "failures/failures.hpp"
#include "render/message_dump.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

using answers::read_text;

struct failure_options {
    std::size_t columns = 80;
    std::size_t top = 10; // buffers; 0: all
    bool plain = false;
    std::optional<memory_limit> limit;
};

// Each ends with a line feed. There must be a failure.
std::string failure_text(const std::vector<read_text>& of, const failure_options& how);
std::string failure_markdown(const std::vector<read_text>& of, const failure_options& how);
// `dump` is null if there is none.
std::string failure_json(const std::vector<read_text>& of, const failure_options& how, const dump_of_message* dump);

// A page about failures. `title` is the name of the text.
std::string failure_page(std::string_view title, const std::vector<read_text>& of, const failure_options& how);

// The failures, one line each, without warnings; a line counts those above a few.
std::vector<std::string> failure_lines(const std::vector<read_text>& of);

} // namespace ballast::inline v0::render

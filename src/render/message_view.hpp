// The output of `show` about messages that have no buffers: as text, JSON and Markdown.
#pragma once

#include "ballast/message_facts.hpp"
#include "ballast/render.hpp"
#include "render/message_dump.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::inline v0::render {

// Each ends with a line feed. Messages with the same verdict are printed once.
std::string messages_text(const std::vector<message_view>& views, std::size_t columns, bool plain);
// `dump` is null if there is none.
std::string messages_json(const std::vector<message_view>& views, const dump_of_message* dump);
std::string messages_markdown(const std::vector<message_view>& views);
// Writes the member `messages` of an object.
void put_messages(json_writer& out, const std::vector<message_view>& views);
// Failures, one line each, as the start of the output about other texts of their log; empty if there are none.
std::string failures_text(const std::vector<message_view>& views, std::size_t columns);
std::string failures_markdown(const std::vector<message_view>& views);

} // namespace ballast::inline v0::render

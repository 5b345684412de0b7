// Recognises parts of the TPU compiler's texts about memory, even if they are damaged.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::extracting {

// Texts that logs are searched for: beginnings of messages, and lines inside reports whose beginning is missing.
inline constexpr std::array<std::string_view, 12> tpu_anchors{
    "Ran out of memory in memory space ",
    "Ran out of memory on HBM",
    "Allocation (size=",
    "TPU TensorCore Hbm usage: ",
    "Aborting compilation early because it's unlikely",
    "Failed to run MLO pass pipeline.",
    "XLA::TPU program ",
    " usage >= ",
    "m requirement ",
    "Largest program a",
    ". Size: ",
    "XLA label: ",
};
// The start of the text that has an anchor at `at`, not before `from`: the status, or the first word of a line.
std::size_t text_begin(std::string_view log, std::size_t from, std::size_t at);

std::string_view trimmed(std::string_view text);
// The text with runs of blanks replaced by one, and none at the ends.
std::string collapsed(std::string_view text);
// The text without Markdown such as `**bold**` and `1\.`.
std::string without_markdown(std::string_view text);

// --- messages: sizes in bytes; empty or 0 if there is none -----------------------------------------------------------

bool may_be_message(std::string_view text);
// The size of a message with what precedes it; the final period may be missing.
std::optional<std::size_t> message_size(std::string_view text);
// True if a text that is not a message looks like a changed message.
bool is_about_memory(std::string_view text);
bool needs_period(std::string_view message);
bool is_lead(std::string_view message);
bool is_bare_report(std::string_view message);
// True if the message has an instruction, which may contain line feeds.
bool holds_line_feeds(std::string_view text);
// The size of ` HLO module: NAME.` after a message that can have it.
std::size_t module_size(std::string_view message, std::string_view rest);
// True for a copy that ends within its text.
bool is_cut(std::string_view payload);
std::size_t see_size(std::string_view text);
bool is_frame(std::string_view text);

// --- lines of reports ------------------------------------------------------------------------------------------------

struct size_row {
    std::string value;
    std::size_t size = 0;
};
std::optional<size_row> row_of(std::string_view line, std::string_view name);
std::string total_row(std::string_view name, std::string_view value);
std::string program_row(std::string_view name, std::string_view value);
std::size_t total_head_size(std::string_view line);
std::size_t output_size(std::string_view line);
std::size_t program_head_size(std::string_view line);
std::size_t utilization_size(std::string_view rest);
std::size_t share_size(std::string_view line);
std::size_t block_head_size(std::string_view line);
bool is_block_field(std::string_view line);

inline constexpr std::string_view block_rule = "==========================";
bool is_rule(std::string_view line);

} // namespace ballast::extracting

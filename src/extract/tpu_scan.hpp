// Parts of what a TPU's compiler prints about memory, recognised in text that may be damaged.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ballast::extracting {

// What is searched for in logs: beginnings of messages, and lines inside reports whose beginning is missing.
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
// Where the text begins that has one of them at `at`, not before `from`: at the status, or at the first word of a line.
std::size_t text_begin(std::string_view log, std::size_t from, std::size_t at);

std::string_view trimmed(std::string_view text);
// Blanks collapsed to one, and none at the ends.
std::string collapsed(std::string_view text);
// The text without the marks of `**bold**` and `1\.` in Markdown.
std::string without_markdown(std::string_view text);

// --- messages: sizes in bytes, nothing or 0 for none -----------------------------------------------------------------

bool may_be_message(std::string_view text);
// The message with what stands before it; its period may be missing.
std::optional<std::size_t> message_size(std::string_view text);
// Whether a text that is no message is what somebody made of one.
bool is_about_memory(std::string_view text);
bool needs_period(std::string_view message);
bool is_lead(std::string_view message);
bool is_bare_report(std::string_view message);
// Whether the message has an instruction, which may contain line feeds.
bool holds_line_feeds(std::string_view text);
// ` HLO module: NAME.` after a message that can have it.
std::size_t module_size(std::string_view message, std::string_view rest);
// A copy that ends within its text.
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

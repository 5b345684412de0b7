#include "analyse/module.hpp"

#include "analyse/bare_shape.hpp"
#include "ballast/arena.hpp"
#include "ballast/text.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace ballast::analyse {

using model::none;
using model::number;

module::module(std::span<const document* const> files)
{
    model::offset begin = 0;
    model::builder records(files.empty() ? std::string_view() : files.front()->text());
    take_lacks(files);
    for (const auto* file : files) {
        if (const auto* text = file->module_text()) text_ = text;
        if (const auto* dump = std::get_if<ast::dump>(&file->tree())) {
            printed_ = printed_.intersect(date(file->witnesses()).possible);
            records.next_text(file->text(), begin);
            records.add(*dump, has_all_ranges_);
        }
        begin += static_cast<model::offset>(file->text().size());
    }
    if (!records.has_instructions()) take_instructions(files, records);
    rows_ = records.finish();
}

// Live ranges are used if they are complete, and those of all allocations: a part of them has no peak.
void module::take_lacks(std::span<const document* const> files)
{
    for (const auto* file : files) {
        const auto* dump = std::get_if<ast::dump>(&file->tree());
        const bool has_allocations =
            dump && (dump->kind == ast::dump_kind::assignment || dump->kind == ast::dump_kind::combined);
        if (has_allocations && !file->lacks().empty()) lacks_.has_all_sizes = false;
        for (const auto& [part, clause] : file->lacks()) {
            lacks_.missing.push_back(clause);
            if (dump && (part == lacking_part::allocations || part == lacking_part::live_ranges))
                has_all_ranges_ = false;
        }
    }
}

// Before 2021-09-23 (D10) dumps have no instructions; module texts always have them.
void module::take_instructions(std::span<const document* const> files, model::builder& to)
{
    model::offset begin = 0;
    for (const auto* file : files) {
        if (const auto* found = file->module_text()) {
            to.next_text(file->text(), begin);
            for (const auto& computation : found->computations)
                for (const auto& line : computation.instructions)
                    if (const auto* held = std::get_if<ast::text_instruction>(&line.content); held && !held->short_form)
                        to.instruction(held->instruction);
        }
        begin += static_cast<model::offset>(file->text().size());
    }
}

const ast::metadata* module::metadata(number row) const
{
    const auto* node = instruction(row);
    return node ? node->metadata() : nullptr;
}

std::optional<model::entry_row> module::entry_of(const model::line_row& line) const
{
    const auto entry = rows_.values[rows_.value_of(line.value.id)].entry;
    return entry == none ? std::nullopt : std::optional(rows_.entries[entry]);
}

number module::defined_by(const model::line_row& line) const
{
    const auto entry = entry_of(line);
    return entry && entry->instruction != none ? entry->instruction : rows_.instruction_of(line.value.name);
}

namespace {

std::string source_line(std::string_view file, std::int64_t line)
{
    return unescaped(file).append(":").append(std::to_string(line));
}

// Entries are numbered from 1, and refer to others that exist.
template <typename T>
const T* entry(const ast::list<T>& table, std::int64_t id)
{
    return id < 1 || static_cast<std::uint64_t>(id) > table.size() ? nullptr : &table[static_cast<std::size_t>(id - 1)];
}

} // namespace

namespace {

constexpr std::size_t deepest_stack = 256; // frames can be their own ancestors

// True if a file belongs to a framework or another library, not to the user's program.
bool is_of_library(std::string_view file)
{
    return file.find("site-packages/") != std::string_view::npos ||
           file.find("dist-packages/") != std::string_view::npos ||
           file.find("/lib/python3") != std::string_view::npos || file.starts_with("<frozen ");
}

} // namespace

std::string module::source_of(number instruction)
{
    const auto* from = metadata(instruction);
    if (!from) return {};
    if (!from->source_file.empty()) {
        if (!shared_source_) find_shared_source();
        if (*shared_source_ == std::pair<std::string_view, std::int64_t>(from->source_file, from->source_line))
            return {};
        return source_line(from->source_file, from->source_line);
    }
    std::string innermost;
    std::size_t depth = 0;
    for (const auto* frame = frame_of(*from); frame && depth < deepest_stack; ++depth) {
        const auto* location = entry(text_->tables->file_locations, frame->file_location_id);
        const auto* file = location ? entry(text_->tables->file_names, location->file_name_id) : nullptr;
        if (!file) break;
        if (!is_of_library(file->text)) return source_line(file->text, location->line);
        if (innermost.empty()) innermost = source_line(file->text, location->line);
        frame = entry(text_->tables->stack_frames, frame->parent);
    }
    return innermost;
}

void module::find_shared_source()
{
    constexpr std::size_t least = 16; // instructions
    std::map<std::pair<std::string_view, std::int64_t>, std::size_t> counts;
    std::size_t all = 0;
    for (const auto& i : rows_.instructions) {
        const auto* from = i.node ? i.node->metadata() : nullptr;
        if (!from || from->source_file.empty()) continue;
        ++all;
        ++counts[{from->source_file, from->source_line}];
    }
    shared_source_.emplace();
    for (const auto& [source, count] : counts)
        if (count >= least && count > all / 10 * 9 && is_of_library(source.first)) shared_source_ = source;
}

const ast::stack_frame* module::frame_of(const ast::metadata& of)
{
    if (of.stack_frame_id <= 0) return nullptr;
    if (text_ && text_->tables) return entry(text_->tables->stack_frames, of.stack_frame_id);
    frames_missing_ = !text_;
    return nullptr;
}

std::vector<source_call> module::stack_of(number instruction)
{
    std::vector<source_call> result;
    const auto* from = metadata(instruction);
    if (!from) return result;
    for (const auto* frame = frame_of(*from); frame && result.size() < deepest_stack;
         frame = entry(text_->tables->stack_frames, frame->parent)) {
        const auto* location = entry(text_->tables->file_locations, frame->file_location_id);
        const auto* file = location ? entry(text_->tables->file_names, location->file_name_id) : nullptr;
        if (!file) break;
        const auto* function = entry(text_->tables->function_names, location->function_name_id);
        result.push_back({unescaped(file->text), location->line, function ? unescaped(function->text) : std::string()});
    }
    if (result.empty() && !from->source_file.empty())
        result.push_back({unescaped(from->source_file), from->source_line, {}});
    return result;
}

} // namespace ballast::analyse

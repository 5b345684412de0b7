#include "analyse/module.hpp"

#include "analyse/bare_shape.hpp"
#include "ballast/ast/order.hpp"
#include "ballast/text.hpp"

#include <utility>

namespace ballast::analyse {

using model::none;
using model::number;

module::module(std::span<const document* const> files)
{
    std::size_t begin = 0;
    std::vector<const ast::dump*> dumps;
    model::builder records(files.empty() ? std::string_view() : files.front()->text(), true);
    for (const auto* file : files) {
        if (const auto* text = file->module_text()) text_ = text;
        if (const auto* dump = std::get_if<ast::dump>(&file->tree())) {
            dumps.push_back(dump);
            records.next_text(file->text(), static_cast<model::offset>(begin));
            records.expect(*dump);
            ast::hand_records(ast::tree_file{*dump}, records);
        }
        begin += file->text().size();
    }
    rows_ = records.finish();

    for (const auto* dump : dumps)
        for (const auto& value : dump->used_values) used_.push_back(&value);
    // Those of the allocations (D2, D3) come before them.
    first_used_ = rows_.entries.size() - used_.size();
    first_entry_.assign(rows_.instructions.size(), none);
    for (auto i = first_used_; i < rows_.entries.size(); ++i)
        if (const auto row = rows_.entries[i].instruction; row != none && first_entry_[row] == none)
            first_entry_[row] = static_cast<number>(i);

    shapes_.assign(rows_.shapes.size(), nullptr);
    texts_.resize(rows_.shapes.size());
    std::size_t line = 0;
    std::size_t head = 0;
    for (const auto* dump : dumps)
        for (const auto& a : dump->allocations) {
            const auto& row = rows_.allocations[head++];
            if (a.parameter && a.parameter->shape) know(row.parameter_shape, *a.parameter->shape);
            if (a.output_shape) know(row.output_shape, *a.output_shape);
            for (const auto& v : a.values) know(rows_.lines[line++].shape, *v.shape);
        }
}

// Depth is bounded: the reader refuses more than 256 levels.
void module::know(number row, const ast::shape& node)
{
    if (std::exchange(shapes_[row], &node)) return;
    const auto* tuple = node.tuple();
    if (!tuple) return;
    auto part = rows_.shapes[row].first_part;
    for (const auto& element : tuple->elements) know(rows_.shape_parts[part++], element);
}

const ast::instruction* module::instruction(number row) const
{
    if (row == none || first_entry_[row] == none) return nullptr;
    return used_[first_entry_[row] - first_used_]->instruction.get();
}

const ast::metadata* module::metadata(number row) const
{
    const auto* node = instruction(row);
    return node ? node->metadata() : nullptr;
}

const model::entry_row* module::entry_of(const model::line_row& line) const
{
    const auto entry = rows_.values[rows_.value_of(line.value.id)].entry;
    return entry == none ? nullptr : &rows_.entries[entry];
}

number module::defined_by(const model::line_row& line) const
{
    const auto* entry = entry_of(line);
    return entry && entry->instruction != none ? entry->instruction : rows_.instruction_of(line.value.name);
}

const std::string& module::shape_text(number shape)
{
    static const std::string unknown;
    const auto* node = node_of(shape);
    if (!node) return unknown;
    auto& text = texts_[shape];
    if (text.empty()) text = text_of(without_layout(*node, memory_));
    return text;
}

std::string module::shape_with_layout(number shape) const
{
    const auto* node = node_of(shape);
    return node ? text_of(*node) : std::string();
}

std::string module::type_of(number shape) const
{
    const auto* node = node_of(shape);
    if (!node) return {};
    if (node->is_tuple()) return "tuple";
    const auto* array = node->array();
    const auto& type = array ? array->type : std::get<ast::buffer_shape>(node->form).array.type;
    return std::string(type.other ? *type.other : ast::spelling(type.kind));
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

std::string module::source_of(number instruction)
{
    const auto* from = metadata(instruction);
    if (!from) return {};
    if (!from->source_file.empty()) return source_line(from->source_file, from->source_line);
    const auto* frame = frame_of(*from);
    if (!frame) return {};
    const auto* location = entry(text_->tables->file_locations, frame->file_location_id);
    const auto* file = location ? entry(text_->tables->file_names, location->file_name_id) : nullptr;
    return file ? source_line(file->text, location->line) : std::string();
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
    constexpr std::size_t deepest = 256; // frames can be their own ancestors
    std::vector<source_call> result;
    const auto* from = metadata(instruction);
    if (!from) return result;
    for (const auto* frame = frame_of(*from); frame && result.size() < deepest;
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

// The part of the tree builder for the records of a module text.
#pragma once

#include "read/closing.hpp"
#include "read/line_reader.hpp"
#include "read/module_text_actions.hpp"
#include "read/records.hpp"
#include "rules/module_text.hpp"

#include <optional>
#include <vector>

namespace ballast::read {

class module_text_builder {
public:
    explicit module_text_builder(context& ctx) : ctx_(ctx) {}

    ast::module_text& open(record_is<grammar::module_head>) { return module_ = {}; }
    ast::module_text& open(record_is<grammar::file_names_head>) { return module_; }
    ast::name_entry& open(record_is<grammar::file_name_row>) { return files_.add(); }
    ast::module_text& open(record_is<grammar::function_names_head>) { return module_; }
    ast::name_entry& open(record_is<grammar::function_name_row>) { return functions_.add(); }
    ast::module_text& open(record_is<grammar::file_locations_head>) { return module_; }
    ast::file_location& open(record_is<grammar::file_location_row>) { return locations_.add(); }
    ast::module_text& open(record_is<grammar::stack_frames_head>) { return module_; }
    ast::stack_frame& open(record_is<grammar::stack_frame_row>) { return frames_.add(); }
    ast::module_text& open(record_is<grammar::tables_end>) { return module_; }
    ast::module_text& open(record_is<grammar::computations_begin>) { return module_; }
    ast::computation_text& open(record_is<grammar::computation_head>) { return computations_.add(); }
    ast::computation_line& open(record_is<grammar::text_instruction>)
    {
        if (!reader_) ctx_.lines = &reader_.emplace(ctx_);
        return lines_.add();
    }
    ast::computation_text& open(record_is<grammar::computation_end>) { return latest_computation(); }

    void close(record_is<grammar::module_head>, ast::module_text& node, std::int64_t, std::int64_t)
    {
        const auto rule = rules::check_aliases(node);
        if (!rule) return;
        const auto& aliases = node.input_output_alias;
        const bool alias = rule->part < aliases.size();
        const auto at = alias ? aliases[rule->part].at : node.buffer_donor[rule->part - aliases.size()].at;
        const auto rest = ctx_.text().substr(static_cast<std::size_t>(at.offset));
        const auto whole = rest.substr(0, rest.find(')') + 1);
        const auto* layout = node.entry_computation_layout.get();
        if (rule->id != finding_id::alias_part || !layout) throw ctx_.refuse(*rule, whole);
        throw ctx_.refuse(*rule, whole, say("the entry layout"),
                          ctx_.text().substr(static_cast<std::size_t>(layout->at.offset), 1));
    }
    void close(record_is<grammar::file_names_head>, ast::module_text&, std::int64_t, std::int64_t)
    {
        has_tables_ = true;
        begin_table();
    }
    void close(record_is<grammar::function_names_head>, ast::module_text&, std::int64_t, std::int64_t)
    {
        begin_table();
    }
    void close(record_is<grammar::file_locations_head>, ast::module_text&, std::int64_t, std::int64_t)
    {
        begin_table();
    }
    void close(record_is<grammar::stack_frames_head>, ast::module_text&, std::int64_t, std::int64_t) { begin_table(); }
    void close(record_is<grammar::file_name_row>, ast::name_entry& node, std::int64_t begin, std::int64_t)
    {
        check_number(node, begin);
    }
    void close(record_is<grammar::function_name_row>, ast::name_entry& node, std::int64_t begin, std::int64_t)
    {
        check_number(node, begin);
    }
    void close(record_is<grammar::file_location_row>, ast::file_location& node, std::int64_t begin, std::int64_t)
    {
        check_number(node, begin);
        if (lost_) return; // entries may be missing
        refuse(rules::check_file(node, files_.size()), begin, "file_name_id=");
        refuse(rules::check_function(node, functions_.size()), begin, "function_name_id=");
    }
    void close(record_is<grammar::stack_frame_row>, ast::stack_frame& node, std::int64_t begin, std::int64_t)
    {
        check_number(node, begin);
        if (!lost_) refuse(rules::check_location(node, locations_.size()), begin, "file_location_id=");
    }
    void close(record_is<grammar::tables_end>, ast::module_text&, std::int64_t, std::int64_t) {}
    void close(record_is<grammar::computations_begin>, ast::module_text&, std::int64_t, std::int64_t) {}
    void close(record_is<grammar::computation_head>, ast::computation_text& node, std::int64_t begin, std::int64_t end)
    {
        node.at.offset = begin;
        if (reader_) reader_->begin_computation();
        if (lost_) return; // the first head may be missing
        const auto& first = computations_.from(0).front();
        if (const auto rule = rules::check_text_form(node, first))
            throw ctx_.refuse(
                *rule, ctx_.text().substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin - 1)));
    }
    void close(record_is<grammar::text_instruction>, ast::computation_line&, std::int64_t, std::int64_t) {}
    void close(record_is<grammar::computation_end>, ast::computation_text& node, std::int64_t begin, std::int64_t)
    {
        node.end.offset = begin;
        node.instructions = lines_.take(0, ctx_.memory);
    }

    void drop(record_is<grammar::file_name_row>) { files_.pop(); }
    void drop(record_is<grammar::function_name_row>) { functions_.pop(); }
    void drop(record_is<grammar::file_location_row>) { locations_.pop(); }
    void drop(record_is<grammar::stack_frame_row>) { frames_.pop(); }
    void drop(record_is<grammar::computation_head>) { computations_.pop(); }
    void drop(record_is<grammar::text_instruction>) { lines_.pop(); }
    template <typename Rule>
    void drop(record_is<Rule>)
    {
    }

    // A record is missing here.
    void lose()
    {
        lost_ = true;
        next_ = {};
    }

    // Frames can refer to any frame, including later ones.
    template <typename Tell>
    void check_end(Tell&& tell)
    {
        if (lost_) return;
        if (reader_ && !mixed_eras(ctx_.witnesses(), ctx_.text()))
            if (auto mixed = mixed_eras(reader_->witnesses(), ctx_.text())) tell(*mixed);
        for (const auto& frame : frames_.from(0))
            if (const auto rule = rules::check_parent(frame, frames_.size()))
                tell(ctx_.refuse(*rule, number_after(frame.at.offset, "parent_frame_id=")));
    }

    // The tree of what was read.
    ast::module_text finish()
    {
        if (lines_.size() != 0) latest_computation().instructions = lines_.take(0, ctx_.memory); // it has no end
        if (has_tables_)
            module_.tables = ctx_.memory.make(
                ast::stack_frame_tables{files_.take(0, ctx_.memory), functions_.take(0, ctx_.memory),
                                        locations_.take(0, ctx_.memory), frames_.take(0, ctx_.memory)});
        module_.computations = computations_.take(0, ctx_.memory);
        if (reader_) {
            module_.forms = forms_of(reader_->witnesses());
            module_.forms.short_marks = reader_->short_marks();
        }
        return module_;
    }
    // What is to be reported about the lines of a text without faults.
    std::vector<finding> take_findings() { return reader_ ? reader_->take_findings() : std::vector<finding>(); }

private:
    // After a fault, lines or an end can come without their head.
    ast::computation_text& latest_computation()
    {
        return computations_.size() == 0 ? computations_.add() : computations_.back();
    }
    void begin_table() { next_ = 1; }

    template <typename Node>
    void check_number(Node& node, std::int64_t begin)
    {
        node.at.offset = begin;
        const auto expected = next_.value_or(node.number);
        next_ = node.number == INT64_MAX ? std::optional<std::int64_t>() : node.number + 1;
        refuse(rules::check_entry_number(node.number, expected), begin, {});
    }

    void refuse(const rules::verdict& rule, std::int64_t line, std::string_view before)
    {
        if (rule) throw ctx_.refuse(*rule, number_after(line, before));
    }
    // The number after a word in the line that begins there.
    [[nodiscard]] std::string_view number_after(std::int64_t line, std::string_view before) const
    {
        const auto rest = ctx_.text().substr(static_cast<std::size_t>(line));
        const auto at = rest.find(before) + before.size();
        return rest.substr(at, rest.find_first_not_of("0123456789", at) - at);
    }

    context& ctx_;
    bool has_tables_ = false;
    bool lost_ = false;
    std::optional<std::int64_t> next_; // the number of the next entry; empty if entries are missing
    ast::module_text module_;
    scratch<ast::name_entry> files_;
    scratch<ast::name_entry> functions_;
    scratch<ast::file_location> locations_;
    scratch<ast::stack_frame> frames_;
    scratch<ast::computation_text> computations_;
    scratch<ast::computation_line> lines_; // of the latest computation
    std::optional<line_reader> reader_;
};

// Records of the text of a module.
template <typename Rule>
concept of_module_text = requires(module_text_builder& builder) { builder.open(record_is<Rule>{}); };

} // namespace ballast::read

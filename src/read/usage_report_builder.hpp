// The part of the tree builder for the records of a memory-usage report.
#pragma once

#include "base/say.hpp"
#include "read/records.hpp"
#include "read/usage_report_actions.hpp"
#include "rules/files.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace ballast::read {

class usage_report_builder {
public:
    explicit usage_report_builder(context& ctx) : ctx_(ctx) {}

    ast::program_usage& open(record_is<grammar::program_usage_head>) { return program_; }
    ast::ranked_allocation& open(record_is<grammar::ranked_allocation>) { return ranked_.add(); }
    ast::program_usage& open(record_is<grammar::ranked_rest>) { return program_; }
    ast::program_usage& open(record_is<grammar::listed_head>) { return program_; }
    ast::listed_allocation& open(record_is<grammar::listed_allocation>) { return listed_.add(); }
    ast::usage_table& open(record_is<grammar::listed_table_head>) { return table_ = {}; }
    ast::usage_row& open(record_is<grammar::listed_row>) { return rows_.add(); }
    ast::usage_table& open(record_is<grammar::listed_rest>) { return table_; }
    ast::usage_table& open(record_is<grammar::usage_table_end>) { return table_; }
    ast::usage_table& open(record_is<grammar::trimmed_end>) { return table_; }
    ast::space_usage& open(record_is<grammar::space_head>) { return spaces_.add(); }
    ast::usage_table& open(record_is<grammar::space_table_head>) { return table_ = {}; }
    ast::usage_row& open(record_is<grammar::space_row>) { return rows_.add(); }
    ast::usage_table& open(record_is<grammar::space_rest>) { return table_; }
    ast::usage_table& open(record_is<grammar::space_table_end>) { return table_; }
    ast::usage_table& open(record_is<grammar::space_end>) { return table_; }

    void close(record_is<grammar::program_usage_head>, ast::program_usage& node, std::int64_t begin, std::int64_t)
    {
        kind_ = kind::program;
        node.at.offset = begin;
    }
    void close(record_is<grammar::space_head>, ast::space_usage& node, std::int64_t begin, std::int64_t)
    {
        kind_ = kind::spaces;
        node.at.offset = begin;
        tables_.shrink(0); // of a space whose end was not read
    }
    void close(record_is<grammar::listed_table_head>, ast::usage_table& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin + 1; // after the line feed
        begin_table();
    }
    void close(record_is<grammar::space_table_head>, ast::usage_table& node, std::int64_t begin, std::int64_t)
    {
        if (node.at.offset < 0) node.at.offset = begin;
        begin_table();
    }
    void close(record_is<grammar::usage_table_end>, ast::usage_table&, std::int64_t, std::int64_t) { end_table(); }
    void close(record_is<grammar::space_table_end>, ast::usage_table&, std::int64_t, std::int64_t) { end_table(); }
    void close(record_is<grammar::space_end>, ast::usage_table&, std::int64_t, std::int64_t) { end_space(); }
    // Called for the last table, and again for its memory space.
    void close(record_is<grammar::trimmed_end>, ast::usage_table&, std::int64_t, std::int64_t end)
    {
        if (trimmed_at_ >= 0) return end_space();
        trimmed_at_ = end;
        table_.rows = rows_.take(0, ctx_.memory);
        const auto rule = lost_ ? rules::verdict() : rules::check_last_table(table_);
        if (rule) throw ctx_.refuse(*rule, ctx_.text().substr(static_cast<std::size_t>(end)));
        keep_table();
    }
    template <typename Rule, typename Node>
    void close(record_is<Rule>, Node& node, std::int64_t begin, std::int64_t)
    {
        if constexpr (requires { node.at; }) {
            if (node.at.offset < 0) node.at.offset = begin; // the line about the rest belongs to what it ends
        }
    }

    void drop(record_is<grammar::ranked_allocation>) { ranked_.pop(); }
    void drop(record_is<grammar::listed_allocation>) { listed_.pop(); }
    void drop(record_is<grammar::listed_row>) { rows_.pop(); }
    void drop(record_is<grammar::space_head>) { spaces_.pop(); }
    void drop(record_is<grammar::space_row>) { rows_.pop(); }
    template <typename Rule>
    void drop(record_is<Rule>)
    {
    }

    // A record is missing here.
    void lose() { lost_ = true; }

    // Checks whether the text may end there.
    template <typename Tell>
    void check_end(Tell&& tell)
    {
        if (lost_) return;
        if (trimmed_at_ >= 0)
            ctx_.notes().push_back({.id = finding_id::trimmed_end,
                                    .severity = severity::warning,
                                    .begin = trimmed_at_,
                                    .end = trimmed_at_,
                                    .message = say("the text ends without the empty line after a table: white space at "
                                                   "its end was trimmed, or it was cut off after a whole row")});
        if (kind_ != kind::program) return;
        const auto rule = rules::check_listed(static_cast<std::int64_t>(ranked_.size()), program_.rest,
                                              static_cast<std::int64_t>(listed_.size()));
        if (rule) tell(ctx_.refuse(*rule, ctx_.text().substr(ctx_.text().size())));
    }

    // The report of what was read, with the name in its frame.
    ast::usage_report finish(const std::optional<std::string_view>& frame)
    {
        end_all();
        ast::usage_report result;
        result.frame = frame;
        result.trimmed = trimmed_at_ >= 0;
        if (kind_ == kind::program) {
            program_.ranked = ranked_.take(0, ctx_.memory);
            program_.listed = listed_.take(0, ctx_.memory);
            result.form = program_;
        } else {
            result.form = spaces_.take(0, ctx_.memory);
        }
        return result;
    }

private:
    enum class kind : std::uint8_t { none, program, spaces };

    void begin_table()
    {
        has_table_ = true;
        rows_.shrink(0); // of a table whose end was not read
    }
    void end_table()
    {
        table_.rows = rows_.take(0, ctx_.memory);
        keep_table();
    }
    void keep_table()
    {
        if (!std::exchange(has_table_, false)) return; // its head was not read
        if (kind_ == kind::spaces)
            tables_.push(table_);
        else if (listed_.size() != 0 && !listed_.back().table)
            listed_.back().table = ctx_.memory.make(table_);
    }
    void end_space()
    {
        const auto tables = tables_.take(0, ctx_.memory);
        if (spaces_.size() != 0 && spaces_.back().tables.empty()) spaces_.back().tables = tables;
    }
    // The tables of a text that ends inside of one.
    void end_all()
    {
        if (!lost_) return;
        end_table();
        if (kind_ == kind::spaces) end_space();
    }

    context& ctx_;
    kind kind_ = kind::none;
    std::int64_t trimmed_at_ = -1; // the end of a text whose empty lines are missing
    bool lost_ = false;
    bool has_table_ = false; // the head of the current table was read
    ast::program_usage program_;
    ast::usage_table table_;
    scratch<ast::ranked_allocation> ranked_;
    scratch<ast::listed_allocation> listed_;
    scratch<ast::usage_row> rows_;
    scratch<ast::usage_table> tables_;
    scratch<ast::space_usage> spaces_;
};

// Records of a memory-usage report.
template <typename Rule>
concept of_usage_report = requires(usage_report_builder& builder) { builder.open(record_is<Rule>{}); };

} // namespace ballast::read

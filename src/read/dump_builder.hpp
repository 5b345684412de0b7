// The part of the tree builder for the records of a dump.
#pragma once

#include "base/say.hpp"
#include "read/records.hpp"
#include "rules/files.hpp"
#include "rules/instruction.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ballast::read {

class dump_builder {
    template <typename... Rows>
    using rows_of = std::tuple<scratch<Rows>...>;
    using all_rows = rows_of<ast::allocation, ast::value_line, ast::reused_value, ast::used_value, ast::sequence_row,
                             ast::live_range_row, ast::peak_row, ast::stack_row, ast::moment_row>;
    template <typename T>
    static constexpr bool has_rows = []<typename... Rows>(std::type_identity<std::tuple<scratch<Rows>...>>) {
        return (std::is_same_v<T, Rows> || ...);
    }(std::type_identity<all_rows>{});

public:
    explicit dump_builder(context& ctx) : ctx_(ctx), text_(ctx.text()) {}

    // --- rows: they grow in place until their list is complete -------------------------------------------------------

    ast::allocation& open(record_is<grammar::allocation_line>)
    {
        close_allocation();
        return rows<ast::allocation>().add();
    }
    ast::value_line& open(record_is<grammar::value_line>) { return rows<ast::value_line>().add(); }
    ast::reused_value& open(record_is<grammar::reused_value>) { return rows<ast::reused_value>().add(); }
    ast::used_value& open(record_is<grammar::used_value>) { return rows<ast::used_value>().add(); }
    ast::sequence_row& open(record_is<grammar::sequence_row>) { return rows<ast::sequence_row>().add(); }
    ast::live_range_row& open(record_is<grammar::live_range_row>) { return rows<ast::live_range_row>().add(); }
    ast::peak_row& open(record_is<grammar::peak_row>) { return rows<ast::peak_row>().add(); }
    ast::stack_row& open(record_is<grammar::stack_row>) { return rows<ast::stack_row>().add(); }
    ast::moment_row& open(record_is<grammar::moment_row>) { return rows<ast::moment_row>().add(); }

    void close(record_is<grammar::allocation_line>, ast::allocation& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin;
        if (gap_lines_ != 0) check_number(node);
        is_lost_ = false;
        dates_parameter_ = node.parameter && node.parameter->shape && !node.parameter->index.empty();
    }
    void close(record_is<grammar::value_line>, ast::value_line& node, std::int64_t, std::int64_t)
    {
        if (is_lost_) return rows<ast::value_line>().pop();
        values_.value_lines(1);
        if (std::exchange(dates_parameter_, false)) date_parameter_shape(rows<ast::allocation>().back(), node);
    }
    void close(record_is<grammar::reused_value>, ast::reused_value&, std::int64_t, std::int64_t)
    {
        if (is_lost_) rows<ast::reused_value>().pop();
    }
    void close(record_is<grammar::used_value>, ast::used_value& node, std::int64_t, std::int64_t)
    {
        values_.used_value();
        if (ctx_.folded_element.empty()) [[likely]]
            return;
        const auto at = std::exchange(ctx_.folded_element, {});
        if (const auto rule = rules::check_operands_of_dump(*node.instruction)) throw ctx_.refuse(*rule, at);
    }
    void close(record_is<grammar::moment_row>, ast::moment_row& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin;
    }

    // --- heads -------------------------------------------------------------------------------------------------------

    ast::live_range& open(record_is<grammar::combined_range_head>) { return range_ = {}; }
    ast::live_range& open(record_is<grammar::moments_range_head>) { return range_ = {}; }
    ast::live_range& open(record_is<grammar::lone_range_head>) { return range_ = {}; }
    ast::live_range& open(record_is<grammar::moments_head>) { return range_; }
    ast::live_range& open(record_is<grammar::unbounded_peak>) { return range_; }
    ast::peak& open(record_is<grammar::peak_head>) { return peak_ = {}; }
    ast::stack_trace& open(record_is<grammar::stack_trace_head>) { return stack_trace_ = {}; }
    template <typename Rule>
    ast::dump& open(record_is<Rule>)
    {
        return dump_;
    }

    void close(record_is<grammar::moments_range_head>, ast::live_range& node, std::int64_t begin, std::int64_t)
    {
        begin_range(node, begin);
        early_ = early_range::begun;
    }
    void close(record_is<grammar::combined_range_head>, ast::live_range& node, std::int64_t begin, std::int64_t)
    {
        begin_range(node, begin + 2); // after the two line feeds
    }
    void close(record_is<grammar::lone_range_head>, ast::live_range& node, std::int64_t begin, std::int64_t)
    {
        begin_range(node, begin);
        dump_.kind = ast::dump_kind::live_range;
    }
    void close(record_is<grammar::live_range_not_available>, ast::dump&, std::int64_t, std::int64_t)
    {
        dump_.kind = ast::dump_kind::live_range;
    }
    void close(record_is<grammar::peak_head>, ast::peak&, std::int64_t, std::int64_t end)
    {
        reach(range_part::peak, end);
    }
    void close(record_is<grammar::stack_trace_head>, ast::stack_trace&, std::int64_t, std::int64_t end)
    {
        reach(range_part::stack_trace, end);
        ctx_.tree = {};
    }
    void close(record_is<grammar::combined_values_head>, ast::dump&, std::int64_t, std::int64_t)
    {
        has_values_head_ = true;
        dates_parameter_ = false; // the values of allocations come before
        if (early_ != early_range::begun) return;
        early_ = early_range::complete;
        dump_.every_moment = ctx_.memory.make(finished_range());
    }
    template <typename Rule, typename Node>
    void close(record_is<Rule>, Node&, std::int64_t, std::int64_t)
    {
    }

    template <typename Rule>
    void drop(record_is<Rule> rule)
    {
        using node = std::remove_reference_t<decltype(open(rule))>;
        if constexpr (has_rows<node>) rows<node>().pop();
    }

    // --- texts that contain records of a dump -----------------------------------------------------------------------

    [[nodiscard]] std::size_t allocation_count() { return rows<ast::allocation>().size(); }
    [[nodiscard]] std::size_t used_value_count() { return rows<ast::used_value>().size(); }
    [[nodiscard]] ast::list<ast::allocation> take_allocations()
    {
        close_allocation();
        return take<ast::allocation>();
    }
    [[nodiscard]] ast::list<ast::used_value> take_used_values() { return take<ast::used_value>(); }
    [[nodiscard]] const std::optional<std::string_view>& frame() const { return dump_.frame; }

    // A record is missing here.
    void lose() { (has_last_range() ? range_has_gap_ : values_have_gap_) = true; }
    // These bytes were not read. If they can be the head of an allocation, the values that follow are not those of the
    // allocation before.
    void skip(std::string_view bytes)
    {
        bool of_values = true;
        for (std::size_t at = 0; at < bytes.size(); ++gap_lines_) {
            of_values = of_values && bytes[at] == ' ';
            const auto end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
            if (is_ellipsis(bytes.substr(at, end - at))) gap_lines_ = most_gap_lines;
            at = end;
        }
        is_lost_ = is_lost_ || !of_values;
    }

    // --- the whole ---------------------------------------------------------------------------------------------------

    // Notes what a file shows by what it lacks, and checks whether it may end there. Rules are skipped if they need a
    // record with an error.
    template <typename Tell>
    void check_end(bool live_range_optional, Tell&& tell)
    {
        const auto guarded = [&](auto&& rule) {
            try {
                rule();
            } catch (const finding& fault) {
                tell(fault);
            }
        };
        if (has_last_range() && !range_has_gap_) {
            guarded([&] { check_stack_trace(); });
            guarded([&] { check_peak(live_range_optional); });
        }
        if (!values_have_gap_) guarded([&] { check_sections(live_range_optional); });
    }

    // Checks that every value of an allocation is printed again among the used values.
    template <typename Tell>
    void check_values(Tell&& tell)
    {
        if (values_have_gap_) return;
        if (const auto rule = values_.end()) tell(ctx_.refuse(*rule, text_.substr(text_.size())));
    }

    // The dump of what was read.
    ast::dump finish()
    {
        // Without their head, only what follows shows what kind of file it is.
        if (dump_.kind == ast::dump_kind::combined && !has_values_head_ && !dump_.total &&
            rows<ast::used_value>().size() == 0)
            dump_.kind = reached_ != range_part::none && rows<ast::allocation>().size() == 0
                             ? ast::dump_kind::live_range
                             : ast::dump_kind::assignment;
        dump_.allocations = take_allocations();
        dump_.used_values = take_used_values();
        if (reached_ != range_part::none) dump_.live_range = ctx_.memory.make(finished_range());
        return dump_;
    }

private:
    // How much of the current live range was read.
    enum class range_part : std::uint8_t { none, sequence, peak, stack_trace };
    // The live range of D7, which precedes the used values.
    enum class early_range : std::uint8_t { none, begun, complete };

    void close_allocation()
    {
        if (rows<ast::allocation>().size() == 0) return;
        auto& open = rows<ast::allocation>().back();
        if (rows<ast::value_line>().size() != 0) open.values = take<ast::value_line>();
        if (rows<ast::reused_value>().size() != 0) open.reused = take<ast::reused_value>();
    }

    // `...` and `[…]`, which people write for any number of lines.
    static bool is_ellipsis(std::string_view line)
    {
        return (line.find("..") != std::string_view::npos || line.find("\u2026") != std::string_view::npos) &&
               line.find_first_not_of(" .[]()\u2026\n") == std::string_view::npos;
    }
    static constexpr auto most_gap_lines = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::uint64_t{1} << 40U, std::numeric_limits<std::size_t>::max() / 4));

    // The number of an allocation that follows unread lines. There are not so many lines as there would be allocations
    // between the two if they are from the ends of two files.
    void check_number(const ast::allocation& node)
    {
        const auto& all = rows<ast::allocation>();
        const auto most = static_cast<std::int64_t>(std::exchange(gap_lines_, 0));
        if (!ctx_.partial || all.size() < 2) return;
        const auto before = all.from(all.size() - 2).front().number;
        if (node.number > before && node.number - before - 1 <= most) return;
        throw ctx_.refuse(finding_id::trailing_text, say("text after the end of the dump: allocation {}", node.number),
                          text_.substr(static_cast<std::size_t>(node.at.offset), 10));
    }

    void begin_range(ast::live_range& node, std::int64_t begin)
    {
        rows<ast::sequence_row>().shrink(0); // of a live range whose head was not read
        rows<ast::live_range_row>().shrink(0);
        node.at.offset = begin;
        reached_ = range_part::sequence;
        range_has_gap_ = false;
    }
    void reach(range_part which, std::int64_t end)
    {
        if (reached_ != range_part::none) reached_ = which; // not if its head had an error
        range_end_ = end;
    }
    // True if there is a current live range, and it is not that of D7.
    [[nodiscard]] bool has_last_range() const { return reached_ != range_part::none && early_ != early_range::begun; }
    ast::live_range finished_range()
    {
        auto result = range_;
        result.sequence = take<ast::sequence_row>();
        result.rows = take<ast::live_range_row>();
        if (auto* every = std::get_if<ast::every_moment>(&result.summary)) every->rows = take<ast::moment_row>();
        if (reached_ >= range_part::peak) {
            auto peak = peak_;
            peak.rows = take<ast::peak_row>();
            if (reached_ == range_part::stack_trace) {
                stack_trace_.rows = take<ast::stack_row>();
                peak.stack_trace = ctx_.memory.make(stack_trace_);
            }
            result.summary = peak;
        } else if (std::holds_alternative<ast::peak>(result.summary)) {
            result.summary = ast::peak{.moment = -1, .rows = {}, .stack_trace = {}};
        }
        reached_ = range_part::none;
        return result;
    }

    void check_stack_trace()
    {
        if (reached_ != range_part::stack_trace) return;
        const auto rule = ctx_.tree.end(stack_trace_.total);
        if (!rule) return;
        const auto at = static_cast<std::size_t>(rule->at < 0 ? range_end_ : rule->at);
        throw ctx_.refuse(*rule, text_.substr(at, 0));
    }

    // The peak is a step at which a value starts to live: if a range covers it, there is a row.
    void check_peak(bool optional)
    {
        if (reached_ < range_part::peak) {
            if (std::holds_alternative<ast::peak>(range_.summary) && !optional)
                throw ctx_.refuse(*rules::no_peak(), text_.substr(text_.size()));
            return;
        }
        if (rows<ast::peak_row>().size() == 0) {
            rules::peak_rows rule;
            for (const auto& row : rows<ast::live_range_row>().from(0)) rule.range(row);
            rule.peak(peak_.moment);
            if (const auto found = rule.end())
                throw ctx_.refuse(*found, text_.substr(static_cast<std::size_t>(range_end_), 0));
        }
        if (reached_ != range_part::stack_trace && rows<ast::sequence_row>().size() != 0)
            ctx_.see(feature::no_stack_trace, text_.data() + range_.at.offset);
    }

    void check_sections(bool live_range_optional)
    {
        const char* const end = text_.data() + text_.size();
        if (dump_.kind == ast::dump_kind::assignment) ctx_.see(feature::allocations_alone, text_.data());
        // In a log, live ranges are alone in every era.
        if (dump_.kind == ast::dump_kind::live_range && live_range_optional) ctx_.forget(feature::live_range_file);
        if (dump_.kind != ast::dump_kind::combined) return;
        if (!dump_.total) ctx_.see(feature::no_total, text_.data());
        if (has_last_range() || live_range_optional) return;
        if (const auto rule = values_.end()) throw ctx_.refuse(*rule, {end, 0});
        if (early_ != early_range::complete) ctx_.see(feature::no_live_range, end);
    }

    // For a part of a parameter, the header has the shape of the whole parameter until D18, and that of the part since
    // then. The value in the allocation has the shape of the part, so the two can be distinguished if they differ.
    void date_parameter_shape(const ast::allocation& node, const ast::value_line& first)
    {
        if (!node.parameter || !node.parameter->shape || node.parameter->index.empty()) return;
        const ast::shape& printed = *node.parameter->shape;
        const ast::shape& value = first.shape;
        const ast::shape* const part = ast::subshape(printed, node.parameter->index);
        const char* const at = text_.data() + node.at.offset;
        if (ast::same_without_layout(printed, value)) {
            if (!part) ctx_.see(feature::parameter_subshape, at);
        } else if (part && ast::same_without_layout(*part, value)) {
            ctx_.see(feature::whole_parameter_shape, at);
        }
    }

    template <typename T>
    [[nodiscard]] scratch<T>& rows()
    {
        return std::get<scratch<T>>(rows_);
    }
    template <typename T>
    ast::list<T> take()
    {
        return rows<T>().take(0, ctx_.memory);
    }

    context& ctx_;
    std::string_view text_;
    all_rows rows_;
    ast::dump dump_;
    ast::live_range range_; // the current one
    range_part reached_ = range_part::none;
    std::int64_t range_end_ = 0; // end of the part of the peak that was read
    bool range_has_gap_ = false;
    ast::peak peak_;
    ast::stack_trace stack_trace_;
    early_range early_ = early_range::none;
    rules::value_count values_;
    bool values_have_gap_ = false;
    bool has_values_head_ = false;
    std::size_t gap_lines_ = 0;    // lines that were not read since the latest allocation
    bool is_lost_ = false;         // the latest allocation was not read
    bool dates_parameter_ = false; // the next value is the first one of an allocation, whose parameter it may date
};

} // namespace ballast::read

// The handler that builds the tree from the records.
#pragma once

#include "ballast/ast/copy.hpp"
#include "ballast/document.hpp"
#include "base/say.hpp"
#include "read/batches.hpp"
#include "read/module_text_builder.hpp"
#include "read/oom_report_builder.hpp"
#include "read/records.hpp"
#include "read/tpu_report_builder.hpp"
#include "read/usage_report_builder.hpp"
#include "rules/files.hpp"
#include "rules/instruction.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::read {

// Records of texts other than dumps, which have builders of their own.
template <typename Rule>
concept of_report = of_usage_report<Rule> || of_oom_report<Rule> || of_module_text<Rule> || of_tpu_report<Rule>;

class tree_builder {
    template <typename... Rows>
    using rows_of = std::tuple<scratch<Rows>...>;
    using all_rows = rows_of<ast::allocation, ast::value_line, ast::reused_value, ast::used_value, ast::sequence_row,
                             ast::live_range_row, ast::peak_row, ast::stack_row, ast::moment_row, ast::buffer_info_row>;

public:
    // What is kept: all rows or, if only the form of a dump is checked, the latest row of each kind. In the latter
    // case, nodes are freed every `settled` bytes of text.
    enum class keeps : std::uint8_t { all, latest };

    // If there is a queue, the records of a dump are passed to it, and only the latest are kept.
    tree_builder(context& ctx, const source_text& text, keeps what, std::int64_t settled, std::int64_t begin = 0,
                 batch_queue* queue = nullptr)
        : ctx_(ctx),
          source_(text),
          text_(text.view()),
          keeps_(what),
          queue_(queue),
          batch_(ctx.memory),
          settled_(settled),
          kept_from_(begin),
          report_(ctx),
          oom_(ctx),
          module_(ctx),
          tpu_(ctx)
    {
        if (what == keeps::all) settle_at_ = std::numeric_limits<std::int64_t>::max();
    }

    // A record begins here. If only the form is checked, the nodes of earlier records are no longer needed.
    void begin(std::int64_t at)
    {
        if (at >= settle_at_) [[unlikely]]
            settle(at);
    }

    // The record is complete.
    template <typename Rule, typename Node>
    void close(record_is<Rule> rule, Node& node, std::int64_t begin, std::int64_t end)
    {
        closed(rule, node, begin, end);
        if (queue_) batch_.add(rule, node);
    }

    // The part of the text that is read ends here.
    void end_part(std::int64_t at)
    {
        if (keeps_ == keeps::latest) settle(at, 0);
    }

    // --- rows: they grow in place until their list is complete -------------------------------------------------------

    ast::allocation& open(record_is<grammar::allocation_line>)
    {
        close_allocation();
        return add<ast::allocation>();
    }
    ast::value_line& open(record_is<grammar::value_line>) { return add<ast::value_line>(); }
    ast::reused_value& open(record_is<grammar::reused_value>) { return add<ast::reused_value>(); }
    ast::used_value& open(record_is<grammar::used_value>) { return add<ast::used_value>(); }
    ast::sequence_row& open(record_is<grammar::sequence_row>) { return add<ast::sequence_row>(); }
    ast::live_range_row& open(record_is<grammar::live_range_row>) { return add<ast::live_range_row>(); }
    ast::peak_row& open(record_is<grammar::peak_row>) { return add<ast::peak_row>(); }
    ast::stack_row& open(record_is<grammar::stack_row>) { return add<ast::stack_row>(); }
    ast::moment_row& open(record_is<grammar::moment_row>) { return add<ast::moment_row>(); }

    void closed(record_is<grammar::allocation_line>, ast::allocation& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin;
        first_value_ = node.parameter && node.parameter->shape && !node.parameter->index.empty();
        if (!first_value_ || keeps_ == keeps::all) return;
        // Nodes may be freed before the value is read.
        dated_memory_.rewind();
        dated_ = ast::copy(node, dated_memory_);
    }
    void closed(record_is<grammar::value_line>, ast::value_line& node, std::int64_t, std::int64_t)
    {
        values_.value_lines(1);
        if (std::exchange(first_value_, false))
            date_parameter_shape(keeps_ == keeps::all ? rows<ast::allocation>().back() : dated_, node);
    }
    void closed(record_is<grammar::used_value>, ast::used_value& node, std::int64_t, std::int64_t)
    {
        values_.used_value();
        if (ctx_.folded_element.empty()) [[likely]]
            return;
        const auto at = std::exchange(ctx_.folded_element, {});
        if (const auto rule = rules::check_operands_of_dump(*node.instruction)) throw ctx_.refuse(*rule, at);
    }
    void closed(record_is<grammar::moment_row>, ast::moment_row& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin;
    }

    // --- heads -------------------------------------------------------------------------------------------------------

    ast::live_range& open(record_is<grammar::combined_range_head>) { return new_range(); }
    ast::live_range& open(record_is<grammar::moments_range_head>) { return new_range(); }
    ast::live_range& open(record_is<grammar::lone_range_head>) { return new_range(); }
    ast::live_range& open(record_is<grammar::moments_head>) { return range_; }
    ast::live_range& open(record_is<grammar::unbounded_peak>) { return range_; }
    ast::peak& open(record_is<grammar::peak_head>) { return peak_ = {}; }
    ast::stack_trace& open(record_is<grammar::stack_trace_head>) { return stack_trace_ = {}; }
    template <typename Rule>
    ast::dump& open(record_is<Rule>)
    {
        return dump_;
    }

    void closed(record_is<grammar::moments_range_head>, ast::live_range& node, std::int64_t begin, std::int64_t)
    {
        begin_range(node, begin);
        moments_ = true;
    }
    void closed(record_is<grammar::combined_range_head>, ast::live_range& node, std::int64_t begin, std::int64_t)
    {
        begin_range(node, begin + 2); // after the two line feeds
    }
    void closed(record_is<grammar::lone_range_head>, ast::live_range& node, std::int64_t begin, std::int64_t)
    {
        begin_range(node, begin);
        dump_.kind = ast::dump_kind::live_range;
    }
    void closed(record_is<grammar::live_range_not_available>, ast::dump&, std::int64_t, std::int64_t)
    {
        dump_.kind = ast::dump_kind::live_range;
    }
    void closed(record_is<grammar::peak_head>, ast::peak&, std::int64_t, std::int64_t end)
    {
        has_peak_ = true;
        range_end_ = end;
    }
    void closed(record_is<grammar::stack_trace_head>, ast::stack_trace&, std::int64_t, std::int64_t end)
    {
        has_stack_trace_ = true;
        range_end_ = end;
        ctx_.tree = {};
    }
    void closed(record_is<grammar::combined_values_head>, ast::dump&, std::int64_t, std::int64_t)
    {
        first_value_ = false; // the values of allocations come before
        if (!std::exchange(moments_, false)) return;
        has_every_moment_ = true;
        const auto range = finished_range();
        if (keeps_ == keeps::all) dump_.every_moment = ctx_.memory.make(range);
    }
    template <typename Rule, typename Node>
    void closed(record_is<Rule>, Node&, std::int64_t, std::int64_t)
    {
    }

    template <typename Rule>
    void drop(record_is<Rule> rule)
    {
        using node = std::remove_reference_t<decltype(open(rule))>;
        if constexpr (is_row<node>) rows<node>().pop();
    }

    // --- texts other than dumps --------------------------------------------------------------------------------------

    template <of_report Rule>
    auto& open(record_is<Rule> rule)
    {
        return builder_of<Rule>().open(rule);
    }
    template <of_report Rule, typename Node>
    void closed(record_is<Rule> rule, Node& node, std::int64_t begin, std::int64_t end)
    {
        builder_of<Rule>().close(rule, node, begin, end);
        if constexpr (std::is_same_v<Rule, grammar::oom_head>) keep_all();
    }
    template <of_report Rule>
    void drop(record_is<Rule> rule)
    {
        builder_of<Rule>().drop(rule);
    }
    void closed(record_is<grammar::contains_head>, ast::oom_report&, std::int64_t, std::int64_t)
    {
        contained_.push(static_cast<std::int64_t>(rows<ast::used_value>().size()));
    }
    ast::memory_message& open(record_is<grammar::memory_message>) { return message_; }
    void closed(record_is<grammar::memory_message>, ast::memory_message&, std::int64_t, std::int64_t)
    {
        has_message_ = true;
        keep_all();
    }
    ast::buffer_info_row& open(record_is<grammar::info_row>) { return add<ast::buffer_info_row>(); }
    void closed(record_is<grammar::info_head>, ast::dump&, std::int64_t, std::int64_t)
    {
        has_buffer_info_ = true;
        keep_all();
    }
    void closed(record_is<grammar::info_row>, ast::buffer_info_row& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin;
    }

    // The number of rows of each kind.
    using row_counts = std::array<std::size_t, std::tuple_size_v<all_rows>>;
    [[nodiscard]] row_counts counts() const
    {
        return std::apply([](const auto&... rows) { return row_counts{rows.size()...}; }, rows_);
    }
    // Reserves space for so many rows in all.
    void reserve(const row_counts& counts)
    {
        std::size_t kind = 0;
        std::apply([&](auto&... rows) { (rows.reserve(counts[kind++]), ...); }, rows_);
    }
    // Takes over the records of the next part of the text, which was read with a context of its own. There must be
    // space for its rows. Until `copies` are made, both builders must not be used.
    void join(tree_builder& part, std::vector<row_copy>& copies)
    {
        const auto append = [&]<typename... Rows>(std::tuple<scratch<Rows>...>&) {
            (copies.push_back(rows<Rows>().append(part.template rows<Rows>())), ...);
        };
        append(rows_);
        values_.add(part.values_);
        if (part.has_range_) {
            range_ = part.range_;
            range_end_ = part.range_end_;
            has_range_ = true;
            peak_ = part.peak_;
            has_peak_ = part.has_peak_;
            stack_trace_ = part.stack_trace_;
            has_stack_trace_ = part.has_stack_trace_;
            ctx_.tree = std::move(part.ctx_.tree);
        }
        ctx_.join(part.ctx_);
    }

    // --- the whole ---------------------------------------------------------------------------------------------------

    // A record is missing here.
    void fault()
    {
        queue_ = nullptr;
        report_.lose();
        module_.lose();
        ctx_.tree.lose();
        (has_range_ && !moments_ ? range_has_gap_ : values_have_gap_) = true;
    }

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
        if (report_.has_report()) {
            report_.check_end(text_, tell);
            return;
        }
        if (oom_.has_report()) {
            // Every value of an allocation is printed again below it.
            if (!values_have_gap_ && contained_.size() != 0)
                guarded([&] {
                    if (const auto rule = values_.end()) throw ctx_.refuse(*rule, text_.substr(text_.size()));
                });
            return;
        }
        if (module_.has_text()) {
            module_.check_end(tell);
            return;
        }
        tpu_.check_end(live_range_optional, tell);
        if (oom_.has_statistics() || has_buffer_info_ || tpu_.has_report() || tpu_.has_usage() || has_message_) return;
        if (has_range_ && !moments_ && !range_has_gap_) {
            guarded([&] { check_stack_trace(); });
            guarded([&] { check_peak(live_range_optional); });
        }
        if (!values_have_gap_) guarded([&] { check_sections(live_range_optional); });
    }

    // Only dumps can lack their rows.
    [[nodiscard]] bool has_tree() const { return keeps_ == keeps::all || has_something_else(); }

    // True if a rule about the whole text needs rows that were not kept: the findings of check_end are incomplete.
    [[nodiscard]] bool needs_rows() const { return needs_rows_; }

    // Passes on the last records of a text without fault. Returns false if it is not a dump.
    bool pass_rest()
    {
        if (!queue_ || has_something_else()) return false;
        batch_.end_trace();
        pass_batch(static_cast<std::int64_t>(text_.size()));
        return true;
    }

    // The tree of a text without faults.
    ast::tree finish(const ast::forms& forms)
    {
        if (report_.has_report()) {
            auto report = report_.finish();
            report.frame = dump_.frame;
            report.forms = forms;
            return report;
        }
        close_allocation();
        if (oom_.has_report()) {
            auto report = oom_.finish(finished_allocations());
            report.forms = forms;
            return report;
        }
        if (module_.has_text()) {
            auto text = module_.finish();
            text.forms = forms;
            return text;
        }
        if (tpu_.has_report()) {
            auto report = tpu_.report();
            report.forms = forms;
            return report;
        }
        if (tpu_.has_usage()) return tpu_.usage();
        if (oom_.has_statistics()) return oom_.statistics();
        if (has_buffer_info_) return ast::buffer_info{take<ast::buffer_info_row>()};
        if (has_message_) return message_;
        dump_.forms = forms;
        if (keeps_ == keeps::latest) return dump_;
        dump_.allocations = take<ast::allocation>();
        dump_.used_values = take<ast::used_value>();
        if (has_range_) dump_.live_range = ctx_.memory.make(finished_range());
        return dump_;
    }

private:
    template <typename T, typename... Rows>
    static constexpr bool is_one_of(std::tuple<scratch<Rows>...>*)
    {
        return (std::is_same_v<T, Rows> || ...);
    }
    template <typename T>
    static constexpr bool is_row = is_one_of<T>(static_cast<all_rows*>(nullptr));

    template <typename T>
    scratch<T>& rows()
    {
        return std::get<scratch<T>>(rows_);
    }
    template <typename T>
    T& add()
    {
        // A row that does not match is dropped; then the row before it is the latest.
        if (keeps_ == keeps::latest) rows<T>().keep_last();
        return rows<T>().add();
    }
    template <typename T>
    ast::list<T> take()
    {
        if (keeps_ == keeps::latest) {
            rows<T>().shrink(0);
            return {};
        }
        return rows<T>().take(0, ctx_.memory);
    }

    [[nodiscard]] bool has_something_else() const
    {
        return report_.has_report() || oom_.has_report() || oom_.has_statistics() || module_.has_text() ||
               has_buffer_info_ || tpu_.has_report() || tpu_.has_usage() || has_message_;
    }

    void settle(std::int64_t at, std::int64_t least_release = release_bytes)
    {
        settle_at_ = at + settled_;
        if (has_something_else()) return;
        if (queue_) return pass_batch(at);
        ctx_.forget_nodes();
        if (at - kept_from_ < least_release) return;
        source_.release_pages(static_cast<std::size_t>(kept_from_), static_cast<std::size_t>(at));
        kept_from_ = at;
    }

    // Texts other than dumps keep their rows, because rules need them. Their heads come first, so no row is lost.
    void keep_all()
    {
        queue_ = nullptr;
        keeps_ = keeps::all;
        settle_at_ = std::numeric_limits<std::int64_t>::max();
    }
    void pass_batch(std::int64_t end)
    {
        auto& written = batch_.written();
        written.end = end;
        ctx_.give_nodes(written.memory);
        queue_->give(written);
    }

    void close_allocation()
    {
        if (rows<ast::allocation>().size() == 0) return;
        auto& open = rows<ast::allocation>().back();
        if (rows<ast::value_line>().size() != 0) open.values = take<ast::value_line>();
        if (rows<ast::reused_value>().size() != 0) open.reused = take<ast::reused_value>();
    }

    template <of_report Rule>
    auto& builder_of()
    {
        if constexpr (of_usage_report<Rule>)
            return report_;
        else if constexpr (of_oom_report<Rule>)
            return oom_;
        else if constexpr (of_tpu_report<Rule>)
            return tpu_;
        else
            return module_;
    }

    // The allocations of an out-of-memory report, each with its part of the entries.
    ast::list<ast::oom_allocation> finished_allocations()
    {
        const auto allocations = take<ast::allocation>();
        const auto values = take<ast::used_value>();
        scratch<ast::oom_allocation> result;
        for (std::size_t i = 0; i < allocations.size(); ++i) {
            const auto begin = static_cast<std::size_t>(contained_.from(0)[i]);
            const auto end =
                i + 1 < allocations.size() ? static_cast<std::size_t>(contained_.from(0)[i + 1]) : values.size();
            result.push({allocations[i], {values.data() + begin, end - begin}});
        }
        return result.take(0, ctx_.memory);
    }

    ast::live_range& new_range() { return range_ = {}; }
    void begin_range(ast::live_range& node, std::int64_t begin)
    {
        node.at.offset = begin;
        has_range_ = true;
        has_peak_ = has_stack_trace_ = range_has_gap_ = false;
    }
    ast::live_range finished_range()
    {
        auto result = range_;
        result.sequence = take<ast::sequence_row>();
        result.rows = take<ast::live_range_row>();
        if (auto* every = std::get_if<ast::every_moment>(&result.summary)) every->rows = take<ast::moment_row>();
        if (has_peak_) {
            auto peak = peak_;
            peak.rows = take<ast::peak_row>();
            if (has_stack_trace_) {
                stack_trace_.rows = take<ast::stack_row>();
                peak.stack_trace = ctx_.memory.make(stack_trace_);
            }
            result.summary = peak;
        } else if (std::holds_alternative<ast::peak>(result.summary)) {
            result.summary = ast::peak{.moment = -1, .rows = {}, .stack_trace = {}};
        }
        has_range_ = false;
        return result;
    }

    void check_stack_trace()
    {
        if (!has_stack_trace_) return;
        const auto rule = ctx_.tree.end(stack_trace_.total);
        if (!rule) return;
        const auto at = static_cast<std::size_t>(rule->at < 0 ? range_end_ : rule->at);
        throw ctx_.refuse(*rule, text_.substr(at, 0));
    }

    // The peak is a step at which a value starts to live: if a range covers it, there is a row.
    void check_peak(bool optional)
    {
        if (!has_peak_) {
            if (std::holds_alternative<ast::peak>(range_.summary) && !optional)
                throw ctx_.refuse(*rules::no_peak(), text_.substr(text_.size()));
            return;
        }
        if (rows<ast::peak_row>().size() == 0) {
            if (keeps_ == keeps::latest) {
                needs_rows_ = true;
                return;
            }
            rules::peak_rows rule;
            for (const auto& row : rows<ast::live_range_row>().from(0)) rule.range(row);
            rule.peak(peak_.moment);
            if (const auto found = rule.end())
                throw ctx_.refuse(*found, text_.substr(static_cast<std::size_t>(range_end_), 0));
        }
        if (!has_stack_trace_ && rows<ast::sequence_row>().size() != 0)
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
        const bool range_follows = has_range_ && !moments_;
        if (range_follows || live_range_optional) return;
        if (const auto rule = values_.end()) throw ctx_.refuse(*rule, {end, 0});
        if (has_every_moment_) return;
        ctx_.see(feature::no_live_range, end);
    }

    // For a part of a parameter, the header has the shape of the whole parameter until D18, and that of the part since
    // then. The value in the allocation has the shape of the part, so the two can be distinguished if they differ.
    void date_parameter_shape(const ast::allocation& node, const ast::value_line& first)
    {
        if (!node.parameter || !node.parameter->shape || node.parameter->index.empty()) return;
        const ast::shape& said = *node.parameter->shape;
        const ast::shape& value = first.shape;
        const ast::shape* const part = ast::subshape(said, node.parameter->index);
        const char* const at = text_.data() + node.at.offset;
        if (ast::same_without_layout(said, value)) {
            if (!part) ctx_.see(feature::parameter_subshape, at);
        } else if (part && ast::same_without_layout(*part, value)) {
            ctx_.see(feature::whole_parameter_shape, at);
        }
    }

    static constexpr std::int64_t release_bytes = 1024 * 1024;

    context& ctx_;
    const source_text& source_;
    std::string_view text_;
    keeps keeps_;
    batch_queue* queue_;   // null after a fault, and if the text is not a dump
    batch_writer batch_;   // the next batch
    std::int64_t settled_; // bytes of text between two calls of `settle`
    std::int64_t settle_at_ = 0;
    std::int64_t kept_from_; // pages before this offset were released
    bool needs_rows_ = false;
    ast::dump dump_;
    all_rows rows_;
    ast::live_range range_;
    ast::peak peak_;
    ast::stack_trace stack_trace_;
    bool first_value_ = false; // the next value is the first one of an allocation, whose parameter it may date
    ast::arena dated_memory_;
    ast::allocation dated_; // that allocation, if only the latest rows are kept
    bool has_every_moment_ = false;
    bool has_range_ = false;
    bool moments_ = false; // the current range is that of D7
    bool has_peak_ = false;
    bool has_stack_trace_ = false;
    bool range_has_gap_ = false;
    bool values_have_gap_ = false;
    rules::value_count values_;
    std::int64_t range_end_ = 0; // end of the part of the peak that was read
    usage_report_builder report_;
    oom_report_builder oom_;
    module_text_builder module_;
    tpu_report_builder tpu_;
    scratch<std::int64_t> contained_; // index of the first entry below each allocation
    bool has_buffer_info_ = false;
    ast::memory_message message_;
    bool has_message_ = false;
};

} // namespace ballast::read

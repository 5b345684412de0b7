// The handler that builds the tree from the records.
#pragma once

#include "ballast/document.hpp"
#include "read/batches.hpp"
#include "read/dump_builder.hpp"
#include "read/module_text_builder.hpp"
#include "read/oom_report_builder.hpp"
#include "read/record_release.hpp"
#include "read/records.hpp"
#include "read/short_text_builder.hpp"
#include "read/tpu_report_builder.hpp"
#include "read/usage_report_builder.hpp"

#include <cstdint>
#include <optional>

namespace ballast::read {

class tree_builder {
public:
    using keeps = kept_rows::keeps;

    // If only the latest rows are kept, nodes are freed every `settled` bytes of text. If there is a queue, the records
    // of a dump are passed to it first.
    tree_builder(context& ctx, const source_text& text, keeps what, std::int64_t settled, std::int64_t begin = 0,
                 batch_queue* queue = nullptr)
        : ctx_(ctx),
          release_(ctx, text, settled, begin, queue),
          dump_(ctx, what),
          usage_(ctx),
          oom_(ctx),
          module_(ctx),
          tpu_(ctx),
          short_(ctx)
    {
        if (what == keeps::all) release_.keep_all();
    }

    void begin(std::int64_t at) { release_.begin(at); }

    template <typename Rule>
    auto& open(record_is<Rule> rule)
    {
        return builder_of<Rule>().open(rule);
    }

    template <typename Rule, typename Node>
    void close(record_is<Rule> rule, Node& node, std::int64_t begin, std::int64_t end)
    {
        if constexpr (constexpr auto which = begun_by(record_is<Rule>{}); which.has_value()) become(*which);
        builder_of<Rule>().close(rule, node, begin, end);
        release_.close(rule, node);
    }
    void close(record_is<grammar::contains_head>, ast::oom_report&, std::int64_t, std::int64_t)
    {
        oom_.begin_entries(dump_.rows().of<ast::used_value>().size());
    }

    template <typename Rule>
    void drop(record_is<Rule> rule)
    {
        builder_of<Rule>().drop(rule);
    }

    // The part of the text that is read ends here.
    void end_part(std::int64_t at) { release_.end_part(at); }

    // What was read of a dump.
    [[nodiscard]] dump_builder& dump() { return dump_; }

    // A record is missing here.
    void fault()
    {
        release_.fault();
        dump_.lose();
        usage_.lose();
        module_.lose();
        ctx_.tree.lose();
    }

    // Notes what a file shows by what it lacks, and checks whether it may end there. Rules are skipped if they need a
    // record with an error. Returns false if a rule needs rows that were not kept: its findings are missing.
    template <typename Tell>
    [[nodiscard]] bool check_end(bool live_range_optional, Tell&& tell)
    {
        switch (kind_) {
        case kind::dump: return dump_.check_end(live_range_optional, tell);
        case kind::usage_report: usage_.check_end(tell); break;
        case kind::oom_report:
            if (oom_.has_entries()) dump_.check_values(tell);
            break;
        case kind::module_text: module_.check_end(tell); break;
        case kind::tpu_report: tpu_.check_end(live_range_optional, tell); break;
        case kind::tpu_usage:
        case kind::statistics:
        case kind::buffer_info:
        case kind::message: break;
        }
        return true;
    }

    // Only dumps can lack their rows.
    [[nodiscard]] bool has_tree() const { return kind_ != kind::dump || dump_.rows().are_all(); }

    // Passes on the last records of a text without fault. Returns false if it is not a dump.
    bool pass_rest() { return release_.finish(); }

    // What is to be reported about the instructions of a module text.
    std::vector<finding> take_findings() { return module_.take_findings(); }

    // The tree of a text without faults.
    ast::tree finish(const ast::forms& forms)
    {
        const auto with_forms = [&](auto tree) {
            tree.forms = forms;
            return tree;
        };
        switch (kind_) {
        case kind::dump: break;
        case kind::usage_report: return with_forms(usage_.finish(dump_.frame()));
        case kind::oom_report: return with_forms(oom_.finish(dump_.take_allocations(), dump_.take_used_values()));
        case kind::module_text: return module_.finish();
        case kind::tpu_report: return with_forms(tpu_.report());
        case kind::tpu_usage: return tpu_.usage();
        case kind::statistics: return oom_.statistics();
        case kind::buffer_info: return short_.finish_table();
        case kind::message: return short_.message();
        }
        return with_forms(dump_.finish());
    }

private:
    // What the text is: a dump, until the head of another kind was read.
    enum class kind : std::uint8_t {
        dump,
        usage_report,
        oom_report,
        module_text,
        tpu_report,
        tpu_usage,
        statistics,
        buffer_info,
        message,
    };
    static constexpr std::optional<kind> begun_by(record_is<grammar::program_usage_head>) { return kind::usage_report; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::space_head>) { return kind::usage_report; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::oom_head>) { return kind::oom_report; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::module_head>) { return kind::module_text; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::tpu_report>) { return kind::tpu_report; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::tpu_usage>) { return kind::tpu_usage; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::allocation_statistics>)
    {
        return kind::statistics;
    }
    static constexpr std::optional<kind> begun_by(record_is<grammar::info_head>) { return kind::buffer_info; }
    static constexpr std::optional<kind> begun_by(record_is<grammar::memory_message>) { return kind::message; }
    template <typename Rule>
    static constexpr std::optional<kind> begun_by(record_is<Rule>)
    {
        return std::nullopt;
    }

    void become(kind which)
    {
        if (kind_ != kind::dump) return; // a report contains statistics
        kind_ = which;
        // Texts other than dumps keep their rows, because rules need them. Their heads come first, so no row is lost.
        dump_.rows().keep_all();
        release_.keep_all();
    }

    template <typename Rule>
    auto& builder_of()
    {
        if constexpr (of_usage_report<Rule>)
            return usage_;
        else if constexpr (of_oom_report<Rule>)
            return oom_;
        else if constexpr (of_tpu_report<Rule>)
            return tpu_;
        else if constexpr (of_module_text<Rule>)
            return module_;
        else if constexpr (of_short_text<Rule>)
            return short_;
        else
            return dump_;
    }

    context& ctx_;
    kind kind_ = kind::dump;
    record_release release_;
    dump_builder dump_;
    usage_report_builder usage_;
    oom_report_builder oom_;
    module_text_builder module_;
    tpu_report_builder tpu_;
    short_text_builder short_;
};

} // namespace ballast::read

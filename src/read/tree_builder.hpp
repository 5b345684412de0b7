// The handler that builds the tree from the records.
#pragma once

#include "ballast/ast.hpp"
#include "read/dump_builder.hpp"
#include "read/module_text_builder.hpp"
#include "read/oom_report_builder.hpp"
#include "read/records.hpp"
#include "read/short_text_builder.hpp"
#include "read/tpu_report_builder.hpp"
#include "read/usage_report_builder.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::read {

class tree_builder {
public:
    explicit tree_builder(context& ctx)
        : ctx_(ctx), dump_(ctx), usage_(ctx), oom_(ctx), module_(ctx), tpu_(ctx), short_(ctx)
    {
    }

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
    }
    void close(record_is<grammar::contains_head>, ast::oom_report&, std::int64_t, std::int64_t)
    {
        oom_.begin_entries(dump_.allocation_count(), dump_.used_value_count());
    }

    template <typename Rule>
    void drop(record_is<Rule> rule)
    {
        builder_of<Rule>().drop(rule);
    }

    // A record is missing here.
    void fault()
    {
        dump_.lose();
        usage_.lose();
        module_.lose();
        ctx_.tree.lose();
    }
    // These bytes were not read.
    void skip(std::string_view bytes) { dump_.skip(bytes); }

    // Notes what a file shows by what it lacks, and checks whether it may end there. Rules are skipped if they need a
    // record with an error.
    template <typename Tell>
    void check_end(bool live_range_optional, Tell&& tell)
    {
        switch (kind_) {
        case kind::dump: dump_.check_end(live_range_optional, tell); break;
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
    }

    // What is to be reported about the instructions of a module text.
    std::vector<finding> take_findings() { return module_.take_findings(); }

    // The tree of what was read.
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
        if (kind_ == kind::dump) kind_ = which; // a report contains statistics
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
    dump_builder dump_;
    usage_report_builder usage_;
    oom_report_builder oom_;
    module_text_builder module_;
    tpu_report_builder tpu_;
    short_text_builder short_;
};

} // namespace ballast::read

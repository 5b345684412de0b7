#include "check/oom_report.hpp"

#include "ast/byte_size.hpp"
#include "check/byte_span.hpp"
#include "check/usage_report.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ballast::checking {

namespace {

class oom_report_checker {
public:
    oom_report_checker(std::string_view text, std::int64_t base, report& out) : text_(text), base_(base), out_(out) {}

    void check(const ast::allocation_statistics& of)
    {
        const auto total = span_of(of.total);
        const auto total_at = size_of("total allocation:");
        const bool total_known = is_size(total, total_at);
        const auto part = [&](std::string_view label, const ast::human_size& size) {
            const auto bytes = span_of(size);
            const auto where = size_of(label);
            if (!is_size(bytes, where) || !total_known) return;
            out_.applies(finding_id::statistics_total);
            if (bytes.low <= total.high) return;
            out_.add(finding_id::statistics_total, where,
                     say("one class takes {}, all allocations together take {}", text_of(bytes), text_of(total)),
                     {row_of(where)}, {}, {{total_at, say("the total")}});
        };
        part("parameter allocation:", of.parameter);
        part("constant allocation:", of.constant);
        part("maybe_live_out allocation:", of.maybe_live_out);
        part("preallocated temp allocation:", of.preallocated_temp);
        if (of.temp_fragmentation) {
            check("preallocated temp fragmentation:", *of.temp_fragmentation, span_of(of.preallocated_temp));
        }
        if (of.total_fragmentation) check("total fragmentation:", *of.total_fragmentation, total);
    }

    void check(const ast::list<ast::peak_buffer>& buffers)
    {
        const ast::peak_buffer* before = nullptr;
        for (const auto& x : buffers) {
            const auto where = field(x.at.offset, "Size: ");
            const auto bytes = span_of(x.size);
            if (!is_size(bytes, where)) continue;
            if (before) out_.applies(finding_id::buffer_order);
            if (before && span_of(before->size).high < bytes.low)
                out_.add(finding_id::buffer_order, where, say("buffer {} is larger than the one before it", x.number),
                         {row_of(where)}, {}, {{field(before->at.offset, "Size: "), say("buffer {}", before->number)}});
            before = &x;
            check_shape(x, bytes, where);
        }
    }

private:
    // A backend that rounds arrays up takes more bytes. A bounded dimension counts with its bound.
    void check_shape(const ast::peak_buffer& x, const byte_span& bytes, place where)
    {
        // Without a layout, elements below 8 bits may be packed.
        const auto* array = x.shape.array();
        const auto packed = array && !array->layout ? ast::packed_byte_size(*array) : -1;
        const auto takes = packed >= 0 ? packed : ast::byte_size(x.shape);
        out_.applies(finding_id::buffer_bytes);
        if (takes <= bytes.high) return;
        out_.add(finding_id::buffer_bytes, where,
                 say("buffer {} is {}, its shape takes {}", x.number, text_of(bytes), takes), {row_of(where)}, {},
                 {{field(x.at.offset, "hape: "), say("the shape")}});
    }

    void check(std::string_view label, const ast::fragmentation& of, const byte_span& whole)
    {
        const auto where = size_of(label);
        const auto bytes = span_of(of.size);
        if (!is_size(bytes, where) || whole.empty()) return;
        out_.applies(finding_id::statistics_percent);
        const place percent{where.end + 2, static_cast<std::int64_t>(text_.find('%', offset(where.end)))};
        const auto add = [&](finding_message text) {
            out_.add(finding_id::statistics_percent, shifted(percent, base_), std::move(text), {row_of(where)});
        };
        const auto* const hundredths = std::get_if<std::int64_t>(&of.percent);
        if (!hundredths) {
            if (whole.low > 0) add(say("the whole is {}, so its percentage is a number", text_of(whole)));
            return;
        }
        if (whole.high == 0) return add(say("the whole is 0 bytes, so its percentage is not a number"));
        const auto share = [](std::int64_t a, std::int64_t b) {
            return 100 * static_cast<double>(a) / static_cast<double>(b);
        };
        const auto least = share(bytes.low, whole.high);
        const auto largest = whole.low == 0 ? HUGE_VAL : share(bytes.high, whole.low);
        const auto said = static_cast<double>(*hundredths) / 100;
        constexpr double half = 0.005 + 1e-9;
        if (said + half < least || said - half > largest)
            add(say("{} of {} is {}%", text_of(bytes), text_of(whole),
                    fmt::format("{:.2f}", said + half < least ? least : largest)));
    }

    bool is_size(const byte_span& bytes, place where)
    {
        out_.applies(finding_id::usage_size);
        if (bytes.empty())
            out_.add(finding_id::usage_size, shifted(where, base_), say("XLA prints no number of bytes like this"),
                     {row_of(where)});
        return !bytes.empty();
    }

    // The place of the size after a label.
    [[nodiscard]] place size_of(std::string_view label) const
    {
        auto begin = text_.find(label) + label.size();
        while (text_[begin] == ' ') ++begin;
        return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(text_.find_first_of(" \n", begin))};
    }
    // The rest of the line after the next occurrence of a text.
    [[nodiscard]] place field(std::int64_t at, std::string_view before) const
    {
        const auto begin = text_.find(before, offset(at)) + before.size();
        return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(text_.find('\n', begin))};
    }
    static std::size_t offset(std::int64_t at) { return static_cast<std::size_t>(at); }

    std::string_view text_;
    std::int64_t base_;
    report& out_;
};

} // namespace

void check_statistics(const ast::allocation_statistics& of, std::string_view text, std::int64_t base, report& out)
{
    oom_report_checker(text, base, out).check(of);
}

void check_oom_report(const ast::oom_report& of, std::string_view text, std::int64_t base, report& out)
{
    oom_report_checker check(text, base, out);
    check.check(of.statistics);
    if (const auto* buffers = of.peak()) check.check(*buffers);
}

} // namespace ballast::checking

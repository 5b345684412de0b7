// Checks whether a memory-usage report is consistent.
#pragma once

#include "ballast/ast/usage_report.hpp"
#include "check/report.hpp"

#include <algorithm>
#include <string_view>

namespace ballast::checking {

// A report, its text, and the offset of the text in the concatenated texts that findings refer to.
struct usage_text {
    const ast::usage_report* report = nullptr;
    std::string_view text{};
    std::int64_t base = 0;
};

// Sizes in a report are rounded, so a sum is compared with all sums that its parts can have.
void check_usage_report(const usage_text& of, report& out);

// --- places in its text ----------------------------------------------------------------------------------------------

inline place shifted(place where, std::int64_t by) { return {where.begin + by, where.end + by}; }

// The subject that a finding at a place blames; two findings at one place have one cause.
inline subject row_of(place where) { return subject_of(about::report_row, static_cast<std::uint64_t>(where.begin)); }
inline subject total_of(place where)
{
    return subject_of(about::report_total, static_cast<std::uint64_t>(where.begin));
}

// The fields of a row, in the text.
class row_places {
public:
    row_places(std::string_view text, std::int64_t at) : text_(text), at_(static_cast<std::size_t>(at)) {}

    // A field between two semicolons, without the blanks around it.
    [[nodiscard]] place field(std::size_t which) const
    {
        auto rest = text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
        auto begin = at_;
        const auto end = [&] { return std::min(rest.find(';'), rest.size()); };
        for (; which != 0; --which) {
            const auto taken = std::min(end() + 1, rest.size());
            rest.remove_prefix(taken);
            begin += taken;
        }
        return trimmed(begin, begin + end());
    }
    [[nodiscard]] place cumulative() const { return trimmed(at_, text_.find('(', at_)); }
    [[nodiscard]] place percent() const { return trimmed(text_.find('(', at_) + 1, text_.find('%', at_)); }
    [[nodiscard]] place shapes() const
    {
        const auto from = field(4);
        return {from.begin, static_cast<std::int64_t>(std::min(text_.find('\n', at_), text_.size()))};
    }
    [[nodiscard]] place line() const { return trimmed(at_, std::min(text_.find('\n', at_), text_.size())); }

private:
    [[nodiscard]] place trimmed(std::size_t begin, std::size_t end) const
    {
        while (begin < end && (text_[begin] == ' ' || text_[begin] == '\t')) ++begin;
        return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
    }

    std::string_view text_;
    std::size_t at_;
};

// The number of bytes in the first line, or in the second, before a human-readable size.
inline place total_at(std::string_view text, std::int64_t at)
{
    const auto end = text.find(" (", text.find("Total bytes", static_cast<std::size_t>(at)));
    const auto begin = text.rfind(' ', end - 1) + 1;
    return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
}

// The size in the header of an allocation.
inline place size_at(std::string_view text, std::int64_t at)
{
    constexpr std::string_view before = "size ";
    const auto begin = text.find(before, static_cast<std::size_t>(at)) + before.size();
    return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(text.find_first_of(",:", begin))};
}

} // namespace ballast::checking

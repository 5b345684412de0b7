#include "check/buffer_info.hpp"

#include "check/usage_report.hpp"

#include <fmt/format.h>

#include <string>

namespace ballast::checking {

namespace {

// The columns after the name, which can contain commas.
enum column : std::size_t { definition_time = 2, end_time = 3, num_uses = 4, use_times = 5, use_names = 6 };

// The text by which XLA sorts uses at the same time.
std::string text_of(const ast::value_use& x)
{
    auto result = fmt::format("{}, operand {}", x.name, x.operand);
    if (x.index) {
        result += ' ';
        result += index_text(std::span(x.index->data(), x.index->size()));
    }
    return result;
}

class buffer_info_checker {
public:
    buffer_info_checker(std::string_view text, std::int64_t base, report& out) : text_(text), base_(base), out_(out) {}

    void check(const ast::buffer_info_row& x, const ast::buffer_info_row* before)
    {
        out_.applies(finding_id::info_order);
        out_.applies(finding_id::info_uses);
        out_.applies(finding_id::info_time);
        if (before && before->id >= x.id)
            add(finding_id::info_order, id_of(x), say("buffer {} comes after buffer {}", x.id, before->id),
                {{shifted(id_of(*before), base_), say("buffer {}", before->id)}});
        if (x.id != x.value.id)
            add(finding_id::info_order, id_of(x), say("buffer {} has value id {} in its name", x.id, x.value.id), {});
        const auto times = static_cast<std::int64_t>(x.use_times.size());
        const auto names = static_cast<std::int64_t>(x.uses.size());
        if (x.num_uses != times || times != names)
            add(finding_id::info_uses, cell(x, num_uses),
                say("{} uses, but {} times and {} names", x.num_uses, times, names), {});
        if (x.definition_time > x.end_time)
            add(finding_id::info_time, cell(x, end_time),
                say("the end {} is before the definition {}", x.end_time, x.definition_time),
                {{shifted(cell(x, definition_time), base_), say("the definition")}});
        if (times != names) return;
        for (std::size_t i = 1; i < x.use_times.size(); ++i) {
            if (x.use_times[i - 1] < x.use_times[i]) continue;
            const bool early = x.use_times[i] < x.use_times[i - 1];
            if (!early && text_of(x.uses[i - 1]) <= text_of(x.uses[i])) continue;
            add(finding_id::info_time, cell(x, early ? use_times : use_names),
                say("use {} comes after use {}, but is earlier", i, i - 1), {});
            return;
        }
    }

private:
    void add(finding_id which, place where, finding_message text, std::vector<evidence> beside)
    {
        const auto there = shifted(where, base_);
        out_.add(which, there, std::move(text), {row_of(there)}, {}, std::move(beside));
    }
    [[nodiscard]] place id_of(const ast::buffer_info_row& x) const
    {
        const auto begin = static_cast<std::size_t>(x.at.offset);
        return {x.at.offset, static_cast<std::int64_t>(text_.find(',', begin))};
    }
    // Starts after the closing quote of the name; quoted columns contain no quotes.
    [[nodiscard]] place cell(const ast::buffer_info_row& x, column which) const
    {
        auto begin = text_.find("\",", static_cast<std::size_t>(x.at.offset)) + 2;
        const auto end_of = [&](std::size_t from) {
            return text_[from] == '"' ? text_.find('"', from + 1) + 1 : text_.find_first_of(",\n", from);
        };
        for (std::size_t i = 0; i < which; ++i) begin = end_of(begin) + 1;
        return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end_of(begin))};
    }

    std::string_view text_;
    std::int64_t base_;
    report& out_;
};

} // namespace

void check_buffer_info(const ast::buffer_info& of, std::string_view text, std::int64_t base, report& out)
{
    buffer_info_checker check(text, base, out);
    const ast::buffer_info_row* before = nullptr;
    for (const auto& x : of.rows) {
        check.check(x, before);
        before = &x;
    }
}

} // namespace ballast::checking

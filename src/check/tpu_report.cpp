#include "check/tpu_report.hpp"

#include "ast/byte_size.hpp"
#include "ast/human_size.hpp"
#include "check/byte_span.hpp"
#include "check/usage_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ballast::checking {

namespace {

using ast::short_text;
using ast::tenths_text;

constexpr std::size_t longest_list = 20; // in hbm

byte_span spans(const std::optional<ast::human_size>& x) { return x ? span_of(*x) : byte_span{}; }
byte_span difference(const byte_span& a, const byte_span& b)
{
    return {std::max<std::int64_t>(a.low - b.high, 0), a.high - b.low};
}
bool agree(const byte_span& a, const byte_span& b) { return !a.common(b).empty(); }

// True if a share, in tenths of `whole`, can be that of two sizes.
bool fits(std::int64_t tenths, const byte_span& part, const byte_span& whole, double unit)
{
    const auto ratio = [&](std::int64_t a, std::int64_t b) {
        return b == 0 ? HUGE_VAL : unit * static_cast<double>(a) / static_cast<double>(b);
    };
    if (whole.high == 0) return true;
    const auto said = static_cast<double>(tenths) / 10;
    constexpr double half = 0.05 + 1e-9;
    return said + half >= ratio(part.low, whole.high) && said - half <= ratio(part.high, whole.low);
}

class tpu_checker {
public:
    tpu_checker(std::string_view text, std::int64_t base, report& out) : text_(text), base_(base), out_(out) {}

    void check(const ast::tpu_space_report& of)
    {
        if (of.lead) check_lead(*of.lead, of);
        if (of.total) check_total(*of.total, 0);
        if (of.program) check_program(*of.program, at("Program ", 0));
        if (of.total && of.program && of.total->program) out_.applies(finding_id::tpu_rows);
        if (of.total && of.program && of.total->program && *of.total->program != of.program->requirement)
            add(finding_id::tpu_rows, after(" requirement ", 0),
                say("the program requires {}, but {} in the total", short_text(of.program->requirement),
                    short_text(*of.total->program)));
        check_list(of.allocations.blocks, of.lead ? of.lead->space : of.allocations.space.value_or(""));
        check_list(of.arguments.blocks, "hbm");
        for (const auto& block : of.allocations.blocks) check_block(block);
        for (const auto& block : of.arguments.blocks) check_shape(block.shape, block.size, block.at.offset);
        if (of.program && of.allocations.space && *of.allocations.space != "hbm") check_sum(of);
    }

    void check(const ast::tpu_stack_overflow& of)
    {
        const auto size = span_of(of.size);
        if (exceeds(size, of.limit, after("Scoped allocation with size ", 0)))
            check_excess(size, span_of(of.limit), of.excess, after(" limit by ", 0));
    }

    void check(const ast::tpu_temporaries& of)
    {
        static_cast<void>(exceeds(span_of(of.required), of.available, after(" for HLO temporaries (", 0)));
    }
    void check(const ast::tpu_early_abort& of)
    {
        static_cast<void>(exceeds(span_of(of.required), of.available, after(" Requires ", 0)));
    }
    void check(const ast::tpu_cores& of)
    {
        static_cast<void>(exceeds(span_of(of.tensor_core) + span_of(of.sparse_core), of.available,
                                  after("TensorCore Hbm usage: ", 0)));
    }
    void check(const ast::tpu_sparse_core& of)
    {
        out_.applies(finding_id::tpu_excess);
        if (of.reached <= of.limit)
            add(finding_id::tpu_excess, after(" upper bound (", 0),
                say("{} words do not exceed the limit of {} words", of.reached, of.limit));
    }
    void check(const ast::tpu_bare_report&) {} // has no sizes
    template <typename Message>
    void check(const ast::box<Message>& message)
    {
        check(*message);
    }

    void check(const ast::tpu_large_allocation& of)
    {
        const auto where = after("(size=", 0);
        const auto bytes = of.shape.array() ? ast::tiled_byte_size(*of.shape.array()) : -1;
        out_.applies(finding_id::tpu_bytes);
        if (of.size <= of.capacity)
            add(finding_id::tpu_bytes, where, say("{} bytes fit into {}", of.size, of.capacity));
        if (of.word != UINT64_MAX && of.word != static_cast<std::uint64_t>(of.size))
            add(finding_id::tpu_bytes, after("size = ", 0),
                say("0x{} is {}, not {}", fmt::format("{:x}", of.word), of.word, of.size));
        if (bytes >= 0 && bytes != of.size)
            add(finding_id::tpu_bytes, where, say("the shape takes {} bytes, not {}", bytes, of.size));
    }

    void check_total(const ast::tpu_total& of, std::int64_t from)
    {
        const auto sum = span_of(of.reserved) + spans(of.program) + spans(of.arguments);
        out_.applies(finding_id::tpu_total);
        if (!agree(span_of(of.usage), sum))
            add(finding_id::tpu_total, after(" usage >= ", from),
                say("the rows add up to {}, not {}", text_of(sum), short_text(of.usage)));
    }

    void check_program(const ast::tpu_program& of, std::int64_t from)
    {
        byte_span sum;
        for (const auto& row : of.rows) {
            sum = sum + span_of(row.size);
            if (row.utilization) check_utilization(row, from);
        }
        out_.applies(finding_id::tpu_rows);
        if (!agree(span_of(of.requirement), sum))
            add(finding_id::tpu_rows, after(" requirement ", from),
                say("the rows add up to {}, not {}", text_of(sum), short_text(of.requirement)));
    }

private:
    void check_lead(const ast::tpu_lead& lead, const ast::tpu_space_report& of)
    {
        if (exceeds(span_of(lead.used), lead.capacity, after(" Used ", 0)))
            check_excess(span_of(lead.used), span_of(lead.capacity), lead.exceeded, after(" capacity by ", 0));
        if (!of.program || (lead.space == "hbm" && !of.total)) return;
        out_.applies(finding_id::tpu_used);
        const auto used = span_of(lead.used);
        const auto arguments = of.total ? spans(of.total->arguments) : byte_span{};
        const auto program = span_of(of.program->requirement);
        const bool all = of.total && agree(used, span_of(of.total->usage)); // in 2019
        if (!all && !agree(used, program + arguments))
            add(finding_id::tpu_used, after(" Used ", 0),
                say("program and arguments take {}, not {}", text_of(program + arguments), short_text(lead.used)));
    }

    // A finding if what is needed is not more than what is available.
    bool exceeds(const byte_span& needed, const ast::human_size& available, place where)
    {
        const auto all = span_of(available);
        if (needed.empty() || all.empty()) return true;
        out_.applies(finding_id::tpu_excess);
        if (needed.high > all.low) return true;
        add(finding_id::tpu_excess, where,
            say("{} do not exceed the {} that are available", text_of(needed), text_of(all)));
        return false;
    }

    void check_excess(const byte_span& used, const byte_span& capacity, const ast::human_size& excess, place where)
    {
        out_.applies(finding_id::tpu_excess);
        if (agree(difference(used, capacity), span_of(excess))) return;
        add(finding_id::tpu_excess, where,
            say("the difference is {}, not {}", text_of(difference(used, capacity)), short_text(excess)));
    }

    void check_utilization(const ast::tpu_row& row, std::int64_t from)
    {
        const auto& of = *row.utilization;
        const auto temporary = span_of(row.size);
        const auto fragmented = span_of(of.fragmented);
        out_.applies(finding_id::tpu_percent);
        if (!fits(of.fragmentation, fragmented, temporary, 100))
            add(finding_id::tpu_percent, after("), ", from),
                say("{} is not {}% of {}", short_text(of.fragmented), tenths_text(of.fragmentation),
                    short_text(row.size)));
        if (!of.padding) return;
        const auto padded = span_of(of.padding->padded);
        if (!fits(of.utilized, span_of(of.padding->unpadded), padded, 100))
            add(finding_id::tpu_percent, after("HLO temp", from),
                say("{} is not {}% of {}", short_text(of.padding->unpadded), tenths_text(of.utilized),
                    short_text(of.padding->padded)));
        out_.applies(finding_id::tpu_temporaries);
        if (!agree(padded + fragmented, temporary))
            add(finding_id::tpu_temporaries, after("HLO temp", from),
                say("padded arrays and fragmentation take {}, not {}", text_of(padded + fragmented),
                    short_text(row.size)));
    }

    template <typename Block>
    void check_list(const ast::list<Block>& blocks, std::string_view space)
    {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const auto& x = blocks[i];
            const auto where = line(x.at.offset);
            if (i != 0) out_.applies(finding_id::tpu_order);
            if (x.number != blocks[0].number + static_cast<std::int64_t>(i))
                add(finding_id::tpu_order, where, say("block {} follows block {}", x.number, blocks[i - 1].number));
            else if (i != 0 && span_of(blocks[i - 1].size).high < span_of(x.size).low)
                add(finding_id::tpu_order, where, say("block {} is larger than the one before it", x.number));
            else if (space == "hbm" && i == longest_list)
                add(finding_id::tpu_order, where, say("a list in hbm has at most {} blocks", longest_list));
        }
    }

    void check_block(const ast::tpu_block& x)
    {
        if (!x.array) return;
        const auto& of = *x.array;
        check_shape(of.shape, x.size, x.at.offset);
        if (const auto* array = of.shape.array()) {
            const auto bytes = ast::byte_size(ast::array_shape{array->type, array->dimensions, {}, false});
            const auto bits_stored =
                array->layout && array->layout->suffixes ? array->layout->suffixes->element_bits : 0;
            const auto packed = bits_stored != 0 && bits_stored < 8 ? ast::packed_byte_size(*array) : -1;
            if (bytes >= 0 && ast::human(bytes) != of.unpadded && (packed < 0 || ast::human(packed) != of.unpadded))
                add(finding_id::tpu_shape, after("Unpadded size: ", x.at.offset),
                    say("the elements take {} bytes, not {}", bytes, short_text(of.unpadded)));
        }
        check_padding(x, of);
    }

    void check_padding(const ast::tpu_block& x, const ast::tpu_array& of)
    {
        out_.applies(finding_id::tpu_padding);
        const auto where = after(of.extra ? "due to padding: " : "Unpadded size: ", x.at.offset);
        const auto size = span_of(x.size);
        const auto unpadded = span_of(of.unpadded);
        if (!of.extra) {
            if (x.size != of.unpadded)
                add(finding_id::tpu_padding, where,
                    say("{} and {} differ, but no extra memory is printed", short_text(x.size),
                        short_text(of.unpadded)));
            return;
        }
        if (!agree(difference(size, unpadded), span_of(of.extra->size)))
            add(finding_id::tpu_padding, where,
                say("the difference is {}, not {}", text_of(difference(size, unpadded)), short_text(of.extra->size)));
        if (!fits(of.extra->factor, size, unpadded, 1))
            add(finding_id::tpu_padding, where,
                say("{} is not {} times {}", short_text(x.size), tenths_text(of.extra->factor),
                    short_text(of.unpadded)));
    }

    void check_shape(const ast::shape& shape, const ast::human_size& size, std::int64_t block)
    {
        const auto bytes = shape.array() ? ast::tiled_byte_size(*shape.array()) : -1;
        if (bytes < 0) return;
        out_.applies(finding_id::tpu_shape);
        if (ast::human(bytes) == size) return;
        add(finding_id::tpu_shape, after("Size: ", block),
            say("the shape takes {} bytes with its tiles, not {}", bytes, short_text(size)));
    }

    void check_sum(const ast::tpu_space_report& of)
    {
        const auto& blocks = of.allocations.blocks;
        if (blocks.empty() || blocks.size() >= longest_list || blocks[0].number != 1) return;
        byte_span sum;
        for (const auto& x : blocks) sum = sum + span_of(x.size);
        out_.applies(finding_id::tpu_sum);
        if (!agree(sum, span_of(of.program->requirement)))
            add(finding_id::tpu_sum, after(" requirement ", 0),
                say("the allocations add up to {}, not {}", text_of(sum), short_text(of.program->requirement)));
    }

    void add(finding_id id, place where, finding_message text)
    {
        out_.add(id, shifted(where, base_), std::move(text), {row_of(where)});
    }

    [[nodiscard]] std::int64_t at(std::string_view what, std::int64_t from) const
    {
        const auto found = text_.find(what, static_cast<std::size_t>(from));
        return found == std::string_view::npos ? from : static_cast<std::int64_t>(found);
    }
    // The word after the next occurrence of a text.
    [[nodiscard]] place after(std::string_view what, std::int64_t from) const
    {
        auto begin = static_cast<std::size_t>(at(what, from)) + what.size();
        while (begin < text_.size() && text_[begin] == ' ') ++begin;
        const auto end = std::min(text_.find_first_of(" ,)\n", begin), text_.size());
        return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
    }
    [[nodiscard]] place line(std::int64_t from) const
    {
        return {from,
                static_cast<std::int64_t>(std::min(text_.find('\n', static_cast<std::size_t>(from)), text_.size()))};
    }

    std::string_view text_;
    std::int64_t base_;
    report& out_;
};

} // namespace

void check_tpu_report(const ast::tpu_report& of, std::string_view text, std::int64_t base, report& out)
{
    tpu_checker check(text, base, out);
    std::visit([&](const auto& message) { check.check(message); }, of.message);
}

void check_tpu_usage(const ast::tpu_usage& of, std::string_view text, std::int64_t base, report& out)
{
    tpu_checker check(text, base, out);
    for (const auto& section : of.sections) {
        if (const auto* total = std::get_if<ast::tpu_total>(&section.form))
            check.check_total(*total, section.at.offset);
        if (const auto* program = std::get_if<ast::tpu_program>(&section.form))
            check.check_program(*program, section.at.offset);
    }
}

} // namespace ballast::checking

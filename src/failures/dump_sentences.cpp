// Rows of dumps that are not in a dump: pasted alone, abridged, or without what the grammar needs around them.
#include "failures/collector.hpp"

#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ballast::failures {

namespace {

// Of each kind; the largest are kept.
constexpr std::size_t most_kept = 10000;

void keep(std::vector<listed_buffer>& all, listed_buffer&& made)
{
    all.push_back(std::move(made));
    if (all.size() < 2 * most_kept) return;
    std::ranges::nth_element(all, all.begin() + most_kept, std::greater(), &listed_buffer::bytes);
    all.resize(most_kept);
}

// `f32[8,16]` without its layout, also of tuples.
std::string_view shape_at(std::string_view text)
{
    if (text.starts_with('(')) return text.substr(0, text.find(')') + 1);
    const auto shape = text.substr(0, text.find_first_of(" {\n"));
    return shape.ends_with(']') ? shape : std::string_view();
}

std::string_view owner_of(std::string_view kind)
{
    if (kind.find("preallocated-temp") != npos) return "temporary";
    if (kind.find("parameter ") != npos) return "argument";
    if (kind.find("constant") != npos) return "constant";
    return kind.find("maybe-live-out") != npos ? "output" : "allocation";
}

} // namespace

draft& collector::dump_rows(std::size_t at)
{
    auto* d = last({event::dump_rows});
    return d ? *d : open(event::dump_rows, at);
}

// `allocation 4: size 512, parameter 0, shape |f32[8,16]| at ShapeIndex {}:`
void collector::dump_allocation(const match& found, std::size_t at)
{
    const auto number = number_before(at);
    const auto from = at - std::min<std::size_t>(at, 32);
    const auto head = text_.substr(from, at - from);
    const auto word = head.rfind("allocation ");
    if (!number || word == npos || head.find_first_not_of("0123456789 ", word + 11) != npos) return;
    auto& d = dump_rows(at);
    d.end = found.end;
    if (!d.known_buffers.insert(std::to_string(*number)).second) return;
    constexpr std::size_t longest = 300;
    auto kind = after(found.end, longest);
    kind = kind.substr(0, kind.find(": "));
    const auto bytes = number_of(found.values[0]).value_or(0);
    if (kind.find("thread-local") != npos) {
        d.scoped = exact_amount(saturating_sum(d.scoped ? d.scoped->bytes : 0, bytes));
        return;
    }
    d.allocations = d.allocations.value_or(0) + 1;
    d.total = exact_amount(saturating_sum(d.total ? d.total->bytes : 0, bytes));
    listed_buffer made{
        .bytes = bytes, .owner = std::string(owner_of(kind)), .label = fmt::format("allocation {}", *number)};
    if (const auto bar = kind.find('|'); bar != npos) {
        made.shape = kind.substr(bar + 1);
        made.shape.resize(std::min(made.shape.find('|'), made.shape.size()));
    }
    keep(d.buffers, std::move(made));
}

// ` value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}`
void collector::dump_value(const match& found, std::size_t at)
{
    constexpr std::size_t longest = 400; // of a name
    const auto from = at - std::min(at, longest);
    auto name = text_.substr(from, at - from);
    const auto open_at = name.rfind("value: <");
    if (open_at == npos) return;
    name.remove_prefix(open_at + 8);
    name = name.substr(0, name.find(" @"));
    if (const auto digits = name.find_first_not_of("0123456789"); digits != npos && name[digits] == ' ')
        name.remove_prefix(digits + 1);
    auto& d = dump_rows(at);
    d.end = found.end;
    keep(d.buffers, {.bytes = number_of(found.values[0]).value_or(0),
                     .shape = std::string(shape_at(found.values[2])),
                     .owner = "value",
                     .label = std::string(name)});
}

// `    p.1{1}: 4 bytes (cumulative: 1112 bytes)`
void collector::peak_row(const match& found, std::size_t at)
{
    const auto bytes = number_before(at);
    if (!bytes) return;
    const auto live = bytes_at(found, 0);
    auto& d = dump_rows(at);
    d.end = found.end;
    if (!d.peak || d.peak->bytes < live.bytes) d.peak = live;
    constexpr std::size_t longest = 200;
    const auto from = at - std::min(at, longest);
    auto name = text_.substr(from, at - from);
    name = name.substr(0, name.rfind(": "));
    keep(d.buffers, {.bytes = *bytes, .owner = "live", .label = std::string(name.substr(name.rfind(' ') + 1))});
}

// `  │   └── enc (7.6%, total: 84 bytes, current: 64 bytes, remaining: 24 bytes)`, after the rows of the peak.
void collector::stack_row(const match& found, std::size_t at)
{
    auto& d = dump_rows(at);
    d.end = found.end;
    const auto total = bytes_at(found, 0);
    if (!d.peak || d.peak->bytes < total.bytes) d.peak = total;
    const auto bytes = number_of(found.values[1]).value_or(0);
    if (bytes == 0 || (!d.buffers.empty() && d.buffers.front().owner == "live")) return;
    constexpr std::size_t longest = 200;
    const auto from = at - std::min(at, longest);
    auto name = text_.substr(from, at - from);
    name = name.substr(0, name.rfind(" ("));
    keep(d.buffers, {.bytes = bytes, .owner = "in the tree", .label = std::string(name.substr(name.rfind(' ') + 1))});
}

} // namespace ballast::failures

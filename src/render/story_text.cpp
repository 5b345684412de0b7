#include "base/human_size.hpp"
#include "base/saturating_sum.hpp"
#include "render/memory_view.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::inline v0::render {

namespace {

constexpr std::size_t most_listed = 12;

// Why a buffer is in memory at the peak, or that it is not.
std::string reason(const buffer_story& s)
{
    if (s.is_thread_local) return "thread-local: not in device memory";
    switch (s.what.is) {
    case buffer_class::argument: return "an argument: its memory is in use for the whole run";
    case buffer_class::donated:
        if (s.what.parameter >= 0) return "a donated argument: its memory holds a result at the end";
        return s.what.output.empty() ? "in the memory of a donated argument, which is in use for the whole run"
                                     : "a result in the memory of a donated argument";
    case buffer_class::constant: return "a constant: its memory is in use for the whole run";
    case buffer_class::output:
        return s.what.output.empty() ? "a temporary in the memory of a result, which is in use for the whole run"
                                     : "a result: its memory is in use for the whole run";
    case buffer_class::unknown:
    case buffer_class::temporary: break;
    }
    if (!s.peak) return "a temporary; live ranges are unknown";
    if (!s.live_at_peak) return fmt::format("a temporary, not live at instruction {}, the peak of its space", *s.peak);
    const auto next = std::ranges::find_if(s.readers, [&](const buffer_reader& r) { return r.step >= *s.peak; });
    auto result = fmt::format("live at instruction {}, the peak of its space: ", *s.peak);
    if (s.what.start == *s.peak) return result + "written then";
    if (next != s.readers.end())
        return result +
               fmt::format("read by {} {}", printable(next->name),
                           next->step == *s.peak ? std::string("then") : fmt::format("at instruction {}", next->step));
    if (s.positions.size() > 1) return result + "read later at its other positions";
    return result + "no later reader is listed";
}

std::string neighbour(const buffer_neighbour& n)
{
    return fmt::format("{} (value {}, instructions {} to {})", printable(n.name), n.value, n.start, n.end);
}

} // namespace

std::string story_text(const buffer_story& s, bool plain)
{
    const auto& what = s.what;
    std::string out;
    const auto line = [&](std::string_view label, const std::string& text) {
        if (!text.empty()) out += fmt::format(" {:<12}{}\n", label, text);
    };
    const auto list = [&](std::string_view label, std::size_t count, auto&& item) {
        for (std::size_t i = 0; i < std::min(count, most_listed); ++i) line(i == 0 ? label : "", item(i));
        if (count > most_listed) line("", fmt::format("and {} more", count - most_listed));
    };
    out += fmt::format("{}: value {}, {}, {}\n", printable(what.name), what.value, printable(what.shape),
                       s.is_thread_local ? "thread-local" : spelling(what.is));
    line("size", fmt::format("{}{}", exact_size_text(what.size),
                             what.logical >= 0 && what.logical < what.size
                                 ? fmt::format(", {} without padding", size_text(what.logical))
                                 : ""));
    line("memory", fmt::format("space {}, bytes {} to {} of allocation {} ({})", what.space, what.offset,
                               saturating_sum(what.offset, what.size), what.allocation, size_text(s.allocation_size)));
    if (what.start >= 0) line("live", fmt::format("from instruction {} to {}", what.start, what.end));
    line("why", reason(s));
    line("label", printable(what.label));
    line("source", printable(what.source));
    line("result", what.output);
    list("stack", what.stack.size(), [&](std::size_t i) {
        const auto& call = what.stack[i];
        return printable(fmt::format("{}:{}{}", call.file, call.line,
                                     call.function.empty() ? "" : fmt::format(" ({})", call.function)));
    });
    line("defined by", printable(s.instruction));
    list("positions", s.positions.size(), [&](std::size_t i) { return printable(s.positions[i]); });
    list("uses", s.readers.size(), [&](std::size_t i) {
        const auto& r = s.readers[i];
        auto text = fmt::format("{}, operand {}{}", printable(r.name), r.operand,
                                fmt::format("{}{}", r.index.empty() ? "" : " ", r.index));
        if (r.step >= 0) text += fmt::format(", instruction {}", r.step);
        if (!r.label.empty()) text.append(": ").append(printable(r.label));
        return text;
    });
    list("shares with", s.shares.size(), [&](std::size_t i) { return neighbour(s.shares[i]); });
    if (s.before) line("before", neighbour(*s.before));
    if (s.after) line("after", neighbour(*s.after));
    return plain ? ascii(out) : out;
}

} // namespace ballast::inline v0::render

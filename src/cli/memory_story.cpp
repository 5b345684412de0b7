#include "base/human_size.hpp"
#include "cli/memory_view.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::cli {

namespace {

constexpr std::size_t most_listed = 12;

// Why it is there at the fullest moment, or that it is not.
std::string reason(const buffer_story& s)
{
    if (s.is_thread_local) return "thread-local: no device memory";
    switch (s.what.is) {
    case buffer_class::argument: return "an argument: there for the whole run";
    case buffer_class::donated:
        if (s.what.parameter >= 0) return "an argument that is given up: a result is in its memory at the end";
        return s.what.output.empty() ? "lies in the memory of an argument that is given up, there for the whole run"
                                     : "a result, in the memory of an argument that is given up";
    case buffer_class::constant: return "a constant: there for the whole run";
    case buffer_class::output:
        return s.what.output.empty() ? "lies in the memory of a result, there for the whole run"
                                     : "a result: there for the whole run";
    case buffer_class::temporary: break;
    }
    if (!s.fullest) return "a temporary; live ranges are not known";
    if (!s.held_then) return fmt::format("not alive at tick {}, the fullest moment of its space", *s.fullest);
    const auto next = std::ranges::find_if(s.readers, [&](const buffer_reader& r) { return r.tick >= *s.fullest; });
    auto result = fmt::format("alive at tick {}, the fullest moment of its space: ", *s.fullest);
    if (s.what.start == *s.fullest) return result + "it is made then";
    if (next != s.readers.end())
        return result + fmt::format("{} reads it {}", printable(next->name),
                                    next->tick == *s.fullest ? std::string("then") : fmt::format("at {}", next->tick));
    if (s.positions.size() > 1) return result + "what stands at its other places is read later";
    return result + "no reader after it is listed";
}

std::string neighbour(const buffer_neighbour& n)
{
    return fmt::format("{} (value {}, ticks {} to {})", printable(n.name), n.value, n.start, n.end);
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
    line("size",
         fmt::format("{}{}{}", human_size(what.size), what.size < 1024 ? "" : fmt::format(" ({} bytes)", what.size),
                     what.logical >= 0 && what.logical < what.size
                         ? fmt::format(", {} without padding", human_size(what.logical))
                         : ""));
    line("lies", fmt::format("in space {}, bytes {} to {} of allocation {} ({})", what.space, what.offset,
                             saturating_sum(what.offset, what.size), what.allocation, human_size(s.allocation_size)));
    if (what.start >= 0) line("lives", fmt::format("from tick {} to {}", what.start, what.end));
    line("why", reason(s));
    line("label", printable(what.label));
    line("result", what.output);
    list("stack", what.stack.size(), [&](std::size_t i) {
        const auto& call = what.stack[i];
        return printable(fmt::format("{}:{}{}", call.file, call.line,
                                     call.function.empty() ? "" : fmt::format(" ({})", call.function)));
    });
    line("defined by", printable(s.instruction));
    list("stands at", s.positions.size(), [&](std::size_t i) { return printable(s.positions[i]); });
    list("read by", s.readers.size(), [&](std::size_t i) {
        const auto& r = s.readers[i];
        auto text = fmt::format("{}, operand {}{}", printable(r.name), r.operand,
                                fmt::format("{}{}", r.index.empty() ? "" : " ", r.index));
        if (r.tick >= 0) text += fmt::format(", tick {}", r.tick);
        if (!r.label.empty()) text.append(": ").append(printable(r.label));
        return text;
    });
    list("shares with", s.shares.size(), [&](std::size_t i) { return neighbour(s.shares[i]); });
    if (s.before) line("before it", neighbour(*s.before));
    if (s.after) line("after it", neighbour(*s.after));
    return plain ? ascii(out) : out;
}

} // namespace ballast::cli

// What the runtime of TPUs says about memory.
#include "failures/collector.hpp"

#include "base/letters.hpp"
#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <utility>

namespace ballast::failures {

void collector::buffer_failure(const match& found, std::size_t at)
{
    const auto needed = amount_at(found, 0);
    constexpr std::size_t longest = 400;
    const auto rest = after(found.end, longest);
    std::optional<amount> free;
    if (const auto there = rest.find("There are "); there < 8) free = amount_of(rest.substr(there + 10));
    auto program = word_before("loading program '", at, 200);
    const bool is_program =
        !program.empty() || word_before("loading program", at, 60) == ":" ||
        text_.substr(at - std::min<std::size_t>(at, 40), std::min<std::size_t>(at, 40)).find("oading program") != npos;
    const auto kind = is_program ? event::tpu_program : event::tpu_buffer;
    const auto same = [&](const draft& d) { return *d.needed == needed && (!free || !d.free || *d.free == *free); };
    if (repeated(kind, at, same)) return;
    auto& d = open(kind, at);
    d.needed = needed;
    d.free = free;
    d.program = std::move(program);
    const auto own = rest.substr(0, rest.find("Attempting to "));
    constexpr std::string_view region = "largest contiguous region of free memory is ";
    if (const auto place = own.find(region); place != npos) d.largest = amount_of(own.substr(place + region.size()));
    d.reason_is_fragmentation = d.largest.has_value();
    for (const auto open : {own.find("; ("), own.find(";("), own.find("free. (")})
        if (open != npos && d.device.empty()) {
            const auto chip = own.substr(own.find('(', open) + 1);
            d.device = chip.substr(0, chip.find_first_of("_)"));
        }
    d.end = found.end;
}

// The end of the sentence is not there.
void collector::cut_buffer_failure(const match& found, std::size_t at)
{
    constexpr std::size_t distance = 80;
    const auto before = text_.substr(at - std::min(at, distance), std::min(at, distance));
    for (const std::string_view words : {"RESOURCE_EXHAUSTED", "device buffer", "oading program"})
        if (before.find(words) != npos) return buffer_failure(found, at);
}

void collector::reserve_failure(const match& found, std::size_t at)
{
    const auto needed = amount_at(found, 0);
    constexpr std::size_t longest = 500;
    const auto rest = after(found.end, longest);
    const auto own = rest.substr(0, rest.find("Attempting to reserve"));
    std::optional<amount> free;
    std::optional<amount> reserved;
    std::optional<amount> reservable;
    if (const auto there = own.find("There are "); there != npos) {
        if (const auto sizes = here("There are %s free, %s reserved, and %s reservable", found.end + there)) {
            free = amount_at(*sizes, 0);
            reserved = amount_at(*sizes, 1);
            reservable = amount_at(*sizes, 2);
        } else if (const auto size = here("There are %s free", found.end + there)) {
            free = amount_at(*size, 0);
        }
    }
    const auto same = [&](const draft& d) {
        return *d.needed == needed && (!reservable || !d.reservable || *d.reservable == *reservable);
    };
    auto program = word_before("oading program '", at, 200);
    if (auto* known = repeated(event::tpu_program, at, same)) {
        if (known->program.empty()) known->program = std::move(program);
        return;
    }
    auto& d = open(event::tpu_program, at);
    d.needed = needed;
    d.free = free;
    d.reserved = reserved;
    d.reservable = reservable;
    d.program = std::move(program);
    constexpr std::string_view compacted = "maximum reservable bytes would be ";
    if (const auto place = own.find(compacted); place != npos) {
        const auto most = amount_of(own.substr(place + compacted.size()));
        if (most) d.facts.push_back(fmt::format("without fragmentation, {} could be reserved", most->text));
    }
    constexpr std::string_view obstacle = "nearest obstacle is at ";
    if (const auto place = own.find(obstacle); place != npos) {
        const auto where = amount_of(own.substr(place + obstacle.size()));
        if (where) d.facts.push_back(fmt::format("the nearest obstacle is {} from the bottom", where->text));
    }
    d.end = found.end;
}

void collector::summary_reason(const match& found, std::size_t)
{
    auto* d = last({event::tpu_buffer, event::tpu_program});
    if (!d) return;
    if (found.values[0].starts_with("Fragmentation")) d->reason_is_fragmentation = true;
    d->end = found.end;
}

void collector::scope_allocations(const match& found, std::size_t at)
{
    auto* d = last({event::tpu_buffer, event::tpu_program});
    if (!d || d->repeated) return;
    listed_buffer made;
    made.bytes = number_of(found.values[0]).value_or(0);
    made.owner = "allocations";
    const auto before = text_.substr(at - std::min<std::size_t>(at, 24), std::min<std::size_t>(at, 24));
    const auto word = before.find_last_not_of(' ');
    const auto begin = word == npos ? npos : before.substr(0, word + 1).find_last_not_of("0123456789");
    if (word != npos) made.count = number_of(before.substr(begin == npos ? 0 : begin + 1)).value_or(1);
    const auto rest = after(found.end, 200);
    made.label = rest.starts_with("scope \"") ? std::string(between(rest, "scope \"", "\"")) : "unknown scope";
    d->buffers.push_back(std::move(made));
    d->end = found.end;
}

// The table of 2020 after a failed reservation.
void collector::capacity(const match& found, std::size_t)
{
    if (auto* d = last({event::tpu_program})) d->limit = amount_at(found, 0);
}

void collector::allocated(const match& found, std::size_t)
{
    if (auto* d = last({event::tpu_program})) d->in_use = amount_at(found, 0);
}

// `XLA::TPU program HBM usage: 52.5K / 31.25G`: a program that was compiled.
void collector::usage_line(const match& found, std::size_t at)
{
    auto space = lower_case(found.values[0]);
    const auto used = amount_at(found, 1);
    const auto same = [&](const draft& d) {
        return !d.has_lead && d.needed && d.space == space && d.needed->text == used.text;
    };
    if (repeated(event::tpu_memory, at, same)) return;
    auto& d = open(event::tpu_memory, at);
    d.space = std::move(space);
    d.needed = used;
    d.available = amount_at(found, 2);
    d.end = found.end;
}

} // namespace ballast::failures

// What compilers report about memory: warnings, usage reports and sizes.
#include "failures/collector.hpp"

#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::failures {

void collector::rematerialization(const match& found, std::size_t at)
{
    constexpr std::size_t longest = 300;
    const auto rest = after(found.end, longest);
    const auto own = rest.substr(0, rest.find("reduce memory use below"));
    // Exact numbers follow the sizes.
    const auto size_at = [&](std::size_t from, const amount& printed) {
        const auto bytes = here(" (%n bytes)", from);
        if (!bytes) return printed;
        auto exact = printed;
        exact.bytes = number_of(bytes->values[0]).value_or(printed.bytes);
        exact.exact = true;
        return exact;
    };
    const auto size_after = [&](std::string_view words) -> std::optional<amount> {
        const auto place = own.find(words);
        if (place == npos) return std::nullopt;
        const auto size = here("%s", found.end + place + words.size());
        if (!size) return std::nullopt;
        return size_at(size->end, amount_at(*size, 0));
    };
    const auto limit = size_at(found.end, amount_at(found, 0));
    const auto reduced = size_after("only reduced to ");
    const auto same = [&](const draft& d) {
        return *d.limit == limit && d.needed.has_value() == reduced.has_value() && (!reduced || *d.needed == *reduced);
    };
    if (repeated(event::rematerialization, at, same)) return;
    auto& d = open(event::rematerialization, at);
    d.limit = limit;
    d.needed = reduced;
    d.original = size_after("down from ");
    d.end = found.end;
}

void collector::base_limit(const match& found, std::size_t at)
{
    const auto needed = bytes_at(found, 0);
    const auto limit = found.count > 1 ? std::optional(bytes_at(found, 1)) : std::nullopt;
    if (repeated(event::base_limit, at, [&](const draft& d) { return *d.needed == needed && d.limit == limit; }))
        return;
    auto& d = open(event::base_limit, at);
    d.needed = needed;
    d.limit = limit;
    d.end = found.end;
}

void collector::partitioner(const match& found, std::size_t at)
{
    constexpr std::size_t longest = 400;
    const auto rest = after(found.end, longest);
    auto name = std::string();
    auto shape = std::string_view();
    // `operation: %copy.5 = f32[64,1024]{1,0} copy(…`, also without the colon
    const auto operation = rest.find("operation");
    if (const auto place = rest.find('%', operation); operation != npos && place <= operation + 12) {
        const auto text = rest.substr(place + 1);
        name = text.substr(0, text.find_first_of(" ="));
        if (text.substr(name.size()).starts_with(" = ")) {
            shape = text.substr(name.size() + 3);
            shape = shape.substr(0, shape.find_first_of("{ "));
            if (!shape.ends_with(']')) shape = {};
        }
    }
    if (repeated(event::partitioner, at, [&](const draft& d) { return d.instruction == name; })) return;
    auto& d = open(event::partitioner, at);
    d.instruction = std::move(name);
    d.shape = shape;
    d.end = found.end;
}

// --- usage reports ---------------------------------------------------------------------------------------------------

void collector::usage_total(const match& found, std::size_t at)
{
    const auto total = bytes_at(found, 0);
    if (auto* of_dump = last({event::dump_rows}); of_dump && !of_dump->pool) {
        of_dump->pool = total;
        of_dump->end = found.end;
        return;
    }
    if (repeated(event::usage_report, at, [&](const draft& d) { return d.total && *d.total == total; })) return;
    auto& d = open(event::usage_report, at);
    d.total = total;
    d.listed = true;
    d.end = found.end;
}

// `Memory Space: default (color=0)` and `Total bytes: 6442450944 (6.00GiB)`
void collector::space_total(const match& found, std::size_t at)
{
    constexpr std::size_t longest = 120;
    const auto rest = after(found.end, longest);
    const auto place = rest.find("Total bytes: ");
    if (place == npos) return;
    const auto bytes = here("%n", found.end + place + 13);
    if (!bytes) return;
    // A report of a failed program belongs to its failure.
    auto* failed = last({event::tpu_memory});
    if (failed && failed->has_lead && rest.find("(color=0)") < 12) {
        if (!failed->total)
            failed->facts.push_back(
                fmt::format("the program and its arguments take {} bytes in all", bytes->values[0]));
        failed->end = found.end;
        failed->listed = true;
        return;
    }
    if (failed && failed->has_lead) return;
    auto* d = last({event::usage_report});
    if (!d) d = &open(event::usage_report, at);
    if (!d->total && rest.find("(color=0)") < 12) d->total = bytes_at(*bytes, 0);
    d->listed = true;
    d->end = found.end;
}

// ` 512.0KiB( 67%);   256.0KiB; allocation 6: size 512.0KiB, preallocated-temp:` or, in tables,
// `12.00GiB(  2%);   12.00GiB;  12884901888;   3; bf16[1536,24576]`.
void collector::usage_row(const match& found, std::size_t at)
{
    auto* d = last({event::usage_report, event::tpu_memory});
    // A row that has lost its head: `205.03MiB( 95%);    9.07MiB; allocation 0: size 205.03MiB, preallocated-temp:`
    if (!d && here("allocation %n: size %s, %t:", found.end)) {
        d = &open(event::usage_report, at);
        d->listed = true;
    }
    if (d && !d->total && d->kind == event::usage_report) {
        constexpr std::size_t longest = 24;
        const auto from = at - std::min(at, longest);
        auto before = text_.substr(from, at - from);
        before = before.substr(0, before.rfind('('));
        const auto word = before.find_last_not_of("0123456789.KMGTiB ");
        const auto sum = amount_of(before.substr(word == npos ? 0 : word + 1));
        if (sum) d->pool = exact_amount(saturating_sum(sum->bytes, amount_at(found, 0).bytes));
    }
    if (!d || !d->listed || (d->kind == event::tpu_memory && d->repeated)) return;
    listed_buffer made;
    if (const auto named = here("allocation %n: size %s, %t:", found.end)) {
        made.bytes = amount_at(*named, 1).bytes;
        made.label = fmt::format("allocation {}", named->values[0]);
        made.owner = named->values[2].substr(0, named->values[2].find(','));
        if (const auto shape = named->values[2].find('|'); shape != npos) {
            const auto text = named->values[2].substr(shape + 1);
            made.shape = text.substr(0, text.find('|'));
        }
    } else if (const auto row = here("%n; %n; %t", found.end)) {
        made.bytes = amount_at(found, 0).bytes;
        auto shapes = row->values[2];
        shapes = shapes.substr(0, shapes.find(", "));
        shapes = shapes.substr(0, shapes.find(' '));
        made.shape = shapes;
        made.owner = "values";
        if (const auto count = number_of(row->values[1]); count && *count != 1)
            made.label = fmt::format("{} values", *count);
    } else {
        d->lacks = {"the report is cut"};
        return;
    }
    const auto key = fmt::format("{}|{}|{}", made.bytes, made.label, made.shape);
    if (d->known_buffers.insert(key).second) d->buffers.push_back(std::move(made));
    d->end = std::max(d->end, at);
}

// --- sizes of a program that was compiled ----------------------------------------------------------------------------

void collector::compiled_size(const match& found, std::size_t at)
{
    struct field {
        std::string_view name;
        std::optional<amount> draft::* to;
    };
    constexpr std::array all{
        field{"generated_code", &draft::code}, field{"argument", &draft::arguments}, field{"output", &draft::outputs},
        field{"alias", &draft::aliased},       field{"temp", &draft::temporaries},
    };
    const auto from = at - std::min<std::size_t>(at, 24);
    auto before = text_.substr(from, at - from);
    before = before.substr(before.find_last_of(" (,") == npos ? 0 : before.find_last_of(" (,") + 1);
    auto* d = last({event::compiled_sizes});
    for (const auto& each : all) {
        if (before != each.name) continue;
        // The first field begins another line.
        if (!d || d->*each.to) d = &open(event::compiled_sizes, at);
        d->*each.to = bytes_at(found, 0);
        d->end = found.end;
        return;
    }
}

// `'bytes_in_use': 10737418240, 'peak_bytes_in_use': …, 'bytes_limit': …` of jax.Device.memory_stats().
void collector::device_counter(const match& found, std::size_t at)
{
    const bool is_limit = text_.substr(at).starts_with("bytes_limit");
    const bool is_peak = text_.substr(0, at).ends_with("peak_");
    auto* d = last({event::device_counters});
    const auto to = is_limit ? &draft::limit : is_peak ? &draft::peak : &draft::in_use;
    if (!d || d->*to) d = &open(event::device_counters, at);
    d->*to = bytes_at(found, 0);
    d->end = found.end;
}

// The same as Reactant.jl prints it.
void collector::device_counters(const match& found, std::size_t at)
{
    auto& d = open(event::device_counters, at);
    d.in_use = amount_at(found, 1);
    d.peak = amount_at(found, 2);
    constexpr std::size_t longest = 120;
    constexpr std::string_view limit = " Limit: ";
    const auto rest = after(found.end, longest);
    if (const auto place = rest.find(limit); place != npos) d.limit = amount_of(rest.substr(place + limit.size()));
    d.end = found.end;
}

// `Using (GB) 4.21 / 15.75 (26.730159%) on TPU_0(…)` of MaxText.
void collector::device_use(const match& found, std::size_t at)
{
    const auto in_use = amount_of(std::string(found.values[0]) + " GB");
    const auto limit = amount_of(std::string(found.values[1]) + " GB");
    if (!in_use || !limit) return;
    const auto same = [&](const draft& d) { return d.in_use == in_use && d.limit == limit; };
    if (repeated(event::device_counters, at, same)) return;
    auto& d = open(event::device_counters, at);
    d.in_use = in_use;
    d.limit = limit;
    d.end = found.end;
}

// `Total memory size: 25.3 GB, Output size: 12.6 GB, Temp size: 12.7 GB, Argument size: 12.6 GB` of MaxText. Arguments
// and outputs share what the total lacks, unless that is due to rounding.
void collector::summed_sizes(const match& found, std::size_t at)
{
    auto& d = open(event::compiled_sizes, at);
    d.outputs = amount_at(found, 1);
    d.temporaries = amount_at(found, 2);
    d.arguments = amount_at(found, 3);
    const auto sum = saturating_sum(saturating_sum(d.outputs->bytes, d.temporaries->bytes), d.arguments->bytes);
    const auto shared = saturating_sum(sum, -amount_at(found, 0).bytes);
    constexpr std::int64_t rounding = 214748365; // 0.2 GB: four numbers with one decimal
    d.aliased = exact_amount(shared < rounding ? 0 : std::min(shared, d.outputs->bytes));
    d.end = found.end;
}

// `Graph input size: 0.169890 GB` of torch-xla.
void collector::analysed_size(const match& found, std::size_t at)
{
    struct field {
        std::string_view name;
        std::optional<amount> draft::* to;
    };
    constexpr std::array all{
        field{"Graph input", &draft::arguments}, field{"Graph output", &draft::outputs},
        field{"Aliased", &draft::aliased},       field{"Intermediate", &draft::temporaries},
        field{"Compiled program", &draft::code},
    };
    auto* d = last({event::compiled_sizes});
    for (const auto& each : all) {
        if (!text_.substr(at).starts_with(each.name)) continue;
        if (!d || d->*each.to) d = &open(event::compiled_sizes, at);
        auto size = amount_at(found, 0);
        size.text = size_text(size.bytes);
        d->*each.to = size;
        d->detail = "torch-xla";
        d->end = found.end;
    }
}

} // namespace ballast::failures

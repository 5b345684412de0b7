#include "proto/carriers.hpp"

#include "era/proto_dates.hpp"
#include "proto/wire.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace ballast::inline v0::proto {

namespace {

// The first field of a message, if it is one with bytes.
struct first_field {
    std::uint32_t number = 0;
    bool has_bytes = false;
    std::string_view bytes{};
};
first_field first_field_of(std::string_view bytes)
{
    protozero::pbf_reader at(bytes.data(), bytes.size());
    if (!at.next()) return {};
    first_field result{at.tag(), at.wire_type() == protozero::pbf_wire_type::length_delimited};
    if (result.has_bytes) {
        const auto view = at.get_view();
        result.bytes = {view.data(), view.size()};
    }
    return result;
}

// A name as modules, computations and planes have them.
bool is_name(std::string_view text)
{
    constexpr std::size_t longest = 4096;
    return !text.empty() && text.size() <= longest &&
           std::ranges::all_of(text, [](char c) { return c >= ' ' && c != '\x7f'; });
}

// The bytes of a HloModuleProto begin with its name and that of its entry computation.
bool is_module(std::string_view bytes)
{
    const auto first = first_field_of(bytes);
    return first.number == 1 && first.has_bytes && is_name(first.bytes) && message(bytes).has(3);
}

bool is_plane(std::string_view bytes)
{
    const auto first = first_field_of(bytes);
    return (first.number == 1 && !first.has_bytes) || (first.number == 2 && first.has_bytes && is_name(first.bytes));
}

bool is_executable(std::string_view bytes)
{
    constexpr std::size_t looked_at = 64;
    return bytes.substr(0, looked_at).find("\x12\x09pjrt_ifrt") != std::string_view::npos;
}

binary_form form_of_message(std::string_view bytes)
{
    const auto first = first_field_of(bytes);
    if (first.number == 3 && first.has_bytes && message(bytes).has(1)) return binary_form::hlo;
    if (first.number != 1 || !first.has_bytes) return binary_form::none;
    if (is_name(first.bytes)) return is_module(bytes) ? binary_form::hlo_module : binary_form::none;
    if (is_module(first.bytes)) return binary_form::hlo;
    const message inner(first.bytes);
    const bool numbered = first_field_of(first.bytes).number <= 2 && !first_field_of(first.bytes).has_bytes;
    const message whole(bytes);
    if (numbered && inner.find(3) && !inner.find(2) && whole.has(3) && whole.child(3).number(2))
        return binary_form::buffer_assignment;
    // The total is not there if it is 0; then the text of an entry shows what it is.
    const auto entry = inner.find(3);
    if (numbered && entry && !inner.find(2) && !whole.has(3) && (inner.number(1) || entry->has(6)))
        return binary_form::usage_report;
    return is_plane(first.bytes) ? binary_form::profile : binary_form::none;
}

// --- where programs are ----------------------------------------------------------------------------------------------

// `jit_train(12)`
void take_number(binary_program& x, std::string_view name)
{
    if (!name.ends_with(')')) return;
    const auto open = name.rfind('(');
    if (open == std::string_view::npos) return;
    const auto digits = name.substr(open + 1, name.size() - open - 2);
    if (!digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }))
        x.number = std::string(digits);
}

constexpr std::string_view no_assignment =
    "has no buffer assignment: XLA writes it into the module after optimizations "
    "(`*after_optimizations.hlo.pb`, with --xla_dump_hlo_as_proto), into profiles, and into compiled executables for "
    "CPUs";

binary_program program_from(std::string_view module, std::optional<std::string_view> assignment)
{
    binary_program result;
    result.module = module;
    result.assignment = assignment;
    result.name = std::string(message(module).text(1));
    result.has_schedule = message(module).has(7);
    auto seen = survey_of(module, message_kind::hlo_module);
    if (assignment && seen.problem.empty()) {
        const auto more = survey_of(*assignment, message_kind::buffer_assignment);
        seen.problem = more.problem;
        seen.unknown += more.unknown;
        seen.youngest_first = std::max(seen.youngest_first, more.youngest_first);
        seen.oldest_last = std::min(seen.oldest_last, more.oldest_last);
    }
    result.unknown_fields = seen.unknown;
    result.problem = std::move(seen.problem);
    if (result.problem.empty() && !assignment) result.problem = no_assignment;
    if (result.problem.empty()) result.possible = dates_of(result, seen);
    return result;
}

binary_program program_of_hlo(std::string_view bytes)
{
    const message hlo(bytes);
    return program_from(hlo.text(1), hlo.bytes_of(3));
}

void add_programs_of_plane(std::string_view bytes, std::vector<binary_program>& to)
{
    const message plane(bytes);
    std::uint64_t hlo_proto = 0;
    plane.each(5, [&](std::string_view entry) {
        const auto named = message(entry).child(2);
        if (named.text(2) == "Hlo Proto" || named.text(2) == "hlo_proto")
            hlo_proto = message(entry).number(1).value_or(0);
    });
    plane.each(4, [&](std::string_view entry) {
        const auto event = message(entry).child(2);
        event.each(5, [&](std::string_view stat) {
            const auto program = message(stat).bytes_of(6);
            if (!program || message(stat).number(1).value_or(0) != hlo_proto) return;
            to.push_back(program_of_hlo(*program));
            take_number(to.back(), event.text(2));
        });
    });
}

// Events are in `lines`, which are skipped with all other planes.
binary_file programs_of_profile(std::string_view bytes)
{
    binary_file result{binary_form::profile, {}, {}};
    message(bytes).each(1, [&](std::string_view plane) {
        if (message(plane).text(2) == "/host:metadata") add_programs_of_plane(plane, result.programs);
    });
    if (result.programs.empty()) result.problem = "has no programs";
    std::ranges::stable_sort(result.programs, {}, [](const binary_program& x) {
        return std::pair(x.number.size(), std::string_view(x.number));
    });
    return result;
}

// A module at the start of some bytes: a tag, a length and the module.
std::optional<std::string_view> module_at(std::string_view bytes)
{
    if (bytes.empty() || bytes.front() != '\x0a') return std::nullopt;
    try {
        const auto first = first_field_of(bytes);
        const auto name = first_field_of(first.bytes);
        if (name.number == 1 && name.has_bytes && is_name(name.bytes) &&
            first.bytes.substr(static_cast<std::size_t>(name.bytes.end() - first.bytes.begin())).starts_with('\x12') &&
            is_module(first.bytes))
            return first.bytes;
    } catch (const protozero::exception&) {
        return std::nullopt; // other bytes
    }
    return std::nullopt;
}

// The assignment behind a module: the next field in containers for TPUs; in those for CPUs, the compile options are
// between them.
std::optional<std::string_view> assignment_behind(std::string_view bytes)
{
    constexpr int most_fields = 4;
    try {
        for (int i = 0; i < most_fields; ++i) {
            const auto next = first_field_of(bytes);
            if (!next.has_bytes) return std::nullopt;
            if (next.number == 2 || next.number == 3) {
                const auto seen = survey_of(next.bytes, message_kind::buffer_assignment);
                if (seen.problem.empty() && seen.unknown == 0 && message(next.bytes).has(3)) return next.bytes;
            }
            bytes.remove_prefix(static_cast<std::size_t>(next.bytes.end() - bytes.begin()));
        }
    } catch (const protozero::exception&) {
        return std::nullopt; // other bytes
    }
    return std::nullopt;
}

binary_file programs_of_executable(std::string_view bytes)
{
    constexpr int most_tries = 16;
    binary_file result{binary_form::executable, {}, {}};
    std::optional<std::string_view> alone;
    int tries = 0;
    for (std::size_t at = bytes.find('\x0a'); at != std::string_view::npos && tries < most_tries;
         at = bytes.find('\x0a', at + 1)) {
        const auto module = module_at(bytes.substr(at));
        if (!module) continue;
        ++tries;
        if (!alone) alone = module;
        const auto assignment =
            assignment_behind(bytes.substr(static_cast<std::size_t>(module->end() - bytes.begin())));
        if (!assignment) continue;
        result.programs.push_back(program_from(*module, assignment));
        return result;
    }
    if (alone)
        result.programs.push_back(program_from(*alone, std::nullopt));
    else
        result.problem = "has no program that can be found";
    return result;
}

} // namespace

binary_form form_of(std::string_view bytes)
{
    try {
        if (is_executable(bytes)) return binary_form::executable;
        return bytes.empty() ? binary_form::none : form_of_message(bytes);
    } catch (const protozero::exception&) {
        return binary_form::none;
    }
}

namespace {

// The XLA of the library before one, and of the library after it.
constexpr timeline::proto_dates::neighbours dates_of_library(seen which)
{
    if (which == seen::always || which == seen::still) return {timeline::moment("D0"), end_of_history};
    return timeline::proto_dates::libraries[static_cast<std::size_t>(which) - static_cast<std::size_t>(seen::tf_1_15)];
}
static_assert(static_cast<std::size_t>(seen::jaxlib_0_12_0_1) - static_cast<std::size_t>(seen::tf_1_15) + 1 ==
              std::size(timeline::proto_dates::libraries));

// Looks at the first instruction with an id above 32 bits, and at the first location.
bool has_wide_ids(message module)
{
    bool wide = false;
    bool several = false; // the first computation can have the id 0
    module.each(3, [&](std::string_view bytes) {
        const message computation(bytes);
        several = several || computation.integer(5) != 0;
        if (!wide)
            if (const auto id = computation.integer(6); id >> 32 != 0) wide = true;
    });
    return wide || !several;
}

} // namespace

era_set dates_of(const binary_program& x, const survey& found)
{
    namespace known = timeline::proto_dates;
    auto since = dates_of_library(found.youngest_first).since;
    auto before = dates_of_library(found.oldest_last).before;
    const message module(x.module);
    const message assignment(x.assignment.value_or(std::string_view()));
    if (!has_wide_ids(module)) before = std::min(before, known::wide_ids_before);
    const auto location = assignment.child(1).child(3);
    if (assignment.has(1)) {
        if (location.number(4))
            since = std::max(since, known::located_ids_after);
        else if (!location.text(2).empty())
            before = std::min(before, known::located_ids_before);
    }
    if (!x.has_schedule) before = std::min(before, known::cpu_schedules);
    if (since >= before) return era_set::all(); // fields of other builds
    return era_set{{{since, before}}};
}

} // namespace ballast::inline v0::proto

namespace ballast::inline v0 {

std::string_view description(binary_form form)
{
    switch (form) {
    case binary_form::none: break;
    case binary_form::hlo: return "an HloProto";
    case binary_form::hlo_module: return "an HloModuleProto";
    case binary_form::buffer_assignment: return "a BufferAssignmentProto";
    case binary_form::usage_report: return "a MemoryUsageReportProto";
    case binary_form::profile: return "a profile";
    case binary_form::executable: return "a serialized executable";
    case binary_form::failure: return "a message of XLA";
    }
    return "an unknown file";
}

binary_file find_programs(std::string_view bytes)
{
    binary_file result;
    try {
        result.form = proto::form_of(bytes);
        switch (result.form) {
        case binary_form::hlo: result.programs.push_back(proto::program_of_hlo(bytes)); break;
        case binary_form::hlo_module: result.programs.push_back(proto::program_from(bytes, std::nullopt)); break;
        case binary_form::profile: return proto::programs_of_profile(bytes);
        case binary_form::executable: return proto::programs_of_executable(bytes);
        case binary_form::buffer_assignment:
            result.problem = "has no module: the names, shapes and live ranges of its values are in the HloModuleProto";
            break;
        case binary_form::usage_report:
        case binary_form::failure: break;
        case binary_form::none: result.problem = "is not one that ballast knows"; break;
        }
    } catch (const protozero::exception& error) {
        result.programs.clear();
        result.problem = std::string("is damaged: ") + error.what();
    }
    return result;
}

binary_program program_of_parts(std::string_view module, std::string_view assignment)
{
    try {
        return proto::program_from(module, assignment);
    } catch (const protozero::exception& error) {
        binary_program result;
        result.problem = std::string("is damaged: ") + error.what();
        return result;
    }
}

} // namespace ballast::inline v0

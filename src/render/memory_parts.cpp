#include "render/memory_parts.hpp"

namespace ballast::inline v0::render {

void put_optional(json_writer& out, std::string_view key, const std::optional<std::int64_t>& value)
{
    if (value) out.member(key, *value);
}

void put_optional(json_writer& out, std::string_view key, const std::optional<memory_peak>& value)
{
    if (!value) return;
    out.object(key, [&] {
        out.member("bytes", value->bytes);
        out.member("step", value->step);
    });
}

void put_limit(json_writer& out, const memory_limit& limit)
{
    if (!limit.device.empty()) out.member("device", limit.device);
    out.member("capacity", limit.capacity);
    out.member("available", limit.available);
    out.member("assumption", limit.assumption);
}

void put_left(json_writer& out, const memory_fit& fit)
{
    out.member("left", fit.left());
    if (fit.verdict() != fit_verdict::undecided) out.member("fits", fit.fits());
    if (fit.is_estimate()) out.member("estimate_of", fit.made_for);
}

void put_missing(json_writer& out, std::string_view key, const completeness& of)
{
    if (of.is_whole()) return;
    out.array(key, [&] {
        for (const auto& clause : of.missing) out.text(clause);
    });
}

void put_completeness(json_writer& out, const completeness& of)
{
    out.member("complete", of.is_whole());
    put_missing(out, "missing", of);
}

void put_fit(json_writer& out, const memory_fit& fit)
{
    const auto known = [&](std::string_view key, const std::string& text) {
        if (!text.empty()) out.member(key, text);
    };
    out.object("fit", [&] {
        put_limit(out, fit.limit);
        out.member("space", fit.space);
        out.member("used", fit.used);
        put_left(out, fit);
        out.array("suggestions", [&] {
            for (const auto& s : fit.suggestions)
                out.object([&] {
                    out.member("kind", spelling(s.kind));
                    out.member("text", s.text);
                    out.member("bytes", s.bytes);
                    out.member("at_most", s.at_most);
                    out.member("then_fits", s.then_fits);
                    out.member("together", s.together);
                    out.member("together_fits", s.together_fits);
                    out.member("count", s.count);
                    known("label", s.label);
                    known("source", s.source);
                    known("shape", s.shape);
                    if (s.kind == suggestion_kind::donation)
                        out.array("parameters", [&] {
                            for (const auto number : s.parameters) out.number(number);
                        });
                });
        });
    });
}

void put_files(json_writer& out, const std::vector<shown_file>& files)
{
    out.array("files", [&] {
        for (const auto& f : files)
            out.object([&] {
                out.member("path", f.name);
                out.member("kind", f.kind);
                out.member("bytes", f.bytes);
            });
    });
}

void put_numbers(json_writer& out, const space_memory& space)
{
    out.member("space", space.space);
    out.member("total", space.total);
    out.member("arguments", space.arguments);
    out.member("outputs", space.outputs);
    out.member("constants", space.constants);
    out.member("temporaries", space.temporaries);
    out.member("shared", space.shared);
    put_optional(out, "peak", space.peak);
    put_optional(out, "temporary_peak", space.temporary_peak);
    put_optional(out, "live_peak", space.live_peak);
    put_optional(out, "temporary_at_xla_peak", space.temporary_at_xla_peak);
    put_optional(out, "live_at_xla_peak", space.live_at_xla_peak);
}

void put(json_writer& out, const padded_shape& padded)
{
    out.object([&] {
        out.member("space", padded.space);
        out.member("shape", padded.shape);
        out.member("count", padded.count);
        out.member("assigned", padded.assigned);
        out.member("logical", padded.logical);
    });
}

void put(json_writer& out, const missed_donation& donation)
{
    out.object([&] {
        out.member("space", donation.space);
        out.member("bytes", donation.bytes);
        out.member("parameter", donation.parameter);
        out.member("argument_allocation", donation.argument_allocation);
        out.member("output_allocation", donation.output_allocation);
        out.member("same_shape", donation.same_shape);
        out.member("copied", donation.copied);
        out.member("read_later", donation.read_later);
        out.member("argument", donation.argument);
        out.member("output", donation.output);
        out.member("shape", donation.shape);
    });
}

void put(json_writer& out, const saving& saving)
{
    out.object([&] {
        out.member("kind", spelling(saving.kind));
        out.member("space", saving.space);
        out.member("bytes", saving.bytes);
        if (saving.kind == saving_kind::buffer) out.member("holder", saving.holder);
    });
}

void put(json_writer& out, const temporary_arena& arena, bool ranges)
{
    out.object([&] {
        out.member("allocation", arena.allocation);
        out.member("space", arena.space);
        out.member("size", arena.size);
        if (ranges) out.member("filled", arena.filled);
    });
}

} // namespace ballast::inline v0::render

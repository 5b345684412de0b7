// spec/diff.schema.json.
#include "render/diff_json.hpp"

#include "ballast/render.hpp"
#include "ballast/version.hpp"
#include "render/diff_parts.hpp"
#include "render/memory_parts.hpp"

#include <utility>

namespace ballast::inline v0::render {

namespace {

void put(json_writer& out, std::string_view key, const space_numbers& numbers, bool peak_known)
{
    out.object(key, [&] {
        for (const auto& m : answers::metrics) {
            if (m.of_ranges && !peak_known) continue;
            out.member(m.name, numbers.*m.of);
        }
    });
}

} // namespace

void put_changes(json_writer& out, const memory_diff& what, std::optional<std::int64_t> wanted)
{
    const auto here = [&](std::int64_t space) { return !wanted || space == *wanted; };
    out.array("spaces", [&] {
        for (const auto& s : what.spaces) {
            if (!here(s.space)) continue;
            out.object([&] {
                out.member("space", s.space);
                put(out, "before", s.before, s.peak_known);
                put(out, "after", s.after, s.peak_known);
            });
        }
    });
    out.array("groups", [&] {
        for (const auto& g : what.groups) {
            if (!here(g.space)) continue;
            out.object([&] {
                out.member("space", g.space);
                out.member("class", spelling(g.is));
                out.member("label", g.label);
                if (g.count_before != 0) out.member("shape_before", g.shape_before);
                if (g.count_after != 0) out.member("shape_after", g.shape_after);
                if (!g.source.empty()) out.member("source", g.source);
                out.member("count_before", g.count_before);
                out.member("count_after", g.count_after);
                out.member("before", g.before);
                out.member("after", g.after);
            });
        }
    });
}

void put_missing(json_writer& out, const answers::compared_module& of)
{
    const auto lacks = [](const answers::loaded_module* side) { return side && !side->memory->of_dump.is_whole(); };
    const bool complete = !lacks(of.before) && !lacks(of.after);
    out.member("complete", complete);
    if (complete) return;
    out.object("missing", [&] {
        if (of.before) put_missing(out, "before", of.before->memory->of_dump);
        if (of.after) put_missing(out, "after", of.after->memory->of_dump);
    });
}

void put_fit(json_writer& out, const answers::compared_module& of, const memory_limit& limit, std::int64_t space)
{
    out.object("fit", [&] {
        for (const auto& [key, side] : {std::pair("before", of.before), std::pair("after", of.after)})
            if (side)
                out.object(key, [&, its = side] {
                    const auto fit = fit_of(*its, limit, space);
                    out.member("used", fit.used);
                    put_left(out, fit);
                });
    });
}

std::string diff_json(const std::vector<answers::compared_module>& all, std::optional<std::int64_t> space,
                      const std::optional<memory_limit>& limit)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        if (limit) out.object("limit", [&] { put_limit(out, *limit); });
        out.array("modules", [&] {
            for (const auto& c : all)
                out.object([&] {
                    out.member("module", c.name());
                    if (c.before) out.member("before", c.before->path);
                    if (c.after) out.member("after", c.after->path);
                    put_missing(out, c);
                    if (limit) put_fit(out, c, *limit, space.value_or(0));
                    put_changes(out, c.what, space);
                });
        });
    });
    return out.result() + '\n';
}

} // namespace ballast::inline v0::render

// spec/summary.schema.json.
#include "render/summary_json.hpp"

#include "ballast/version.hpp"
#include "render/failure_table.hpp"
#include "render/memory_parts.hpp"
#include "render/summary_parts.hpp"

namespace ballast::inline v0::render {

void put_row(json_writer& out, const answers::summary_row& row, const std::optional<memory_limit>& limit)
{
    out.member("name", row.name);
    if (!row.number.empty()) out.member("number", row.number);
    out.member("path", row.path);
    out.member("copies", row.copies);
    out.member("total", row.numbers.total);
    out.member("arguments", row.numbers.arguments);
    out.member("outputs", row.numbers.outputs);
    out.member("shared", row.numbers.shared);
    out.member("constants", row.numbers.constants);
    out.member("temporaries", row.numbers.temporaries);
    out.member("fragmentation", row.numbers.never_filled);
    out.member("donatable", row.donatable);
    if (!row.largest.empty()) {
        out.member("largest", row.largest);
        out.member("largest_bytes", row.largest_bytes);
    }
    put_completeness(out, row.of_dump);
    if (limit) put_left(out, fit_of(row, *limit));
}

void put_counts(json_writer& out, const answers::folder_summary& all)
{
    out.member("space", all.space);
    out.member("modules", all.modules);
    out.member("in_other_spaces", all.elsewhere);
    out.member("without_allocations", all.without);
    out.member("refused", all.refused);
    out.member("unreadable", all.unreadable);
}

std::string summary_json(const answers::folder_summary& all, const std::optional<memory_limit>& limit,
                         const std::vector<read_text>& failures)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        put_counts(out, all);
        if (limit) out.object("limit", [&] { put_limit(out, *limit); });
        put_failures(out, failures);
        out.array("rows", [&] {
            for (const auto& r : all.rows) out.object([&] { put_row(out, r, limit); });
        });
    });
    return out.result() + '\n';
}

std::string summary_json(const answers::folder_summary& all, const std::optional<memory_limit>& limit)
{
    return summary_json(all, limit, {});
}

} // namespace ballast::inline v0::render

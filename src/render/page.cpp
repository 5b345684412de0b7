#include "render/page.hpp"

#include "ballast/version.hpp"
#include "render/diff_json.hpp"
#include "render/memory_parts.hpp"
#include "render/page_texts.hpp"
#include "render/summary_json.hpp"
#include "render/text.hpp"

namespace ballast::inline v0::render {

namespace {

// Writes the template with its gaps filled in. JSON is in a script element, which ends at `</script`.
template <typename Pictures, typename Body>
void write_page(const piece_taker& to, const std::string& title, std::string_view kind,
                const std::vector<std::string>& failures, const Pictures& put_pictures, const Body& body)
{
    const auto take_json = [&](std::string_view piece) {
        for (auto at = piece.find('<'); at != std::string_view::npos; at = piece.find('<')) {
            if (!to(piece.substr(0, at)) || !to("\\u003c")) return false;
            piece.remove_prefix(at + 1);
        }
        return to(piece);
    };
    const auto data = [&] {
        json_writer out(take_json, json_reader::people);
        out.object([&] {
            out.member("tool", "ballast");
            out.member("version", BALLAST_VERSION);
            out.member("schema", 2);
            out.member("kind", kind);
            out.member("title", title);
            if (!failures.empty())
                out.array("failures", [&] {
                    for (const auto& sentence : failures) out.text(sentence);
                });
            out.array("pictures", [&] { put_pictures(out); });
            body(out);
        });
        out.finish();
    };
    std::string_view rest = page_template;
    const auto fill = [&](std::string_view gap, const auto& put) {
        const auto at = rest.find(gap);
        to(rest.substr(0, at));
        rest.remove_prefix(at + gap.size());
        put();
    };
    fill("{{script hash}}", [&] { to(page_script_hash); });
    fill("{{title}}", [&] { to(xml_text(title)); });
    fill("/*style*/", [&] { to(page_style); });
    fill("{{data}}", data);
    fill("/*script*/", [&] { to(page_script); });
    to(rest);
}

// Pictures that are already JSON.
auto put_all(const std::vector<std::string>& pictures)
{
    return [&](json_writer& out) {
        for (const auto& picture : pictures) out.raw(picture);
    };
}

} // namespace

void write_module_page(const piece_taker& to, const answers::shown_module& module,
                       const std::vector<std::string>& failures)
{
    write_page(
        to, module.name, "module", failures, [&](json_writer& out) { write_picture(out, module); },
        [](json_writer&) {});
}

void write_diff_page(const piece_taker& to, const std::string& title, const std::vector<std::string>& pictures,
                     const std::vector<answers::report_change>& changes, std::optional<std::int64_t> space,
                     const std::optional<memory_limit>& limit)
{
    write_page(to, title, "diff", {}, put_all(pictures), [&](json_writer& out) {
        if (limit) out.object("limit", [&] { put_limit(out, *limit); });
        out.array("changes", [&] {
            for (const auto& change : changes)
                out.object([&] {
                    out.member("module", change.what->name());
                    if (change.what->before) out.member("before", change.what->before->path);
                    if (change.what->after) out.member("after", change.what->after->path);
                    if (change.before) out.member("picture_before", *change.before);
                    if (change.after) out.member("picture_after", *change.after);
                    put_missing(out, *change.what);
                    if (limit) put_fit(out, *change.what, *limit, space.value_or(0));
                    put_changes(out, change.what->what, space);
                });
        });
    });
}

void write_folder_page(const piece_taker& to, const std::string& title, const std::vector<std::string>& pictures,
                       const answers::folder_summary& all, const std::vector<answers::report_row>& rows,
                       const std::optional<memory_limit>& limit, const std::vector<std::string>& failures)
{
    write_page(to, title, "folder", failures, put_all(pictures), [&](json_writer& out) {
        put_counts(out, all);
        if (limit) out.object("limit", [&] { put_limit(out, *limit); });
        out.array("rows", [&] {
            for (const auto& row : rows)
                out.object([&] {
                    put_row(out, *row.what, limit);
                    if (row.picture) out.member("picture", *row.picture);
                });
        });
    });
}

} // namespace ballast::inline v0::render

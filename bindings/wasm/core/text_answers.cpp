// Texts as output: as XLA prints them, in another era, as JSON, and for other programs.
#include "answers.hpp"

#include "answers/print.hpp"
#include "answers/rows.hpp"
#include "ballast/convert.hpp"
#include "ballast/json.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/print.hpp"
#include "ballast/releases.hpp"
#include "base/shown.hpp"
#include "render/json.hpp"
#include "render/printed_files.hpp"
#include "render/row_block.hpp"
#include "render/table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace ballast::wasm {

namespace {

// Calls `body` with a sink that writes to the text.
template <typename Body>
void print_to(std::string& text, Body&& body)
{
    sink to(
        [](void* target, std::string_view bytes) {
            static_cast<std::string*>(target)->append(bytes);
            return true;
        },
        &text);
    body(to);
    to.flush();
}

// --- as another era ---

class conversion_writer {
public:
    explicit conversion_writer(const answers::conversion_answer& of) : of_(of), made_(of.made) {}

    void write(answer& to)
    {
        render::json_writer out(to.taker());
        out.object([&] {
            out.array("files", [&] {
                for (const auto& file : made_.files)
                    out.object([&] {
                        std::string text;
                        print_to(text, [&](sink& to_text) { print(to_text, file); });
                        out.member("name", std::string(of_.base).append(file_ending(file.kind, made_.when)));
                        out.member("kind", kind_word(file.kind));
                        out.member("text", text);
                    });
            });
            out.array("losses", [&] {
                for (const auto& loss : made_.losses)
                    out.object([&] {
                        out.member("kind", spelling(loss.kind));
                        out.member("what", loss.what);
                        out.member("count", loss.count);
                        put_place(out, loss.file, loss.offset);
                    });
            });
            out.array("missing", [&] {
                for (const auto& missing : made_.missing)
                    out.object([&] {
                        out.member("kind", kind_word(missing.kind));
                        out.member("why", missing.why);
                        out.member("given", missing.given);
                        put_place(out, missing.file, missing.offset);
                    });
            });
        });
        out.finish();
    }

private:
    void put_place(render::json_writer& out, std::size_t file, std::int64_t offset)
    {
        out.member("file", of_.file_of(file));
        out.member("line", of_.line_of(file, offset));
    }

    const answers::conversion_answer& of_;
    const conversion& made_;
};

} // namespace

void answer_print(session& of, session*, const question& asked, answer& to)
{
    const auto inputs = of.files(asked, to);
    if (inputs.empty()) return;
    auto made = answers::print(inputs, of.run_of(asked), asked.part);
    print_to(to.output, [&](sink& out) { render::write(made, out); });
    to.take(std::move(made));
}

void answer_convert(session& of, session*, const question& asked, answer& to)
{
    const auto era = parse_era(asked.era);
    if (!era) return to.fail("print", "{} is not an era", printable(asked.era));
    const auto inputs = of.files(asked, to);
    if (inputs.empty()) return;
    auto made = answers::print_as(inputs, of.run_of(asked), *era);
    if (made.module) {
        if (made.made.files.empty() || std::ranges::any_of(made.made.missing, &missing_file::given)) to.raise(failure);
        conversion_writer(made).write(to);
    }
    to.take(answers::outcome(made));
}

// --- trees ---

void answer_json(session& of, session*, const question& asked, answer& to)
{
    for (const auto& file : of.files(asked, to)) {
        const auto read = answers::parse_file(file, of.run_of(asked).reading, 1, true);
        if (!read.problem.empty()) {
            to.say("ballast: {}: unreadable: {}", file.shown, read.problem);
            to.code = trouble;
            continue;
        }
        if (!read.accepted()) {
            to.diagnostics.push_back({{}, answers::refused_file(file, read)});
            to.raise(failure);
            if (!read.has_records()) continue;
        }
        const auto unread = placed_pieces(*read.result.value);
        print_to(to.output, [&](sink& out) {
            write_json(out, read.result.value->tree(),
                       {.path = file.shown, .positions = asked.positions, .unread = unread});
            out.put('\n');
        });
    }
}

// --- other programs ---

namespace {

// The rows of all tables as JSON, one per line.
class line_writer final : public tables::row_handler {
public:
    line_writer(std::string_view file, std::string& to) : file_(render::quoted_json(file)), to_(to) {}

    void row(std::size_t table, std::span<const tables::cell> cells) override
    {
        render::append_json_line(tables::all()[table], file_, cells, to_);
    }

private:
    std::string file_;
    std::string& to_;
};

void export_rows(session& of, const question& asked, answer& to)
{
    const auto wanted = answers::tables_named(asked.tables);
    if (wanted.none()) {
        const auto unknown = std::ranges::find_if(asked.tables, [](const auto& name) { return !tables::find(name); });
        return to.fail("export", "unknown table {}", printable(*unknown));
    }
    const auto inputs = of.files(asked, to);
    const auto by = of.run_of(asked);
    to.take(answers::each_module(
        files::modules_of(inputs, by.reading), by, wanted,
        [&](const files::module_files& module) {
            return std::make_unique<line_writer>(module.files.front()->shown, to.output);
        },
        [](tables::row_handler&) { return true; }));
}

} // namespace

void answer_export(session& of, session*, const question& asked, answer& to)
{
    if (asked.to == "ndjson") return export_rows(of, asked, to);
    const auto formats = render::memory_exports();
    const auto format = std::ranges::find(formats, std::string_view(asked.to), &render::memory_export::name);
    if (format == formats.end()) return to.fail("export", "unknown format {}", printable(asked.to));
    const auto inputs = of.inputs(asked, to);
    if (to.code != success) return;
    auto needs = format->needs;
    needs.step = asked.step;
    if (const auto memory = answers::memory_of("export", inputs, of.run_of(asked), needs, to))
        format->write(*memory, {.raw = asked.raw}, to.taker());
}

} // namespace ballast::wasm

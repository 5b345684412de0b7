// Texts as output: as XLA prints them, in another era, as JSON, and for other programs.
#include "answers.hpp"

#include "ballast/convert.hpp"
#include "ballast/json.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/print.hpp"
#include "ballast/releases.hpp"
#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "files/module_rows.hpp"
#include "render/json.hpp"
#include "render/lines.hpp"
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

// --- print ---

void print_file(const files::module_file& what, answer& to)
{
    print_to(to.output, [&](sink& out) { print(out, *what.result.value); });
}

// As XLA writes files to standard output.
void print_framed(const files::module_file& what, answer& to)
{
    const auto framed = [](const auto& held) {
        if constexpr (requires { held.frame; }) return held.frame.has_value();
        return false;
    };
    if (std::visit(framed, what.result.value->tree())) return print_file(what, to);
    const auto path = without_compression(what.file->path);
    const auto name = path.substr(path.rfind('/') + 1);
    to.write(fmt::format("*** Begin {} ***\n", name));
    print_file(what, to);
    to.write(fmt::format("\n*** End {} ***\n", name));
}

void print_part(const answers::module_read& module, const question& asked, answer& to)
{
    const auto part = std::ranges::find_if(module.files, [&](const files::module_file& f) {
        const auto* dump = std::get_if<ast::dump>(&f.result.value->tree());
        return dump && kind_word(dump->kind) == asked.part;
    });
    if (part == module.files.end()) return to.fail(from("print", fmt::format("no {} file", asked.part)));
    print_file(*part, to);
}

// --- as another era ---

// The name of the module's first file without its ending.
std::string base_of(const answers::module_read& module, commit_time when)
{
    const auto path = without_compression(module.files.front().file->path);
    const auto name = path.substr(path.rfind('/') + 1);
    using enum ast::dump_kind;
    for (const auto kind : {values, live_range, assignment})
        for (const auto time : {begin_of_history, when, end_of_history - 1})
            if (const auto ending = file_ending(kind, time); name.ends_with(ending))
                return std::string(name.substr(0, name.size() - ending.size()));
    return std::string(name.substr(0, name.rfind('.')));
}

class conversion_writer {
public:
    conversion_writer(const answers::module_read& module, const conversion& made) : module_(module), made_(made)
    {
        for (const auto& f : module.files) lines_.push_back(std::make_unique<line_table>(f.result.text()));
    }

    void write(answer& to)
    {
        render::json_writer out(to.taker());
        out.object([&] {
            out.array("files", [&] {
                const auto base = base_of(module_, made_.when);
                for (const auto& file : made_.files)
                    out.object([&] {
                        std::string text;
                        print_to(text, [&](sink& to_text) { print(to_text, file); });
                        out.member("name", std::string(base).append(file_ending(file.kind, made_.when)));
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
        out.member("file", module_.files[file].file->shown);
        out.member("line", lines_[file]->place_of(offset).line);
    }

    const answers::module_read& module_;
    const conversion& made_;
    std::vector<std::unique_ptr<line_table>> lines_;
};

} // namespace

void answer_print(session& of, session*, const question& asked, answer& to)
{
    const auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    const auto module = read_module("print", inputs, asked, to);
    if (module.code) return;
    if (!asked.part.empty()) return print_part(module, asked, to);
    if (module.files.size() == 1) return print_file(module.files.front(), to);
    if (have_same_part("print", module.files, to)) return;
    for (const auto& file : module.files) {
        print_framed(file, to);
        if (to.code != success) return;
    }
}

void answer_convert(session& of, session*, const question& asked, answer& to)
{
    const auto era = parse_era(asked.era);
    if (!era) return to.fail(from("print", printable(asked.era) + " is not an era"));
    const auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    auto module = read_module("print", inputs, asked, to);
    if (module.code) return;
    std::vector<const document*> dumps;
    for (const auto& f : module.files) {
        const auto& tree = f.result.value->tree();
        if (std::holds_alternative<ast::dump>(tree))
            dumps.push_back(&*f.result.value);
        else
            to.messages.push_back(fmt::format("{}: left out: {}", f.file->shown, kind_word(tree)));
    }
    if (dumps.empty())
        return to.fail(fmt::format("ballast: {}: --era needs a dump, this is {}", module.files.front().file->shown,
                                   kind_word(module.files.front().result.value->tree())));
    std::erase_if(module.files, [](const files::module_file& f) {
        return !std::holds_alternative<ast::dump>(f.result.value->tree());
    });
    const auto made = convert(dumps, *era);
    if (made.files.empty() && made.missing.empty()) throw std::bad_alloc();
    if (made.files.empty() || std::ranges::any_of(made.missing, &missing_file::given)) to.code = failure;
    conversion_writer(module, made).write(to);
}

// --- trees ---

void answer_json(session& of, session*, const question& asked, answer& to)
{
    for (const auto& file : of.inputs(asked, to)) {
        const auto read = files::parse_file(file, options_of(asked), 1, true);
        if (!read.problem.empty()) {
            to.fail(fmt::format("ballast: {}: unreadable: {}", file.shown, read.problem));
            continue;
        }
        if (!read.accepted()) {
            line_table places(read.result.text());
            render::line_buffer lines;
            lines.finding(file.shown, "refused", read.result.findings.front(), places);
            to.report(lines.take());
            to.code = std::max<int>(to.code, failure);
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
    tables::table_set wanted;
    for (std::size_t i = 0; i < tables::all().size(); ++i) wanted.set(i, asked.tables.empty());
    for (const auto& name : asked.tables) {
        const auto known = tables::find(name);
        if (!known) return to.fail(from("export", "unknown table " + printable(name)));
        wanted.set(*known);
    }
    wanted.set(*tables::find("modules"));
    const auto inputs = of.inputs(asked, to);
    std::int64_t number = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;
    for (const auto& module : files::modules_of(inputs, options_of(asked))) {
        line_writer rows(module.files.front()->shown, to.output);
        const auto made = files::for_each_row(module, options_of(asked), wanted, ++number, rows);
        report_unused(made, to);
        refused += made.refused();
        unreadable += made.unreadable();
        std::size_t bytes = 0;
        for (const auto* file : module.files) bytes += file->text ? file->text->bytes.view().size() : 0;
        of.progressed().finish(bytes);
    }
    to.code = std::max(to.code, code_of(refused, unreadable));
}

} // namespace

void answer_export(session& of, session*, const question& asked, answer& to)
{
    if (asked.to == "ndjson") return export_rows(of, asked, to);
    const auto formats = render::memory_exports();
    const auto format = std::ranges::find(formats, std::string_view(asked.to), &render::memory_export::name);
    if (format == formats.end()) return to.fail(from("export", "unknown format " + printable(asked.to)));
    auto inputs = of.inputs(asked, to);
    if (inputs.empty()) return;
    auto needs = format->needs;
    needs.step = asked.step;
    const auto module = load_module("export", std::move(inputs), asked, needs, to);
    if (module.code) return;
    const auto& memory = module.analysed.memory;
    if (!memory) return to.fail(from("export", module.name() + ": no allocations"));
    if (!has_step("export", *memory, asked.step, to)) return;
    format->write(*memory, {.raw = asked.raw}, to.taker());
}

} // namespace ballast::wasm

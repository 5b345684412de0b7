// The structure of the project: includes, tests beside what they test, beginnings of files, and names that must exist.
#include "tests/support/support.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace ballast::tests {

namespace {

const fs::path root = BALLAST_ROOT;
using word_set = std::set<std::string>;

std::vector<std::string> lines_of(const std::string& path)
{
    std::istringstream text(read_file(root / path));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

// Files below a folder with one of the endings, relative to the root, in the order of their names.
std::vector<std::string> files_in(const std::string& folder, const word_set& endings)
{
    std::vector<std::string> found;
    if (!fs::is_directory(root / folder)) return found;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
        if (entry.is_regular_file() && endings.contains(entry.path().extension().string()))
            found.push_back(fs::relative(entry.path(), root).generic_string());
    std::ranges::sort(found);
    return found;
}

// The anchors of a document's sections: `#exit-codes`.
word_set anchors_of(const std::string& document)
{
    word_set anchors;
    for (const auto& line : lines_of(document)) {
        if (!line.starts_with('#')) continue;
        std::string anchor = "#";
        for (const char c : line.substr(line.find(' ') + 1)) {
            if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
                anchor += static_cast<char>(std::tolower(c));
            else if (c == ' ')
                anchor += '-';
        }
        anchors.insert(anchor);
    }
    return anchors;
}

std::string first_part(const std::string& path) { return path.substr(0, path.find('/')); }
std::string stem_of(const std::string& path) { return fs::path(path).stem().string(); }

// --- includes --------------------------------------------------------------------------------------------------------

// The room of each public header; those in ast/ belong to ast. Everything may include `any`.
const std::map<std::string, std::string> public_rooms{
    {"ballast/analysis.hpp", "analyse"},
    {"ballast/arena.hpp", "ast"},
    {"ballast/ast.hpp", "ast"},
    {"ballast/list.hpp", "ast"},
    {"ballast/maybe.hpp", "ast"},
    {"ballast/text.hpp", "era"},
    {"ballast/era.hpp", "era"},
    {"ballast/document.hpp", "document"},
    {"ballast/source.hpp", "base"},
    {"ballast/owned.hpp", "base"},
    {"ballast/finding.hpp", "base"},
    {"ballast/findings.def", "base"},
    {"ballast/entry.hpp", "entry"},
    {"ballast/read.hpp", "read"},
    {"ballast/print.hpp", "print"},
    {"ballast/check.hpp", "check"},
    {"ballast/well_formed.hpp", "rules"},
    {"ballast/sink.hpp", "print"},
    {"ballast/export.hpp", "any"},
    {"ballast/version.hpp", "any"},
    {"ballast/explanation.hpp", "rules"},
    {"ballast/extract.hpp", "extract"},
    {"ballast/convert.hpp", "convert"},
    {"ballast/tpu_era.hpp", "era"},
    {"ballast/tpu_memory.hpp", "analyse"},
    {"ballast/releases.hpp", "era"},
    {"ballast/files.hpp", "files"},
    {"ballast/render.hpp", "render"},
    {"ballast/json.hpp", "json"},
    {"ballast/fit.hpp", "analyse"},
    {"ballast/tables.hpp", "tables"},
    {"ballast/redact.hpp", "redact"},
    {"ballast/reduce.hpp", "reduce"},
    {"ballast/completeness.hpp", "analyse"},
    {"ballast/verdict.hpp", "analyse"},
    {"ballast/compiled_memory.hpp", "analyse"},
    {"ballast/message_facts.hpp", "analyse"},
    {"ballast/kind_word.hpp", "document"},
    {"ballast/proto.hpp", "proto"},
    {"ballast/answers.hpp", "answers"},
    {"ballast/largest_cause.hpp", "analyse"},
};

struct room {
    std::string folder;
    word_set others; // rooms whose headers it may include besides its own, or single headers that end with .hpp
    bool pegtl = false;
};
const word_set everything{"base",   "ast",     "era",     "document", "rules",    "read",    "print",
                          "model",  "check",   "convert", "generate", "describe", "extract", "failures",
                          "entry",  "analyse", "files",   "answers",  "render",   "json",    "tables",
                          "redact", "reduce",  "readers", "proto"};
word_set with(word_set some, const word_set& more)
{
    some.insert(more.begin(), more.end());
    return some;
}
const std::vector<room> rooms{
    {"grammar", {"base/byte_runs.hpp", "base/spelling_table.hpp", "entry"}, true},
    {"src/base", {}},
    {"src/ast", {"base"}},
    {"src/era", {"base", "ast"}},
    {"src/document", {"base", "ast", "era"}},
    {"src/print", {"base", "ast", "era", "document"}},
    {"src/rules", {"base", "ast", "era"}},
    {"src/read", {"grammar", "base", "ast", "era", "document", "rules", "print", "entry"}, true},
    {"src/proto", {"base", "ast", "era"}},
    {"src/model", {"ast", "base"}},
    {"src/analyse", {"base", "ast", "era", "document", "print", "model"}},
    {"src/tables", {"base", "ast", "era", "document", "model", "analyse"}},
    {"src/check", {"base", "ast", "era", "document", "rules", "model", "analyse", "print"}},
    {"src/extract", {"base", "read"}},
    {"src/failures", {"base", "extract"}},
    {"src/convert", {"base", "ast", "era", "document", "rules"}},
    {"src/json", {"base", "ast", "print"}},
    {"src/describe", {"ast", "base", "entry", "era", "grammar", "read", "render/json.hpp"}, true},
    {"src/readers", {"ast", "base", "describe", "era", "json", "rules"}},
    {"src/generate", {"base", "ast", "era", "entry", "print", "analyse", "read"}},
    {"src/files", {"base", "era", "proto", "read/beginnings.hpp"}},
    {"src/redact", {"base", "ast", "era", "document", "print", "read"}},
    {"src/reduce", {"base", "ast", "era", "document", "rules", "print", "read", "analyse", "check", "convert"}},
    {"src/render",
     {"base", "ast", "era", "document", "print", "rules", "model", "analyse", "extract", "failures", "files", "answers",
      "tables"}},
    {"src/answers",
     {"base", "ast", "era", "document", "read", "rules", "print", "proto", "check", "convert", "extract", "failures",
      "analyse", "files", "redact", "reduce", "tables"}},
    {"src/cli", everything},
    {"bindings/python/core",
     {"answers", "base", "ast", "era", "document", "print", "proto", "rules", "analyse", "convert", "files", "render",
      "json", "tables"}},
    {"bindings/wasm", {}},
    {"bindings/wasm/core",
     {"answers", "base", "era", "document", "print", "rules", "analyse", "convert", "files", "render", "json",
      "tables"}},
    {"tests/grammar", with(everything, {"grammar"}), true},
    {"tests/describe", with(everything, {"grammar"}), true},
    {"tests/cli", with(everything, {"cli"})},
    {"tests", everything},
    {"fuzz",
     {"base", "ast", "era", "rules", "read", "print", "generate", "extract", "failures", "convert", "entry", "analyse",
      "check", "json", "document", "proto"}},
    {"bench", {"base", "ast", "era", "rules", "read", "print", "entry", "analyse", "check"}},
    {"examples",
     {"base", "ast", "era", "rules", "read", "print", "entry", "analyse", "describe", "readers", "check", "document"}},
};

std::string room_of_header(const std::string& header)
{
    if (header.starts_with("ballast/ast/")) return "ast";
    if (header.starts_with("ballast/")) {
        const auto known = public_rooms.find(header);
        return known == public_rooms.end() ? "" : known->second;
    }
    return first_part(header);
}

// The most specific row for a file; that of its room for a public header.
const room* room_of(const std::string& path)
{
    constexpr std::string_view include = "include/";
    const auto in = path.starts_with(include) ? "src/" + room_of_header(path.substr(include.size())) + "/" : path;
    const room* found = nullptr;
    for (const auto& r : rooms)
        if (in.starts_with(r.folder + "/") && (!found || r.folder.size() > found->folder.size())) found = &r;
    return found;
}

struct inclusion {
    std::size_t line;
    std::string header;
};
std::vector<inclusion> inclusions_of(const std::string& path)
{
    static const std::regex form(R"(\s*#\s*include\s*["<]([^">]+)[">].*)");
    std::vector<inclusion> result;
    const auto lines = lines_of(path);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch m;
        if (std::regex_match(lines[i], m, form)) result.push_back({i + 1, m[1].str()});
    }
    return result;
}

bool is_ours(const std::string& header)
{
    const auto first = first_part(header);
    return first != header &&
           (first == "ballast" || first == "grammar" || first == "tests" || fs::is_directory(root / "src" / first));
}

// --- beginnings and names of files -----------------------------------------------------------------------------------

enum class beginning { header, unit, commented_unit, script, program, document };
struct kind_of_file {
    std::string folder; // the most specific row counts
    std::string ending;
    std::string name; // pattern of the name, without the ending
    beginning begins;
    std::string called; // in docs/dev/layout.md
};
const std::vector<kind_of_file> kinds{
    {"grammar", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"include/ballast", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"src", ".hpp", "[a-z0-9_]+", beginning::header, "stem.hpp"},
    {"src", ".cpp", "[a-z0-9_]+", beginning::unit, "stem.cpp"},
    {"src/render/page", ".ts", "[a-z_]+", beginning::commented_unit, "word.ts"},
    {"src/readers/runtime", ".py", "[a-z_]+", beginning::program, "word.py"},
    {"bindings/python/core", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"bindings/python/core", ".cpp", "[a-z_]+", beginning::unit, "stem.cpp"},
    {"bindings/wasm", ".hpp", "[a-z0-9_]+", beginning::header, "stem.hpp"},
    {"bindings/wasm", ".cpp", "[a-z_]+", beginning::commented_unit, "word.cpp"},
    {"bindings/wasm/core", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"bindings/wasm/core", ".cpp", "[a-z_]+", beginning::unit, "stem.cpp"},
    {"bindings/python", ".py", "[a-z_]+", beginning::program, "word.py"},
    {"bindings/vscode", ".ts", "[a-z_]+", beginning::commented_unit, "word.ts"},
    {"bindings/vscode", ".mjs", "[a-z_]+", beginning::commented_unit, "word.mjs"},
    {"bindings/vscode", ".py", "[a-z_]+", beginning::program, "word.py"},
    {"bindings/wasm/page", ".ts", "[a-z_]+", beginning::commented_unit, "word.ts"},
    {"bindings/wasm/page", ".mjs", "[a-z_]+", beginning::commented_unit, "word.mjs"},
    {"tests", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"tests", ".cpp", "[a-z_]+_test", beginning::commented_unit, "stem_test.cpp"},
    {"tests", ".py", "[a-z_]+", beginning::program, "word.py"},
    {"tests/grammar", ".cpp", "[a-z_]+_(cases|test)", beginning::commented_unit, "stem_cases.cpp, theme_test.cpp"},
    {"fuzz", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"fuzz", ".cpp", "[a-z_]+_(fuzzer|main)", beginning::commented_unit, "target_fuzzer.cpp, replay_main.cpp"},
    {"bench", ".hpp", "[a-z_]+", beginning::header, "stem.hpp"},
    {"bench", ".cpp", "[a-z_]+", beginning::unit, "stem.cpp"},
    {"examples", ".cpp", "[a-z_]+", beginning::commented_unit, "word.cpp"},
    {"examples", ".py", "[a-z_]+", beginning::program, "word.py"},
    {"scripts", ".sh", "[a-z_]+", beginning::script, "word.sh"},
    {"scripts", ".py", "[a-z_]+", beginning::program, "word.py"},
    {"fuzz", ".sh", "[a-z_]+", beginning::script, "word.sh"},
    {"docs", ".md", "[a-z_]+|README", beginning::document, "word.md"},
    {"spec", ".md", "[a-z_]+", beginning::document, "word.md"},
    {"spec/conformance", ".md", "README", beginning::document, "README.md"},
    {"spec/conformance", ".py", "[a-z_]+", beginning::program, "word.py"},
};

const kind_of_file* kind_of(const std::string& path)
{
    const kind_of_file* found = nullptr;
    for (const auto& k : kinds)
        if (path.starts_with(k.folder + "/") && fs::path(path).extension() == k.ending &&
            (!found || k.folder.size() > found->folder.size()))
            found = &k;
    return found;
}

// The error in the beginning of a file; empty if there is none.
std::string fault_of(const std::vector<std::string>& lines, beginning begins)
{
    const auto line = [&](std::size_t i) { return i < lines.size() ? lines[i] : std::string(); };
    std::size_t after = 0; // after the comment at the top
    while (line(after).starts_with("//")) ++after;
    const bool commented = line(0).starts_with("// ");
    switch (begins) {
    case beginning::header:
        if (!commented) return "a header begins with a comment line: what it is";
        return line(after) == "#pragma once" ? "" : "`#pragma once` follows the comment of a header";
    case beginning::unit:
        return commented || line(0).starts_with("#include \"") ? ""
                                                               : "a unit begins with the header that declares what it "
                                                                 "defines, or with a comment line";
    case beginning::commented_unit: return commented ? "" : "it begins with a comment line: what it is";
    case beginning::script:
        // A script that is sourced has no `#!` line.
        return line(line(0).starts_with("#!") ? 1 : 0).starts_with("# ") ? "" : "a script says first what it does";
    case beginning::program: {
        const auto first = line(line(0).starts_with("#!") ? 1 : 0);
        return first.starts_with("\"\"\"") || first.starts_with("# ") ? "" : "a program says first what it does";
    }
    case beginning::document: return line(0).starts_with("# ") ? "" : "a document begins with its title";
    }
    return "";
}

std::string output(beginning begins)
{
    switch (begins) {
    case beginning::header:
        return "a comment that says what it is, with a line of the dump if there is one; then `#pragma once`";
    case beginning::unit: return "the header that declares what it defines, or a comment";
    case beginning::commented_unit: return "a comment that says what it is";
    case beginning::script: return "`#!` if it is run, and a comment that says what it does";
    case beginning::program: return "a docstring or a comment that says what it does";
    case beginning::document: return "its title";
    }
    return "";
}

// --- docs/dev/layout.md ----------------------------------------------------------------------------------------------

// The second cell of the row that begins with a cell; empty if there is no such row.
std::string second_cell(const std::string& text, const std::string& first)
{
    const auto begin = "\n| " + first + " | ";
    const auto at = text.find(begin);
    if (at == std::string::npos) return "";
    const auto from = at + begin.size();
    return text.substr(from, text.find(" | ", from) - from);
}

std::string rows_of_rooms(const std::string& text)
{
    std::string result = "| room | what is in it | includes besides its own |\n|---|---|---|\n";
    for (const auto& room : rooms) {
        const auto cell = "`" + room.folder + "/`";
        std::string others;
        for (const auto& other : room.others) others.append(others.empty() ? "" : ", ").append(other);
        if (std::ranges::includes(room.others, everything)) others = "all rooms";
        if (others.empty()) others = "nothing";
        result.append("| ").append(cell).append(" | ").append(second_cell(text, cell));
        result.append(result.back() == ' ' ? "| " : " | ").append(others).append(" |\n");
    }
    return result;
}

std::string rows_of_kinds()
{
    std::string result = "| folder | is called | begins with |\n|---|---|---|\n";
    for (const auto& k : kinds)
        result.append("| `" + k.folder + "/` | `" + k.called + "` | " + output(k.begins) + " |\n");
    return result;
}

// The text with other contents between `<!-- name -->` and `<!-- end -->`.
std::string with_region(const std::string& text, const std::string& name, const std::string& contents)
{
    const auto mark = "<!-- " + name + " -->\n";
    const auto begin = text.find(mark);
    if (begin == std::string::npos) return text + mark; // which differs
    const auto from = begin + mark.size();
    return text.substr(0, from) + "\n" + contents + "\n" + text.substr(text.find("<!-- end -->", from));
}

// --- tests beside what they test -------------------------------------------------------------------------------------

// Test folders that are not rooms, and what their tests have in common.
const word_set folders_of_their_own{"property", "golden", "house", "oracle", "page", "producers", "support", "vscode"};

// Tests of a theme that is not a file of the room.
const std::map<std::string, std::string> themes{
    {"tests/grammar/rules_test.cpp", "runs the cases of all stems"},
    {"tests/describe/coverage_test.cpp", "what the matcher took, over all texts"},
    {"tests/describe/readings_test.cpp", "law 3, with the matcher"},
    {"tests/describe/conformance_test.cpp", "spec/conformance, made from what the other tests read"},
    {"tests/describe/era_sentences_test.cpp", "sentences of one time"},
    {"tests/read/partial_test.cpp", "texts that are cut or damaged: what is printed and answered of them"},
    {"tests/cli/memory_test.cpp", "the C interface over files in memory, compared with the command"},
    {"tests/cli/errors_test.cpp", "what goes to standard error, of all commands"},
    {"tests/cli/documents_test.cpp", "README.md and docs/, whose examples are run"},
    {"tests/cli/golden_releases_test.cpp", "real texts of many releases, read and printed"},
    {"tests/cli/logs_test.cpp", "logs as inputs, of all commands"},
    {"tests/cli/output_test.cpp", "streams, output files and inputs, of all commands"},
    {"tests/analyse/memory_sums_test.cpp", "sums of analyse/memory.cpp that hold for every dump"},
    {"tests/check/evidence_test.cpp", "spec/evidence.json, which the rules make"},
    {"tests/check/exceptions_test.cpp", "what XLA does only now and then, over all rules"},
    {"tests/check/injection_test.cpp", "which changes of a dump the rules notice"},
};

word_set stems_in(const std::string& folder)
{
    word_set stems;
    for (const auto& path : files_in(folder, {".hpp", ".cpp"})) {
        auto stem = stem_of(path);
        if (stem.ends_with("_actions")) stem.resize(stem.size() - std::string_view("_actions").size());
        stems.insert(stem);
    }
    return stems;
}

// The names of the sections of the grammar in every layer. `lexical` and `entry` are not sections.
word_set notions()
{
    auto stems = stems_in("grammar");
    stems.erase("lexical");
    stems.erase("entry");
    return stems;
}

} // namespace

TEST(House, RoomsIncludeTheirNeighboursOnly)
{
    std::size_t seen = 0;
    for (const auto* top : {"grammar", "include", "src", "bindings", "tests", "fuzz", "bench", "examples"})
        for (const auto& path : files_in(top, {".hpp", ".cpp"})) {
            const auto* room = room_of(path);
            if (!room) {
                if (path != "src/cli/main.cpp" && path != "include/ballast/entry.hpp")
                    ADD_FAILURE() << path << " is in no room of the table";
                continue;
            }
            for (const auto& [line, header] : inclusions_of(path)) {
                ++seen;
                const auto where = path + ":" + std::to_string(line) + ": ";
                if (header.starts_with("tao/")) {
                    EXPECT_TRUE(room->pegtl) << where << room->folder << " includes PEGTL: " << header;
                    continue;
                }
                if (!is_ours(header)) continue;
                const auto of = room_of_header(header);
                EXPECT_FALSE(of.empty()) << where << header << " belongs to no room: add it to the table";
                const bool own = room->folder == of || room->folder == "src/" + of || first_part(path) == of;
                EXPECT_TRUE(own || of == "any" || room->others.contains(of) || room->others.contains(header))
                    << where << room->folder << " may not include " << header << " of " << of;
            }
        }
    EXPECT_GT(seen, 500U);
}

// A room includes none that includes it, directly or through others.
TEST(House, RoomsAreInAnOrder)
{
    word_set placed{"entry"}; // rooms whose includes are all placed
    std::vector<const room*> left;
    for (const auto& r : rooms)
        if (r.folder.starts_with("src/") || r.folder == "grammar") left.push_back(&r);
    const auto name_of = [](const room& r) { return r.folder.substr(r.folder.find('/') + 1); };
    const auto fits = [&](const room* r) {
        return std::ranges::all_of(r->others, [&](const auto& o) {
            return placed.contains(o) || o == name_of(*r) || o.ends_with(".hpp") || r->folder == "src/cli";
        });
    };
    while (true) {
        const auto next = std::ranges::find_if(left, fits);
        if (next == left.end()) break;
        placed.insert(name_of(**next));
        left.erase(next);
    }
    for (const auto* r : left) ADD_FAILURE() << r->folder << " is in a circle, or above one";
}

// Headers of POSIX and threads are included in a few files, which portable builds omit or replace.
TEST(House, SystemHeadersAreInFewFiles)
{
    struct few {
        std::regex header;
        std::vector<std::string> files; // or the beginnings of their paths
    };
    const std::vector<few> all{
        {std::regex("(sys/.*|unistd|fcntl|dirent|poll|pthread|signal)(\\.h)?"),
         {"src/cli/", "src/files/", "src/base/input_record.hpp", "src/base/read_source.cpp"}},
        {std::regex("csignal|filesystem"), {"src/cli/", "src/files/"}},
        {std::regex("thread|stop_token|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier"),
         {"src/cli/", "src/base/input_record.hpp", "src/base/parallel.", "src/files/compressed.cpp"}},
    };
    std::size_t seen = 0;
    for (const auto* top : {"grammar", "include", "src", "bindings/wasm"})
        for (const auto& path : files_in(top, {".hpp", ".cpp", ".h"}))
            for (const auto& [line, header] : inclusions_of(path))
                for (const auto& [form, files] : all) {
                    if (!std::regex_match(header, form)) continue;
                    ++seen;
                    EXPECT_TRUE(std::ranges::any_of(files, [&](const auto& f) { return path.starts_with(f); }))
                        << path << ":" << line << ": " << header << " is for other files";
                }
    EXPECT_GT(seen, 10U);
}

// If a library function has the name of its folder, the namespace has the -ing form.
TEST(House, NamespacesAreNamedAfterTheirFolders)
{
    const std::map<std::string, std::string> others{{"check", "checking"},     {"convert", "converting"},
                                                    {"era", "timeline"},       {"extract", "extracting"},
                                                    {"print", "print_detail"}, {"reduce", "reducing"}};
    const std::regex declared("namespace ballast((::(inline )?[a-z0-9_]+)*) \\{");
    std::size_t seen = 0;
    for (const auto& path : files_in("src", {".hpp", ".cpp"})) {
        const auto folder = fs::path(path).parent_path().string().substr(std::string_view("src/").size());
        const auto room = folder.substr(0, folder.find('/'));
        const auto other = others.find(room);
        const auto& expected = other == others.end() ? room : other->second;
        std::istringstream text(read_file(root / path));
        for (std::string line; std::getline(text, line);) {
            std::smatch found;
            if (!std::regex_match(line, found, declared)) continue;
            auto name = found[1].str();
            if (name.starts_with("::inline v0")) name.erase(0, std::string_view("::inline v0").size());
            if (name.empty()) continue; // declared by the library
            ++seen;
            const auto first = name.substr(2, name.find("::", 2) - 2);
            // Small headers of `base` have a namespace of their own.
            const bool own = first == stem_of(path) || first.ends_with("_detail");
            EXPECT_TRUE(first == expected || first == room || own)
                << path << ": " << line << " is in the folder " << room;
        }
    }
    EXPECT_GT(seen, 300U);
}

TEST(House, PublicHeadersIncludePublicHeadersOnly)
{
    for (const auto& path : files_in("include/ballast", {".hpp"}))
        for (const auto& [line, header] : inclusions_of(path))
            EXPECT_TRUE(header.find_first_of("./") == std::string::npos || header.starts_with("ballast/"))
                << path << ":" << line << ": a public header includes " << header;
}

TEST(House, EveryRoomIsThere)
{
    for (const auto& room : rooms) EXPECT_TRUE(fs::is_directory(root / room.folder)) << room.folder << " is gone";
    for (const auto& [header, of] : public_rooms)
        if (of != "any") {
            EXPECT_TRUE(fs::exists(root / "include" / header)) << header << " is gone";
        }
    for (const auto& path : files_in("include/ballast", {".hpp"})) {
        const auto header = path.substr(std::string_view("include/").size());
        EXPECT_FALSE(room_of_header(header).empty()) << path << " belongs to no room: add it to the table";
    }
    for (const auto& entry : fs::directory_iterator(root / "src"))
        if (entry.is_directory()) {
            const auto folder = "src/" + entry.path().filename().string();
            EXPECT_TRUE(std::ranges::any_of(rooms, [&](const room& r) { return r.folder == folder; }))
                << folder << " has no row in the table of rooms";
        }
}

TEST(House, TestsMirrorTheFolders)
{
    for (const auto& entry : fs::directory_iterator(root / "tests")) {
        if (!entry.is_directory()) continue;
        const auto name = entry.path().filename().string();
        EXPECT_TRUE(folders_of_their_own.contains(name) || name == "grammar" || fs::is_directory(root / "src" / name))
            << "tests/" << name << " mirrors no folder";
    }
    for (const auto& entry : fs::directory_iterator(root / "src"))
        if (entry.is_directory()) {
            const auto name = entry.path().filename().string();
            EXPECT_FALSE(files_in("tests/" + name, {".cpp"}).empty()) << "src/" << name << " has no tests/" << name;
        }
    for (const auto& path : files_in("tests", {".cpp"})) {
        const auto folder = fs::path(path).parent_path().filename().string();
        if (folders_of_their_own.contains(folder) || themes.contains(path)) continue;
        auto stem = stem_of(path);
        stem.resize(stem.rfind('_') == std::string::npos ? 0 : stem.rfind('_')); // _test, _cases
        auto own = folder == "grammar" ? word_set{} : stems_in("src/" + folder);
        if (folder == "ast") own.merge(stems_in("include/ballast/ast"));
        const auto grammar = folder == "grammar" || folder == "read" ? stems_in("grammar") : word_set{};
        bool is_public = false;
        for (const auto& [header, of] : public_rooms) is_public |= of == folder && stem_of(header) == stem;
        EXPECT_TRUE(own.contains(stem) || grammar.contains(stem) || is_public)
            << path << ": no file of " << folder << " is called " << stem;
    }
    for (const auto& [path, why] : themes) EXPECT_TRUE(fs::exists(root / path)) << path << " is gone: " << why;
}

TEST(House, EveryTestIsBuilt)
{
    const auto list = read_file(root / "tests/CMakeLists.txt");
    for (const auto& path : files_in("tests", {".cpp"})) {
        const auto name = path.substr(std::string_view("tests/").size());
        EXPECT_NE(list.find(name), std::string::npos) << path << " is not listed in tests/CMakeLists.txt";
    }
}

// A section of the grammar has the same name in the tree, the actions, the printer, the generator and their tests.
TEST(House, OneNotionHasOneStemInEveryLayer)
{
    const auto all = notions();
    EXPECT_GE(all.size(), 12U);
    for (const auto& stem : all)
        for (const auto& path : {"include/ballast/ast/" + stem + ".hpp", "src/read/" + stem + "_actions.hpp",
                                 "src/print/" + stem + ".cpp", "src/generate/" + stem + ".cpp",
                                 "tests/grammar/" + stem + "_cases.cpp", "tests/read/" + stem + "_test.cpp"})
            EXPECT_TRUE(fs::exists(root / path)) << "grammar/" << stem << ".hpp has no " << path;
}

TEST(House, FilesBeginAsTheirKindDoes)
{
    std::size_t seen = 0;
    for (const auto* top : {"grammar", "include/ballast", "src", "bindings", "tests", "fuzz", "bench", "examples",
                            "scripts", "docs", "spec"})
        for (const auto& path : files_in(top, {".hpp", ".cpp", ".sh", ".py", ".md"})) {
            const auto* kind = kind_of(path);
            if (!kind) {
                EXPECT_TRUE(path.ends_with("README.md")) << path << " is of no kind of the table";
                continue;
            }
            ++seen;
            EXPECT_TRUE(std::regex_match(stem_of(path), std::regex(kind->name)))
                << path << ": files of " << kind->folder << " are called " << kind->name << kind->ending;
            const auto fault = fault_of(lines_of(path), kind->begins);
            EXPECT_TRUE(fault.empty()) << path << ":1: " << fault;
        }
    EXPECT_GT(seen, 150U);
}

// docs/dev/layout.md contains these tables; only what is in a room is written by hand. BALLAST_UPDATE_GOLDEN=1 rewrites
// the rest.
TEST(House, TheLayoutIsDerived)
{
    const auto path = root / "docs" / "dev" / "layout.md";
    const auto text = read_file(path);
    const auto expected = with_region(with_region(text, "rooms", rows_of_rooms(text)), "kinds", rows_of_kinds());
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << expected;
    EXPECT_TRUE(read_file(path) == expected) << "scripts/dev/update_documents.sh rewrites docs/dev/layout.md";
    EXPECT_EQ(expected.find("| |"), std::string::npos) << "docs/dev/layout.md does not say what is in a room";
}

// A fuzz target names its oracle.
TEST(House, FuzzTargetsNameTheirOracle)
{
    for (const auto& path : files_in("fuzz", {".cpp"})) {
        if (!path.ends_with("_fuzzer.cpp")) continue;
        std::string comment;
        for (const auto& line : lines_of(path)) {
            if (!line.starts_with("//")) break;
            comment += line;
        }
        EXPECT_NE(comment.find("Oracle:"), std::string::npos) << path << " does not say its oracle";
    }
}

// The paths in documents, scripts and workflows exist.
TEST(House, PathsThatAreNamedExist)
{
    auto texts = files_in(".github", {".yml"});
    for (const auto* folder : {"scripts", "fuzz", "docs", "spec", "cmake", ".clusterfuzzlite"})
        for (const auto& path : files_in(folder, {".sh", ".md", ".txt", ".yaml", ".cmake", ".yml", ".hpp"}))
            if (!path.starts_with("fuzz/seeds/")) texts.push_back(path);
    for (const auto* path : {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".ci/run", "CMakeLists.txt", "Dockerfile",
                             "action.yml", ".clusterfuzzlite/Dockerfile", "fuzz/oss-fuzz/Dockerfile"})
        texts.emplace_back(path);
    // A path begins with a folder of the tree and is not in the middle of another path. A placeholder of a shell or a
    // person (`$name`, `<name>`, `*`, `…`) ends the path at the folder before.
    static const std::regex named(
        R"((^|[^A-Za-z0-9_./}$-])((?:grammar|include|src|tests|docs|spec|fuzz|bench|examples|scripts|cmake|\.ci|\.github|\.clusterfuzzlite)/[A-Za-z0-9_./-]*)([$*<{…]?))");
    std::size_t seen = 0;
    for (const auto& text : texts) {
        const auto lines = lines_of(text);
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (std::sregex_iterator m(lines[i].begin(), lines[i].end(), named), end; m != end; ++m) {
                auto path = (*m)[2].str();
                if ((*m)[3].length() != 0) path.resize(path.rfind('/'));
                while (!path.empty() && (path.back() == '.' || path.back() == '/')) path.pop_back();
                ++seen;
                EXPECT_TRUE(fs::exists(root / path)) << text << ":" << i + 1 << ": there is no " << path;
            }
    }
    EXPECT_GT(seen, 100U);
}

// Targets of links, relative to the document's folder, and the linked sections.
TEST(House, LinksOfDocumentsLead)
{
    static const std::regex link(R"(\]\(([^)#: ]*)(#[^) ]*)?\))");
    auto documents = files_in("docs", {".md"});
    for (const auto& path : files_in("spec", {".md"})) documents.push_back(path);
    for (const auto* path : {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}) documents.emplace_back(path);
    std::size_t seen = 0;
    for (const auto& document : documents) {
        const auto text = read_file(root / document);
        for (std::sregex_iterator m(text.begin(), text.end(), link), end; m != end; ++m, ++seen) {
            const auto to =
                (*m)[1].length() == 0 ? fs::path(document) : fs::path(document).parent_path() / (*m)[1].str();
            EXPECT_TRUE(fs::exists(root / to)) << document << ": there is no " << to;
            if ((*m)[2].length() != 0) {
                EXPECT_TRUE(anchors_of(to.generic_string()).contains((*m)[2].str()))
                    << document << ": there is no section " << (*m)[0];
            }
        }
    }
    EXPECT_GT(seen, 50U);
}

// What people read first is short; details are in docs/ and docs/dev/.
TEST(House, TheFirstDocumentsAreShort)
{
    EXPECT_LE(read_file(root / "README.md").size(), 7000U);
    EXPECT_LE(read_file(root / "CONTRIBUTING.md").size(), 6000U);
}

// C++ code in documents is a part of an example, which is compiled.
TEST(House, SnippetsAreOfExamples)
{
    std::string examples;
    for (const auto& path : files_in("examples", {".cpp"})) examples += read_file(root / path);
    const std::string begin = "```cpp\n";
    std::size_t seen = 0;
    for (const auto& path : files_in("docs", {".md"})) {
        const auto text = read_file(root / path);
        for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at), ++seen) {
            at += begin.size();
            const auto snippet = text.substr(at, text.find("```", at) - at);
            EXPECT_NE(examples.find(snippet), std::string::npos) << path << ": in no file of examples/:\n" << snippet;
        }
    }
    EXPECT_GT(seen, 0U);
}

// The tests that documents for developers name exist.
TEST(House, TestsThatAreNamedExist)
{
    static const std::regex defined(R"(^TEST\((\w+), (\w+)\).*)");
    static const std::regex named(R"(`([A-Z]\w+\.[A-Z]\w+)`)");
    word_set tests;
    for (const auto& path : files_in("tests", {".cpp"}))
        for (const auto& line : lines_of(path)) {
            std::smatch m;
            if (std::regex_match(line, m, defined)) tests.insert(m[1].str() + "." + m[2].str());
        }
    std::size_t seen = 0;
    auto documents = files_in("docs/dev", {".md"});
    documents.emplace_back("CONTRIBUTING.md");
    for (const auto& path : documents)
        for (const auto& line : lines_of(path))
            for (std::sregex_iterator m(line.begin(), line.end(), named), end; m != end; ++m, ++seen)
                EXPECT_TRUE(tests.contains((*m)[1].str())) << path << ": there is no test " << (*m)[1].str();
    EXPECT_GT(seen, 20U);
}

TEST(House, EveryScriptIsListed)
{
    const auto list = read_file(root / "docs" / "dev" / "checks.md");
    for (const auto& path : files_in("scripts", {".sh"}))
        EXPECT_NE(list.find(path), std::string::npos) << "docs/dev/checks.md does not list " << path;
}

TEST(House, TheGlossaryIsAlphabetical)
{
    std::string last;
    std::size_t terms = 0;
    for (const auto& line : lines_of("docs/glossary.md")) {
        if (!line.starts_with("- **")) continue;
        auto term = line.substr(4, line.find("**: ", 4) - 4);
        std::ranges::transform(term, term.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        EXPECT_LT(last, term) << "docs/glossary.md: " << term << " comes before " << last;
        last = term;
        ++terms;
    }
    EXPECT_GT(terms, 80U);
}

} // namespace ballast::tests

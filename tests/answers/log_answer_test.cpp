// Damage that people and programs do to texts on their way: `show` gives the same figures as for the text itself.
#include "answers/discovery.hpp"
#include "answers/show.hpp"
#include "render/answers.hpp"
#include "tests/cli/json.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

std::string shown_json(const std::string& text)
{
    auto answer =
        answers::show(answers::find_texts({answers::in_memory("step.log", source_text::copy_of(text))}), nullptr, {});
    std::string json;
    render::write(std::move(answer), render::form::json, {}, {}, [&](std::string_view piece) {
        json += piece;
        return true;
    });
    return json;
}

// Sizes of memory from 1000 bytes on, but for sums over what is listed.
std::set<double> figures_of(const std::string& json)
{
    static const std::set<std::string> members{"used",    "needed",  "available", "capacity",
                                               "missing", "program", "arguments", "temporaries",
                                               "total",   "peak",    "bytes"};
    std::set<double> result;
    for (const auto& [path, value] : parsed_json(json)) {
        const bool is_size = members.contains(path.substr(path.rfind('/') + 1)) &&
                             path.find("file") == std::string::npos && path.find("by_") == std::string::npos;
        if (is_size && value.size() > 3 && std::isdigit(static_cast<unsigned char>(value.front())))
            result.insert(std::stod(value));
    }
    return result;
}

// Sizes are rounded where a text only has them in sentences.
bool has(const std::set<double>& all, double wanted)
{
    const auto near = all.lower_bound(wanted * 0.9975);
    return near != all.end() && *near <= wanted * 1.0025;
}

using damage = std::function<std::string(const std::string&)>;

damage each_line(std::function<std::string(const std::string&)> change)
{
    return [change = std::move(change)](const std::string& text) {
        std::string result;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) result += change(line) + "\n";
        return result;
    };
}
damage prefixed(const std::string& prefix)
{
    return each_line([prefix](const std::string& line) { return prefix + line; });
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}
damage replacing(const std::string& from, const std::string& to)
{
    return [from, to](const std::string& text) { return replaced(text, from, to); };
}

std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '"' ? "\\\"" : c == '\\' ? "\\\\" : std::string(1, c);
    return result;
}

// Broken at a column, at any byte or at blanks.
damage broken(std::size_t column, bool at_blanks)
{
    return each_line([column, at_blanks](std::string line) {
        std::string result;
        while (line.size() > column) {
            const auto blank = line.rfind(' ', column);
            const bool fits = at_blanks && blank != std::string::npos && blank > column / 3;
            if (at_blanks && !fits) break;
            const auto end = fits ? blank : column;
            result += line.substr(0, end) + "\n";
            line.erase(0, fits ? end + 1 : end);
        }
        return result + line;
    });
}

std::string without_indentation(const std::string& line)
{
    const auto begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string() : line.substr(begin);
}

const std::vector<std::pair<std::string, damage>>& damages()
{
    static const std::vector<std::pair<std::string, damage>> all{
        {"absl", prefixed("W0203 04:05:06.000007 424242 bfc_allocator.cc:501] ")},
        {"TensorFlow", prefixed("2026-02-03 04:05:06.000007: W external/xla/xla/tsl/framework/bfc_allocator.cc:501] ")},
        {"first line of absl", [](const std::string& text) { return "E0203 04:05:06.000007 42 file.cc:19] " + text; }},
        {"Python logging", prefixed("2026-02-03 04:05:06,123 - root - ERROR - ")},
        {"Ray", prefixed("(RayWorker pid=1234, ip=10.0.0.1) ")},
        {"vLLM", prefixed("(EngineCore_0 pid=812) ERROR 02-03 04:05:06 [core.py:1136] ")},
        {"Docker Compose", prefixed("trainer-1  | ")},
        {"journald", prefixed("Feb 03 04:05:06 host python[123]: ")},
        {"Kubernetes", prefixed("2026-02-03T04:05:06.000000007Z stderr F ")},
        {"rank", prefixed("[rank0]: ")},
        {"slurm", prefixed("0: ")},
        {"worker", prefixed("worker-3: ")},
        {"quoted", prefixed("> ")},
        {"quoted twice", prefixed("> > ")},
        {"comment", prefixed("# ")},
        {"comment of C", prefixed(" * ")},
        {"numbered", prefixed("12\t")},
        {"fence", [](const std::string& text) { return "It fails:\n\n```\n" + text + "```\nAny idea?\n"; }},
        {"HTML",
         [](const std::string& text) {
             return "<pre><code>" + replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;") +
                    "</code></pre>\n";
         }},
        {"U+00A0", replacing(" ", "\xc2\xa0")},
        {"colors", each_line([](const std::string& line) { return "\x1b[31m" + line + "\x1b[0m"; })},
        {"byte order mark", [](const std::string& text) { return "\xef\xbb\xbf" + text; }},
        {"CR LF", replacing("\n", "\r\n")},
        {"JSON",
         [](const std::string& text) { return "{\"severity\": \"ERROR\", \"message\": \"" + escaped(text) + "\"}\n"; }},
        {"lines of JSON", each_line([](const std::string& line) {
             return "{\"log\":\"" + escaped(line) + "\\n\",\"stream\":\"stderr\"}";
         })},
        {"tab as blank", replacing("\t", " ")},
        {"tab as eight blanks", replacing("\t", "        ")},
        {"no indentation", each_line(without_indentation)},
        {"more indentation", prefixed("    ")},
        {"blanks at line ends", each_line([](const std::string& line) { return line + "   "; })},
        {"no empty lines",
         [](std::string text) {
             while (text.find("\n\n") != std::string::npos) text = replaced(text, "\n\n", "\n");
             return text;
         }},
        {"empty lines between", replacing("\n", "\n\n")},
        {"no last line end", [](const std::string& text) { return text.substr(0, text.find_last_not_of('\n') + 1); }},
        {"more line ends", [](const std::string& text) { return text + "\n\n\n"; }},
        {"broken at 100 characters", broken(100, false)},
        {"broken at words", broken(80, true)},
    };
    return all;
}

} // namespace

TEST(Damage, CostsNoFigure)
{
    std::vector<fs::path> texts;
    for (const auto* folder : {"texts", "dumps"})
        for (const auto& entry : fs::directory_iterator(golden() / folder))
            if (entry.path().extension() == ".txt") texts.push_back(entry.path());
    std::ranges::sort(texts);
    std::map<std::string, std::set<std::string>> lost;
    std::size_t cells = 0;
    std::size_t kept = 0;
    for (const auto& path : texts) {
        const auto text = read_file(path);
        const auto figures = figures_of(shown_json(text));
        if (figures.empty()) continue;
        for (const auto& [name, damaged] : damages()) {
            const auto answer = figures_of(shown_json(damaged(text)));
            ++cells;
            if (std::ranges::all_of(figures, [&](double wanted) { return has(answer, wanted); }))
                ++kept;
            else
                lost[name].insert(path.filename().string());
        }
    }
    // tests/golden/damage.txt names what is lost, by damage.
    std::string all;
    for (const auto& [name, files] : lost) {
        all += name + ":";
        for (const auto& file : files) all += " " + file;
        all += "\n";
    }
    const auto path = golden() / "damage.txt";
    if (std::getenv("BALLAST_UPDATE_GOLDEN"))
        std::ofstream(path, std::ios::binary) << all;
    else
        EXPECT_EQ(all, read_file(path));
    EXPECT_GT(cells, 3000U);
    EXPECT_GE(static_cast<double>(kept), 0.99 * static_cast<double>(cells)) << kept << " of " << cells;
}

} // namespace ballast::tests

// Dumps with a small change: which changes the reader or the rules detect. BALLAST_INJECT=n changes n digits of each
// dump instead of a few, and prints the undetected changes by kind.
#include "ballast/analysis.hpp"
#include "ballast/check.hpp"
#include "base/random_source.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <map>
#include <set>

namespace ballast::tests {

namespace {

// The identifiers of the findings in a text, without the audit of the peak; empty if the text is refused.
std::optional<std::set<std::string>> identifiers_in(std::string_view text)
{
    const auto read = parse(text);
    if (!read.accepted()) return std::nullopt;
    std::set<std::string> result;
    for (const auto& f : read.findings) result.insert(f.message.text());
    for (const auto& f : check(*read.value))
        if (f.id != finding_id::peak_audit) result.insert(f.message.text());
    return result;
}

bool noticed(const std::set<std::string>& before, std::string_view changed)
{
    const auto after = identifiers_in(changed);
    return !after || !std::ranges::includes(before, *after);
}

// The spans that nothing else in a dump repeats, by what they are:
// - metadata: where in the program's source an instruction comes from; since 2025-12 a number of a table in another
// file
// - a backend's own configuration, and frontend attributes, which XLA only hands on
// - what of an operation shows neither in a shape nor in the dump: who takes part in a collective, over which channel,
//   the computations it calls, dimension numbers of gathers, scatters and convolutions, shardings, how a tuple is
//   fetched
// - the number of a parameter of a computation, which has no allocation of that number
// - literals
// - the pointers of one or two allocations
// An instruction that defines several values is printed with each of them: that repeats all of it.
constexpr std::string_view said_once_in[] = {
    "metadata",
    "backend_config",
    "frontend_attributes",
    "sharding",
    "channel_id",
    "replica_groups",
    "source_target_pairs",
    "calls",
    "to_apply",
    "condition",
    "body",
    "branch_computations",
    "true_computation",
    "false_computation",
    "called_computations",
    "select",
    "scatter",
    "comparator",
    "offset_dims",
    "collapsed_slice_dims",
    "start_index_map",
    "index_vector_dim",
    "update_window_dims",
    "inserted_window_dims",
    "scatter_dims_to_operand_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "delta",
    "cross_program_prefetch_index",
    "control-predecessors",
    "algorithm",
    "statistics",
    "origin",
    "window",
    "feature_group_count",
    "batch_group_count",
    "dim_labels",
    "split_dimension",
    "fft_length",
    "epsilon",
    "feature_index",
    "exponent_bits",
    "mantissa_bits",
    "literal",
    "output_to_operand_aliasing",
    "operand_layout_constraints",
    "async_group_id",
    "custom_call_target",
    "domain",
    "parameter_replication",
    "outer_dimension_partitions",
};

// The attribute of this list whose value contains a place; empty if there is none.
std::string_view attribute_at(std::string_view line, std::size_t at)
{
    for (const auto key : said_once_in) {
        const std::string written = ", " + std::string(key) + "=";
        const auto begin = line.rfind(written, at);
        if (begin == std::string_view::npos || begin + written.size() > at) continue;
        // Its value ends where the next attribute begins, outside of quotes and braces.
        int open = 0;
        bool quoted = false;
        bool inside = true;
        for (auto i = begin + written.size(); i < at && inside; ++i) {
            const char c = line[i];
            if (c == '\\' && quoted)
                ++i;
            else if (c == '"')
                quoted = !quoted;
            else if (!quoted && (c == '{' || c == '(' || c == '['))
                ++open;
            else if (!quoted && (c == '}' || c == ')' || c == ']'))
                --open;
            else if (!quoted && open == 0 && c == ',' && !line.substr(i).starts_with(", %"))
                inside = false;
        }
        if (inside) return key;
    }
    return {};
}

// The kind of the span at a place; empty if something else in the text repeats it.
std::string_view said_once(std::string_view text, std::size_t at)
{
    const auto begin = text.rfind('\n', at) + 1;
    const auto line = text.substr(begin, text.find('\n', at) - begin);
    const auto before = line.substr(0, at - begin);
    if (line.starts_with("allocation ")) {
        const bool pointer =
            before.find(": 0x") != std::string_view::npos && before.find(',') == std::string_view::npos;
        return pointer && text.find("\nallocation 2: 0x") == std::string_view::npos ? "pointer" : "";
    }
    if (!line.starts_with(" from instruction:")) return {};
    const auto body = before.find(" = ");
    if (body == std::string_view::npos) return {};
    if (text.find(line, begin + line.size()) != std::string_view::npos ||
        text.substr(0, begin).find(line) != std::string_view::npos)
        return {};
    for (const std::string_view word : {"parameter", "constant"})
        if (before.find(' ' + std::string(word) + '(', body) != std::string_view::npos &&
            line.find(')', before.find(' ' + std::string(word) + '(', body)) >= before.size()) {
            // The parameters of the entry have allocations that name them.
            const auto name = std::string(line.substr(line.find('%') + 1, line.find(" = ") - line.find('%') - 1));
            const auto value = text.find(' ' + name + " @");
            const auto head = text.rfind("\nallocation ", value);
            const bool entry =
                value != std::string_view::npos && head != std::string_view::npos &&
                text.substr(head, text.find('\n', head + 1) - head).find(", parameter ") != std::string_view::npos;
            return entry ? "" : word;
        }
    return attribute_at(line, before.size());
}

struct tally {
    std::size_t all = 0;
    std::size_t seen = 0;
    std::size_t once = 0;                            // in text that is not repeated
    std::size_t missed_else = 0;                     // undetected in other text
    std::map<std::string_view, std::size_t> kinds{}; // of `once`

    // Counts a change; `span` is its kind if the text is not repeated.
    void count(std::string_view span, bool was_noticed)
    {
        ++all;
        seen += was_noticed ? 1U : 0U;
        if (!span.empty())
            ++once, ++kinds[span];
        else
            missed_else += was_noticed ? 0U : 1U;
    }
    [[nodiscard]] double noticed() const { return static_cast<double>(seen) / static_cast<double>(all); }
    [[nodiscard]] double said_once() const { return static_cast<double>(once) / static_cast<double>(all); }
    [[nodiscard]] double noticed_elsewhere() const
    {
        const auto repeated = static_cast<double>(all - once);
        return (repeated - static_cast<double>(missed_else)) / repeated;
    }
};

// Changes a text at a random place. Returns the place of the first changed byte; empty if there is nothing to change.
using injection = std::optional<std::size_t> (*)(std::string& text, random_source& from);

std::optional<std::size_t> change_digit(std::string& text, random_source& from)
{
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
    if (digits.empty()) return std::nullopt;
    const auto at = digits[from.below(digits.size())];
    text[at] = static_cast<char>('0' + (static_cast<std::size_t>(text[at] - '0') + 1 + from.below(9)) % 10);
    return at;
}

struct line_place {
    std::size_t begin;
    std::size_t size; // including its line end
};
line_place draw_line(const std::string& text, random_source& from)
{
    const auto in = from.below(text.size());
    const auto begin = in == 0 ? 0 : text.rfind('\n', in - 1) + 1;
    return {begin, std::min(text.find('\n', begin), text.size() - 1) + 1 - begin};
}

std::optional<std::size_t> delete_line(std::string& text, random_source& from)
{
    const auto [begin, size] = draw_line(text, from);
    text.erase(begin, size);
    return begin;
}

std::optional<std::size_t> double_line(std::string& text, random_source& from)
{
    const auto [begin, size] = draw_line(text, from);
    text.insert(begin, text.substr(begin, size));
    return begin;
}

std::optional<std::size_t> swap_lines(std::string& text, random_source& from)
{
    auto first = draw_line(text, from);
    auto second = draw_line(text, from);
    if (first.begin > second.begin) std::swap(first, second);
    const auto above = text.substr(first.begin, first.size);
    const auto below = text.substr(second.begin, second.size);
    if (above == below) return std::nullopt;
    text.replace(second.begin, second.size, above);
    text.replace(first.begin, first.size, below);
    return first.begin;
}

// Exchanges two names of values, each at one place.
std::optional<std::size_t> exchange_names(std::string& text, random_source& from)
{
    const auto in_name = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
               c == '-';
    };
    std::set<std::string> names;
    for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
        auto begin = at + 1;
        while (begin < text.size() && text[begin] >= '0' && text[begin] <= '9') ++begin;
        if (begin == at + 1 || begin >= text.size() || text[begin] != ' ') continue;
        auto end = ++begin;
        while (end < text.size() && in_name(text[end])) ++end;
        names.insert(text.substr(begin, end - begin));
    }
    std::vector<line_place> places;
    for (std::size_t at = 0; at < text.size();) {
        if (!in_name(text[at])) {
            ++at;
            continue;
        }
        auto end = at;
        while (end < text.size() && in_name(text[end])) ++end;
        if (names.contains(text.substr(at, end - at)) && said_once(text, at).empty()) places.push_back({at, end - at});
        at = end;
    }
    if (places.size() < 2) return std::nullopt;
    auto first = places[from.below(places.size())];
    auto second = places[from.below(places.size())];
    if (first.begin > second.begin) std::swap(first, second);
    const auto one = text.substr(first.begin, first.size);
    const auto other = text.substr(second.begin, second.size);
    if (one == other) return std::nullopt;
    text.replace(second.begin, second.size, one);
    text.replace(first.begin, first.size, other);
    return first.begin;
}

void inject(injection change, const std::string& text, std::size_t times, random_source& from, tally& to,
            std::vector<std::string>* missed)
{
    const auto before = identifiers_in(text);
    if (!before) throw std::runtime_error("refused");
    for (std::size_t i = 0; i < times; ++i) {
        auto changed = text;
        const auto at = change(changed, from);
        if (!at) continue;
        const auto span = change == change_digit ? said_once(text, *at) : "";
        const bool seen = noticed(*before, changed);
        to.count(span, seen);
        if (seen) continue;
        const bool once = !span.empty();
        if (missed && !once) {
            const auto begin = *at == 0 ? 0 : text.rfind('\n', *at - 1) + 1; // as it was before
            missed->push_back(std::to_string(*at - begin) + ": " +
                              text.substr(begin, std::min<std::size_t>(300, text.find('\n', *at) - begin)));
        }
    }
}

std::size_t trials(std::size_t usual)
{
    const char* asked = std::getenv("BALLAST_INJECT");
    return asked ? static_cast<std::size_t>(std::strtoul(asked, nullptr, 10)) : usual;
}

void tell(std::string_view of, std::string_view what, const tally& t, const std::vector<std::string>& missed)
{
    if (!std::getenv("BALLAST_INJECT")) return;
    std::printf("%.*s: %zu of %zu %.*s noticed (%.2f %%), %zu in text that nothing repeats, %zu missed elsewhere\n",
                static_cast<int>(of.size()), of.data(), t.seen, t.all, static_cast<int>(what.size()), what.data(),
                100 * t.noticed(), t.once, t.missed_else);
    for (const auto& [kind, count] : t.kinds)
        std::printf("  in %.*s: %zu\n", static_cast<int>(kind.size()), kind.data(), count);
    for (const auto& line : missed) std::printf("  %s\n", line.c_str());
}

// Every dump in one file that is small enough to be read a few hundred times.
std::vector<std::string> real_dumps()
{
    std::vector<std::string> result;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        const auto name = entry.path().filename().string();
        const bool combined =
            name.ends_with("-buffer-assignment.txt") || entry.path().parent_path().filename() == "seeds";
        if (!combined || entry.file_size() > 60000 || name.starts_with("xla_dump")) continue;
        result.push_back(read_file(entry.path()));
    }
    return result;
}

std::string generated(commit_time when, ast::dump_kind kind, std::uint64_t seed)
{
    random_source from(seed);
    generate::program made(from, when, 4000);
    return printed([&](sink& out) { made.print(out, kind); });
}

} // namespace

// Combined dumps; the three files since D19 repeat less of each other. Generated instructions have more attributes that
// nothing repeats than real ones.
TEST(Injection, MostChangedDigitsAreNoticed)
{
    for (const commit_time when : {202508250000, 202505200000, 202110010000}) {
        tally t;
        std::vector<std::string> missed;
        random_source from(std::uint64_t{7});
        for (std::uint64_t seed = 1; seed < 9; ++seed)
            inject(change_digit, generated(when, ast::dump_kind::combined, seed), trials(60), from, t, &missed);
        tell(std::to_string(when), "changed digits", t, missed);
        EXPECT_GE(t.noticed(), 0.85) << when;
        EXPECT_GE(t.noticed_elsewhere(), 0.99) << when;
    }
}

TEST(Injection, MostChangedDigitsOfRealDumpsAreNoticed)
{
    if (!corpus()) return;
    tally t;
    std::vector<std::string> missed;
    random_source from(std::uint64_t{11});
    for (const auto& text : real_dumps()) inject(change_digit, text, trials(40), from, t, &missed);
    tell("corpus", "changed digits", t, missed);
    EXPECT_GE(t.noticed(), 0.94);
    EXPECT_GE(t.noticed_elsewhere(), 0.99);
    EXPECT_LE(t.said_once(), 0.07);
}

// Deleted, duplicated and moved lines, and exchanged names.
TEST(Injection, MostOtherFaultsAreNoticed)
{
    struct kind {
        const char* name;
        injection change;
        double expected; // the share that must be detected
    };
    // A missing use by an instruction that is not printed, or the last use of a value, cannot always be detected.
    for (const auto& k : {kind{"deleted lines", delete_line, 0.96}, kind{"doubled lines", double_line, 0.99},
                          kind{"swapped lines", swap_lines, 0.99}, kind{"exchanged names", exchange_names, 0.99}}) {
        tally t;
        std::vector<std::string> missed;
        random_source from(std::uint64_t{13});
        for (const commit_time when : {202508250000, 202505200000, 202110010000})
            for (std::uint64_t seed = 1; seed < 6; ++seed)
                inject(k.change, generated(when, ast::dump_kind::combined, seed), trials(20), from, t, &missed);
        tell("generated", k.name, t, missed);
        EXPECT_GE(t.noticed(), k.expected) << k.name;
        if (!corpus()) continue;
        tally real;
        missed.clear();
        for (const auto& text : real_dumps()) inject(k.change, text, trials(20), from, real, &missed);
        tell("corpus", k.name, real, missed);
        EXPECT_GE(real.noticed(), k.expected) << k.name;
    }
}

namespace {

// The files of a module, including its report.
std::vector<std::string> module_of(commit_time when, std::uint64_t seed)
{
    std::vector<std::string> result;
    for (const auto kind : {ast::dump_kind::assignment, ast::dump_kind::values, ast::dump_kind::live_range})
        result.push_back(generated(when, kind, seed));
    const auto read = accepted(result.front());
    ast::arena memory;
    if (const auto made = usage_report_of(read, memory, when); made.report && !read.dump().allocations.empty())
        result.push_back(print(*made.report));
    return result;
}

// True if a file is refused, or if the rules find something in the files together, apart from the audit of the peak.
bool noticed_together(const std::vector<std::string>& files)
{
    std::vector<document> read;
    for (const auto& text : files) {
        auto result = parse(text);
        if (!result.accepted()) return true;
        read.push_back(std::move(*result.value));
    }
    std::vector<const document*> module;
    for (const auto& r : read) module.push_back(&r);
    return std::ranges::any_of(check(module), [](const finding& f) { return f.id != finding_id::peak_audit; });
}

const std::vector<commit_time> times_of_three_files{202604050000, 202608200000};

} // namespace

// A file that is cut after a line often looks complete; the other files reveal it.
TEST(Injection, FilesThatAreCutOffAreNoticedBesideTheOthers)
{
    std::size_t alone = 0; // detected without the others
    std::size_t all = 0;
    for (const auto when : times_of_three_files)
        for (std::uint64_t seed = 1; seed < 7; ++seed) {
            const auto whole = module_of(when, seed);
            ASSERT_FALSE(noticed_together(whole)) << when << " " << seed;
            for (std::size_t file = 0; file < whole.size(); ++file) {
                auto files = whole;
                const auto& text = whole[file];
                const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
                for (std::size_t end = 0, line = 0; end < text.size(); end = text.find('\n', end) + 1, ++line) {
                    if (line % (1 + lines / 25) != 0) continue;
                    // A report without only its empty lines has the same content, and a warning of its own.
                    if (text.find_first_not_of('\n', end) == std::string::npos) continue;
                    files[file] = text.substr(0, end);
                    ++all;
                    alone += noticed_together({files[file]}) ? 1U : 0U;
                    EXPECT_TRUE(noticed_together(files)) << when << " " << seed << " file " << file << " at " << end;
                }
            }
        }
    EXPECT_GT(all, 500U);
    EXPECT_LT(alone, all);
}

TEST(Injection, FilesOfOtherModulesAreNoticedBesideTheOthers)
{
    for (const auto when : times_of_three_files) {
        std::vector<std::vector<std::string>> modules;
        for (std::uint64_t seed = 1; seed < 10; ++seed) modules.push_back(module_of(when, seed));
        for (std::size_t i = 0; i < modules.size(); ++i)
            for (std::size_t k = 0; k < modules.size(); ++k)
                for (std::size_t file = 0; i != k && file < std::min(modules[i].size(), modules[k].size()); ++file) {
                    auto files = modules[i];
                    files[file] = modules[k][file];
                    EXPECT_TRUE(noticed_together(files)) << when << ": " << i << " with file " << file << " of " << k;
                }
    }
}

namespace {

// The files of a module with its text, which is the last one. Eras before 2026-04-03 have one combined dump.
std::vector<std::string> module_with_text(commit_time when, std::uint64_t seed)
{
    std::vector<std::string> result;
    random_source from(seed);
    generate::program made(from, when, 2000);
    for (const auto kind : kinds_at(when)) result.push_back(printed([&](sink& out) { made.print(out, kind); }));
    ast::arena memory;
    result.push_back(print(made.make_text(memory)));
    return result;
}

// The real modules with a module text beside their dump.
std::vector<std::vector<std::string>> real_modules_with_text()
{
    std::map<std::string, std::vector<std::string>> files;
    for (const auto& entry : fs::recursive_directory_iterator(golden() / "releases")) {
        const auto path = entry.path().string();
        for (const std::string_view ending :
             {"-buffer-assignment-values.txt", "-buffer-assignment.txt", "-live-range.txt", ".txt"})
            if (path.ends_with(ending) && !path.ends_with("-memory-usage-report.txt")) {
                files[path.substr(0, path.size() - ending.size())].push_back(path);
                break;
            }
    }
    std::vector<std::vector<std::string>> result;
    for (auto& [stem, paths] : files) {
        std::ranges::sort(paths, {},
                          [](const std::string& path) { return path.find("optimizations.txt") != path.npos; });
        std::vector<std::string> texts;
        for (const auto& path : paths) texts.push_back(read_file(path));
        if (texts.size() > 1 && texts.back().starts_with("HloModule")) result.push_back(std::move(texts));
    }
    return result;
}

// The findings in the files of a module; empty if a file or a line of its module text is refused.
std::optional<std::set<std::string>> found_together(const std::vector<std::string>& files)
{
    std::vector<document> read;
    std::set<std::string> result;
    for (const auto& text : files) {
        auto one = parse(text);
        if (!one.accepted()) return std::nullopt;
        const auto lines = read_computations(*one.value);
        if (std::ranges::count(lines.findings, severity::error, &finding::severity) != 0) return std::nullopt;
        for (const auto& f : lines.findings) result.insert(f.message.text());
        read.push_back(std::move(*one.value));
    }
    std::vector<const document*> module;
    for (const auto& r : read) module.push_back(&r);
    for (const auto& f : check(module))
        if (f.id != finding_id::peak_audit) result.insert(f.message.text());
    return result;
}

// The kind of a span of a module text that nothing repeats.
std::string_view said_once_in_text(std::string_view text, std::size_t at)
{
    const auto begin = text.rfind('\n', at) + 1;
    const auto line = text.substr(begin, text.find('\n', at) - begin);
    const auto before = line.substr(0, at - begin);
    if (line.starts_with("HloModule")) {
        const auto layout = before.find("entry_computation_layout=");
        return layout == before.npos || before.find("}, ", layout) != before.npos ? "header" : "";
    }
    if (line.starts_with("ENTRY")) return before.find(' ', 6) == before.npos ? "name of the entry" : "";
    if (line.find(" = ") == line.npos) return line.find('{') == 2 || line.find('{') == 3 ? "table" : "";
    if (line.starts_with("  ROOT ") && before.find(" = ") == before.npos) return "name of a root";
    if (before.find("constant(") != before.npos) return "literal";
    return attribute_at(line, before.size());
}

// Changes digits in one file of each module.
void inject_digits(const std::vector<std::string>& files, std::size_t which, std::size_t times, random_source& from,
                   tally& to, std::vector<std::string>* missed)
{
    const auto before = found_together(files);
    if (!before) throw std::runtime_error("refused");
    const bool text = files[which].starts_with("HloModule");
    for (std::size_t i = 0; i < times; ++i) {
        auto changed = files;
        const auto at = change_digit(changed[which], from);
        if (!at) continue;
        const auto span = text ? said_once_in_text(files[which], *at) : std::string_view();
        const auto after = found_together(changed);
        const bool seen = !after || !std::ranges::includes(*before, *after);
        to.count(span, seen);
        if (seen || !span.empty() || !missed) continue;
        const auto begin = files[which].rfind('\n', *at) + 1;
        missed->push_back(std::to_string(*at - begin) + ": " + files[which].substr(begin, 300));
    }
}

} // namespace

// The dump repeats the instructions of its module text, which repeats most of itself.
TEST(Injection, MostChangedDigitsOfModulesWithTheirTextAreNoticed)
{
    for (const commit_time when : {202505200000, 202512100000, 202608240000}) {
        tally dumps;
        tally texts;
        std::vector<std::string> missed;
        random_source from(std::uint64_t{17});
        for (std::uint64_t seed = 1; seed < 7; ++seed) {
            const auto files = module_with_text(when, seed);
            for (std::size_t which = 0; which < files.size(); ++which)
                inject_digits(files, which, trials(20), from, which + 1 < files.size() ? dumps : texts, &missed);
        }
        tell(std::to_string(when), "changed digits of dumps with their text", dumps, {});
        tell(std::to_string(when), "changed digits of module texts", texts, missed);
        EXPECT_GE(dumps.noticed_elsewhere(), 0.99) << when;
        EXPECT_GE(texts.noticed_elsewhere(), 0.98) << when;
    }
}

TEST(Injection, MostChangedDigitsOfRealModuleTextsAreNoticed)
{
    tally t;
    std::vector<std::string> missed;
    random_source from(std::uint64_t{19});
    for (const auto& files : real_modules_with_text())
        inject_digits(files, files.size() - 1, trials(6), from, t, &missed);
    tell("releases", "changed digits of module texts", t, missed);
    EXPECT_GT(t.all, 500U);
    EXPECT_GE(t.noticed(), 0.8);
    EXPECT_GE(t.noticed_elsewhere(), 0.95);
}

// A file with sections of two modules.
TEST(Injection, SplicedSectionsAreNoticed)
{
    const auto when = commit_time{202505200000};
    const auto split = [](const std::string& text) {
        const auto values = text.find("\nTotal bytes used");
        const auto ranges = text.find("HloLiveRange (max");
        return std::array{text.substr(0, values), text.substr(values, ranges - values), text.substr(ranges)};
    };
    std::vector<std::array<std::string, 3>> dumps;
    for (std::uint64_t seed = 1; seed < 14; ++seed)
        dumps.push_back(split(generated(when, ast::dump_kind::combined, seed)));
    std::size_t all = 0;
    for (std::size_t i = 0; i < dumps.size(); ++i)
        for (std::size_t k = 0; k < dumps.size(); ++k)
            for (std::size_t section = 0; section < 3 && i != k; ++section) {
                auto mixed = dumps[i];
                mixed[section] = dumps[k][section];
                ++all;
                EXPECT_TRUE(noticed({}, mixed[0] + mixed[1] + mixed[2]))
                    << i << " with section " << section << " of " << k;
            }
    EXPECT_GT(all, 400U);
}

} // namespace ballast::tests

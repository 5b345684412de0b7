// Nodes that are drawn for a time show exactly the features of that time, on both sides of every turning point.
#include "ast/attribute_table.hpp"
#include "era/timeline.hpp"
#include "generate/mutate.hpp"
#include "generate/nodes.hpp"
#include "generate/program.hpp"
#include "tests/support/cube.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace ballast::tests {

namespace {

// The features that texts drawn for one time show.
class shown_at {
public:
    explicit shown_at(commit_time when)
        : when_(when), from_(static_cast<std::uint64_t>(when)), draw_(from_, memory_, when, generate::vocabulary::known)
    {
    }

    // Draws until all features have occurred; returns false if that does not happen.
    bool draw_all()
    {
        for (int rounds = 0; rounds < 2000; ++rounds) {
            for (const auto kind : kinds_at(when_)) {
                auto dump = draw_.dump(kind);
                add(print(dump));
            }
            if (generate::reports_at(when_)) add(print(draw_.usage_report()));
            if (generate::oom_reports_at(when_)) add(print(draw_.oom_report()));
            if (generate::buffer_info_at(when_)) add(print(draw_.buffer_info()));
            add(print(draw_.memory_message()));
            const auto module = print(draw_.module_text());
            add(module);
            add_lines(module);
            add(entry::shape, text_of(draw_.shape(), draw_.forms()));
            literal();
            if (rounds % 8 == 0) add_pairs();
            if (rounds % 4 == 3 && missing().empty()) return true;
        }
        return false;
    }

    [[nodiscard]] std::vector<feature> missing() const
    {
        std::vector<feature> result;
        for (const auto& row : timeline::rows)
            if (row.where != timeline::layer::semantic && timeline::printed_at(row.is, when_) &&
                !seen_.contains(row.is))
                result.push_back(row.is);
        return result;
    }
    [[nodiscard]] const std::map<feature, std::string>& seen() const { return seen_; }

private:
    void add(std::string_view text)
    {
        const auto result = parse(text);
        ASSERT_TRUE(result.accepted()) << result.findings.front().message.text() << "\n" << text;
        for (const auto& w : result.value->witnesses()) seen_.emplace(w.which, text);
    }
    // Adds the features in the lines of long text; instructions of several lines are left out.
    void add_lines(std::string_view lines)
    {
        for (std::size_t end = 0; (end = lines.find('\n')) != std::string_view::npos; lines.remove_prefix(end + 1)) {
            auto line = lines.substr(0, end);
            for (const std::string_view mark : {"  ", "ROOT "})
                if (line.starts_with(mark)) line.remove_prefix(mark.size());
            if (!line.starts_with('%')) continue;
            const auto result = parse(entry::instruction, line);
            if (!result.accepted()) continue;
            for (const auto& w : result.value->witnesses()) seen_.emplace(w.which, line);
        }
    }
    void add(entry which, const std::string& text)
    {
        const auto result = parse(which, text);
        ASSERT_TRUE(result.accepted()) << result.findings.front().message.text() << "\n" << text;
        for (const auto& w : result.value->witnesses()) seen_.emplace(w.which, text);
    }

    ast::instruction carrier(const ast::opcode& op)
    {
        ast::instruction result;
        result.name = "x";
        result.shape = memory_.share(ast::shape{ast::array_shape{{ast::element_kind::f32, {}}, {}, {}, false}});
        result.opcode = op;
        if (op.kind == ast::opcode_kind::parameter) result.body = ast::parameter_number{3};
        return result;
    }
    void literal()
    {
        auto constant = carrier({ast::opcode_kind::constant, ast::async_suffix::none, {}});
        constant.shape = memory_.share(draw_.literal_shape());
        constant.body = memory_.make(draw_.literal(constant.shape));
        add(entry::instruction, text_of(constant, draw_.forms()));
    }
    // Every opcode, with every key that it has.
    void add_pairs()
    {
        for (int i = 0; i < 20; ++i) add(entry::instruction, text_of(draw_.instruction(), draw_.forms()));
        for (std::size_t o = 1; o <= static_cast<std::size_t>(ast::opcode_kind::xor_); ++o) {
            const ast::opcode op{static_cast<ast::opcode_kind>(o), ast::async_suffix::none, {}};
            if (!draw_.can_be_whole(op.kind) || op.kind == ast::opcode_kind::constant) continue;
            auto instruction = carrier(op);
            instruction.attributes = draw_.attributes(op);
            fit_to_cube(draw_, instruction);
            add(entry::instruction, text_of(instruction, draw_.forms()));
        }
    }

    commit_time when_;
    random_source from_;
    ast::arena memory_;
    generate::nodes draw_;
    std::map<feature, std::string> seen_;
};

} // namespace

// Nothing changes between two turning points, so it is enough to test each of them and a time before the first.
TEST(Nodes, ShowWhatWasPrintedAndNothingElse)
{
    std::set<feature> ever;
    for (const auto when : turning_points()) {
        shown_at drawn(when);
        drawn.draw_all();
        for (const auto which : drawn.missing())
            ADD_FAILURE() << "nothing that was drawn for " << when << " shows " << info(which).name;
        for (const auto& [which, text] : drawn.seen()) {
            EXPECT_TRUE(timeline::printed_at(which, when)) << info(which).name << " was drawn for " << when << ":\n"
                                                           << text;
            ever.insert(which);
        }
        if (HasFatalFailure()) return;
    }
    for (const auto& row : timeline::rows)
        EXPECT_EQ(ever.contains(row.is), row.where != timeline::layer::semantic) << row.name;
}

TEST(Nodes, LinesAndColumnsArePositive)
{
    ast::arena memory;
    random_source from(1);
    generate::nodes draw(from, memory, 202606010000);
    std::size_t ends = 0;
    for (int i = 0; i < 300; ++i) {
        const auto made = draw.metadata();
        for (const auto number : {made.source_line, made.source_end_line, made.source_column, made.source_end_column})
            EXPECT_GE(number, 0);
        ends += made.source_end_line > 1 ? 1U : 0U;
    }
    EXPECT_GT(ends, 30U);
}

// Metadata gets a name only if XLA of that time did not print it otherwise.
TEST(Nodes, MetadataThatNamesItsSourceGetsNoOtherName)
{
    ast::arena memory;
    random_source from(1);
    std::size_t named = 0;
    for (const auto when : turning_points()) {
        generate::nodes draw(from, memory, when);
        for (int i = 0; i < 60; ++i) {
            const auto made = draw.instruction_metadata();
            if (made.op_name != "x") continue;
            ++named;
            EXPECT_EQ(made.op_type, "") << when;
            EXPECT_EQ(made.source_file, "") << when;
        }
    }
    EXPECT_GT(named, 10U);
}

// A seed that somebody names gives the same texts with every compiler and library: tests/golden/generated.txt has
// hashes of what is drawn for each state. BALLAST_UPDATE_GOLDEN=1 rewrites it.
TEST(Nodes, OfASeedAreTheSameEverywhere)
{
    std::string found;
    for (const auto& state : dump_states()) {
        std::uint64_t hash = 0xcbf29ce484222325U;
        const auto add = [&](std::string_view text) {
            for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
        };
        for (const auto words :
             {generate::vocabulary::readable, generate::vocabulary::known, generate::vocabulary::any}) {
            ast::arena memory;
            random_source from(1);
            generate::nodes draw(from, memory, state.begin, words);
            for (int round = 0; round < 60; ++round) {
                for (const auto kind : kinds_at(state.begin)) {
                    const auto dump = draw.dump(kind);
                    add(print(dump));
                    add(print(generate::mutated(dump, nullptr, draw)));
                }
                if (generate::reports_at(state.begin)) add(print(draw.usage_report()));
                if (generate::oom_reports_at(state.begin)) add(print(draw.oom_report()));
                if (generate::buffer_info_at(state.begin)) add(print(draw.buffer_info()));
                add(print(draw.memory_message()));
                add(print(draw.module_text()));
            }
        }
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            random_source from(seed);
            generate::program made(from, state.begin, seed * 900);
            for (const auto kind : kinds_at(state.begin)) add(printed([&](sink& out) { made.print(out, kind); }));
            ast::arena memory;
            add(print(made.make_text(memory)));
        }
        found += fmt::format("{} {} {:016x}\n", state.begin, state.name, hash);
    }
    const auto path = golden() / "generated.txt";
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << found;
    EXPECT_EQ(read_file(path), found);
}

} // namespace ballast::tests

// Law 2 for trees with unread pieces: a piece that no record matches stays unread, and costs no record around it.
#include "ballast/era.hpp"
#include "ballast/json.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "generate/nodes.hpp"
#include "read/automaton.hpp"
#include "read/start.hpp"
#include "tests/property/choices.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

namespace {

// The beginnings of records in a text, which unread lines can precede.
class record_places {
public:
    explicit record_places(const document& of) : text_(of.text())
    {
        const auto& dump = of.dump();
        // Values after other lines may be those of an allocation that was not read.
        for (const auto& allocation : dump.allocations) add(static_cast<std::size_t>(allocation.at.offset));
        // A used value without an instruction ends before the next one, which D13 printed directly after an
        // instruction.
        bool ended = true;
        for (const auto& used : dump.used_values) {
            if (const auto at = line_of(used.value.name); ended && text_[at] == '<') add(at);
            ended = static_cast<bool>(used.instruction);
        }
        if (const auto* ranges = dump.ranges()) {
            for (const auto& row : ranges->sequence) add(line_of(row.name));
            for (const auto& row : ranges->rows) add(line_of(row.name));
        }
        // Lines before the first record hide what the text is.
        if (!places_.empty()) places_.erase(places_.begin());
    }

    [[nodiscard]] std::vector<std::size_t> some_of(random_source& from, std::size_t most) const
    {
        std::set<std::size_t> result;
        for (std::size_t i = 0; i < most && !places_.empty(); ++i)
            result.insert(*std::next(places_.begin(), static_cast<std::ptrdiff_t>(from.below(places_.size()))));
        return {result.begin(), result.end()};
    }

private:
    void add(std::size_t at) { places_.insert(at); }
    [[nodiscard]] std::size_t line_of(std::string_view name) const
    {
        return text_.rfind('\n', static_cast<std::size_t>(name.data() - text_.data())) + 1;
    }

    std::string_view text_;
    std::set<std::size_t> places_;
};

// True if a record begins with one of the lines. Some records are only an empty line.
bool has_record(std::string_view lines)
{
    for (; !lines.empty(); lines.remove_prefix(lines.find('\n') + 1))
        for (std::size_t record = 0; record < read::record_count; ++record)
            if (const auto size = read::record_size(record, lines); size && *size != 0) return true;
    return false;
}

// A line of a log, bytes, or a record with a byte that was changed.
std::string drawn_piece(generate::nodes& draw, std::string_view record)
{
    auto& from = draw.from();
    switch (from.below(4)) {
    case 0: return std::string(draw.unread_line().text);
    case 1: return "I0314 15:09:26.535897   2718 gpu_compiler.cc:1828] Compiling module\n";
    case 2: {
        std::string result;
        for (auto size = from.below(12); size != 0; --size) result += static_cast<char>(' ' + from.below(95));
        return result + "x\n";
    }
    default: {
        std::string result(record.substr(0, record.find('\n')));
        result[from.below(result.size())] = '\x01';
        return result + '\n';
    }
    }
}

// In a text of one process, numbers of allocations increase.
ast::dump numbered(ast::dump dump, generate::nodes& draw)
{
    std::vector<ast::allocation> all(dump.allocations.begin(), dump.allocations.end());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].number = static_cast<std::int64_t>(i);
    dump.allocations = draw.list(all);
    return dump;
}

std::string text_around(const ast::tree& tree, const std::vector<ast::placed_piece>& pieces)
{
    return printed([&](sink& out) { print(out, tree, pieces); });
}

} // namespace

TEST(Trees, UnreadPiecesOfDumpsReadBackEqual)
{
    static const auto points = turning_points();
    const auto property = [](random_source& from, distribution& seen) {
        ast::arena memory;
        const auto when = points[points.size() - 1 - from.below(points.size())];
        generate::nodes draw(from, memory, when);
        const auto kinds = kinds_at(when);
        const auto whole = parse(print(numbered(draw.dump(kinds[from.below(kinds.size())]), draw)));
        RC_ASSERT(whole.accepted());
        const std::string text(whole.value->text());
        std::vector<ast::placed_piece> pieces;
        std::vector<std::string> texts;
        for (const auto at : record_places(*whole.value).some_of(from, 3)) {
            texts.push_back(drawn_piece(draw, std::string_view(text).substr(at)));
            // After a used value, a row that is indented belongs to it.
            if (has_record(texts.back()) || (text[at] == '<' && texts.back().starts_with(' '))) {
                seen.count("a record");
                return;
            }
            const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
            pieces.push_back({line, 0, {}, {}});
        }
        for (std::size_t i = 0; i < pieces.size(); ++i) pieces[i].text = texts[i];
        seen.count(pieces.empty() ? "no place" : "unread");
        if (pieces.empty()) return;
        const auto with = text_around(whole.value->tree(), pieces);
        const auto again = parse(with);
        if (!again.value || !again.value->is_refused()) RC_FAIL("accepted: " + with);
        if (!(again.value->tree() == whole.value->tree())) RC_FAIL("reads back as another tree: " + with);
        if (placed_pieces(*again.value) != pieces) RC_FAIL("other pieces: " + with);
        RC_ASSERT(print(*again.value) == with);
        const auto json = printed([&](sink& out) { write_json(out, again.value->tree(), {.unread = pieces}); });
        const auto made = read_json(json);
        RC_ASSERT(made.value);
        RC_ASSERT(made.value->tree() == whole.value->tree());
        RC_ASSERT(printed([&](sink& out) { print(out, made.value->tree(), made.value->unread()); }) == with);
    };
    for_choices(property, 600);
}

// Such a piece is not well-formed: it would not stay unread.
TEST(Trees, PiecesThatAreRecordsAreRead)
{
    const std::string text = "BufferAssignment:\nallocation 0: size 16, maybe-live-out:\n"
                             " value: <0 a @0> (size=16,offset=0): f32[4]{0}\n\n";
    const auto whole = parse(text);
    ASSERT_TRUE(whole.value);
    const std::vector<ast::placed_piece> pieces{{2, 0, " value: <1 b @0> (size=8,offset=8): f32[2]{0}\n", {}}};
    EXPECT_TRUE(has_record(pieces.front().text));
    const auto again = parse(text_around(whole.value->tree(), pieces));
    ASSERT_TRUE(again.value);
    EXPECT_EQ(again.value->dump().allocations[0].values.size(), 2U);
}

} // namespace ballast::tests

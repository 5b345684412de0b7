// A document owns its text and its tree, and keeps both when it is moved.
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <type_traits>
#include <utility>

namespace ballast::tests {

namespace {

std::string text_of(generate::program& made, ast::dump_kind kind)
{
    return printed([&](sink& out) { made.print(out, kind); });
}

// Accessors of a document, a fragment and a result, for lvalues and temporaries.
template <typename T>
concept gives_dump = requires(T&& x) { static_cast<T&&>(x).dump(); };
template <typename T>
concept gives_tree = requires(T&& x) { static_cast<T&&>(x).tree(); };
template <typename T>
concept gives_report = requires(T&& x) { static_cast<T&&>(x).usage_report(); };
template <typename T>
concept gives_other = requires(T&& x) { static_cast<T&&>(x).oom_report(); } || requires(T&& x) {
    static_cast<T&&>(x).statistics();
} || requires(T&& x) { static_cast<T&&>(x).buffer_info(); } || requires(T&& x) { static_cast<T&&>(x).module_text(); };
template <typename T>
concept gives_text = requires(T&& x) { static_cast<T&&>(x).text(); };
template <typename T>
concept gives_witnesses = requires(T&& x) { static_cast<T&&>(x).witnesses(); };
template <typename T>
concept gives_node = requires(T&& x) { static_cast<T&&>(x).node(); };
template <typename T>
concept gives_members = requires(T&& x) { static_cast<T&&>(x).value.operator->(); };
template <typename T>
concept gives_dump_inside = requires(T&& x) { (*static_cast<T&&>(x).value).dump(); };
template <typename T>
concept gives_node_inside = requires(T&& x) { (*static_cast<T&&>(x).value).node(); };

// A tree cannot outlive its document: temporaries give no access to it.
static_assert(gives_dump<document&> && gives_dump<const document&>);
static_assert(!gives_dump<document> && !gives_dump<const document>);
static_assert(gives_tree<const document&> && !gives_tree<document>);
static_assert(gives_report<const document&> && !gives_report<document>);
static_assert(gives_other<const document&> && !gives_other<document>);
static_assert(gives_text<const document&> && !gives_text<document>);
static_assert(gives_witnesses<const document&> && !gives_witnesses<document>);
static_assert(gives_node<const fragment&> && !gives_node<fragment>);
static_assert(gives_members<parse_result&> && gives_members<const parse_result&>);
static_assert(!gives_members<parse_result> && !gives_members<const parse_result>);
static_assert(gives_members<const fragment_result&> && !gives_members<fragment_result>);
static_assert(gives_dump_inside<const parse_result&> && !gives_dump_inside<parse_result>);
static_assert(gives_node_inside<const fragment_result&> && !gives_node_inside<fragment_result>);

template <typename T>
constexpr bool moves_only = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
                            !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;
static_assert(moves_only<source_text> && moves_only<document> && moves_only<fragment> && moves_only<ast::arena>);

} // namespace

TEST(Printing, ADocumentMayBeMoved)
{
    const auto text = golden_dump("d17.txt");
    auto document = accepted(text);
    auto moved = std::move(document);
    std::vector<ballast::document> more;
    more.push_back(std::move(moved));
    EXPECT_EQ(print(more.front()), text);
    EXPECT_EQ(more.front().text(), text);
}

// Moved by construction, then by assignment: the source is empty, and the target has everything.
TEST(Moving, LeavesAnEmptyText)
{
    auto first = source_text::copy_of("some text");
    auto second = std::move(first);
    EXPECT_EQ(first.view(), std::string_view());
    EXPECT_EQ(second.view(), "some text");
    first = std::move(second);
    EXPECT_EQ(second.view(), std::string_view());
    EXPECT_EQ(first.view(), "some text");
    const auto result = parse(std::move(first));
    EXPECT_FALSE(result.accepted());
    EXPECT_EQ(first.view().size(), 0U);
}

TEST(Moving, LeavesAnEmptyDocument)
{
    const auto text = golden_dump("d17.txt");
    const auto is_empty = [](const document& x) {
        return x.dump() == ast::dump{} && x.text().empty() && x.witnesses().empty();
    };
    auto first = accepted(text);
    auto second = std::move(first);
    EXPECT_TRUE(is_empty(first));
    EXPECT_EQ(print(second), text);
    first = std::move(second);
    EXPECT_TRUE(is_empty(second));
    EXPECT_EQ(print(first), text);
    EXPECT_FALSE(first.witnesses().empty());
    EXPECT_EQ(print(second), print(ast::dump{}));
}

TEST(Moving, LeavesAnEmptyFragment)
{
    auto first = accepted(entry::sharding, "sharding={devices=[2]<=[2]}");
    auto second = std::move(first);
    EXPECT_EQ(first.node(), fragment_node{});
    EXPECT_FALSE(first.with_key());
    EXPECT_TRUE(first.witnesses().empty());
    EXPECT_FALSE(second.witnesses().empty());
    EXPECT_EQ(print(second), "sharding={devices=[2]<=[2]}");
    first = std::move(second);
    EXPECT_EQ(second.node(), fragment_node{});
    EXPECT_TRUE(second.witnesses().empty());
    EXPECT_FALSE(first.witnesses().empty());
    EXPECT_EQ(print(first), "sharding={devices=[2]<=[2]}");
}

TEST(Moving, LeavesAnEmptyArena)
{
    ast::arena first;
    ast::arena second;
    const auto kept = first.copy("kept");
    second.copy("gone");
    second = std::move(first);
    EXPECT_EQ(first.bytes_reserved(), 0U);
    EXPECT_EQ(kept, "kept");
    EXPECT_EQ(first.copy("again"), "again");
}

// A text is the same text from memory and from a file.
TEST(Programs, ParseAlikeFromMemoryAndFromAFile)
{
    random_source from(std::uint64_t{9});
    generate::program made(from, 202507230000, 20000);
    const auto text = text_of(made, ast::dump_kind::combined);
    const auto path = fs::temp_directory_path() / ("ballast_program_" + std::to_string(::getpid()) + ".txt");
    std::ofstream(path, std::ios::binary) << text;
    auto read = read_source(path.string(), 1 << 20);
    fs::remove(path);
    ASSERT_TRUE(read.error.empty());
    const auto by_file = parse(std::move(read.text));
    const auto by_text = parse(text);
    ASSERT_TRUE(by_file.accepted());
    ASSERT_TRUE(by_text.accepted());
    EXPECT_EQ(by_file.value->dump(), by_text.value->dump());
    EXPECT_EQ(print(*by_file.value), text);
}

} // namespace ballast::tests

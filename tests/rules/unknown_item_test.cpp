// Items of a later XLA in trees that were not read from a text.
#include "ballast/ast.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "ballast/well_formed.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ballast::tests {

namespace {

std::string nested(char open, char close, std::size_t levels)
{
    return "new-item " + std::string(levels, open) + std::string(levels, close);
}

ast::allocation with_item(ast::arena& memory, const std::string& text)
{
    ast::allocation result;
    result.size = 8;
    result.maybe_live_out = true;
    const std::vector<ast::unknown_item> items{{0, memory.copy(text)}};
    result.unknown_items = memory.make_list(std::span<const ast::unknown_item>(items));
    return result;
}

} // namespace

// The reader refuses more levels; a tree of JSON can have any number.
TEST(UnknownItem, IsNestedAsDeepAsAnyText)
{
    for (const std::size_t levels : std::initializer_list<std::size_t>{1, 200, 256, 257, 300, 1'000'000}) {
        ast::arena memory;
        const auto made = with_item(memory, nested('{', '}', levels));
        const bool is_well_formed = well_formed(made).empty();
        EXPECT_EQ(is_well_formed, levels <= 256) << levels;
        if (levels > 300) continue;
        const auto head = printed([&](sink& out) { print(out, made, {}); });
        EXPECT_EQ(parse(entry::allocation, head.substr(0, head.find('\n'))).accepted(), is_well_formed) << levels;
    }
}

} // namespace ballast::tests

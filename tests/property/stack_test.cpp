// 256 levels of nesting fit into the stack that a small thread has: 128 KiB. Unoptimised code and sanitizers take more.
#include "ballast/ast/copy.hpp"
#include "ballast/ast/difference.hpp"
#include "ballast/ast/hash.hpp"
#include "ballast/ast/walk.hpp"
#include "ballast/convert.hpp"
#include "ballast/json.hpp"
#include "ballast/well_formed.hpp"
#include "tests/support/support.hpp"

#include <pthread.h>
#include <sys/mman.h>

#include <functional>
#include <memory>

namespace ballast::tests {

namespace {

constexpr std::size_t limit = BALLAST_STACK_LIMIT;
constexpr std::size_t levels = 256;

// The bytes of its stack that a thread uses to run `body`.
std::size_t stack_of(const std::function<void()>& body)
{
    constexpr std::size_t size = std::size_t{64} << 20;
    constexpr unsigned char paint = 0xa5;
    void* const stack =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) throw std::runtime_error("no memory for a stack");
    auto* const bytes = static_cast<unsigned char*>(stack);
    const auto painted = size - 2 * limit; // memory below this is never touched
    std::fill(bytes + painted, bytes + size, paint);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstack(&attributes, stack, size);
    pthread_t thread{};
    const auto run = [](void* what) -> void* {
        (*static_cast<const std::function<void()>*>(what))();
        return nullptr;
    };
    EXPECT_EQ(::pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&body)), 0);
    ::pthread_join(thread, nullptr);
    ::pthread_attr_destroy(&attributes);
    const auto* const deepest =
        std::find_if(bytes + painted, bytes + size, [](unsigned char byte) { return byte != paint; });
    const auto used = static_cast<std::size_t>(bytes + size - deepest);
    ::munmap(stack, size);
    return used;
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

std::string nested(std::string_view open, std::string_view inner, std::string_view close, std::size_t depth)
{
    return repeated(open, depth).append(inner).append(repeated(close, depth));
}

struct nesting {
    const char* name;
    entry which;
    std::string before;
    std::string open;
    std::string inner;
    std::string close;
    std::string after;
    std::string fault = "\x01"; // text that cannot be at the bottom
    std::size_t each = 1;       // levels for each repetition

    [[nodiscard]] std::string text(std::size_t depth, std::string_view innermost) const
    {
        return before + nested(open, innermost, close, depth) + after;
    }
};

std::vector<nesting> nestings()
{
    const std::string call = "%x = f32[] custom-call(), custom_call_target=\"f\", ";
    return {
        {"tuple shape", entry::shape, "", "(", "f32[4]{0}", ")", ""},
        {"physical shape", entry::shape, "", "f32[4]{0:P(", "f32[4]{0}", ")}", "", "\x01", 2},
        {"shape of a parameter", entry::allocation, "allocation 0: size 4, parameter 0, shape |", "(", "f32[4]", ")",
         "| at ShapeIndex {}:"},
        {"shape of an instruction", entry::instruction, "%x = ", "(", "f32[4]{0}", ")", " parameter(0)"},
        {"dict", entry::instruction, call + "backend_config=", "{", "", "}", "", "\""},
        {"parentheses", entry::instruction, call + "unheard_of=", "(", "", ")", ""},
        {"brackets", entry::instruction, call + "unheard_of=", "[", "", "]", ""},
        {"tuple literal", entry::literal, "", "( ", "1", " )", ""},
        {"literal with its shape", entry::instruction, call + "literal=", "( ", "f32[] 1", " )", ""},
        {"origin", entry::instruction, "%x = f32[] negate(f32[] %y), origin={", "(", "{\"a\"}", ")", "}"},
    };
}

// The operations on a tree, by name.
template <typename Node>
std::vector<std::pair<const char*, std::function<void()>>> deeds(const Node& node)
{
    auto memory = std::make_shared<ast::arena>();
    auto other = std::make_shared<Node>(ast::copy(node, *memory));
    return {
        {"copy",
         [&node] {
             ast::arena to;
             EXPECT_NE(&node, std::make_unique<Node>(ast::copy(node, to)).get());
         }},
        {"compare", [&node, memory, other] { EXPECT_TRUE(*other == node); }},
        {"difference", [&node, memory, other] { EXPECT_FALSE(ast::first_difference(*other, node)); }},
        {"hash", [&node, memory, other] { EXPECT_EQ(ast::hash_of(*other), ast::hash_of(node)); }},
        {"walk",
         [&node] {
             std::size_t nodes = 0;
             ast::for_each_node(node, [&](const auto&) { ++nodes; });
             EXPECT_GT(nodes, 0U);
         }},
        {"rules",
         [&] {
             if constexpr (requires { well_formed(node); }) {
                 EXPECT_TRUE(well_formed(node).empty());
             }
         }},
    };
}

// BALLAST_STACK_REPORT=1 prints the stack of each operation.
void fits(const std::string& name, const std::string& what, const std::function<void()>& body)
{
    const auto used = stack_of(body);
    EXPECT_LE(used, limit) << name << ": " << what;
    if (std::getenv("BALLAST_STACK_REPORT")) std::printf("%8zu %s: %s\n", used, name.c_str(), what.c_str());
}

} // namespace

TEST(Stack, HoldsAllLevelsThatAreRead)
{
    for (const auto& n : nestings()) {
        // Some forms take a level for what surrounds them.
        auto depth = levels / n.each;
        while (depth != 0 && !parse(n.which, n.text(depth, n.inner)).accepted()) --depth;
        EXPECT_GE(depth, levels / n.each - 1) << n.name;
        const auto text = n.text(depth, n.inner);
        const auto result = parse(n.which, text);
        ASSERT_TRUE(result.accepted()) << n.name;
        fits(n.name, "read", [&] { EXPECT_TRUE(parse(n.which, text).accepted()); });
        fits(n.name, "recognise", [&] { EXPECT_TRUE(recognise(n.which, text)); });
        fits(n.name, "print", [&] { EXPECT_EQ(print(*result.value), text); });
        for (const auto& [what, body] : std::visit([](const auto& node) { return deeds(node); }, result.value->node()))
            fits(n.name, what, body);
        for (const auto& refused : {n.text(depth, n.fault), n.text(depth + 1, n.inner), n.text(10000, n.inner)})
            fits(n.name, "a fault", [&] { EXPECT_FALSE(parse(n.which, refused).accepted()); });
    }
}

// In refused text, the grammar descends only until the limit for levels is reached.
TEST(Stack, HoldsWhatIsRefused)
{
    for (const auto* open : {"{", "{ ", "( ", "(", "["})
        for (const auto which :
             {entry::literal, entry::shape, entry::sharding, entry::origin, entry::frontend_attributes})
            fits("refused", open, [&] { EXPECT_FALSE(parse(which, repeated(open, 10000)).accepted()); });
}

// The same inside a dump, whose records are read one by one.
TEST(Stack, HoldsAllLevelsOfADump)
{
    const auto dump = golden_dump("d17.txt");
    const std::string before = "(size=512,offset=0): ";
    const auto with_value = [&](const std::string& shape) {
        auto text = dump;
        const auto at = text.find(before) + before.size();
        return text.replace(at, text.find('\n', at) - at, shape);
    };
    const auto with = [&](const std::string& inner) { return with_value(nested("(", inner, ")", levels)); };
    const auto text = with("f32[4]{0}");
    const auto result = parse(text);
    ASSERT_TRUE(result.accepted());
    fits("dump", "read", [&] { EXPECT_TRUE(parse(text).accepted()); });
    fits("dump", "a fault", [&] { EXPECT_FALSE(parse(with("f32[4")).accepted()); });
    fits("dump", "recognise", [&] { EXPECT_TRUE(recognise(text)); });
    fits("dump", "print", [&] { EXPECT_EQ(print(*result.value), text); });
    std::string json;
    fits("dump", "write JSON", [&] { json = printed([&](sink& out) { write_json(out, result.value->tree()); }); });
    fits("dump", "read JSON", [&] { EXPECT_TRUE(read_json(json).value.has_value()); });
    fits("dump", "compare what is printed", [&] { EXPECT_FALSE(compare_printed(result.value->dump(), text)); });
    for (const auto& [what, body] : deeds(result.value->dump())) fits("dump", what, body);
    // A level of a layout with a shape counts as two.
    const auto layouts = accepted(with_value(nested("f32[8]{0:P(", "f32[8]{0:M(3)}", ")}", levels / 2 - 1)));
    for (const auto* const era : {"D4", "D10", "2021-10-01"})
        for (const auto* const read : {&*result.value, &layouts})
            fits("dump", "convert", [&] { EXPECT_EQ(convert(*read, *parse_era(era)).files.size(), 1U); });
}

} // namespace ballast::tests

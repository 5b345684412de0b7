// Trees as JSON: they read back equal, and anything else is refused.
#include "ballast/json.hpp"
#include "ballast/version.hpp"

#include "base/utf8.hpp"
#include "generate/mutate.hpp"
#include "generate/program.hpp"
#include "tests/property/choices.hpp"
#include "tests/support/support.hpp"
#include "json/text.hpp"

#include <array>
#include <map>

namespace ballast::tests {

namespace {

template <json::special Which>
std::ptrdiff_t first_special_in(const std::string& text)
{
    return json::first_special<Which>(text.data(), text.data() + text.size()) - text.data();
}

std::string json_of(const ast::tree& tree, const json_options& options = {})
{
    return printed([&](sink& out) { write_json(out, tree, options); });
}
std::string json_of(const document& read, const json_options& options = {}) { return json_of(read.tree(), options); }

// The JSON of a text reads back.
void expect_json_back(std::string_view text, const std::string& name)
{
    const auto read = parse(text);
    ASSERT_TRUE(read.accepted()) << name;
    const auto& tree = read.value->tree();
    for (const bool positions : {false, true}) {
        const json_options options{.path = name, .positions = positions};
        const auto json = json_of(tree, options);
        EXPECT_EQ(json.find('\n'), std::string::npos) << name;
        const auto back = read_json(json);
        ASSERT_TRUE(back.value) << name << ": " << back.fault.message << " at " << back.fault.path;
        EXPECT_TRUE(back.value->tree() == tree) << name;
        EXPECT_FALSE(compare_printed(back.value->tree(), text)) << name;
        EXPECT_EQ(json_of(back.value->tree(), options), json) << name;
    }
}

// The JSON of a dump with only these members.
std::string dump_with(std::string_view members)
{
    static const auto forms = [] {
        const auto json = json_of(ast::tree{});
        const auto at = json.find("\"forms\"");
        return json.substr(at, json.find('}', at) + 1 - at);
    }();
    return std::string(R"({"schema":1,"tree":{"dump":{"kind":"combined",)").append(members).append(forms) + "}}}";
}

const ast::dump& dump_of(const json_result& read) { return std::get<ast::dump>(read.value->tree()); }

// A dump with this instruction, and the JSON of its body and attributes.
std::string json_of(ast::instruction instruction, ast::arena& memory)
{
    ast::dump dump;
    ast::used_value value;
    instruction.name = "x";
    value.instruction = memory.make(instruction);
    dump.used_values = memory.make_list({value});
    const auto json = json_of(dump);
    const auto at = json.find("\"body\"");
    return json.substr(at, json.find("}}]", at) - at);
}

} // namespace

TEST(Json, GoldenDumpsComeBack)
{
    for (const auto& name : golden_dumps()) expect_json_back(golden_dump(name), name);
}

TEST(Json, RealTextsComeBack)
{
    std::vector<fs::path> folders{golden() / "releases"};
    if (corpus()) folders.push_back(*corpus());
    std::size_t seen = 0;
    for (const auto& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file()) continue;
            const auto text = read_file(entry.path());
            if (text.size() > 64 * 1024 || !parse(text).accepted()) continue;
            expect_json_back(text, entry.path().string());
            ++seen;
        }
    EXPECT_GT(seen, 100U);
}

TEST(Json, ProgramsComeBack)
{
    for (const auto when : turning_points())
        for (const auto kind : kinds_at(when)) {
            random_source from(static_cast<std::uint64_t>(when));
            generate::program made(from, when, 3000);
            expect_json_back(printed([&](sink& out) { made.print(out, kind); }), std::to_string(when));
        }
}

// Including trees that no text has.
TEST(Json, DrawnTreesComeBack)
{
    for_choices(
        [](random_source& from, distribution& seen) {
            static const auto points = turning_points();
            ast::arena memory;
            generate::nodes draw(from, memory, points[from.below(points.size())]);
            const auto kinds = kinds_at(draw.when());
            ast::tree tree = draw.dump(kinds[from.below(kinds.size())]);
            if (from.chance(2)) tree = draw.module_text();
            if (from.chance(4)) tree = draw.memory_message();
            if (from.chance(4) && generate::reports_at(draw.when())) tree = draw.usage_report();
            if (from.chance(4) && generate::oom_reports_at(draw.when())) tree = draw.oom_report();
            if (from.chance(4) && generate::buffer_info_at(draw.when())) tree = draw.buffer_info();
            if (from.chance(8)) tree = draw.allocation_statistics();
            for (auto times = from.below(4); times != 0; --times) tree = generate::mutated(tree, nullptr, draw);
            seen.count(std::to_string(tree.index()));
            const auto json = json_of(tree);
            const auto back = read_json(json);
            if (!back.value) RC_FAIL(back.fault.message + " at " + back.fault.path + "\n" + json);
            RC_ASSERT(back.value->tree() == tree);
        },
        1000);
}

// Whatever bytes a text has in its names, labels, quoted and dict-like texts: it is refused, or its JSON is UTF-8 and
// gives back the bytes.
TEST(Json, UnusualBytesComeBackOrAreRefused)
{
    using namespace std::string_view_literals;
    constexpr std::string_view unusual[] = {"\0"sv,     "\x01"sv,         "\b"sv,
                                            "\t"sv,     "\n"sv,           "\f"sv,
                                            "\r"sv,     "\x1B"sv,         "\x1F"sv,
                                            "\""sv,     "\\"sv,           "/"sv,
                                            "'"sv,      "\x7F"sv,         "\x80"sv,
                                            "\xBF"sv,   "\xC0\x80"sv,     "\xC3"sv,
                                            "\xE9"sv,   "\xED\xA0\x80"sv, "\xF4\x90\x80\x80"sv,
                                            "\xFE"sv,   "\xFF"sv,         "\xC3\xA9"sv,
                                            "\u0085"sv, "\u2028"sv,       "\uFEFF"sv,
                                            "\uFFFD"sv, "\U0010FFFF"sv};
    std::vector<fs::path> paths;
    for (const auto* folder : {"dumps", "modules", "tpu"})
        for (const auto& entry : fs::recursive_directory_iterator(golden() / folder))
            if (entry.is_regular_file()) paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::map<std::string_view, std::size_t> kept; // texts with these bytes that are accepted
    random_source from(9);
    for (const auto& path : paths) {
        const auto text = read_file(path);
        if (text.empty() || text.size() > 8192) continue;
        for (int times = 0; times < 60; ++times) {
            const auto bytes = unusual[from.below(std::size(unusual))];
            auto changed = text;
            changed.replace(from.below(text.size()), from.below(2), bytes);
            const auto read = parse(changed);
            if (!read.accepted() || changed == text) continue;
            ++kept[bytes];
            const auto json = json_of(*read.value);
            for (std::string_view left = json; !left.empty();) {
                const auto length = utf8::sequence_length(left);
                ASSERT_NE(length, 0U) << path << ": " << json;
                left.remove_prefix(length);
            }
            const auto back = read_json(json);
            ASSERT_TRUE(back.value) << path << ": " << back.fault.message << " at " << back.fault.path;
            EXPECT_FALSE(compare_printed(back.value->tree(), changed)) << path;
        }
    }
    for (const auto sound : {"\x01"sv, "\x1B"sv, "\""sv, "\xC3\xA9"sv, "\u2028"sv}) EXPECT_GT(kept[sound], 3U) << sound;
    for (const auto& [bytes, count] : kept) EXPECT_NE(utf8::sequence_length(bytes), 0U) << count << " texts: " << bytes;
    EXPECT_EQ(kept["\0"sv], 0U);
}

// --- writing ---------------------------------------------------------------------------------------------------------

TEST(Json, NumbersAndNamesAreAlwaysWritten)
{
    const auto json = json_of(accepted(golden_dump("d17.txt")));
    EXPECT_NE(json.find(R"({"id":0,"name":"a","color":0})"), std::string::npos);
    ast::arena memory;
    ast::instruction deleted;
    deleted.body = memory.make_list({ast::operand{}});
    EXPECT_EQ(json_of(deleted, memory), R"("body":{"operand_list":[{"name":""}]})");
}

TEST(Json, WhatIsFalseEmptyOrWithoutValueIsAbsent)
{
    EXPECT_EQ(
        json_of(ast::tree{}),
        R"({"tool":"ballast","version":")" BALLAST_VERSION
        R"(","schema":1,"tree":{"dump":{"kind":"combined","forms":{"value_lines":"unseen",)"
        R"("from_instruction":"unseen","empty_uses":"unseen","index_marks":"unseen","levels":"unseen",)"
        R"("sharding_marks":"unseen","empty_literals":"unseen","entry_layouts":"unseen","short_marks":"unseen"}}}})");
    // A member is not required if it is true by itself.
    const auto json = json_of(accepted(golden_dump("d17.txt")));
    EXPECT_NE(json.find(R"("uses_initialized":true)"), std::string::npos);
}

TEST(Json, EmptyAndAbsentStayDifferent)
{
    ast::peak_row without;
    ast::peak_row with;
    with.index = ast::shape_index{};
    ast::arena memory;
    ast::live_range ranges;
    ranges.summary = ast::peak{.moment = 0, .rows = memory.make_list({without, with}), .stack_trace = {}};
    ast::dump dump;
    dump.live_range = memory.make(ranges);
    const auto json = json_of(dump);
    EXPECT_NE(json.find(R"("rows":[{"name":"","bytes":0},{"name":"","index":[],"bytes":0}])"), std::string::npos);
    const auto back = read_json(json);
    ASSERT_TRUE(back.value);
    const auto& rows = std::get<ast::peak>(dump_of(back).ranges()->summary).rows;
    EXPECT_FALSE(rows[0].index.has_value());
    EXPECT_TRUE(rows[1].index.has_value());
}

TEST(Json, IntegersKeepAllDigits)
{
    ast::arena memory;
    ast::array_literal natural;
    natural.elements = memory.make_list({std::uint64_t{18446744073709551615U}});
    ast::array_literal integer;
    integer.elements = memory.make_list({INT64_MIN, INT64_MAX});
    for (const auto& [literal, text] : {std::pair{natural, R"({"uint_list":[18446744073709551615]})"},
                                        {integer, R"({"int_list":[-9223372036854775808,9223372036854775807]})"}}) {
        ast::instruction constant;
        constant.body = memory.make(ast::literal{literal});
        EXPECT_NE(json_of(constant, memory).find(text), std::string::npos);
        ast::used_value value;
        value.instruction = memory.make(constant);
        ast::dump dump;
        dump.used_values = memory.make_list({value});
        const auto back = read_json(json_of(dump));
        ASSERT_TRUE(back.value) << back.fault.message;
        EXPECT_TRUE(dump_of(back) == dump);
    }
}

TEST(Json, PointersAreHexadecimal)
{
    ast::arena memory;
    ast::allocation allocation;
    allocation.pointer = 0x7f00deadbeefU;
    ast::dump dump;
    dump.allocations = memory.make_list({allocation});
    const auto json = json_of(dump);
    EXPECT_NE(json.find(R"("pointer":"0x7f00deadbeef")"), std::string::npos) << json;
    const auto back = read_json(json);
    ASSERT_TRUE(back.value);
    EXPECT_EQ(dump_of(back).allocations[0].pointer, 0x7f00deadbeefU);
}

TEST(Json, PositionsAreWrittenOnRequest)
{
    const auto text = golden_dump("d17.txt");
    const auto read = accepted(text);
    EXPECT_EQ(json_of(read).find("\"at\""), std::string::npos);
    const auto json = json_of(read, {.positions = true});
    const auto second = text.find("allocation 1:");
    EXPECT_NE(json.find("{\"at\":" + std::to_string(second) + ",\"number\":1,"), std::string::npos);
    const auto back = read_json(json);
    ASSERT_TRUE(back.value);
    EXPECT_EQ(dump_of(back).allocations[1].at.offset, static_cast<std::int64_t>(second));
}

TEST(Json, TextsAreEscaped)
{
    std::string name;
    for (int c = 0; c < 256; ++c)
        if (c < 128) name += static_cast<char>(c);
    name += "é\u20ac\U0001f600";
    for (std::size_t shift = 0; shift < 9; ++shift) {
        ast::dump dump;
        dump.frame = std::string_view(name).substr(shift);
        const auto json = json_of(dump);
        EXPECT_EQ(std::ranges::count_if(json, [](char c) { return static_cast<unsigned char>(c) < ' '; }), 0);
        const auto back = read_json(json);
        ASSERT_TRUE(back.value) << back.fault.message;
        EXPECT_EQ(dump_of(back).frame, dump.frame);
    }
    ast::dump dump;
    dump.frame = "a\"b\\c\nd\te\rf\x01g/h";
    EXPECT_NE(json_of(dump).find(R"("frame":"a\"b\\c\nd\te\rf\u0001g/h")"), std::string::npos);
}

// Values that share a shape have the same text, even if the nodes before them were freed.
TEST(Json, SharedNodesAreWrittenInFull)
{
    std::string text = "BufferAssignment:\nallocation 0: size 4000, preallocated-temp:\n";
    for (int i = 0; i < 1000; ++i)
        text += " value: <" + std::to_string(i) + " v" + std::to_string(i) +
                " @0> (size=4,offset=" + std::to_string(4 * i) + "): " +
                (i % 3 == 0   ? "f32[1]{0}"
                 : i % 3 == 1 ? "s32[1]{0}"
                              : "u32[1]{0}") +
                "\n";
    expect_json_back(text, "many values");
    const auto back = read_json(json_of(accepted(text)));
    ASSERT_TRUE(back.value);
    const auto& values = dump_of(back).allocations[0].values;
    EXPECT_EQ(values[0].shape.get(), values[3].shape.get());
    EXPECT_NE(values[0].shape.get(), values[1].shape.get());
}

// --- reading ---------------------------------------------------------------------------------------------------------

TEST(Json, MembersComeInAnyOrder)
{
    const auto json = dump_with(R"( "total" : { "human":{"unit":"kib", "count":40},
        "bytes"  :4096 },)");
    const auto read = read_json(json);
    ASSERT_TRUE(read.value) << read.fault.message;
    EXPECT_EQ(dump_of(read).total, (ast::total{{}, 4096, ast::human_size{40, ast::size_unit::kib}}));
}

TEST(Json, EscapesAreRead)
{
    const auto read = read_json(dump_with(R"("frame":"\u0041\u00e9\u20ac\ud83d\ude00\/\b\f\n\r\t\"\\plain",)"));
    ASSERT_TRUE(read.value) << read.fault.message;
    EXPECT_EQ(dump_of(read).frame, "A\u00e9\u20ac\U0001f600/\b\f\n\r\t\"\\plain");
}

TEST(Json, FaultsHaveAPlace)
{
    struct row {
        std::string json;
        std::string message;
        std::string path;
        std::string_view at; // the text at the fault
    };
    const std::string head = R"({"schema":1,"tree":)";
    const std::vector<row> rows{
        {"", "not JSON: The document is empty", "", ""},
        {"[]", "expected an object, found an array", "", "[]"},
        {"null", "null has no meaning; leave the member out", "", ""},
        {R"({"tree":{"dump":1}})", "expected an object, found a number", "tree.dump", "1}}"},
        {R"({"schema":2,"tree":{"dump":{}}})", "schema 2, expected 1", "", "{\"schema"},
        {head + R"({"dumb":{}}})", "`dumb` is not one of the alternatives here", "tree", "\"dumb"},
        {head + "{}}", "expected a member that names the alternative", "tree", "}}"},
        {head + R"({"usage_report":{"form":{"space_usage_list":[]},"form":1}}})",
         "`usage_report` has two members `form`", "tree.usage_report", R"("form":1)"},
        {dump_with(R"("x":1,)"), "`dump` has no member `x`", "tree.dump", R"("x")"},
        {dump_with(R"("kind":"combined",)"), "`dump` has two members `kind`", "tree.dump",
         R"("kind":"combined","forms)"},
        {dump_with(R"("total":{"human":{"count":1,"unit":"kb"}},)"), "`kb` is not one of the words here",
         "tree.dump.total.human.unit", R"("kb")"},
        {dump_with(R"("total":{},)"), "`total` has no `bytes`", "tree.dump.total", "},\"forms"},
        {dump_with(R"("total":{"bytes":1.5},)"),
         "expected an integer of 64 bits, found a number that is larger or not an integer", "tree.dump.total.bytes",
         "1.5"},
        {dump_with(R"("total":{"bytes":9223372036854775808},)"), "expected an integer of 64 bits, found a number",
         "tree.dump.total.bytes", "92233"},
        {dump_with(R"("total":{"bytes":true},)"), "expected an integer of 64 bits, found a boolean",
         "tree.dump.total.bytes", ""},
        {dump_with(R"("allocations":[{"number":0,"size":0,"color":0},{"number":"1"}],)"),
         "expected an integer of 64 bits, found another text", "tree.dump.allocations[1].number", R"("1")"},
        {dump_with(R"("allocations":[{"pointer":"12"}],)"), "expected a text like 0x7f00, found another text",
         "tree.dump.allocations[0].pointer", R"("12")"},
        {dump_with("\"frame\":\"\x80\","), "a text that is not UTF-8", "tree.dump.frame", "\"\x80"},
        {dump_with("\"frame\":\"a\nb\","), "not JSON: Invalid escape character in string", "tree.dump.frame", "\n"},
        {head + R"({"dump":{"kind":"combined")", "not JSON: Missing a comma or '}' after an object member",
         "tree.dump.kind", ""},
        {dump_with("") + "1", "not JSON: The document root must not be followed by other values", "", "1"},
        {dump_with("") + std::string(1, '\0'), "NUL byte", "", std::string_view("\0", 1)},
    };
    for (const auto& [json, message, path, at] : rows) {
        const auto read = read_json(json);
        ASSERT_FALSE(read.value) << json;
        EXPECT_EQ(read.fault.message, message) << json;
        EXPECT_EQ(
            read.fault.path.substr(0, read.fault.message.starts_with("not JSON") ? path.size() : std::string::npos),
            path)
            << json;
        EXPECT_EQ(read.refused.view(), json);
        const auto offset = static_cast<std::size_t>(read.fault.offset);
        ASSERT_LE(offset, json.size());
        EXPECT_TRUE(std::string_view(json).substr(offset).starts_with(at)) << json << " at " << json.substr(offset);
    }
}

TEST(Json, NestingHasALimit)
{
    const auto nested = [](std::size_t levels) {
        std::string shape = R"({"form":{"array_shape":{"type":{"kind":"f32"}}}})";
        for (std::size_t i = 0; i < levels; ++i) shape = R"({"form":{"tuple_shape":{"elements":[)" + shape + "]}}}";
        return dump_with(R"("used_values":[{"value":{"id":0,"name":"x","color":0},"detail":{"uses_initialized":true},)"
                         R"("instruction":{"name":"x","opcode":{"kind":"add"},"body":{"operand_list":[]},"shape":)" +
                         shape + "}}],");
    };
    const auto deep = read_json(nested(255));
    ASSERT_TRUE(deep.value) << deep.fault.message;
    EXPECT_FALSE(print(dump_of(deep)).empty());
    EXPECT_EQ(read_json(nested(400)).fault.message, "more than 256 levels");
    EXPECT_EQ(read_json(std::string(1000000, '[')).fault.message, "expected an object, found an array");
    EXPECT_FALSE(read_json(R"({"tree":)" + std::string(1000000, '{')).value);
}

// Any bytes: they are refused with a message, or they are a tree that can be written, and printed if it is well-formed.
TEST(Json, ChangedTextsAreRefusedOrRead)
{
    std::size_t accepted_texts = 0;
    std::size_t refused_texts = 0;
    for (const auto* name : {"d7.txt", "d17.txt", "d24_values.txt", "usage_report_spaces.txt", "oom_report.txt",
                             "module_text.txt", "buffer_info.csv", "unusual_trees.txt", "statistics.txt"}) {
        const auto json = json_of(accepted(golden_dump(name)));
        random_source from(json.size());
        for (int times = 0; times < 200; ++times) {
            auto changed = json;
            const auto at = from.below(changed.size());
            switch (from.below(5)) {
            case 0: changed[at] = static_cast<char>(from.below(256)); break;
            case 1: changed.erase(at, from.below(20)); break;
            case 2: changed.insert(at, json.substr(from.below(json.size()), from.below(60))); break;
            case 3: changed.replace(at, from.below(8), "-1"); break;
            default:
                const auto digit = changed.find_first_of("123456789", at);
                if (digit != std::string::npos) changed[digit] = static_cast<char>('1' + from.below(9));
            }
            const auto read = read_json(changed);
            if (!read.value) {
                ++refused_texts;
                EXPECT_FALSE(read.fault.message.empty());
                continue;
            }
            ++accepted_texts;
            const auto again = json_of(read.value->tree());
            const auto back = read_json(again);
            ASSERT_TRUE(back.value) << back.fault.message;
            EXPECT_TRUE(back.value->tree() == read.value->tree());
        }
    }
    EXPECT_GT(accepted_texts, 300U);
    EXPECT_GT(refused_texts, 300U);
}

TEST(Json, SpecialBytesAreFoundAtEveryPlaceOfTextsOfEveryLength)
{
    for (std::size_t length = 0; length <= 40; ++length) {
        const std::string plain(length, 'a');
        EXPECT_EQ(first_special_in<json::special::in_json>(plain), static_cast<std::ptrdiff_t>(length));
        for (std::size_t at = 0; at < length; ++at)
            for (int byte = 0; byte < 256; ++byte) {
                auto text = plain;
                text[at] = static_cast<char>(byte);
                const bool escaped = byte < 0x20 || byte == '"' || byte == '\\';
                const auto place = static_cast<std::ptrdiff_t>(at);
                const auto none = static_cast<std::ptrdiff_t>(length);
                ASSERT_EQ(first_special_in<json::special::in_json>(text), escaped ? place : none)
                    << byte << " at " << at;
                ASSERT_EQ(first_special_in<json::special::or_not_ascii>(text), escaped || byte > 0x7f ? place : none)
                    << byte;
            }
    }
}

TEST(Json, TheFirstOfSeveralSpecialBytesIsFound)
{
    for (std::size_t length = 2; length <= 40; ++length)
        for (std::size_t at = 0; at + 1 < length; ++at) {
            std::string text(length, 'a');
            text[at] = '"';
            text.back() = '\n';
            ASSERT_EQ(first_special_in<json::special::in_json>(text), static_cast<std::ptrdiff_t>(at)) << length;
        }
}

} // namespace ballast::tests

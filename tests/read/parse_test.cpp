// Faulty input gives one clear error at its place.
#include "ballast/files.hpp"
#include "tests/support/support.hpp"

#include <limits>
#include <set>

namespace ballast::tests {

namespace {

std::string small() { return golden_dump("d16.txt"); }

void expect_fault(const std::string& text, finding_id kind, std::int64_t line, std::int64_t column,
                  const std::string& message)
{
    const auto why = refused(text);
    EXPECT_EQ(info(why.id).name, info(kind).name) << why.message;
    EXPECT_EQ(why.place.line, line) << why.message;
    EXPECT_EQ(why.place.column, column) << why.message;
    EXPECT_EQ(why.message, message);
    EXPECT_EQ(why.severity, severity::error);
}

std::string with(std::string text, std::string_view from, std::string_view to)
{
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not there: " + std::string(from));
    return text.replace(at, from.size(), to);
}

std::string crlf(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '\n') result += '\r';
        result += c;
    }
    return result;
}

} // namespace

TEST(BadInput, TextAsAWhole)
{
    using enum finding_id;
    expect_fault("", empty_input, 1, 1, "the text is empty");
    expect_fault("\xEF\xBB\xBF" + small(), byte_order_mark, 1, 1, "the text begins with a byte order mark");
    expect_fault(crlf(small()), carriage_return, 1, 18, "carriage return before the line feed");
    expect_fault("I0812 12:00 cc:10] " + small(), log_prefix, 1, 1,
                 "a dump begins at line 1, column 20, after other text");
    expect_fault("starting\n\n" + small(), log_prefix, 1, 1, "a dump begins at line 3, column 1, after other text");
    expect_fault("hello", not_a_dump, 1, 1, "not a dump: it begins with `hello`");
    expect_fault(std::string("\x7f"
                             "ELF\0\0\0",
                             7),
                 not_a_dump, 1, 1, "binary data, not a dump");
    expect_fault(small() + small(), second_dump, 143, 1, "a second dump begins here");
    expect_fault(small() + "\n", trailing_text, 143, 1,
                 "empty line after the end of the dump, as left when a longer file is overwritten");
    const auto framed = golden_dump("framed_values.txt");
    expect_fault(framed + golden_dump("framed_assignment.txt"), second_frame, 91, 1,
                 "a second frame begins here: `module_0007.jit_step.cpu_after_optimizations-buffer-assignment.txt`");
    expect_fault("*** Begin a ***\nBufferAssignment:\n\n*** End b ***\n", frame_name, 4, 9,
                 "frame ends with the name `b`, it started with `a`");
}

TEST(BadInput, BytesInside)
{
    using enum finding_id;
    expect_fault(with(small(), "allocation 3", std::string("allocation \0", 12)), nul_byte, 8, 12, "NUL byte");
    expect_fault(with(small(), "jit(step)/add", "jit(step)\xFF/add"), invalid_utf8, 92, 107, "invalid UTF-8");
    expect_fault(with(small(), "jit(step)/add", "jit(st\nep)/add"), line_feed, 92, 104,
                 "the line ends inside an instruction: expected an escape that XLA prints or `\"`");
    const auto cut = parse(with(small(), "jit(step)/add", "jit(st\nep)/add")).findings.at(0);
    EXPECT_EQ(cut.begin, cut.end); // the line feed is not part of the line
    // A dict may continue on the next line, but a line that begins another record does not belong to it.
    EXPECT_TRUE(parse(with(small(), "{\"outer", "{\n\"outer")).accepted());
    EXPECT_EQ(parse(with(small(), "[\"2\"]}", "[\"2\"]")).findings.at(0).id, finding_id::line_feed);
}

TEST(BadInput, Numbers)
{
    using enum finding_id;
    expect_fault(with(small(), "size 512", "size 9223372036854775808"), integer_range, 10, 20,
                 "`9223372036854775808` does not fit into a signed 64-bit integer");
    expect_fault(with(small(), "size 512", "size 18446744073709551616"), integer_range, 10, 20,
                 "`18446744073709551616` does not fit into a signed 64-bit integer");
    expect_fault(with(small(), "size 512", "size 007"), allocation, 10, 20,
                 "expected a number, found `007, parameter`");
    expect_fault(with(golden_dump("d10.txt"), "0x55d0a4c0", "0x10000000000000000"), integer_range, 2, 17,
                 "`10000000000000000` does not fit into an unsigned 64-bit integer");
    expect_fault(with(small(), "size 512", "size -1"), allocation, 10, 20, "expected a number, found `-1, parameter`");
    EXPECT_TRUE(parse(with(small(), "size 512", "size 9223372036854775807")).accepted());
}

TEST(BadInput, GrammarFaultsStandAtTheFault)
{
    using enum finding_id;
    expect_fault(with(small(), " value: <3 p.0 @0> (size=", " value: <3 p.0 @0> (sise="), value_line, 11, 19,
                 "expected ` (size=`, found ` (sise=`");
    expect_fault(with(small(), "reduce.4, operand 0", "reduce.4, operand"), used_value, 89, 11,
                 "expected `, operand `, found `, operand`");
    expect_fault(with(small(), "f32[8,16]| at", "f32[8,16| at"), shape, 10, 53,
                 "expected `,` or `]`, found `| at ShapeIndex`");
    expect_fault(with(small(), "{1,0} add(", "{1,0 add("), layout, 92, 42,
                 "expected `,`, `:` or `}`, found ` add(%p.0,`");
    expect_fault(with(small(), "(peak)", "(peek)"), peak, 136, 19, "expected ` (peak):`, found ` (peek):`");
    expect_fault(with(small(), "Total bytes", "Total byte"), total, 27, 1,
                 "expected `Total bytes used: `, found `Total byte used: 1688`");
}

TEST(BadInput, Depth)
{
    using enum finding_id;
    const std::string deep(100000, '(');
    const auto in_shape = refused(with(small(), "(size=512,offset=0): f32[8,16]{1,0}", "(size=512,offset=0): " + deep));
    EXPECT_EQ(in_shape.id, too_deep);
    EXPECT_EQ(in_shape.message, "nested deeper than 256 levels");
    EXPECT_EQ(in_shape.place.line, 11);
    const auto in_constant = refused(with(small(), "constant(2.5)", "constant(" + deep + ")"));
    EXPECT_EQ(in_constant.id, literal);
    const std::string braces(100000, '{');
    EXPECT_EQ(refused(with(small(), "backend_config={", "backend_config={" + braces)).id, too_deep);
    EXPECT_EQ(refused(entry::shape, deep).id, too_deep);
    std::string within = "f32[]";
    for (int i = 0; i < 256; ++i) within = "(" + within + ")";
    EXPECT_TRUE(parse(entry::shape, within).accepted());
    EXPECT_EQ(refused(entry::shape, "(" + within + ")").id, too_deep);
}

TEST(BadInput, LongLines)
{
    const std::string name(50 * 1000 * 1000, 'a');
    const auto long_but_right = with(small(), "op_name=\"x\"", "op_name=\"" + name + "\"");
    {
        const auto result = parse(long_but_right);
        ASSERT_TRUE(result.accepted());
        EXPECT_FALSE(compare_printed(result.value->dump(), long_but_right));
    }
    const auto why = refused(with(small(), "op_name=\"x\"", "op_name=\"" + name + "'\""));
    EXPECT_EQ(why.id, finding_id::metadata);
    EXPECT_LE(why.shown.window.size(), 160U);
    EXPECT_EQ(why.shown.window[static_cast<std::size_t>(why.shown.caret)], '\'');
    EXPECT_GT(why.place.column, 50 * 1000 * 1000);
}

TEST(BadInput, ContextRules)
{
    using enum finding_id;
    const auto kind_of = [](const std::string& text) { return info(refused(text).id).name; };
    EXPECT_EQ(kind_of(with(small(), "/*index=5*/", "/*index=6*/")), "index_mark");
    EXPECT_EQ(kind_of(with(small(), "s32[], f32[16]", "s32[], /*index=5*/f32[16]")), "index_mark");
    EXPECT_EQ(kind_of(with(small(), "add(%p.0, %bcast.2)", "add(%p.0, f32[8,16]{1,0} %bcast.2)")), "operand_shapes");
    EXPECT_EQ(kind_of(with(small(), "f32[8,16]{1,0}", "f32[8,16]{0}")), "layout_rank");
    EXPECT_EQ(kind_of(with(small(), "f32[8,16]{1,0}", "f32[8,16]{1,1}")), "layout_rank");
    EXPECT_EQ(kind_of(with(small(), "f32[8,16]{1,0}", "f32[8,16]{2,0}")), "layout_rank");
    EXPECT_EQ(kind_of(with(small(), "f32[8,16]{1,0}", "f32[8,16]invalid{}")), "layout_rank");

    const auto trees = golden_dump("unusual_trees.txt");
    EXPECT_EQ(kind_of(with(trees, "  │   │   └── größe", "  │   │   │   └── größe")), "stack_depth");
    EXPECT_EQ(kind_of(with(trees, "  │   │   └── größe", "  │       └── größe")), "stack_rails");
    EXPECT_EQ(kind_of(with(trees, "  │   │       ├── one", "  │   │   │   ├── one")), "stack_rails");
    EXPECT_EQ(kind_of(with(trees, "  │   └── d", "      └── d")), "stack_rails");
    EXPECT_EQ(kind_of(with(trees, "      └── c", "  │   └── c")), "stack_rails");
    EXPECT_EQ(kind_of(trees.substr(0, trees.find("  │   └── d"))), "stack_rails");
    EXPECT_EQ(
        kind_of(with(trees, "      └── c (0.0%, total: 512 bytes, current: 512 bytes, remaining: 0 bytes)\n", "")),
        "stack_end");

    const auto d16 = small();
    EXPECT_EQ(kind_of(d16.substr(0, d16.find("\n\nHloLiveRange"))), "missing_live_range");
    EXPECT_EQ(kind_of(d16.substr(0, d16.rfind("<11 out.5{}"))), "missing_values");
    EXPECT_EQ(kind_of(d16.substr(0, d16.find("    add.3{}: 512"))), "missing_peak_rows");
}

TEST(BadInput, ALegacyFileNeedsNoLiveRange)
{
    const auto d14 = golden_dump("d14.txt");
    const auto legacy = d14.substr(0, d14.find("\n\nHloLiveRange"));
    EXPECT_FALSE(parse(legacy).accepted());
    parse_options options;
    options.live_range_optional = true;
    const auto result = parse(legacy, options);
    ASSERT_TRUE(result.accepted());
    EXPECT_EQ(print(*result.value), legacy);
}

TEST(BadInput, Limits)
{
    parse_options options;
    options.max_bytes = 100;
    const auto result = parse(small(), options);
    ASSERT_FALSE(result.accepted());
    EXPECT_EQ(result.findings.front().id, finding_id::too_large);
}

// The limits are larger than any text on a 32-bit platform.
TEST(BadInput, LimitsAreNotCutOff)
{
    static_assert(byte_limit<std::uint32_t>(std::uint64_t{1} << 40) == std::numeric_limits<std::uint32_t>::max());
    static_assert(byte_limit<std::uint32_t>(100) == 100);
    EXPECT_EQ(parse_options().max_bytes, std::uint64_t{1} << 40);
    EXPECT_EQ(files::options().max_bytes, std::uint64_t{8} << 30);
}

// A shorter text is accepted only if a dump of some era can end there.
TEST(BadInput, TruncationIsNoticed)
{
    enum boundary {
        allocation_line_end, // D0 to D3 and D19+: only allocations; ends after any line that may be the last
        value_end,           // D19+: a values file ends after any value
        peak_row_end,        // stack traces are newer than the rows, and rows are not counted
        used_values_end,     // D4 to D8: D8 added the live range and no other form
        tree_row_end,        // the missing rows can be nodes without a label, as in this file
        info_row_end,        // a buffer table ends after any row
        statistics_total,    // the fragmentation is not always known
        buffer_end,          // an out-of-memory report ends after any buffer
        contained_end,       // the form of 2021 ends after any allocation, or any value in one
        listed_end,          // an allocation with one value has no table
        space_end,           // memory spaces without allocations are not listed
        table_end,           // repositories trim the empty lines after the last one
        computation_end,     // the computations of a module are lines
        tpu_part_end,        // parts of messages about the memory of a TPU may be missing
        message_part,        // only the first sentence of a message is required
    };
    std::set<boundary> met;
    constexpr auto npos = std::string::npos;
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto cut = text.substr(0, length);
            if (!parse(cut).accepted()) continue;
            const auto line = cut.substr(cut.rfind('\n', cut.size() - 2) + 1);
            const auto rest = text.substr(length);
            const bool peak =
                cut.find("(peak):\n") != std::string::npos && cut.find("Stack trace") == std::string::npos;
            if (name.find("usage_report") != std::string::npos && rest.starts_with("\n\tcumulative_size"))
                met.insert(listed_end);
            else if (cut.back() == '\n' && cut.find("Used values:") == std::string::npos &&
                     cut.find("HloLiveRange") == std::string::npos &&
                     (line == "BufferAssignment:\n" || line.starts_with("allocation ") ||
                      line.starts_with(" value: ") || line.starts_with("  value: ") ||
                      line.find("]: ") != std::string::npos))
                met.insert(allocation_line_end);
            else if (cut.starts_with("\nTotal bytes used: ") &&
                     (line.starts_with(" from instruction: ") || line == "Used values:\n"))
                met.insert(value_end);
            else if (peak && line.starts_with("    ") && line.find(" bytes") != std::string::npos && cut.back() == '\n')
                met.insert(peak_row_end);
            else if (name == "d8.txt" && text.substr(length).starts_with("\n\nHloLiveRange"))
                met.insert(used_values_end);
            else if (name == "unlabelled_nodes.txt" && line.ends_with(" bytes)\n") &&
                     line.find("──") != std::string::npos)
                met.insert(tree_row_end);
            else if (name == "buffer_info.csv" && cut.back() == '\n')
                met.insert(info_row_end);
            else if (name == "statistics.txt" && cut.back() == '\n' && line.starts_with("                 total "))
                met.insert(statistics_total);
            else if (name == "oom_report_allocations.txt" &&
                     (rest.starts_with("\nallocation ") || rest[0] == ',' || cut.ends_with("contains:")))
                met.insert(contained_end);
            else if (name.starts_with("oom_report") && (line.ends_with("=====\n") || line == "Peak buffers:"))
                met.insert(buffer_end);
            else if (name.starts_with("usage_report_spaces") && cut.ends_with("\n\n\n"))
                met.insert(space_end);
            else if (name.starts_with("usage_report") &&
                     (line.find("(100%); ") != npos || line.find("nan%); ") != npos || line.ends_with("---\n") ||
                      line.find("The rest ") != npos))
                met.insert(table_end);
            else if (name.starts_with("tpu_") && (cut.back() == '\n' || cut.back() == '.' || name == "tpu_large.txt" ||
                                                  cut.ends_with("words") || cut.ends_with("']")))
                met.insert(tpu_part_end);
            else if (name.starts_with("module_text") && cut.back() == '\n')
                met.insert(computation_end);
            else if (name.starts_with("message_"))
                met.insert(message_part);
            else
                ADD_FAILURE() << name << " cut at byte " << length << " is accepted, it ends with: " << line;
        }
    }
    EXPECT_EQ(met.size(), 15U);
}

TEST(BadInput, EveryByteChangedNeverPrintsDifferently)
{
    for (const auto& name : {"d3.txt", "d13.txt", "unusual_shapes.txt", "unusual_trees.txt", "framed_values.txt"}) {
        const auto text = golden_dump(name);
        for (std::size_t at = 0; at < text.size(); ++at)
            for (const char c : {'0', ' ', '\n', '}', 'x'}) {
                auto changed = text;
                changed[at] = c;
                const auto result = parse(changed);
                if (result.accepted()) {
                    ASSERT_EQ(print(*result.value), changed) << name << " with byte " << at << " changed";
                } else {
                    const auto& why = result.findings.front();
                    ASSERT_GE(why.begin, 0);
                    ASSERT_LE(why.begin, why.end);
                    ASSERT_LE(why.end, static_cast<std::int64_t>(changed.size()));
                    ASSERT_FALSE(why.message.text().empty());
                    ASSERT_FALSE(why.message.text().starts_with("expected ,"));
                }
            }
    }
}

} // namespace ballast::tests

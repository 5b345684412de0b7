// The original bytes are extracted from logs of every form.
#include "ballast/extract.hpp"
#include "extract/line.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <functional>

namespace ballast::tests {

namespace {

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> result;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        result.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

// Each line with a prefix that may depend on its number.
std::string each_line(std::string_view dump, const std::function<std::string(std::size_t)>& before,
                      std::string_view after = "\n")
{
    std::string result;
    std::size_t number = 0;
    for (const auto& line : lines_of(dump)) (result += before(number++) + line) += after;
    return result;
}

std::string number(std::size_t n, std::size_t width)
{
    auto digits = std::to_string(n);
    return std::string(width - std::min(width, digits.size()), '0') + digits;
}

std::string glog(std::size_t n)
{
    return "I0000 00:00:17638" + number(n, 5) + "." + number(7 * n, 6) + "    4127 buffer_assignment.cc:1988] ";
}

std::string with_blanks_trimmed(std::string text)
{
    for (auto at = text.find(" \n"); at != std::string::npos; at = text.find(" \n", at == 0 ? 0 : at - 1))
        text.erase(at, 1);
    return text;
}

struct shape {
    std::string_view name;
    std::function<std::string(std::string_view)> log;
};

const std::vector<shape>& shapes()
{
    static const std::vector<shape> all{
        {"alone", [](auto dump) { return std::string(dump) + (dump.ends_with('\n') ? "" : "\n"); }},
        {"frames on standard output",
         [](auto dump) {
             return "compiling\n*** Begin module_0001.jit_f.txt ***\n" + std::string(dump) +
                    "\n*** End module_0001.jit_f.txt ***\nstep 1 took 3 ms\n";
         }},
        {"glog", [](auto dump) { return glog(7) + "Compiling.\n" + each_line(dump, glog) + glog(9) + "Done.\n"; }},
        {"glog before the first line alone",
         [](auto dump) { return "starting\n" + glog(1) + std::string(dump) + "\n" + glog(2) + "Compiled in 3 ms.\n"; }},
        {"Python logging",
         [](auto dump) {
             return each_line(dump, [](std::size_t n) {
                 return "2026-01-31 12:00:" + number(n % 60, 2) + "," + number(n % 1000, 3) +
                        " - jax.compiler - INFO - ";
             });
         }},
        {"time stamps of a container, lines cut",
         [](auto dump) {
             std::string result;
             const auto stamp = [n = std::size_t{0}](char tag) mutable {
                 return "2026-01-31T12:00:00." + number(++n, 9) + "Z stdout " + tag + " ";
             };
             auto next = stamp;
             for (auto line : lines_of(dump)) {
                 for (; line.size() > 48; line.erase(0, 48)) result += next('P') + line.substr(0, 48) + "\n";
                 result += next('F') + line + "\n";
             }
             return result;
         }},
        {"a service of several",
         [](auto dump) {
             std::string result;
             std::size_t n = 0;
             for (const auto& line : lines_of(dump)) {
                 result += "worker-1  | " + line + "\n";
                 if (++n % 4 == 0) result += "worker-2  | allocation of something else\n";
             }
             return with_blanks_trimmed(result);
         }},
        {"colors",
         [](auto dump) {
             return each_line(dump, [](std::size_t) { return "\x1b[32mINFO\x1b[0m\x1b]0;title\a "; }, "\x1b[K\n");
         }},
        {"sequences for a terminal that are no colors",
         [](auto dump) { return each_line(dump, [](std::size_t) { return "\x1b=\x1b[1~\x1b[2@"; }, "\x1b[K\n"); }},
        {"carriage returns",
         [](auto dump) {
             std::string result = "epoch 1\r\n";
             std::size_t n = 0;
             for (const auto& line : lines_of(dump))
                 result += (++n % 5 == 2 && !line.empty() ? " 40%|####   \r" : "") + line + "\r\n";
             return result;
         }},
        {"other lines between",
         [](auto dump) {
             std::string result;
             std::size_t n = 0;
             for (const auto& line : lines_of(dump)) {
                 result += line + "\n";
                 if (++n % 7 == 0) result += "2026-01-31 12:00:00 loss=0.25\n";
                 if (n % 11 == 0) result += "[2026-01-31 12:00:01,123][train][INFO] - step\n";
             }
             return result;
         }},
        {"a fence",
         [](auto dump) {
             return "What I see:\n\n```text\n" + std::string(dump) + (dump.ends_with('\n') ? "" : "\n") +
                    "```\nIs that right?\n";
         }},
        {"quoted twice", [](auto dump) { return "hello\n" + each_line(dump, [](auto) { return ">> "; }) + "hello\n"; }},
        {"numbered lines",
         [](auto dump) { return each_line(dump, [](std::size_t n) { return std::to_string(n + 41) + ":"; }); }},
        {"indented, blanks trimmed",
         [](auto dump) {
             return "See:\n\n" + with_blanks_trimmed(each_line(dump, [](auto) { return "    "; })) + "\nbye\n";
         }},
    };
    return all;
}

bool has_trimmed_blanks(std::string_view dump) { return dump.find(" \n") != std::string_view::npos; }

// Messages are not in files that XLA would frame. If there are many other lines, none can be distinguished from a line
// of a message.
bool holds_a_message(std::string_view shape)
{
    return shape != "frames on standard output" && shape != "other lines between";
}

// The same bytes come from a log of every form, and the place of each line is right.
void expect_back(const std::string& dump, const std::string& name)
{
    for (const auto& shape : shapes()) {
        // A logger that trims blanks removes a part of these texts.
        if (has_trimmed_blanks(dump) && with_blanks_trimmed(shape.log("a \n")) == shape.log("a \n")) continue;
        if (name.starts_with("message_") && !holds_a_message(shape.name)) continue;
        const auto log = shape.log(dump);
        const auto found = extract(log);
        ASSERT_EQ(found.size(), 1U) << name << ", " << shape.name << "\n" << log.substr(0, 3000);
        const auto& one = found.front();
        ASSERT_TRUE(one.read.accepted()) << name << ", " << shape.name << ": "
                                         << one.read.findings.front().message.text() << "\n"
                                         << log.substr(0, 3000);
        // A line of a log ends with a line feed, the message of an exception does not.
        const bool ended = one.read.value->memory_message() && one.read.text() == dump + '\n';
        ASSERT_EQ(one.read.text(), ended ? dump + '\n' : dump) << name << ", " << shape.name;
        EXPECT_EQ(one.doubtful, 0) << name << ", " << shape.name;

        const auto in_log = lines_of(log);
        const auto in_dump = lines_of(one.read.text());
        ASSERT_EQ(one.lines.size(), in_dump.size()) << name << ", " << shape.name;
        if (one.colored != 0 || one.joined != 0 || one.overwritten != 0) continue;
        for (std::size_t i = 0; i < in_dump.size(); ++i) {
            const auto& line = in_log[static_cast<std::size_t>(one.lines[i].line) - 1];
            ASSERT_EQ(line.substr(std::min(line.size(), static_cast<std::size_t>(one.lines[i].column))), in_dump[i])
                << name << ", " << shape.name;
        }
    }
}

// Logs are not searched for module texts, because their end cannot be recognised.
std::vector<std::string> names_of_dumps()
{
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(golden() / "dumps"))
        if (const auto name = entry.path().filename().string();
            !name.starts_with("framed_") && !name.starts_with("module_text"))
            result.push_back(name);
    std::ranges::sort(result);
    return result;
}

} // namespace

TEST(Extract, GivesBackTheBytesOfEveryDumpFromLogsOfEveryShape)
{
    for (const auto& name : names_of_dumps()) expect_back(golden_dump(name), name);
}

TEST(Extract, TakesOneMessageFromALine)
{
    const auto found = extract(
        "a RESOURCE_EXHAUSTED: Out of memory allocating 5 bytes. INTERNAL: Out of memory allocating 6 bytes.\n");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().read.text(), "RESOURCE_EXHAUSTED: Out of memory allocating 5 bytes.");
}

// Texts of many lines. When they are cut, they could be texts of another era.
TEST(Extract, GivesBackTheBytesOfLongDumps)
{
    for (const auto& state : dump_states())
        for (const auto kind : kinds_at(state.begin)) {
            random_source from(std::uint64_t{17});
            expect_back(printed([&](sink& out) { generate::program(from, state.begin, 40000).print(out, kind); }),
                        std::string(state.name));
        }
}

// Lines are left out by their beginnings, so all lines of dumps must be recognised.
TEST(Extract, KnowsEveryLineOfDumps)
{
    const auto hold = [](std::string_view dump, const std::string& name) {
        for (const auto& line : lines_of(dump)) {
            EXPECT_TRUE(extracting::may_be_of_dump(line)) << name << ": " << line;
            EXPECT_TRUE(line.starts_with("[") || !extracting::is_stamped(line)) << name << ": " << line;
        }
    };
    for (const auto& name : names_of_dumps()) {
        const auto dump = golden_dump(name);
        const auto read = accepted(dump);
        if (std::holds_alternative<ast::dump>(read.tree())) hold(dump, name);
    }
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 0; seed < 4; ++seed)
            for (const auto kind : kinds_at(state.begin)) {
                random_source from(seed);
                hold(printed([&](sink& out) { generate::program(from, state.begin, 20000).print(out, kind); }),
                     std::string(state.name) + ", seed " + std::to_string(seed));
            }
}

TEST(Extract, SaysWhatItTookOff)
{
    const auto dump = golden_dump("d17.txt");
    const auto lines = lines_of(dump).size();
    std::map<std::string_view, std::vector<extraction>> found;
    for (const auto& shape : shapes()) found[shape.name] = extract(shape.log(dump));
    const auto& glog_lines = found["glog"].front();
    EXPECT_EQ(glog_lines.prefixed, lines);
    EXPECT_EQ(glog_lines.prefix, glog(0));
    EXPECT_EQ(found["glog before the first line alone"].front().prefixed, 1U);
    EXPECT_GT(found["time stamps of a container, lines cut"].front().joined, 10U);
    EXPECT_EQ(found["colors"].front().colored, lines);
    EXPECT_EQ(found["carriage returns"].front().overwritten, lines);
    EXPECT_EQ(found["frames on standard output"].front().name, "module_0001.jit_f.txt");
    const auto& between = found["other lines between"].front().left_out;
    EXPECT_EQ(between.size(), (lines - 1) / 7 + (lines - 1) / 11);
    EXPECT_TRUE(std::ranges::is_sorted(between));
    EXPECT_EQ(found["alone"].front().prefix, "");
    EXPECT_TRUE(found["alone"].front().left_out.empty());
}

// Pages and chats replace tabs by blanks when a report is copied.
TEST(Extract, RestoresTheTabsOfAReport)
{
    const auto report = golden_dump("oom_report.txt");
    for (const auto* blanks : {" ", "    ", "        "}) {
        std::string pasted;
        for (const char c : report) pasted += c == '\t' ? std::string(blanks) : std::string(1, c);
        const auto found = extract("Traceback:\n" + pasted + "\nbye\n");
        ASSERT_EQ(found.size(), 1U) << pasted;
        ASSERT_TRUE(found[0].read.accepted()) << pasted;
        EXPECT_EQ(found[0].read.text(), report);
        EXPECT_GT(found[0].retabbed, 10U);
    }
    EXPECT_EQ(extract(report)[0].retabbed, 0U);
}

TEST(Extract, FindsSeveral)
{
    std::string log = "start\n";
    std::vector<std::string> dumps;
    for (const auto* name :
         {"d24_assignment.txt", "d24_values.txt", "d24_live_range.txt", "d12.txt", "usage_report_program.txt",
          "usage_report_spaces.txt", "oom_report.txt", "statistics.txt", "buffer_info.csv"}) {
        dumps.push_back(golden_dump(name));
        log += each_line(dumps.back(), glog);
    }
    const auto found = extract(log);
    ASSERT_EQ(found.size(), dumps.size());
    for (std::size_t i = 0; i < dumps.size(); ++i) {
        ASSERT_TRUE(found[i].read.accepted()) << i << found[i].read.findings.front().message.text();
        EXPECT_EQ(found[i].read.text(), dumps[i]) << i;
    }
}

namespace {

std::string vlog(std::string_view file, std::size_t n)
{
    return "2026-11-24 19:48:49." + number(n, 6) + ": I tensorflow/compiler/xla/service/" + std::string(file) + "] ";
}
// Several modules as TensorFlow logs them: allocations line by line, live ranges as one record.
std::string vlog_of_module(const std::string& assignment, const std::string& ranges, std::size_t n)
{
    std::string result;
    const auto record = [&](std::string_view file, std::string_view text) {
        (result += vlog(file, n++)).append(text) += '\n';
    };
    const auto lines = [&](std::string_view file, std::string_view text) {
        for (const auto& line : lines_of(text)) record(file, line);
    };
    record("buffer_assignment.cc:1723",
           "maybe_live_out BufferAllocation: allocation 1: size 4, maybe-live-out:\n value: "
           "<0 a @0> (size=4,offset=0): f32[]\n");
    lines("buffer_assignment.cc:1734", assignment);
    lines("heap_simulator.cc:159", "HloModule m\n\nENTRY %m {\n}\n");
    record("heap_simulator.cc:162", ranges);
    record("heap_simulator.cc:223", "Program time1");
    record("heap_simulator.cc:232", "Start buffer: <0 a>");
    record("heap_simulator.cc:326", "  <0 a>");
    return result;
}

} // namespace

// One text has a prefix before every line, another one only before its first line.
TEST(Extract, FindsAllModulesOfALogOfBothWays)
{
    const auto assignment = [](int size) {
        return "BufferAssignment:\nallocation 0: 0x55, size " + std::to_string(size) +
               ", maybe-live-out:\n value: <0 a @0> (size=4,offset=0): f32[]\n\nTotal bytes used: " +
               std::to_string(size) + "\n\nUsed values:\n<0 a @0>\n positions:\n  a\n uses:\n";
    };
    const std::string ranges =
        "HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n";
    std::string log;
    for (int i = 1; i < 4; ++i) log += vlog_of_module(assignment(4 * i), ranges, static_cast<std::size_t>(100 * i));
    const auto found = extract(log);
    ASSERT_EQ(found.size(), 6U);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_TRUE(found[i].read.accepted()) << i << ": " << found[i].read.findings.front().message.text();
        EXPECT_EQ(found[i].read.text(), i % 2 == 0 ? assignment(4 * (static_cast<int>(i) / 2 + 1)) : ranges) << i;
        EXPECT_TRUE(found[i].left_out.empty());
    }
}

// A frame ends with its last line, however long it is, and contains everything that XLA writes: other text is skipped.
TEST(Extract, TakesFramesAsTheyAre)
{
    std::string text =
        "HloModule m, is_scheduled=true\n\nENTRY %m (p: f32[]) -> f32[] {\n  %s.0 = f32[] parameter(0)\n";
    for (int i = 1; i < 3000; ++i)
        text += "  " + std::string(i == 2999 ? "ROOT " : "") + "%s." + std::to_string(i) + " = f32[] sine(%s." +
                std::to_string(i - 1) + ")\n";
    text += "}\n\n";
    const auto framed = [](const std::string& name, const std::string& content) {
        return "*** Begin " + name + " ***\n" + content + "\n*** End " + name + " ***\n";
    };
    const auto dump = golden_dump("d17.txt");
    const auto found = extract(framed("m.cpu_after_optimizations.txt", text) +
                               framed("m.ir-no-opt.ll", "; BufferAssignment:\ndefine void @f() {\n}\n") +
                               framed("m.cpu_after_optimizations-buffer-assignment.txt", dump));
    ASSERT_EQ(found.size(), 2U);
    ASSERT_TRUE(found[0].read.accepted()) << found[0].read.findings.front().message.text();
    EXPECT_EQ(found[0].read.text(), text);
    EXPECT_EQ(found[1].read.text(), dump);
    // A file with the name of a dump must be one.
    EXPECT_FALSE(extract(framed("m-buffer-assignment.txt", "nothing\n")).front().read.accepted());
}

// A line belongs to one text: here the last line of a damaged text could be the first of the next.
TEST(Extract, DividesTheLogAmongItsTexts)
{
    const auto values = golden_dump("d24_values.txt");
    auto damaged = values.substr(0, values.find("<7 "));
    damaged.replace(damaged.find("operand 0"), 9, "operant 0");
    std::int64_t before = 0;
    const auto found = extract(each_line(damaged + values, glog));
    EXPECT_EQ(found.size(), 2U);
    for (const auto& one : found)
        for (const auto& place : one.lines) {
            EXPECT_LT(before, place.line);
            before = place.line;
        }
}

// No line that could belong to the dump is left out, and no part of a dump is reported as a complete one.
TEST(Extract, RefusesWhatIsDamaged)
{
    const auto dump = golden_dump("d17.txt");
    const auto lines = lines_of(dump);
    for (std::size_t damaged = 1; damaged < lines.size(); ++damaged) {
        if (lines[damaged].empty()) continue;
        std::string log;
        for (std::size_t i = 0; i < lines.size(); ++i)
            log += glog(i) + (i == damaged ? lines[i].substr(0, 2) + "?" + lines[i].substr(2) : lines[i]) + "\n";
        const auto found = extract(log);
        ASSERT_FALSE(found.empty()) << lines[damaged];
        const bool whole = std::ranges::all_of(
            found, [](const auto& one) { return one.read.accepted() && one.doubtful == 0 && one.left_out.empty(); });
        EXPECT_FALSE(whole && found.front().read.text().size() < dump.size()) << lines[damaged];
    }
    // The place of the error is in the log.
    auto log = "one\ntwo\n" + each_line(dump, [](auto) { return "> "; });
    log.replace(log.find("allocation 4: size"), 18, "allocation 4: sise");
    const auto found = extract(log);
    ASSERT_EQ(found.size(), 1U);
    ASSERT_FALSE(found.front().read.accepted());
    line_table table(found.front().read.text());
    const auto at = table.place_of(found.front().read.findings.front().begin);
    EXPECT_EQ(found.front().lines[static_cast<std::size_t>(at.line) - 1].line, at.line + 2);
    EXPECT_EQ(found.front().lines[static_cast<std::size_t>(at.line) - 1].column, 2);
}

TEST(Extract, FindsNothingWhereADumpIsOnlyMentioned)
{
    for (const std::string_view log :
         {"", "\n", "nothing\n", "see BufferAssignment: below\n", "BufferAssignment:\n",
          "INFO BufferAssignment:\nINFO bye\n", "Total bytes used: 7\n\nfor something else\n",
          "HloLiveRange is a class\n", "*** Begin ***\n", "Memory Space: large\n"})
        EXPECT_TRUE(extract(log).empty()) << log;
    // Without a line end, and cut anywhere: no wrong text is found.
    const auto dump = golden_dump("d16.txt");
    const auto log = each_line(dump, glog);
    for (std::size_t size = 0; size < log.size(); size += 97)
        for (const auto& one : extract(std::string_view(log).substr(0, size)))
            EXPECT_NE(one.read.text().find("BufferAssignment:\nallocation 0"), std::string_view::npos);
}

} // namespace ballast::tests

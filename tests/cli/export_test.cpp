// The memory of a module in the formats of other programs, read back with independent readers.
#include "tests/cli/command.hpp"
#include "tests/cli/json.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace ballast::tests {

namespace {

const std::string split_module = "modules/module_0003*";

std::string gunzipped(const std::string& bytes)
{
    std::string result(std::size_t{1} << 20, '\0');
    z_stream state{};
    if (inflateInit2(&state, 16 + MAX_WBITS) != Z_OK) return {};
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<uInt>(bytes.size());
    state.next_out = reinterpret_cast<Bytef*>(result.data());
    state.avail_out = static_cast<uInt>(result.size());
    const int done = inflate(&state, Z_FINISH);
    result.resize(result.size() - state.avail_out);
    inflateEnd(&state);
    return done == Z_STREAM_END ? result : std::string();
}

// A field of a protocol buffer: a number, or bytes.
struct wire_field {
    std::uint64_t which = 0;
    std::uint64_t number = 0;
    std::string bytes;
};
std::vector<wire_field> fields_of(std::string_view text)
{
    std::vector<wire_field> result;
    const auto varint = [&] {
        std::uint64_t value = 0;
        for (int shift = 0; !text.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(text[0]);
            text.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80) break;
        }
        return value;
    };
    while (!text.empty()) {
        const auto key = varint();
        wire_field made{key >> 3, varint(), {}};
        if ((key & 7) == 2) {
            made.bytes = text.substr(0, made.number);
            if (made.bytes.size() != made.number) throw std::runtime_error("a field ends early");
            text.remove_prefix(made.number);
        } else if ((key & 7) != 0) {
            throw std::runtime_error("a field of an unknown type");
        }
        result.push_back(made);
    }
    return result;
}

// A profile: bytes by the functions of the stack, the innermost first.
std::map<std::string, std::uint64_t> samples_of(const std::string& profile)
{
    std::vector<std::string> strings;
    std::map<std::uint64_t, std::uint64_t> functions; // their names
    std::map<std::uint64_t, std::uint64_t> locations; // their functions
    for (const auto& field : fields_of(profile)) {
        if (field.which == 6) strings.push_back(field.bytes);
        if (field.which != 4 && field.which != 5) continue;
        std::uint64_t id = 0;
        std::uint64_t to = 0;
        for (const auto& part : fields_of(field.bytes)) {
            if (part.which == 1) id = part.number;
            if (field.which == 5 && part.which == 2) to = part.number;
            if (field.which == 4 && part.which == 4) to = fields_of(part.bytes).at(0).number;
        }
        (field.which == 5 ? functions : locations)[id] = to;
    }
    std::map<std::string, std::uint64_t> result;
    for (const auto& field : fields_of(profile)) {
        if (field.which != 2) continue;
        std::string stack;
        std::uint64_t bytes = 0;
        for (const auto& part : fields_of(field.bytes)) {
            if (part.which == 1)
                stack.append(stack.empty() ? "" : ";").append(strings.at(functions.at(locations.at(part.number))));
            if (part.which == 2) bytes = part.number;
        }
        result[stack] += bytes;
    }
    return result;
}

// The frames of a profile: function, system name, file, line.
std::set<std::string> frames_of(const std::string& profile)
{
    std::vector<std::string> strings;
    std::map<std::uint64_t, std::string> functions;
    const auto numbers_of = [](const wire_field& field) {
        std::map<std::uint64_t, std::uint64_t> result;
        for (const auto& part : fields_of(field.bytes)) result[part.which] = part.number;
        return result;
    };
    for (const auto& field : fields_of(profile))
        if (field.which == 6) strings.push_back(field.bytes);
    for (const auto& field : fields_of(profile)) {
        if (field.which != 5) continue;
        auto of = numbers_of(field);
        functions[of[1]] = joined({strings.at(of[2]), "|", strings.at(of[3]), "|", strings.at(of[4])});
    }
    std::set<std::string> result;
    for (const auto& field : fields_of(profile)) {
        if (field.which != 4) continue;
        for (const auto& part : fields_of(field.bytes)) {
            if (part.which != 4) continue;
            auto line = numbers_of(part);
            result.insert(functions.at(line[1]) + ":" + std::to_string(line[2]));
        }
    }
    return result;
}

// Without the remark about a missing line end.
std::string profile_of(const std::string& arguments)
{
    auto raw = output_of("export --to pprof " + arguments);
    constexpr std::string_view added = "(no line end)\n";
    if (raw.ends_with(added)) raw.resize(raw.size() - added.size());
    return raw;
}

} // namespace

TEST(Export, TheEndingOfTheOutputSaysTheFormat)
{
    const temporary_folder folder("endings");
    for (const auto& [ending, format] :
         {std::pair{"csv", "csv"}, {"json", "trace"}, {"ndjson", "ndjson"}, {"pb.gz", "pprof"}}) {
        const auto by_ending = (folder.path / fmt::format("ending.{}", ending)).string();
        const auto by_option = (folder.path / fmt::format("option.{}", ending)).string();
        EXPECT_EQ(exit_of(fmt::format("export dumps/d17.txt -o '{}'", by_ending)), 0) << ending;
        EXPECT_EQ(exit_of(fmt::format("export --to {} dumps/d17.txt -o '{}'", format, by_option)), 0) << ending;
        EXPECT_EQ(read_file(by_ending), read_file(by_option)) << ending;
    }
}
TEST(Export, ProfilesAreReadBack)
{
    const auto raw = profile_of(split_module);
    const auto samples = samples_of(gunzipped(raw));
    std::map<std::string, std::uint64_t> spaces;
    for (const auto& [stack, bytes] : samples) spaces[stack.substr(stack.rfind(';') + 1)] += bytes;
    EXPECT_EQ(spaces, (std::map<std::string, std::uint64_t>{{"space 0", 18440}, {"space 1", 33280}, {"space 6", 512}}));
    std::string stacks;
    for (const auto& [stack, bytes] : samples) stacks.append(stack).append(" ").append(std::to_string(bytes)) += '\n';
    EXPECT_NE(stacks.find("f/…/query/dot_general;query;attention;f;temporary;space 1 16384\n"), std::string::npos)
        << stacks;
    EXPECT_EQ(raw, profile_of(split_module)) << "the same bytes each time";
}

TEST(Export, SamplesOfAProfileHaveLabels)
{
    std::vector<std::string> strings;
    const auto profile = gunzipped(profile_of(split_module));
    for (const auto& field : fields_of(profile))
        if (field.which == 6) strings.push_back(field.bytes);
    std::map<std::string, std::set<std::string>> labels;
    for (const auto& field : fields_of(profile)) {
        if (field.which != 2) continue;
        for (const auto& part : fields_of(field.bytes)) {
            if (part.which != 3) continue;
            std::map<std::uint64_t, std::uint64_t> texts_of;
            for (const auto& n : fields_of(part.bytes)) texts_of[n.which] = n.number;
            labels[strings.at(texts_of[1])].insert(strings.at(texts_of[2]));
        }
    }
    EXPECT_EQ(labels.size(), 4U);
    EXPECT_TRUE(labels["class"].contains("temporary"));
    EXPECT_TRUE(labels["op"].contains("parameter"));
    for (const auto& [key, values] : labels) EXPECT_FALSE(values.contains("")) << key;
}

TEST(Export, FunctionsOfAProfileHaveTheirFileAndLine)
{
    // Those with a line; classes, spaces and scopes have none.
    const auto of = [](const std::string& module) {
        auto frames = frames_of(gunzipped(profile_of(module)));
        std::erase_if(frames, [](const std::string& frame) { return frame.ends_with("|:0"); });
        return frames;
    };
    EXPECT_EQ(of("modules/module_0004*"),
              (std::set<std::string>{"<module>|<module>|train.py:40", "step/add|step/add|model/layers.py:12",
                                     "step|step|model/layers.py:12"}));
    EXPECT_EQ(of("dumps/d17.txt"),
              (std::set<std::string>{"step/add|step/add|step.py:12", "step/reduce_sum|step/reduce_sum|step.py:13"}));
}

TEST(Export, TracesHaveSlicesThatDoNotOverlapOnARow)
{
    for (const auto* of : {"dumps/d17.txt", "modules/module_0003*", "dumps/d10.txt"}) {
        auto trace = parsed_json(output_of(std::string("export --to trace ").append(of)));
        ASSERT_FALSE(trace.empty()) << of;
        std::map<std::pair<std::string, std::string>, std::vector<std::pair<std::int64_t, std::int64_t>>> rows;
        std::size_t counters = 0;
        for (std::size_t i = 0;; ++i) {
            const auto event = [&](const char* member) -> std::string& {
                return trace[std::string("traceEvents/").append(std::to_string(i)).append("/").append(member)];
            };
            if (event("ph").empty()) break;
            if (event("ph") == "X")
                rows[{event("pid"), event("tid")}].emplace_back(std::stoll(event("ts")),
                                                                std::stoll(event("ts")) + std::stoll(event("dur")));
            if (event("ph") == "C") ++counters;
        }
        EXPECT_FALSE(rows.empty()) << of;
        EXPECT_NE(counters, 0U) << of;
        for (auto& [row, slices] : rows) {
            std::ranges::sort(slices);
            for (std::size_t i = 1; i < slices.size(); ++i) EXPECT_LE(slices[i - 1].second, slices[i].first) << of;
        }
    }
}

TEST(Export, TablesHaveARowForEachValue)
{
    const auto table = output_of("export --to csv dumps/d17.txt");
    std::istringstream lines(table);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line,
              "space,class,allocation,value,name,size,offset,start,end,held,logical,parameter,output,shape,dtype,op,"
              "label,scope,source,op_name\r");
    std::size_t rows = 0;
    std::size_t local = 0;
    std::int64_t held = 0;
    std::int64_t allocation = 0;
    while (std::getline(lines, line)) {
        std::vector<std::string> cells(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                cells.emplace_back();
            else
                cells.back() += c;
        }
        ASSERT_EQ(cells.size(), 20U) << line;
        (cells[1].empty() ? local : rows) += 1;
        held += cells[9].empty() ? 0 : std::stoll(cells[9]);
        EXPECT_EQ(cells[9].empty(), cells[1].empty()) << line; // thread-local values hold no device memory
        EXPECT_LE(allocation, std::stoll(cells[2]));
        allocation = std::stoll(cells[2]);
    }
    EXPECT_EQ(rows, 9U);
    EXPECT_EQ(local, 3U); // as in the other exports
    EXPECT_EQ(lines_of(output_of("export --to ndjson --tables values dumps/d17.txt")).size(), 1 + rows + local);
    EXPECT_EQ(held, 1676);
}

// A spreadsheet runs cells that begin like a formula.
TEST(Export, TextsAreNoFormulasUnlessTheyAreAskedForAsTheyAre)
{
    const temporary_folder folder("formulas");
    const auto export_of = [&](const std::string& op_name, const std::string& options) {
        auto text = golden_dump("d17.txt");
        for (auto at = text.find("op_name=\""); at != std::string::npos; at = text.find("op_name=\"", at + 1)) {
            const auto end = text.find('"', at + 9);
            text.replace(at + 9, end - at - 9, op_name);
        }
        std::ofstream(folder.path / "a.txt", std::ios::binary) << text;
        return output_of("export --to csv " + options + "a.txt", "cd " + folder.quoted() + " &&");
    };
    for (const std::string begin : {"=", "+", "-", "@"}) {
        EXPECT_NE(export_of(begin + "cmd|x", "").find(",'" + begin + "cmd|x\r\n"), std::string::npos) << begin;
        EXPECT_NE(export_of(begin + "cmd|x", "--raw ").find("," + begin + "cmd|x\r\n"), std::string::npos) << begin;
    }
    EXPECT_NE(export_of(R"(a\302\233b)", "").find(",a\\xc2\\x9bb\r\n"), std::string::npos);
    EXPECT_NE(export_of(R"(a\302\233b)", "--raw ")
                  .find(",a\xc2\x9b"
                        "b\r\n"),
              std::string::npos);
    EXPECT_EQ(exit_of("export --to trace --raw dumps/d17.txt"), 2);
}

TEST(Export, SaysWhatItCannotDo)
{
    EXPECT_NE(run("export dumps/d17.txt").find("ballast export: no format: --to "), std::string::npos);
    EXPECT_EQ(exit_of("export dumps/d17.txt"), 2);
    EXPECT_EQ(exit_of("export --to svg dumps/d17.txt"), 2);
    EXPECT_EQ(exit_of("export --to csv --files dumps/d23_live_range.txt"), 2);
    EXPECT_EQ(exit_of("export --to csv inputs/gone.txt"), 2);
    EXPECT_EQ(exit_of("export --to csv inputs/bad_empty.txt"), 1);
}

} // namespace ballast::tests

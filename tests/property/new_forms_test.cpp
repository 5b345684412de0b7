// What a newer XLA may add at known places: answers stay the same, `validate` warns once, and the text prints back.
#include "ballast/json.hpp"
#include "tests/cli/command.hpp"

#include <set>

namespace ballast::tests {

namespace {

struct new_form {
    const char* file;
    const char* from; // a part of the file, everywhere
    const char* known;
    const char* newer;
};

const char* const known_fields = "op_name=\"jit(step)/add\" stack_frame_id=12";
const char* const layout = "f32[8,16]{1,0}";

const new_form forms[] = {
    // fields of metadata
    {"d18.txt", known_fields, known_fields, "op_name=\"jit(step)/add\" stack_frame_id=12 new_field=5"},
    {"d18.txt", known_fields, known_fields, "op_name=\"jit(step)/add\" scope=\"a \\\"b\" stack_frame_id=12"},
    {"d18.txt", known_fields, known_fields, "program_id=3 op_name=\"jit(step)/add\" stack_frame_id=12"},
    {"d18.txt", known_fields, known_fields, "op_name=\"jit(step)/add\" ids={1,{2}} stack_frame_id=12"},
    // items of a head
    {"d18.txt", "size 4, constant:", "size 4, constant:", "size 4, constant, new-item:"},
    {"d18.txt", "size 4, constant:", "size 4, constant:", "size 4, new item 5, constant:"},
    {"d18.txt", "size 512, parameter 0,", "size 512, parameter 0,", "size 512, owner=\"a:b\", parameter 0,"},
    {"d18.txt", "{0}, maybe-live-out:", "{0}, maybe-live-out:", "{0}, view of |f32[2,8]|, maybe-live-out:"},
    {"d18.txt", "{1}, maybe-live-out:", "{1}, maybe-live-out:", "{1}, maybe-live-out, parts {1,{2}}:"},
    {"d24_assignment.txt", ", page 0", ", page 0", ", page 0, bank 3"},
    {"usage_report_program.txt", ", preallocated-temp:", ", preallocated-temp:", ", preallocated-temp, new-item:"},
    // suffixes of a layout
    {"d18.txt", layout, layout, "f32[8,16]{1,0:X(3)}"},
    {"d18.txt", layout, "f32[8,16]{1,0:T(8,128)}", "f32[8,16]{1,0:T(8,128)X(3)}"},
    {"d18.txt", layout, "f32[8,16]{1,0:E(32)}", "f32[8,16]{1,0:XY(1:2)(3)E(32)}"},
    {"d18.txt", layout, "f32[8,16]{1,0:E(32)}", "f32[8,16]{1,0:E(32)X(a)}"},
    // tails of rows
    {"d18.txt", ",offset=0): f32[]\n", ",offset=0): f32[]\n", ",offset=0): f32[], page=2\n"},
    {"d18.txt", "): s32[]\n", "): s32[]\n", "): s32[] (page: 2)\n"},
    {"d18.txt", "<3 p.0 @0>\n", "<3 p.0 @0>\n", "<3 p.0 @0> pinned\n"},
    {"d18.txt", "p.0{}:0-9\n", "p.0{}:0-9\n", "p.0{}:0-9, pinned\n"},
    {"d18.txt", "p.1{}:0-9\n", "p.1{}:0-9\n", "p.1{}:0-9 in {vmem}\n"},
    {"d18.txt", "1024 bytes)\n", "1024 bytes)\n", "1024 bytes) (space: 1)\n"},
    {"d15.txt", " bytes\n", " bytes\n", " bytes, alias of x\n"},
    // items in the header of a module text
    {"module_text.txt", ", num_partitions=2\n", ", num_partitions=2\n", ", num_partitions=2, new_key=1\n"},
    {"module_text.txt", ", is_scheduled", ", is_scheduled", ", new_key={a, {b}}, is_scheduled"},
    {"module_text.txt", ", replica_count", ", replica_count", ", table={\n  {\"a\"}\n}, replica_count"},
    {"module_text.txt", ", replica_count", ", replica_count", ", note=\"a, b\", replica_count"},
};

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// What dates a text.
std::set<feature> features_of(const document& read)
{
    std::set<feature> result;
    for (const auto& seen : read.witnesses()) result.insert(seen.which);
    return result;
}

} // namespace

TEST(NewForms, AreKeptAndReported)
{
    for (const auto& form : forms) {
        const auto text = replaced(golden_dump(form.file), form.from, form.newer);
        ASSERT_NE(text, golden_dump(form.file)) << form.newer;
        const auto read = parse(text);
        ASSERT_TRUE(read.accepted()) << form.newer << ": " << read.findings.front().message.text();
        ASSERT_EQ(read.findings.size(), 1U) << form.newer;
        EXPECT_EQ(read.findings[0].id, finding_id::unknown_item) << form.newer;
        EXPECT_EQ(read.findings[0].severity, severity::warning) << form.newer;
        EXPECT_EQ(print(*read.value), text) << form.newer;
        EXPECT_TRUE(recognise(text)) << form.newer;
        const auto known = accepted(replaced(golden_dump(form.file), form.from, form.known));
        EXPECT_EQ(features_of(*read.value), features_of(known)) << form.newer;
        const auto& tree = read.value->tree();
        const auto again = read_json(printed([&](sink& out) { write_json(out, tree); }));
        ASSERT_TRUE(again.value) << form.newer << ": " << again.fault.message;
        EXPECT_TRUE(again.value->tree() == tree) << form.newer;
    }
}

TEST(NewForms, ChangeNoAnswer)
{
    const temporary_folder folder("new_forms");
    for (const auto& form : forms) {
        const auto file = folder.path / form.file;
        const auto write = [&](const char* to) {
            std::ofstream(file, std::ios::binary) << replaced(golden_dump(form.file), form.from, to);
        };
        write(form.known);
        const auto wanted = run("show '" + file.string() + "'");
        write(form.newer);
        EXPECT_EQ(run("show '" + file.string() + "'"), wanted) << form.newer;
        const auto found = run("validate --only unknown '" + file.string() + "'");
        EXPECT_NE(found.find("0 errors, 1 warnings, 0 notes\n--- exit 0\n"), std::string::npos) << found;
        EXPECT_EQ(exit_of("validate --only unknown --strict '" + file.string() + "'"), 1) << form.newer;
    }
}

} // namespace ballast::tests

// `ballast json` and its schema, checked by an independent validator.
#include "ballast/json.hpp"

#include "tests/cli/command.hpp"
#include "tests/cli/schema_check.hpp"

namespace ballast::tests {

// BALLAST_UPDATE_GOLDEN=1 rewrites the file.
TEST(Documents, TheSchemaOfTreesFollowsFromTheMemberTables)
{
    const auto path = fs::path(BALLAST_ROOT) / "spec" / "tree.schema.json";
    const auto text = output_of("json --schema");
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
    EXPECT_EQ(read_file(path), text) << "scripts/dev/update_documents.sh rewrites it";
    EXPECT_EQ(text, json_schema());
}

// tests/json/schema_test.py, which scripts/nightly.sh runs, checks more of it, and that it detects errors.
TEST(Json, FollowsItsSchema)
{
    ASSERT_TRUE(schema_check::is_here()) << "this test needs Python's jsonschema: install python3-jsonschema";
    schema_check all("tree_schema");
    for (const auto* dump :
         {"d0.txt", "d7.txt", "d17.txt", "d24_assignment.txt", "d24_values.txt", "d24_live_range.txt",
          "unusual_trees.txt", "usage_report_spaces.txt", "usage_report_program.txt", "oom_report.txt",
          "oom_report_allocations.txt", "statistics.txt", "buffer_info.csv", "module_text.txt"})
        all.add("tree.schema.json", output_of(joined({"json --positions dumps/", dump})));
    EXPECT_EQ(all.faults(), "");
    schema_check wrong("no_tree_schema");
    const auto json = output_of("json dumps/d17.txt");
    for (const auto& [from, to] : {std::pair{"\"offset\":", "\"offsets\":"}, {"\"offset\":0", "\"offset\":\"0\""}}) {
        auto other = json;
        other.replace(other.find(from), std::strlen(from), to);
        wrong.add("tree.schema.json", other);
    }
    EXPECT_EQ(lines_of(wrong.faults()).size(), 2U);
}

TEST(Json, ComesBackFromTheCommand)
{
    const temporary_folder folder("json");
    for (const auto* dump : {"d7.txt", "d18.txt", "module_text.txt", "buffer_info.csv"}) {
        const auto json = (folder.path / "dump.json").string();
        EXPECT_EQ(exit_of(joined({"json dumps/", dump, " -o '", json, "'"})), 0);
        EXPECT_EQ(output_of(joined({"print --from-json '", json, "'"})), golden_dump(dump)) << dump;
    }
}

} // namespace ballast::tests

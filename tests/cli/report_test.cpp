// The page and the picture that `report` writes. How the page behaves in a browser is tested by tests/page.
#include "ballast/render.hpp"
#include "tests/cli/command.hpp"
#include "tests/cli/json.hpp"
#include "tests/cli/schema_check.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <utility>

namespace ballast::tests {

namespace {

// The JSON in a page.
std::string data_of(const std::string& page)
{
    const std::string_view begin = "<script type=\"application/json\" id=\"data\">";
    const auto at = page.find(begin);
    if (at == std::string::npos) return "no data: " + page.substr(0, 200);
    const auto from = at + begin.size();
    return page.substr(from, page.find("</script>", from) - from);
}
using json_values = std::map<std::string, std::string>;

json_values json_in(const std::string& page) { return parsed_json(data_of(page)); }

std::size_t count_of(std::string_view text, std::string_view what)
{
    std::size_t count = 0;
    for (auto at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++count;
    return count;
}

// The rectangles with a title that an XML reader finds in a picture.
std::string values_in(const temporary_folder& folder, const std::string& name)
{
    return python_in(folder, "import xml.etree.ElementTree as tree\n"
                             "s = '{http://www.w3.org/2000/svg}'\n"
                             "root = tree.parse('" +
                                 name +
                                 "').getroot()\n"
                                 "print(len([r for r in root.iter(s + 'rect') if r.find(s + 'title') is not None]))\n");
}

const std::string split_files = "modules/module_0003*";
const std::string module_4 = "modules/module_0004*";

} // namespace

TEST(Report, PagesHaveTheNumbersOfShow)
{
    for (const auto& name : golden_dumps()) {
        if (name.starts_with("tpu_")) continue; // of messages `show` has numbers of its own
        const auto shown = output_of(joined({"show --format json dumps/", name}));
        const auto page = run(joined({"report dumps/", name}));
        if (shown.find("\"spaces\"") == std::string::npos) {
            // Messages have a page of failures; other texts without allocations have none.
            const bool is_message = shown.find("\"messages\"") != std::string::npos;
            EXPECT_TRUE(page.starts_with(is_message ? "<!doctype html>" : "--- exit 2\n"))
                << name << ": " << page.substr(0, 200);
            continue;
        }
        if (shown.find("\"spaces\":[]") != std::string::npos &&
            shown.find("\"from_report\":true") != std::string::npos) {
            EXPECT_NE(page.find("<h2>"), std::string::npos) << name; // of a failure without sizes
            continue;
        }
        const auto output = parsed_json(shown);
        const auto data = json_in(page);
        ASSERT_EQ(value_of(data, "kind"), "module") << name;
        const auto era = value_of(data, "pictures/0/era");
        EXPECT_TRUE(era.starts_with("XLA ")) << name << ": " << era;
        EXPECT_NE(output_of(joined({"show --verbose dumps/", name})).find("\n" + era + ", "), std::string::npos)
            << name << ": " << era;
        for (const auto* path : {"steps", "xla_peak", "printed_total", "thread_local", "values"})
            if (path != std::string_view("steps") || output.contains("steps")) {
                EXPECT_EQ(value_of(data, std::string("pictures/0/") + path), value_of(output, path)) << name;
            }
        for (std::size_t i = 0; i < 3; ++i)
            for (const auto* number : {"space", "total", "arguments", "outputs", "constants", "temporaries", "shared",
                                       "peak", "temporary_peak/bytes", "temporary_peak/step"}) {
                const auto path = "spaces/" + std::to_string(i) + "/" + number;
                EXPECT_EQ(value_of(data, "pictures/0/" + path), value_of(output, path)) << name;
            }
        std::size_t holders = 0;
        while (output.contains("holders/" + std::to_string(holders) + "/bytes")) {
            const auto at = std::to_string(holders++);
            EXPECT_EQ(value_of(data, "pictures/0/holders/bytes/" + at), value_of(output, "holders/" + at + "/bytes"))
                << name;
            const auto label = value_of(data, "pictures/0/holders/label/" + at);
            EXPECT_EQ(value_of(data, "pictures/0/strings/" + label), value_of(output, "holders/" + at + "/label"))
                << name;
        }
        EXPECT_EQ(value_of(data, "pictures/0/holders/bytes/" + std::to_string(holders)), "(none)") << name;
    }
}

TEST(Report, SpacesHaveTheirNamesAndTheVerdictOfShow)
{
    const auto train = json_in(output_of("report train/before"));
    auto shown = output_of("show train/before");
    for (auto at = shown.find("\n  "); at != std::string::npos; at = shown.find("\n  ", at)) shown.replace(at, 3, " ");
    const auto verdict = value_of(train, "pictures/0/spaces/0/verdict");
    EXPECT_TRUE(verdict.starts_with("donate ")) << verdict;
    EXPECT_NE(verdict.find("jax.jit(f, donate_argnums=("), std::string::npos) << verdict;
    EXPECT_NE(shown.find(verdict), std::string::npos) << verdict;
    EXPECT_EQ(value_of(train, "pictures/0/spaces/0/savings/0/kind"), "donation");
    EXPECT_EQ(value_of(train, "pictures/0/spaces/0/savings/1/kind"), "(none)");
    EXPECT_EQ(value_of(train, "pictures/0/spaces/0/name"), "0");
    const auto tpu = json_in(output_of("report releases/libtpu-0.0.50.1-v5e/module_0138*"));
    EXPECT_EQ(value_of(tpu, "pictures/0/spaces/0/name"), "0 (HBM)");
}

// Reports have no allocations: holders have their classes all the same.
TEST(Report, LogsHaveHoldersWithClasses)
{
    const auto data = json_in(output_of("report train/oom.log"));
    const auto output = parsed_json(output_of("show --format json train/oom.log"));
    EXPECT_EQ(value_of(data, "pictures/0/from_report"), "true");
    EXPECT_EQ(value_of(data, "pictures/0/spaces/0/verdict"), "");
    EXPECT_EQ(value_of(data, "pictures/0/buffers/name/0"), "(none)");
    std::size_t holders = 0;
    while (output.contains("holders/" + std::to_string(holders) + "/bytes")) {
        const auto at = std::to_string(holders++);
        const auto is = value_of(data, "pictures/0/holders/class/" + at);
        EXPECT_EQ(value_of(data, "pictures/0/strings/" + is), value_of(output, "holders/" + at + "/class"));
        EXPECT_EQ(value_of(data, "pictures/0/holders/space/" + at), "0");
    }
    EXPECT_EQ(holders, 8U);
}

// What failed is more important than the list of buffers.
TEST(Report, ShowsTheFailureFirst)
{
    const auto data = json_in(output_of("report train/oom.log"));
    EXPECT_EQ(
        value_of(data, "failures/0"),
        "train/oom.log:1: GPU: GPU_0_bfc has no free block of 7.31 GiB; the message does not say how much is free");
    const auto folder = json_in(output_of("report train"));
    EXPECT_TRUE(value_of(folder, "failures/0").starts_with("train/oom.log:1: ")) << value_of(folder, "failures/0");
    EXPECT_EQ(value_of(folder, "modules"), "2");
    const auto tpu = output_of("report dumps/tpu_hbm.txt");
    EXPECT_NE(tpu.find("<h2>TPU: hbm is 17.84G short: "), std::string::npos) << tpu.substr(0, 2000);
    // Of a text that is refused, too.
    const temporary_folder damaged("damaged_report");
    std::ofstream(damaged.path / "cut.log") << read_file(golden() / "train" / "oom.log").substr(0, 1500);
    const auto cut = output_of("report '" + (damaged.path / "cut.log").string() + "'");
    EXPECT_NE(cut.find("7.31 GiB"), std::string::npos) << cut.substr(0, 2000);
}

TEST(Report, DrawsThePoolOfAnAllocator)
{
    const auto page = output_of("report dumps/message_allocator_summary_f4.txt");
    const auto picture = page.find("<svg class=\"pool\"");
    ASSERT_NE(picture, std::string::npos) << page.substr(0, 2000);
    const auto used = page.find("<g class=\"used\"><title>256 B in use</title>", picture);
    const auto free = page.find("<g class=\"free\"><title>2.00 MiB free</title>", picture);
    ASSERT_NE(used, std::string::npos) << page.substr(picture, 2000);
    EXPECT_GT(free, used);
    EXPECT_LT(free, page.size());
}

TEST(Report, DataAreAsTheirSchemaSays)
{
    ASSERT_TRUE(schema_check::is_here()) << "this test needs Python's jsonschema: install python3-jsonschema";
    schema_check all("report_schemas");
    for (const auto& name : golden_dumps()) {
        // Pages of failures without buffers have no data.
        const auto page = output_of(joined({"report dumps/", name}));
        if (const auto data = data_of(page); !data.starts_with("no data")) all.add("report.schema.json", data);
    }
    EXPECT_GT(all.count(), 30U);
    for (const auto& paths : {split_files, module_4, std::string("modules"), std::string("dumps/d16.txt dumps/d17.txt"),
                              std::string("modules dumps"), std::string("train/before"), std::string("train/oom.log"),
                              std::string("--limit 16G train/before"), std::string("--device v5e modules"),
                              std::string("--limit 1k modules dumps"), std::string("--device h100 train/after")})
        all.add("report.schema.json", data_of(output_of("report " + paths)));
    EXPECT_EQ(all.faults(), "");
}

// A script element ends at `</script`, wherever it occurs.
TEST(Report, NoTextOfTheDumpEndsTheData)
{
    const temporary_folder folder("hostile");
    auto text = golden_dump("d17.txt");
    const std::string hostile = "</script><script>window.pwned=1</script><!--";
    const auto at = text.find("op_name=\"") + 9;
    text.insert(at, hostile);
    std::ofstream(folder.path / "a.txt", std::ios::binary) << text;
    const auto page = output_of("report " + folder.quoted() + "/a.txt");
    EXPECT_EQ(page.find(hostile), std::string::npos);
    EXPECT_EQ(page.find("<script>window"), std::string::npos);
    const auto data = json_in(page);
    EXPECT_TRUE(std::ranges::any_of(data, [&](const auto& member) {
        return member.first.starts_with("pictures/0/strings/") && member.second.find(hostile) != std::string::npos;
    }));
}

TEST(Report, OfAFolderHasARowForEachModule)
{
    const auto data = json_in(output_of("report modules"));
    EXPECT_EQ(value_of(data, "kind"), "folder");
    const auto rows = parsed_json(output_of("summary --format json modules"));
    std::size_t count = 0;
    for (; rows.contains("rows/" + std::to_string(count) + "/name"); ++count)
        for (const auto* member : {"/name", "/total", "/fragmentation", "/donatable", "/largest"}) {
            const auto path = "rows/" + std::to_string(count) + member;
            EXPECT_EQ(value_of(data, path), value_of(rows, path));
        }
    EXPECT_GT(count, 2U);
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(value_of(data, "rows/" + std::to_string(i) + "/picture"), std::to_string(i));
    EXPECT_NE(value_of(data, "pictures/" + std::to_string(count - 1) + "/name"), "(none)");
    // A folder with one module is that module.
    const temporary_folder folder("one");
    folder.add("a-buffer-assignment.txt");
    EXPECT_EQ(value_of(json_in(output_of("report " + folder.quoted())), "kind"), "module");
}

TEST(Report, OfTwoPathsSaysWhatChanged)
{
    const auto data = json_in(output_of("report dumps/d16.txt dumps/d17.txt"));
    EXPECT_EQ(value_of(data, "kind"), "diff");
    EXPECT_EQ(value_of(data, "title"), "dumps/d16.txt > dumps/d17.txt");
    const auto changes = parsed_json(output_of("diff --format json dumps/d16.txt dumps/d17.txt"));
    std::size_t same = 0;
    for (const auto& [path, value] : changes) {
        if (!path.starts_with("modules/0/")) continue;
        EXPECT_EQ(value_of(data, "changes/0/" + path.substr(10)), value) << path;
        ++same;
    }
    EXPECT_GE(same, 20U);
    EXPECT_EQ(value_of(data, "changes/0/picture_before"), "0");
    EXPECT_EQ(value_of(data, "changes/0/picture_after"), "1");
    EXPECT_EQ(value_of(data, "pictures/1/path"), "dumps/d17.txt");
    // Folders: modules with the same name are paired.
    const auto folders = json_in(output_of("report modules modules"));
    EXPECT_EQ(value_of(folders, "kind"), "diff");
    EXPECT_NE(value_of(folders, "changes/3/module"), "(none)");
    EXPECT_EQ(value_of(folders, "changes/0/groups/0/label"), "(none)");
}

TEST(Report, PicturesHaveARectangleForEachValue)
{
    const temporary_folder folder("svg");
    const auto write = [&](const std::string& from) {
        return run(joined({"report --svg -o ", folder.quoted(), "/p.svg ", from}));
    };
    EXPECT_EQ(write("dumps/d17.txt"), "--- exit 0\n");
    const auto picture = read_file(folder.path / "p.svg");
    // By hand: the only temporary allocation of the dump has one value.
    EXPECT_EQ(values_in(folder, "p.svg"), std::to_string(count_of(picture, "<rect class=\"v ")) + "\n");
    EXPECT_NE(picture.find("peak 512B at instruction 3"), std::string::npos) << picture;
    EXPECT_NE(picture.find("<line class=\"moment\""), std::string::npos);
    EXPECT_NE(picture.find("<line class=\"peak\""), std::string::npos);
    EXPECT_EQ(write("--space 1 " + split_files), "--- exit 0\n");
    EXPECT_NE(read_file(folder.path / "p.svg").find(" of temporaries in space 1, "), std::string::npos);
    // Unknown or missing values.
    for (const auto& [from, why] :
         {std::pair<std::string, std::string>{"--files modules/module_0003.jit_split.cpu_after_optimizations-buffer-"
                                              "assignment.txt",
                                              "live ranges are unknown"},
          {"--space 7 " + split_files, "memory is used in space 0, 1, 6 only"}}) {
        const auto output = write(from);
        EXPECT_TRUE(output.starts_with("--- exit 2\n") && output.find(why) != std::string::npos) << output;
    }
}

TEST(Report, PicturesOfASpaceWithoutTemporariesSayThat)
{
    const temporary_folder folder("svg_empty");
    const auto write = [&](const std::string& from) {
        return run(joined({"report --svg -o ", folder.quoted(), "/p.svg ", from}));
    };
    for (const std::string from :
         {"dumps/levels_after_tiles.txt", "--files dumps/d24_assignment.txt", "dumps/empty_d9.txt"}) {
        EXPECT_EQ(write(from), "--- exit 0\n") << from;
        EXPECT_NE(read_file(folder.path / "p.svg").find(">no temporaries in space "), std::string::npos) << from;
        EXPECT_EQ(values_in(folder, "p.svg"), "0\n");
    }
}

// A browser runs only the script with that hash.
TEST(Report, ThePolicyNamesTheHashOfTheScript)
{
    const temporary_folder folder("policy");
    std::ofstream(folder.path / "page.html", std::ios::binary) << output_of("report dumps/d17.txt");
    EXPECT_EQ(python_in(folder, "import base64, hashlib, re\n"
                                "page = open('page.html', encoding='utf-8').read()\n"
                                "script, = re.findall(r'<script>(.*?)</script>', page, re.S)\n"
                                "hash = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()\n"
                                "print(\"; script-src 'sha256-\" + hash + \"'; \" in page)\n"),
              "True\n");
}

TEST(Report, PicturesAreXmlWhateverTheNames)
{
    const temporary_folder folder("xml");
    auto text = golden_dump("d17.txt");
    for (auto at = text.find("op_name=\""); at != std::string::npos; at = text.find("op_name=\"", at + 1))
        text.insert(at + 9, R"(<&>]]>\357\277\277\001)");
    std::ofstream(folder.path / "a.txt", std::ios::binary) << text;
    EXPECT_EQ(run("report --svg -o " + folder.quoted() + "/p.svg " + folder.quoted() + "/a.txt"), "--- exit 0\n");
    EXPECT_GT(std::stoi(values_in(folder, "p.svg")), 0);
}

TEST(Report, StaysSmallWithTenThousandValues)
{
    const temporary_folder folder("large");
    const auto dump = folder.quoted() + "/a.txt";
    EXPECT_EQ(exit_of("generate --seed 3 --size 9M --era D18 > " + dump), 0);
    const auto values = value_of(parsed_json(output_of("show --format json --top 1 " + dump)), "values");
    EXPECT_GT(std::stoi(values), 10000);
    const auto page = output_of("report " + dump);
    EXPECT_LT(page.size(), 5'000'000U);
    const auto picture = output_of("report --svg " + dump);
    EXPECT_LT(picture.size(), 1'000'000U);
    EXPECT_NE(picture.find("lower than half a pixel and not drawn"), std::string::npos);
}

TEST(Report, LeavesOutTheLeastOfTooManyValuesAndSaysSo)
{
    answers::shown_module module{.files = {}, .name = "m", .path = "m.txt", .era = {}, .memory = {}};
    auto& memory = module.memory;
    memory.ranges = true;
    memory.steps = 10;
    memory.allocations.push_back({.number = 0, .space = 0, .is = buffer_class::temporary, .size = 1000});
    const auto add = [&](std::int64_t id, std::int64_t size, std::int64_t end) {
        holder made;
        made.value = id;
        made.size = made.bytes = size;
        made.start = 0;
        made.end = end;
        memory.buffers.push_back(made);
    };
    add(0, 9, 0); // 9 bytes × steps, of 10 and more
    for (std::int64_t id = 1; id <= static_cast<std::int64_t>(render::most_pictured) - 1; ++id) add(id, 1, 9);
    EXPECT_EQ(value_of(parsed_json(render::picture_json(module)), "left_out/count"), "(none)");
    add(60'000, 3, 1); // 6
    add(60'001, 2, 9); // 20
    const auto data = parsed_json(render::picture_json(module));
    EXPECT_EQ(value_of(data, "left_out/count"), "2");
    EXPECT_EQ(value_of(data, "left_out/bytes"), "12");
    EXPECT_EQ(value_of(data, "buffers/value/0"), "1");
    const auto last = std::to_string(render::most_pictured - 1);
    EXPECT_EQ(value_of(data, "buffers/value/" + last), "60001");
    EXPECT_EQ(value_of(data, "buffers/value/" + std::to_string(render::most_pictured)), "(none)");
}

TEST(Report, RefusesWhatItCannotDraw)
{
    EXPECT_EQ(exit_of("report"), 2);
    EXPECT_EQ(exit_of("report gone.txt"), 2);
    EXPECT_EQ(exit_of("report dumps/d16.txt gone.txt"), 2);
    EXPECT_EQ(exit_of("report dumps/d16.txt dumps/d17.txt dumps/d18.txt"), 2);
    EXPECT_EQ(exit_of("report --svg dumps/d16.txt dumps/d17.txt"), 2);
    EXPECT_EQ(exit_of("report --space 1 dumps/d16.txt"), 2);
    EXPECT_EQ(exit_of("report inputs/bad_binary.txt"), 1);
    const auto output = run("report -o /nowhere/page.html dumps/d16.txt");
    EXPECT_EQ(output,
              "--- exit 2\n--- standard error\nballast report: /nowhere/page.html: No such file or directory\n");
}

} // namespace ballast::tests

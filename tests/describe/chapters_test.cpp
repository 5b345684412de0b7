// The chapters of the specification: derived regions are up to date, and every production, form and finding is shown.
// BALLAST_UPDATE_GOLDEN=1 rewrites regions and the marks in examples.
#include "describe/markdown.hpp"
#include "era/timeline.hpp"
#include "tests/describe/example_counts.hpp"

namespace ballast::tests {

namespace {

bool updating() { return std::getenv("BALLAST_UPDATE_GOLDEN") != nullptr; }

// The block of an example with its marks.
std::string with_marks(const describe::example& e, const describe::named_files& files, example_reader& reader)
{
    std::string result;
    for (auto& text : describe::texts_of(e, files)) {
        if (text.fault.empty()) set_marks(text, reader.judge(e, text));
        for (const auto& line : text.shown) result.append(line.shown).append(line.marks);
    }
    return result;
}

std::string with_marks(const describe::chapter& c, const describe::named_files& files, example_reader& reader)
{
    auto result = c.text;
    const auto all = describe::examples_of(c.text);
    for (auto e = all.rbegin(); e != all.rend(); ++e)
        result.replace(static_cast<std::size_t>(e->block.data() - c.text.data()), e->block.size(),
                       with_marks(*e, files, reader));
    return result;
}

// The text on one line, with single blanks.
std::string in_one_line(std::string_view text)
{
    std::string result;
    for (const char c : text)
        if (c != '\n' && c != ' ')
            result += c;
        else if (!result.ends_with(' '))
            result += ' ';
    return result;
}

// The longer sentences of the comment at the top of a file.
std::vector<std::string> sentences_of_head(const std::string& file)
{
    std::string prose;
    for (const auto line : describe::lines_of(std::string_view(file).substr(0, file.find("#pragma once"))))
        if (line.starts_with("// ") && !line.starts_with("//  ")) prose += line.substr(3);
    prose = in_one_line(prose);
    constexpr std::size_t some_length = 40;
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin < prose.size();) {
        const auto end = std::min(prose.find(". ", begin), prose.size() - 1) + 1;
        if (end - begin >= some_length) result.push_back(prose.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

} // namespace

TEST(Documents, ChaptersShowWhatIsDerived)
{
    const auto all = chapters();
    const auto counts = counts_table(count_examples(all));
    const describe::chapter_writer writer(describe::dump_specification(), all, {{"counts", counts}});
    for (const auto& fault : writer.faults()) ADD_FAILURE() << fault;
    if (!writer.faults().empty()) return;
    const auto files = files_of(all);
    example_reader reader(files);
    for (const auto& c : all) {
        const describe::chapter derived{c.name, writer.filled(c)};
        const auto text = updating() ? with_marks(derived, files, reader) : derived.text;
        if (updating()) std::ofstream(spec_folder() / c.name, std::ios::binary) << text;
        EXPECT_TRUE(read_file(spec_folder() / c.name) == text)
            << "spec/" << c.name << " does not have what is derived; scripts/dev/update_documents.sh rewrites it";
    }
}

TEST(Chapters, ShowEachProduction)
{
    const auto& grammar = describe::dump_grammar();
    const auto all = chapters();
    const describe::chapter_writer writer(describe::dump_specification(), all);
    std::vector<std::string_view> missing;
    for (const auto name : productions_of_the_format(grammar))
        if (!writer.shown().contains(name)) missing.push_back(name);
    EXPECT_TRUE(missing.empty()) << "no chapter shows: " << joined(missing);
}

TEST(Chapters, DoNotRepeatTheHeadsOfTheGrammar)
{
    std::string text;
    for (const auto& c : chapters()) text += in_one_line(c.text);
    std::size_t sentences = 0;
    for (const auto& header : fs::directory_iterator(spec_folder().parent_path() / "grammar"))
        for (const auto& sentence : sentences_of_head(read_file(header.path()))) {
            ++sentences;
            EXPECT_EQ(text.find(sentence), std::string::npos) << header.path().filename() << ": " << sentence;
        }
    EXPECT_GT(sentences, 30U);
}

// Opcodes, element types and keys have separate tables.
TEST(Chapters, ShowEachFormOfTheTimeline)
{
    using of = timeline::word::of;
    std::string text;
    for (const auto& c : chapters()) text += c.text;
    for (const auto& row : timeline::rows) {
        const auto what = row.shown_by_word.what;
        if (what == of::element_type || what == of::opcode || what == of::attribute_key) continue;
        EXPECT_NE(text.find("| " + std::string(row.name) + " |"), std::string::npos) << "no chapter shows " << row.name;
    }
}

// Findings about the limits of a run are not about the text.
TEST(Chapters, NameEachFinding)
{
    std::string text;
    for (const auto& c : chapters()) text += c.text;
    for (const auto& row : all_findings()) {
        const std::string name(row.name);
        const bool named =
            text.find('`' + name + '`') != std::string::npos || text.find("[" + name + "]") != std::string::npos;
        EXPECT_TRUE(named || row.phase == phase::limits) << "no chapter names " << name;
    }
}

} // namespace ballast::tests

// Redacted texts: what is replaced, what is kept, and that redacting again changes nothing.
#include "ballast/analysis.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/walk.hpp"
#include "ballast/check.hpp"
#include "ballast/redact.hpp"
#include "ballast/text.hpp"
#include "generate/nodes.hpp"
#include "generate/program.hpp"
#include "redact/configuration.hpp"
#include "redact/names.hpp"
#include "tests/support/cube.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ballast::tests {

using redact::private_part;
using redact::redactor;
using redact::replacement;
using redact::restored;

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> lines_of(const std::string& text)
{
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// The words of five letters or more in a text, without opcodes, element types and words that XLA adds to names.
std::set<std::string> long_words(std::string_view text)
{
    std::set<std::string> result;
    for (std::size_t at = 0; at < text.size();) {
        auto end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        const std::string word(text.substr(at, end - at));
        const auto letters =
            std::ranges::count_if(word, [](char c) { return std::isalpha(static_cast<unsigned char>(c)); });
        const bool known = ast::resolve_opcode(word).kind != ast::opcode_kind::unknown ||
                           ast::element_kind_of(word) != ast::element_kind::unknown || word.starts_with("clone") ||
                           word.starts_with("remat");
        if (letters >= 5 && !known) result.insert(word);
        at = std::max(end, at + 1);
    }
    return result;
}

// The words of all names, paths, labels and values of attributes in a tree.
struct word_collector {
    std::set<std::string> words{};

    void add(std::string_view text) { words.merge(long_words(text)); }
    void operator()(const auto& /*other*/) {}
    void operator()(const ast::value_name& x) { add(x.name); }
    void operator()(const ast::operand& x) { add(x.name); }
    void operator()(const ast::instruction& x) { add(x.name); }
    void operator()(const ast::sequence_row& x) { add(x.name); }
    void operator()(const ast::computation& x) { add(x.name); }
    void operator()(const ast::computation_text& x) { add(x.name); }
    void operator()(const ast::module_text& x) { add(x.name); }
    void operator()(const ast::stack_row& x) { add(x.label); }
    void operator()(const ast::name_entry& x) { add(x.text); }
    void operator()(const ast::metadata& x)
    {
        add(x.op_type);
        add(x.op_name);
        add(x.source_file);
    }
    void operator()(const ast::frontend_attribute& x)
    {
        add(x.key);
        add(x.value.bytes);
    }
    void operator()(const ast::attribute& x)
    {
        if (x.key.kind == ast::attribute_kind::backend_config)
            if (const auto* text = std::get_if<ast::text>(&x.value)) add(text->bytes);
    }
};

std::set<std::string> words_of(const document& read)
{
    word_collector all;
    ast::for_each_node(read.tree(), all);
    return all.words;
}

// Kinds of findings and how many of each.
std::map<std::string, int> findings_of(const document& read)
{
    std::map<std::string, int> result;
    for (const auto& what : check(read)) ++result[std::string(info(what.id).name)];
    return result;
}

std::vector<std::string> redacted_by(redactor& words, const std::vector<std::string>& texts)
{
    std::vector<std::string> result;
    for (const auto& text : texts) {
        const auto read = accepted(text);
        const auto made = words.text(read);
        EXPECT_TRUE(made) << text;
        result.push_back(made.value_or(std::string()));
    }
    return result;
}

std::vector<std::string> redacted(const std::vector<std::string>& texts)
{
    redactor words;
    return redacted_by(words, texts);
}

// The figures of a module, without its words.
std::vector<std::int64_t> figures_of(const std::vector<std::string>& texts)
{
    std::vector<document> files;
    for (const auto& text : texts) files.push_back(accepted(text));
    std::vector<const document*> all;
    for (const auto& file : files) all.push_back(&file);
    const auto memory = memory_of(all);
    if (!memory) return {};
    std::vector<std::int64_t> result{static_cast<std::int64_t>(memory->holders.size())};
    for (const auto& space : memory->spaces)
        for (const auto number : {space.total, space.arguments, space.outputs, space.temporaries, space.constants,
                                  space.shared, space.peak.value_or(-1)})
            result.push_back(number);
    for (const auto& holder : memory->holders) {
        result.push_back(holder.bytes);
        result.push_back(holder.size);
        result.push_back(holder.offset);
    }
    return result;
}

std::vector<std::string> texts_at(std::uint64_t seed, commit_time when)
{
    random_source from(seed);
    generate::program made(from, when, 6000);
    std::vector<std::string> result;
    for (const auto kind : kinds_at(when)) {
        ast::arena memory;
        result.push_back(print(made.make(memory, kind)));
    }
    ast::arena memory;
    result.push_back(print(made.make_text(memory)));
    return result;
}

} // namespace

TEST(Redact, NamesKeepWhatXlaAddsToThem)
{
    redact::dictionary words;
    EXPECT_EQ(redact::name("my_fusion.3.clone.1", words), "op_1.3.clone.1");
    EXPECT_EQ(redact::name("my_fusion.4", words), "op_1.4");
    EXPECT_EQ(redact::name("fusion.12", words), "fusion.12");
    EXPECT_EQ(redact::name("all-reduce-start.2.remat2", words), "all-reduce-start.2.remat2");
    EXPECT_EQ(redact::name("x.secret", words), "op_2.op_3");
    EXPECT_EQ(redact::name("op_9.1", words), "op_9.1") << "looks replaced";
    EXPECT_EQ(redact::name("op_9.1", words), "op_9.1") << "looks replaced";
    EXPECT_EQ(redact::module_name("jit_my_fusion", words), "jit_op_1");
    EXPECT_EQ(redact::scope("jit(my_fusion)/jvp(Model)/layers_0/dot_general", words),
              "jit(op_1)/jvp(part_1)/part_2/part_3");
    EXPECT_EQ(redact::name("my-call.3", words), "op-4.3");
    EXPECT_EQ(redact::scope("my-call.3{1}", words), "op-4.3{1}") << "the label of an instruction without an op_name";
    EXPECT_EQ(redact::scope("params['größe'][3x]", words), "part_4['part_5~part_6~part_7'][3op_2]");
}

TEST(Redact, PathsBecomeNumberedFiles)
{
    redact::dictionary words;
    EXPECT_EQ(redact::path("/home/me/model.py", words), "file_1.py");
    EXPECT_EQ(redact::path("/home/me/other.py", words), "file_2.py");
    EXPECT_EQ(redact::path("/home/me/model.py", words), "file_1.py");
    EXPECT_EQ(redact::path("secret.project", words), "file_3");
}

TEST(Redact, FileNamesKeepWhatXlaWrites)
{
    redactor words;
    EXPECT_EQ(words.file_name("module_0007.jit_step.cpu_after_optimizations-live-range.txt"),
              "module_0007.jit_op_1.cpu_after_optimizations-live-range.txt");
    EXPECT_EQ(words.file_name("module_0007.jit_step.cpu_after_optimizations.txt"),
              "module_0007.jit_op_1.cpu_after_optimizations.txt");
    EXPECT_EQ(words.file_name("my_run.txt"), "file_1.txt");
    EXPECT_EQ(words.file_name("my_run-live-range.txt"), "file_1-live-range.txt");
    EXPECT_EQ(words.file_name("my_runs.with.dots"), "file_2.dots");
    EXPECT_EQ(words.file_name("jaxlib-0.4.30-cpu"), "file-3");
}

TEST(Redact, GoldenDumpsKeepTheirFiguresAndLoseTheirWords)
{
    std::size_t words = 0;
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        const auto before = accepted(text);
        const auto made = redacted({text});
        const auto after = accepted(made[0]);
        EXPECT_EQ(findings_of(before), findings_of(after)) << name;
        EXPECT_EQ(figures_of({text}), figures_of(made)) << name;
        EXPECT_EQ(redacted(made), made) << name;
        const auto left = long_words(made[0]);
        for (const auto& word : words_of(before)) {
            ++words;
            EXPECT_FALSE(left.contains(word)) << name << ": " << word;
        }
    }
    EXPECT_GT(words, 150U);
}

TEST(Redact, GeneratedModulesOfAllErasKeepTheirFigures)
{
    std::uint64_t seed = 0;
    for (const auto when : turning_points()) {
        const auto texts = texts_at(++seed, when);
        const auto made = redacted(texts);
        EXPECT_EQ(redacted(made), made) << when;
        EXPECT_EQ(figures_of(texts), figures_of(made)) << when;
        for (std::size_t i = 0; i < texts.size(); ++i)
            EXPECT_EQ(findings_of(accepted(texts[i])), findings_of(accepted(made[i]))) << when << "\n" << made[i];
    }
}

// Kept parts must agree with replaced ones.
TEST(Redact, AnyPartsCanBeKept)
{
    std::size_t traces = 0;
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        traces += text.find("Stack trace breakdown") != std::string::npos ? 1U : 0U;
        const auto before = accepted(text);
        for (std::size_t part = 0; part < redact::private_parts.size(); ++part) {
            redactor words(std::vector{static_cast<private_part>(part)});
            const auto made = words.text(before);
            ASSERT_TRUE(made) << name << ", " << redact::private_parts[part];
            EXPECT_EQ(findings_of(before), findings_of(accepted(*made))) << name << ", " << redact::private_parts[part];
        }
    }
    EXPECT_GT(traces, 2U);
    // Labels of instructions without an op_name are names.
    for (const auto when : {turning_points().back(), turning_points()[turning_points().size() - 4]})
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            for (const auto part : {private_part::names, private_part::scope})
                for (const auto& text : texts_at(seed, when)) {
                    const auto read = accepted(text);
                    redactor words(std::vector{part});
                    const auto made = words.text(read);
                    ASSERT_TRUE(made);
                    EXPECT_EQ(findings_of(read), findings_of(accepted(*made))) << *made;
                }
}

// Including inconsistent texts: redacting keeps any well-formed tree well-formed.
TEST(Redact, RandomTreesStayWellFormed)
{
    const auto points = turning_points();
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        random_source from(seed);
        ast::arena memory;
        const auto when = points[points.size() - 1 - from.below(points.size())];
        generate::nodes draw(from, memory, when);
        std::vector<std::string> texts;
        for (const auto kind : kinds_at(when)) texts.push_back(print(draw.dump(kind)));
        texts.push_back(print(draw.module_text()));
        if (generate::reports_at(when)) texts.push_back(print(draw.usage_report()));
        if (generate::oom_reports_at(when)) texts.push_back(print(draw.oom_report()));
        if (generate::buffer_info_at(when)) texts.push_back(print(draw.buffer_info()));
        texts.push_back(print(draw.tpu_report(static_cast<tpu_era>(from.below(5)))));
        texts.push_back(print(draw.memory_message()));
        for (const auto& text : texts) {
            const auto made = redacted({text});
            ASSERT_EQ(redacted(made), made) << seed << "\n" << text;
        }
    }
}

TEST(Redact, WhatIsKeptStays)
{
    for (const auto& name : golden_dumps()) {
        redactor all(std::vector{private_part::names, private_part::scope, private_part::source,
                                 private_part::attributes, private_part::config, private_part::target,
                                 private_part::literal});
        const auto text = golden_dump(name);
        EXPECT_EQ(all.text(accepted(text)), text) << name;
        EXPECT_TRUE(all.replacements().empty()) << name;
    }
    const auto text = golden_dump("d18.txt");
    const auto read = accepted(text);
    redactor scopes(std::vector{private_part::scope});
    const auto made = scopes.text(read);
    ASSERT_TRUE(made);
    word_collector of;
    ast::for_each_node(read.tree(), [&](const auto& node) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(node)>, ast::metadata>) of.add(node.op_name);
    });
    ASSERT_FALSE(of.words.empty());
    for (const auto& word : of.words) EXPECT_NE(made->find(word), std::string::npos) << word;
}

// Elements of literals are all that does not come back of texts that XLA printed.
TEST(Redact, ReplacementsLeadBack)
{
    const auto has_literal = [](const std::string& line) {
        return line.find(" constant(") != std::string::npos || line.find("literal=") != std::string::npos;
    };
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        const auto read = accepted(text);
        const auto* const module = read.module_text();
        // Items of the header, which are left out.
        const bool has_items = module && !(module->origin_recovery_table.empty() && module->debug_attributes.empty() &&
                                           module->unknown_items.empty());
        redactor words(has_items ? std::vector{private_part::attributes} : std::vector<private_part>());
        const auto made = redacted_by(words, {text});
        const auto old = lines_of(text);
        const auto back = lines_of(restored(made[0], words.replacements()));
        ASSERT_EQ(back.size(), old.size()) << name;
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (has_literal(old[i])) continue;
            EXPECT_EQ(back[i], old[i]) << name;
        }
    }
    const std::vector<replacement> map{{"op_1", "step"}, {"op_12", "loss"}, {"part_1", "layer"}};
    EXPECT_EQ(restored("%op_12.3 of jit_op_1, part_1/op_1x, drop_1, op_13", map),
              "%loss.3 of jit_step, layer/op_1x, drop_1, op_13");
}

// With parts that do not come back kept, every byte does. Rows of equal size have the order of their old names.
TEST(Redact, GeneratedModulesOfAllErasComeBack)
{
    std::uint64_t seed = 0;
    for (const auto when : turning_points()) {
        const auto texts = texts_at(++seed, when);
        redactor words(std::vector{private_part::attributes, private_part::literal});
        const auto made = redacted_by(words, texts);
        for (std::size_t i = 0; i < texts.size(); ++i)
            EXPECT_EQ(restored(made[i], words.replacements()), texts[i]) << when;
    }
}

TEST(Redact, EscapedTextsComeBackEscaped)
{
    const std::string text =
        "HloModule m, entry_computation_layout={()->s32[]}\n\nENTRY %main () -> s32[] {\n"
        "  ROOT %c = s32[] constant(0), metadata={op_name=\"mesh[\\n ids=\\'x\\'] \\303\\274ber\"}, "
        "backend_config=\"{\\\"sizes\\\":[\\\"8\\\",16]}\"\n}\n\n";
    redactor words;
    const auto made = redacted_by(words, {text}).front();
    EXPECT_NE(made.find(R"(backend_config="{\"key_1\":[\"text_1\",{\"text\":\"text_2\"}]}")"), std::string::npos)
        << made;
    EXPECT_EQ(restored(made, words.replacements()), text);
}

TEST(Redact, ConfigurationsKeepTheOrderOfTheirKeys)
{
    redact::dictionary words;
    const auto made = [&](std::string_view old) { return redact::configuration(old, words); };
    EXPECT_EQ(made(R"({"name":"dot","tile":[128,true],"empty":""})"),
              R"({"key_1":"text_1","key_2":[{"text":"text_2"},true],"key_3":""})");
    // The same values, in another order and with blanks.
    EXPECT_EQ(made(R"({"empty":"", "tile": [128,true], "name":"dot"})"),
              R"({"key_3":"", "key_2": [{"text":"text_2"},true], "key_1":"text_1"})");
    EXPECT_EQ(made(R"({"tile":"128"})"), R"({"key_2":"text_2"})");
    EXPECT_EQ(made(R"({"a":{"b":[null,-1.5e3]},"c\"":"d\n"})"),
              R"({"key_4":{"key_5":[null,{"text":"text-3"}]},"key_6":"text_4"})");
    // What is not JSON is replaced as a whole.
    EXPECT_EQ(made("{a = 3 : i64}"), R"({"text":"text_5"})");
    EXPECT_EQ(made("opaque"), "text_6");
    EXPECT_EQ(made(R"(  {"tile":"128"}  )"), R"(  {"key_2":"text_2"}  )");
    EXPECT_EQ(made(R"({"a":1} // comment})"), R"({"text":"text_7"})");
}

TEST(Redact, RedactedConfigurationsStay)
{
    redact::dictionary words;
    for (const std::string_view each :
         {R"({"key_1":"text_1","key_2":[{"text":"text_2"},true],"key_3":""})", R"({"text":"text_5"})", "text_6"})
        EXPECT_EQ(redact::configuration(each, words), each);
}

TEST(Redact, LiteralsHaveOtherElements)
{
    redactor words;
    const std::string text = "HloModule m, entry_computation_layout={()->pred[2]{0}}\n\nENTRY %main () -> pred[2] {\n"
                             "  ROOT %c = pred[2]{0} constant({1, 0})\n}\n\n";
    const auto made = redacted_by(words, {text}).front();
    EXPECT_NE(made.find("constant({0, 0})"), std::string::npos) << made;
}

// A module has the same name in all messages about it.
TEST(Redact, NamesOfModulesAreAlikeInMessages)
{
    redactor words;
    const auto failure = redacted_by(words, {golden_dump("message_program_failure.txt")}).front();
    const auto allocation = redacted_by(words, {golden_dump("message_allocation.txt")}).front();
    auto summary = golden_dump("message_allocator_summary.txt");
    const std::string_view tag = " tag lower";
    summary.insert(summary.find(tag) + tag.size(), " allocation_annotation xla.execute{executable=jit_step, device=0}");
    const auto chunks = redacted_by(words, {summary}).front();
    EXPECT_NE(failure.find("Error loading program 'jit_op_1'"), std::string::npos) << failure;
    EXPECT_NE(allocation.find("[executable_name='jit_op_1']"), std::string::npos) << allocation;
    EXPECT_NE(chunks.find("xla.execute{executable=jit_op_1, device=0}"), std::string::npos) << chunks;
}

} // namespace ballast::tests

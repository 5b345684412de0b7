// From the tables of the library to plain data.
#include "describe/specification.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/finding.hpp"
#include "ballast/releases.hpp"
#include "base/enumerators.hpp"
#include "describe/examples.hpp"
#include "era/timeline.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::describe {

namespace {

template <typename Enum>
constexpr auto names_of = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<std::string_view, sizeof...(I)>{enumerator_name<static_cast<Enum>(I)>...};
}(std::make_index_sequence<enumerator_count<Enum>>{});

template <typename Enum>
std::string name_in(Enum value)
{
    return std::string(names_of<Enum>[static_cast<std::size_t>(value)]);
}

template <typename Enum>
std::string spelled(std::size_t value)
{
    return std::string(ast::spelling(static_cast<Enum>(value)));
}

// All enumerators but the first, which is none.
template <typename Enum, typename Make>
auto each(Make make)
{
    std::vector<decltype(make(Enum{}))> result;
    for (std::size_t i = 1; i < enumerator_count<Enum>; ++i) result.push_back(make(static_cast<Enum>(i)));
    return result;
}

template <typename Names>
std::vector<std::string> strings(Names names)
{
    return {names.begin(), names.end()};
}

// The part of `era_text` in parentheses.
std::string states_and_releases(const era_set::interval& printed)
{
    const auto text = era_text(era_set({printed}));
    const auto begin = text.find('(') + 1;
    return text.substr(begin, text.rfind(')') - begin);
}

std::string word_of(const timeline::word& shown)
{
    using of = timeline::word::of;
    switch (shown.what) {
    case of::nothing: break;
    case of::element_type: return spelled<ast::element_kind>(shown.value);
    case of::opcode: return spelled<ast::opcode_kind>(shown.value);
    case of::keyword: return spelled<ast::keyword>(shown.value);
    case of::attribute_key:
    case of::key_of_opcodes:
    case of::missing_key: return spelled<ast::attribute_kind>(shown.value);
    }
    return {};
}

feature_data feature_of_row(const timeline::row& row)
{
    feature_data result;
    result.title = row.name;
    result.layer = name_in(row.where);
    if (row.group != timeline::choice::none) result.group = name_in(row.group);
    for (const auto& stay : row.intervals())
        result.printed.push_back({stay.begin, stay.end, states_and_releases(stay)});
    result.shown_by = strings(row.shown_by.view());
    result.needed_by = strings(row.needed_by.view());
    result.shown_without = strings(row.shown_without.view());
    result.word = word_of(row.shown_by_word);
    if (!result.word.empty()) result.word_kind = name_in(row.shown_by_word.what);
    for (const auto opcode : row.shown_by_word.opcodes.view()) result.opcodes.emplace_back(ast::spelling(opcode));
    return result;
}

std::vector<feature_data> all_features()
{
    std::vector<feature_data> result;
    constexpr auto names = []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<std::string_view, sizeof...(I)>{enumerator_name<static_cast<feature>(I)>...};
    }(std::make_index_sequence<named_features>{});
    for (const auto& row : timeline::rows) {
        auto& made = result.emplace_back(feature_of_row(row));
        if (result.size() <= names.size())
            made.id = names[result.size() - 1];
        else
            made.id = made.shown_by.empty() ? made.title : made.shown_by.front();
    }
    return result;
}

opcode_data opcode_of(ast::opcode_kind kind)
{
    opcode_data result{std::string(ast::spelling(kind)), {}, has_async_form(kind)};
    for (const auto& own : own_keys(kind)) result.keys.push_back({std::string(ast::spelling(own.key)), own.always});
    return result;
}

// Productions that count towards the nesting limit.
std::vector<std::string> nesting_productions(const grammar_data& grammar)
{
    std::vector<std::string> result{"stack_rows"};
    const auto owner = owners(grammar);
    for (node_id id = 0; id < grammar.nodes.size(); ++id)
        if (grammar.nodes[id].op == operation::nested) result.emplace_back(owner[id]);
    std::ranges::sort(result);
    const auto rest = std::ranges::unique(result);
    result.erase(rest.begin(), rest.end());
    return result;
}

// Productions whose matches may break a context rule, by its number. Tests compare them with the examples of the
// chapters.
std::vector<std::string> productions_of_rule(unsigned number, const grammar_data& grammar)
{
    switch (number) {
    case 1: return {"digits", "pointer"};
    case 2: return nesting_productions(grammar);
    case 3: return {"plain_elements", "tuple_elements", "operands", "sharding_elements"};
    case 4: return {"operands"};
    case 5: return {"laid_out_array"};
    case 6: return {"constant_body", "shaped_literal"};
    case 7: return {"constant_body", "shaped_literal"};
    case 8: return {"attribute", "frontend_attributes", "metadata", "sharding"};
    case 9: return {"attributes"};
    case 10: return {"content", "shape"};
    case 11: return {"framed"};
    case 12: return {"content"};
    case 13: return {"stack_rows"};
    case 14: return {"sharding", "replica_groups"};
    case 15: return {"instruction"};
    case 16: return {"instruction"};
    case 17: return {"allocation_head"};
    case 18: return {"space_head"};
    case 19: return {"module_head"};
    case 20: return {"stack_frame_tables"};
    case 21: return {"operand_elements"};
    case 22: return {"space_report"};
    case 23: return {"space_report"};
    default: return {};
    }
}

std::vector<example_kind_data> all_example_kinds()
{
    return {
        {name_in(example::kind::accepted), "conforms; a spelling that a reader does not know is noted"},
        {name_in(example::kind::refused), "is not matched by the grammar, or breaks a context rule"},
        {name_in(example::kind::reported), "is accepted, but breaks a semantic rule"},
        {name_in(example::kind::free), "may be written by a writer; a reader may accept or refuse it"},
    };
}

// Productions that match at every place. The tests compare the list with the grammar.
std::vector<exception_data> all_that_cannot_fail()
{
    const std::string empty_list = "a list that may be empty";
    const std::string empty_text = "a text that may be empty, and ends before what it cannot contain";
    const std::string no_part = "each of its parts may be missing";
    return {
        {"asking_op", empty_text},
        {"chunk_bins", empty_list},
        {"chunk_classes", empty_list},
        {"chunk_lines", empty_list},
        {"chunks_of_no_region", empty_list},
        {"free_chunks", empty_list},
        {"memory_regions", empty_list},
        {"status_begin", no_part},
        {"status_end", no_part},
        {"status_payloads", empty_list},
        {"status_text", empty_text},
        {"allocations", empty_list},
        {"attribute_text", empty_text},
        {"attributes", empty_list},
        {"short_attribute_text", empty_text},
        {"short_attributes", empty_list},
        {"before_message", no_part},
        {"tpu_rows", no_part},
        {"after_message", no_part},
        {"contained_values", empty_list},
        {"domain_kind", empty_text},
        {"end_thread", empty_text},
        {"entry_text", empty_text},
        {"escaped_text", empty_text},
        {"escaped_value", empty_text},
        {"file_location_rows", empty_list},
        {"file_name_rows", empty_list},
        {"frontend_escaped", empty_text},
        {"frontend_raw", empty_text},
        {"function_name_rows", empty_list},
        {"info_names", empty_list},
        {"info_rows", empty_list},
        {"info_times", empty_list},
        {"head_items", no_part},
        {"header_items", no_part},
        {"known_fields", no_part},
        {"report_items", no_part},
        {"unknown_fields", empty_list},
        {"unknown_head_items", empty_list},
        {"unknown_items", empty_list},
        {"unknown_suffixes", empty_list},
        {"late_suffixes", no_part},
        {"listed_allocations", empty_list},
        {"listed_rows", empty_list},
        {"literal_text", empty_text},
        {"live_range_rows", empty_list},
        {"metadata_fields", no_part},
        {"metadata_payload", empty_text},
        {"moment_names", empty_list},
        {"moment_rows", empty_list},
        {"old_use_lines", empty_list},
        {"origin_call", empty_text},
        {"padding_config", empty_list},
        {"peak_buffers", empty_list},
        {"peak_rows", empty_list},
        {"ranked_allocations", empty_list},
        {"raw_value", empty_text},
        {"sequence_rows", empty_list},
        {"sharding_metadata_entry", no_part},
        {"space_rows", empty_list},
        {"stack_frame_rows", empty_list},
        {"stack_rows", empty_list},
        {"used_values", empty_list},
        {"value_lines", empty_list},
    };
}

std::vector<exception_data> all_without_example()
{
    const std::string limits = "depends on the limits of a reader";
    const std::string folder = "depends on the names of the files in a folder";
    return {
        {"too_large", limits},
        {"out_of_memory", limits},
        {"missing_sibling", folder},
        {"sibling_twice", folder},
        {"other_kind", "depends on the name of the file"},
        {"binary_form", "depends on the files in a folder"},
    };
}

specification made()
{
    specification result;
    result.grammar = dump_grammar();
    result.features = all_features();
    for (const auto& s : dump_states()) result.states.push_back({std::string(s.name), s.begin, s.end});
    for (const auto& r : releases())
        result.releases.push_back({std::string(r.producer), std::string(r.version), r.xla.begin, r.xla.end});
    for (const auto& f : all_findings())
        result.findings.push_back({std::string(f.name), std::string(name_of(f.phase)), std::string(name_of(f.severity)),
                                   std::string(f.sentence), f.rule});
    for (const auto& r : context_rules())
        result.context_rules.push_back(
            {r.number, std::string(r.name), std::string(r.sentence), productions_of_rule(r.number, result.grammar)});
    result.element_types = each<ast::element_kind>([](auto kind) {
        return element_type_data{std::string(ast::spelling(kind)), static_cast<int>(ast::bits(kind))};
    });
    result.opcodes = each<ast::opcode_kind>(opcode_of);
    result.async_suffixes = each<ast::async_suffix>([](auto suffix) { return std::string(ast::spelling(suffix)); });
    result.attributes = each<ast::attribute_kind>([](auto kind) {
        return attribute_data{std::string(ast::spelling(kind)), name_in(form_of(kind)), tail_place(kind)};
    });
    result.words = each<ast::keyword>([](auto word) { return std::string(ast::spelling(word)); });
    result.example_kinds = all_example_kinds();
    result.productions_that_cannot_fail = all_that_cannot_fail();
    result.findings_without_example = all_without_example();
    return result;
}

} // namespace

const specification& dump_specification()
{
    static const specification all = made();
    return all;
}

bool is_listed(const std::vector<exception_data>& all, std::string_view name)
{
    return std::ranges::find(all, name, &exception_data::name) != all.end();
}

const feature_data* feature_of_word(const specification& spec, std::string_view kind, std::string_view word)
{
    const auto found = std::ranges::find_if(
        spec.features, [&](const feature_data& f) { return f.word_kind == kind && f.word == word; });
    return found == spec.features.end() ? nullptr : &*found;
}

} // namespace ballast::describe

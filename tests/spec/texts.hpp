// Texts that the tests of the derivation share.
#pragma once

#include "spec/derive/sentences.hpp"
#include "tests/support/support.hpp"

#include <map>
#include <string>
#include <vector>

namespace ballast::tests {

// Where a start of the library begins in the grammar.
inline const std::vector<std::pair<rule, std::string_view>>& single_rules()
{
    static const std::vector<std::pair<rule, std::string_view>> all{
        {rule::shape, "shape"},
        {rule::layout, "layout"},
        {rule::instruction, "instruction"},
        {rule::metadata, "metadata_case"},
        {rule::allocation, "allocation_case"},
        {rule::value, "value_case"},
        {rule::literal, "literal"},
        {rule::sharding, "sharding_case"},
        {rule::replica_groups, "replica_groups_case"},
        {rule::frontend_attributes, "frontend_case"},
        {rule::window, "window_case"},
        {rule::origin, "origin_case"},
        {rule::domain, "domain_case"},
        {rule::result_accuracy, "accuracy_case"},
        {rule::statistics, "statistics_case"},
        {rule::output_to_operand_aliasing, "aliases_case"},
    };
    return all;
}

// Texts of our own by the rule they are of: golden dumps, and the seeds of the fuzz targets.
inline std::multimap<std::string_view, std::string> seed_texts()
{
    std::multimap<std::string_view, std::string> result;
    for (const auto& name : golden_dumps()) result.emplace("dump", golden_dump(name));
    const auto seeds = golden().parent_path().parent_path() / "fuzz" / "seeds";
    for (const auto& [folder, rule] : {std::pair{"shape", "shape"},
                                       {"layout", "layout"},
                                       {"value", "value_case"},
                                       {"instruction", "instruction"},
                                       {"parse", "dump"}})
        for (const auto& entry : fs::directory_iterator(seeds / folder)) result.emplace(rule, read_file(entry.path()));
    return result;
}

// Sentences from every rule in turn, `count` in all.
inline std::vector<std::pair<derive::node_id, std::string>> drawn_sentences(std::size_t count, std::uint64_t seed)
{
    const auto& grammar = derive::dump_grammar();
    choices from(seed);
    derive::sentences source(grammar, from);
    std::vector<std::pair<derive::node_id, std::string>> result;
    const auto dump = grammar.rules.find("dump")->second;
    for (std::size_t i = 0; result.size() < count; ++i) {
        const bool whole = i % 10 == 0;
        const auto id = whole ? dump : grammar.order[i % grammar.order.size()];
        auto drawn = source.draw(id, whole ? 400 : 60);
        if (drawn && drawn->matched) result.emplace_back(id, std::move(drawn->text));
    }
    return result;
}

} // namespace ballast::tests

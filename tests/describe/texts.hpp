// Texts for the tests of the derived grammar.
#pragma once

#include "describe/sentences.hpp"
#include "tests/support/support.hpp"

#include <map>
#include <string>
#include <vector>

namespace ballast::tests {

// The rules at which the starts of the library begin.
inline const std::vector<std::pair<entry, std::string_view>>& single_rules()
{
    static const std::vector<std::pair<entry, std::string_view>> all{
        {entry::shape, "shape"},
        {entry::layout, "layout"},
        {entry::instruction, "instruction"},
        {entry::metadata, "metadata_alone"},
        {entry::allocation, "allocation_alone"},
        {entry::value, "value_alone"},
        {entry::literal, "literal"},
        {entry::sharding, "sharding_alone"},
        {entry::replica_groups, "replica_groups_alone"},
        {entry::frontend_attributes, "frontend_alone"},
        {entry::window, "window_alone"},
        {entry::origin, "origin_alone"},
        {entry::domain, "domain_alone"},
        {entry::result_accuracy, "accuracy_alone"},
        {entry::statistics, "statistics_alone"},
        {entry::output_to_operand_aliasing, "aliases_alone"},
    };
    return all;
}

// Our own texts, by rule: golden dumps, and the seeds of the fuzz targets.
inline std::multimap<std::string_view, std::string> seed_texts()
{
    std::multimap<std::string_view, std::string> result;
    for (const auto& name : golden_dumps()) result.emplace("dump", golden_dump(name));
    const auto seeds = golden().parent_path().parent_path() / "fuzz" / "seeds";
    for (const auto& [folder, rule] : {std::pair{"shape", "shape"},
                                       {"layout", "layout"},
                                       {"value", "value_alone"},
                                       {"instruction", "instruction"},
                                       {"parse", "dump"},
                                       {"memory_message", "memory_message"}})
        for (const auto& entry : fs::directory_iterator(seeds / folder)) result.emplace(rule, read_file(entry.path()));
    return result;
}

// Sentences from every rule in turn, `count` in all.
inline std::vector<std::pair<describe::node_id, std::string>> drawn_sentences(std::size_t count, std::uint64_t seed)
{
    const auto& grammar = describe::dump_grammar();
    random_source from(seed);
    describe::sentences source(grammar, from);
    std::vector<std::pair<describe::node_id, std::string>> result;
    const auto dump = grammar.rules.find("dump")->second;
    std::size_t next = 0;
    for (std::size_t i = 0; result.size() < count; ++i) {
        const bool whole = i % 10 == 0;
        const auto id = whole ? dump : grammar.order[next++ % grammar.order.size()];
        auto drawn = source.draw(id, whole ? 400 : 60);
        if (drawn && drawn->matched) result.emplace_back(id, std::move(drawn->text));
    }
    return result;
}

} // namespace ballast::tests

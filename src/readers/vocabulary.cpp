#include "readers/vocabulary.hpp"

#include "ballast/ast/members.hpp"
#include "rules/attribute.hpp"
#include "rules/literal.hpp"

namespace ballast::readers {

namespace {

// The spellings of an enum, without that of unknown words.
template <typename E>
std::vector<std::string> spellings()
{
    std::vector<std::string> result;
    for (std::size_t i = 0; i < ast::enumerator_count<E>(); ++i)
        if (const auto word = ast::enumerator_name(static_cast<E>(i)); !word.empty()) result.emplace_back(word);
    return result;
}

} // namespace

std::vector<std::string> element_types() { return spellings<ast::element_kind>(); }
std::vector<std::string> opcodes() { return spellings<ast::opcode_kind>(); }
std::vector<std::string> attribute_keys() { return spellings<ast::attribute_kind>(); }

std::vector<std::pair<std::string, std::vector<std::string>>> keys_by_opcode()
{
    std::vector<std::pair<std::string, std::vector<std::string>>> result;
    for (const auto suffix : {ast::async_suffix::none, ast::async_suffix::start})
        for (std::size_t i = 0; i < ast::enumerator_count<ast::opcode_kind>(); ++i) {
            const ast::opcode opcode{.kind = static_cast<ast::opcode_kind>(i), .suffix = suffix, .other = {}};
            std::string name(ast::enumerator_name(opcode.kind));
            if (suffix != ast::async_suffix::none) name += '-';
            result.push_back({name, {}});
            for (std::size_t k = 0; k < ast::enumerator_count<ast::attribute_kind>(); ++k)
                if (const auto key = static_cast<ast::attribute_kind>(k); ast::takes(opcode, key))
                    result.back().second.emplace_back(ast::enumerator_name(key));
        }
    return result;
}

std::vector<std::pair<std::string, std::string>> number_classes()
{
    std::vector<std::pair<std::string, std::string>> result;
    for (std::size_t i = 0; i < ast::enumerator_count<ast::element_kind>(); ++i) {
        const auto type = static_cast<ast::element_kind>(i);
        const auto add = [&](std::string_view what) { result.emplace_back(ast::enumerator_name(type), what); };
        switch (rules::class_of(type)) {
        case rules::number_class::boolean: add("boolean"); break;
        case rules::number_class::integer: add("integer"); break;
        case rules::number_class::floating: add("floating"); break;
        case rules::number_class::complex: add("complex"); break;
        case rules::number_class::unknown: break;
        }
    }
    return result;
}

} // namespace ballast::readers

#include "generate/entries.hpp"

#include "ballast/print.hpp"

#include <algorithm>

namespace ballast::generate {

std::optional<std::string> line_of(entry which, nodes& draw)
{
    const auto& forms = draw.forms();
    const auto print_node = [&](const auto& node) { return printed([&](sink& out) { print(out, node, forms); }); };
    const auto value_of = [&](ast::attribute_kind key) -> std::optional<std::string> {
        const ast::opcode any{key == ast::attribute_kind::domain           ? ast::opcode_kind::domain
                              : key == ast::attribute_kind::replica_groups ? ast::opcode_kind::all_reduce
                                                                           : ast::opcode_kind::custom_call,
                              ast::async_suffix::none,
                              {}};
        if (!draw.prints(any, key)) return std::nullopt;
        const auto made = draw.attribute(any, key);
        return printed([&](sink& out) { print_value(out, made, forms); });
    };
    // Some strings contain line feeds.
    const auto on_one_line = [](auto make) {
        auto line = make();
        for (int tries = 0; tries < 100 && line && line->find('\n') != std::string::npos; ++tries) line = make();
        return line;
    };
    using key = ast::attribute_kind;
    switch (which) {
    case entry::shape: return print_node(draw.shape());
    case entry::layout: return print_node(draw.layout(draw.from().below(4), 1));
    case entry::instruction: return on_one_line([&] { return std::optional(print_node(draw.instruction())); });
    case entry::metadata: return print_node(draw.metadata());
    case entry::allocation: return printed([&](sink& out) { print_head(out, draw.allocation(), forms); });
    case entry::value: {
        if (forms.value_lines == ast::value_line_form::v2) return std::nullopt; // always has several lines
        auto line = draw.value_line();
        line.unknown_tail = {}; // only in an allocation
        return line.detail ? print_node(line.value) : print_node(line);
    }
    case entry::literal: {
        // Without a shape, an empty literal does not show its dimensions.
        auto shape = draw.literal_shape();
        for (int tries = 0; tries < 100 && !std::ranges::all_of(
                                               shape.array()->dimensions, [](const auto& d) { return d.size != 0; });
             ++tries)
            shape = draw.literal_shape();
        return print_node(draw.literal(shape));
    }
    case entry::sharding: return value_of(key::sharding);
    case entry::replica_groups: return value_of(key::replica_groups);
    case entry::frontend_attributes: return on_one_line([&] { return value_of(key::frontend_attributes); });
    case entry::window: return value_of(key::window);
    case entry::origin: return value_of(key::origin);
    case entry::domain: return value_of(key::domain);
    case entry::result_accuracy: return value_of(key::result_accuracy);
    case entry::statistics: return value_of(key::statistics);
    case entry::output_to_operand_aliasing: return value_of(key::output_to_operand_aliasing);
    }
    return std::nullopt;
}

} // namespace ballast::generate

// Attributes of instructions, by the type of their values.
#pragma once

#include "ballast/ast/attribute_key.hpp"
#include "ballast/ast/literal.hpp"
#include "ballast/ast/metadata.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/sharding.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// The form of a text in the dump. `either`: in quotes, and the text does not show whether it is escaped.
enum class text_form : std::uint8_t { escaped, raw, either, dict, bare };
struct text {
    std::string_view bytes; // as in the dump, without quotes
    text_form form = text_form::escaped;

    bool operator==(const text&) const = default;
    static constexpr auto members(auto m) { return m("text", m("bytes", &text::bytes), m("form", &text::form)); }
};

// The value of an attribute that is unknown for its opcode: balanced text, verbatim.
struct attribute_text {
    std::string_view text;

    bool operator==(const attribute_text&) const = default;
    static constexpr auto members(auto m) { return m("attribute_text", m("text", &attribute_text::text)); }
};

// `%name`, or a list of names.
struct computation {
    std::string_view name;

    bool operator==(const computation&) const = default;
    static constexpr auto members(auto m) { return m("computation", m("name", &computation::name)); }
};
struct computations {
    list<std::string_view> names;

    bool operator==(const computations&) const = default;
    static constexpr auto members(auto m) { return m("computations", m("names", &computations::names)); }
};

// `{0,1}`.
struct integers {
    list<std::int64_t> values;

    bool operator==(const integers&) const = default;
    static constexpr auto members(auto m) { return m("integers", m("values", &integers::values)); }
};
// `parameter_replication={true,false}`.
struct booleans {
    list<bool> values;

    bool operator==(const booleans&) const = default;
    static constexpr auto members(auto m) { return m("booleans", m("values", &booleans::values)); }
};
// `operand_precision={default,highest}`.
struct keywords {
    list<keyword> values;

    bool operator==(const keywords&) const = default;
    static constexpr auto members(auto m) { return m("keywords", m("values", &keywords::values)); }
};
// `slice_sizes={{1,2},{3}}` of collective permutes.
struct integer_lists {
    list<list<std::int64_t>> values;

    bool operator==(const integer_lists&) const = default;
    static constexpr auto members(auto m) { return m("integer_lists", m("values", &integer_lists::values)); }
};
// `dim_labels=b01f_01io->b01f`.
struct dimension_labels {
    std::string_view text;

    bool operator==(const dimension_labels&) const = default;
    static constexpr auto members(auto m) { return m("dimension_labels", m("text", &dimension_labels::text)); }
};
// `operand_layout_constraints={f32[2]{0}, s32[]}`.
struct shapes {
    list<shape> values;

    bool operator==(const shapes&) const = default;
    static constexpr auto members(auto m) { return m("shapes", m("values", &shapes::values)); }
};

// `slice={[0:4], [2:8:2]}`: either all dimensions have a stride or none has.
struct slice_dimension {
    std::int64_t start = 0;
    std::int64_t limit = 0;
    maybe<std::int64_t> stride;

    bool operator==(const slice_dimension&) const = default;
    static constexpr auto members(auto m)
    {
        return m("slice_dimension", m("start", &slice_dimension::start), m("limit", &slice_dimension::limit),
                 m("stride", &slice_dimension::stride));
    }
};
struct slice_ranges {
    list<slice_dimension> dimensions;

    bool operator==(const slice_ranges&) const = default;
    static constexpr auto members(auto m) { return m("slice_ranges", m("dimensions", &slice_ranges::dimensions)); }
};

// `source_target_pairs={{0,1},{1,0}}`.
struct device_pair {
    std::int64_t source = 0;
    std::int64_t target = 0;

    bool operator==(const device_pair&) const = default;
    static constexpr auto members(auto m)
    {
        return m("device_pair", m("source", &device_pair::source), m("target", &device_pair::target));
    }
};
struct device_pairs {
    list<device_pair> pairs;

    bool operator==(const device_pairs&) const = default;
    static constexpr auto members(auto m) { return m("device_pairs", m("pairs", &device_pairs::pairs)); }
};

// `padding=0_-1_0x2_2_1`: either all dimensions have interior padding or none has.
struct padding_dimension {
    std::int64_t low = 0;
    std::int64_t high = 0;
    maybe<std::int64_t> interior;

    bool operator==(const padding_dimension&) const = default;
    static constexpr auto members(auto m)
    {
        return m("padding_dimension", m("low", &padding_dimension::low), m("high", &padding_dimension::high),
                 m("interior", &padding_dimension::interior));
    }
};
struct padding_config {
    list<padding_dimension> dimensions;

    bool operator==(const padding_config&) const = default;
    static constexpr auto members(auto m) { return m("padding_config", m("dimensions", &padding_config::dimensions)); }
};

// `window={size=3x1 stride=2x2 pad=1_1x0_0}`: empty fields are not printed.
struct window_padding {
    std::int64_t low = 0;
    std::int64_t high = 0;

    bool operator==(const window_padding&) const = default;
    static constexpr auto members(auto m)
    {
        return m("window_padding", m("low", &window_padding::low), m("high", &window_padding::high));
    }
};
struct window {
    list<std::int64_t> size;
    list<std::int64_t> stride;
    list<window_padding> pad;
    list<std::int64_t> lhs_dilate;
    list<std::int64_t> rhs_dilate;
    list<bool> rhs_reversal;

    bool operator==(const window&) const = default;
    static constexpr auto members(auto m)
    {
        return m("window", m("size", &window::size), m("stride", &window::stride), m("pad", &window::pad),
                 m("lhs_dilate", &window::lhs_dilate), m("rhs_dilate", &window::rhs_dilate),
                 m("rhs_reversal", &window::rhs_reversal));
    }
};

// `output_to_operand_aliasing={{1,0}: (2, {1})}`.
struct alias {
    shape_index output;
    std::int64_t operand = 0;
    shape_index operand_index;

    bool operator==(const alias&) const = default;
    static constexpr auto members(auto m)
    {
        return m("alias", m("output", &alias::output), m("operand", &alias::operand),
                 m("operand_index", &alias::operand_index));
    }
};
struct aliases {
    list<alias> entries;

    bool operator==(const aliases&) const = default;
    static constexpr auto members(auto m) { return m("aliases", m("entries", &aliases::entries)); }
};

// `frontend_attributes={a="b",c={…}}`, sorted by key. Before 2025-04-09 quoted values were not escaped, could
// contain line feeds and had no exact end. Such a value ends at the first quote that is followed by `}`, or by `,`, a
// key, `=` and a quote or brace; a raw value that contains such a place is not well-formed. A quoted value that is
// valid as escaped text is `either`, any other is `raw`.
struct frontend_attribute {
    std::string_view key;
    ast::text value;

    bool operator==(const frontend_attribute&) const = default;
    static constexpr auto members(auto m)
    {
        return m("frontend_attribute", m("key", &frontend_attribute::key), m("value", &frontend_attribute::value));
    }
};
struct frontend_attributes {
    list<frontend_attribute> entries;

    bool operator==(const frontend_attributes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("frontend_attributes", m("entries", &frontend_attributes::entries));
    }
};

// `origin={({"w" {0}}, {})}`: a tree with the structure of the result's shape. A leaf names an instruction or
// is empty. From 2024-12-06 to 2025-01-07 an empty leaf was not printed at all.
struct origin_node;
struct origin_leaf {
    std::optional<std::string_view> name;
    maybe<shape_index> index;
    bool invisible = false;

    bool operator==(const origin_leaf&) const = default;
    static constexpr auto members(auto m)
    {
        return m("origin_leaf", m("name", &origin_leaf::name), m("index", &origin_leaf::index),
                 m("invisible", &origin_leaf::invisible));
    }
};
struct origin_tuple {
    list<origin_node> parts;

    friend BALLAST_API bool operator==(const origin_tuple& a, const origin_tuple& b);
    static constexpr auto members(auto m) { return m("origin_tuple", m("parts", &origin_tuple::parts)); }
};
struct synthetic_call {
    bool operator==(const synthetic_call&) const = default;
    static constexpr auto members(auto m) { return m("synthetic_call"); }
};
struct origin_node {
    std::variant<origin_leaf, origin_tuple, synthetic_call> form; // synthetic: root only, 2025-09-09 to 2026-08-23

    bool operator==(const origin_node&) const = default;
    static constexpr auto members(auto m) { return m("origin_node", m("form", &origin_node::form)); }
};
// The whole value. `{{"a"},["x"]}` also names the call (2026-08-23+).
struct origin {
    origin_node tree;
    std::optional<std::string_view> call;

    bool operator==(const origin&) const = default;
    static constexpr auto members(auto m) { return m("origin", m("tree", &origin::tree), m("call", &origin::call)); }
};

// `domain={kind="sharding", entry={…}, exit={…}}`.
struct domain {
    std::string_view kind;
    sharding entry;
    sharding exit;

    bool operator==(const domain&) const = default;
    static constexpr auto members(auto m)
    {
        return m("domain", m("kind", &domain::kind), m("entry", &domain::entry), m("exit", &domain::exit));
    }
};

// `result_accuracy={mode=highest}`, or tolerances.
struct result_accuracy {
    bool highest = false;
    float_text atol;
    float_text rtol;
    std::int64_t ulps = 0;

    bool operator==(const result_accuracy&) const = default;
    static constexpr auto members(auto m)
    {
        return m("result_accuracy", m("highest", &result_accuracy::highest), m("atol", &result_accuracy::atol),
                 m("rtol", &result_accuracy::rtol), m("ulps", &result_accuracy::ulps));
    }
};

// `statistics={visualizing_index=0,count=3}`.
struct statistic {
    std::string_view name;
    float_text value;

    bool operator==(const statistic&) const = default;
    static constexpr auto members(auto m)
    {
        return m("statistic", m("name", &statistic::name), m("value", &statistic::value));
    }
};
struct statistics {
    std::int64_t visualizing_index = 0;
    list<statistic> entries;

    bool operator==(const statistics&) const = default;
    static constexpr auto members(auto m)
    {
        return m("statistics", m("visualizing_index", &statistics::visualizing_index),
                 m("entries", &statistics::entries));
    }
};

// `sparsity=L.1@2:4_R.0@2:4` of dots (2024-02-28 to 2025-08-05).
struct sparsity_descriptor {
    bool right = false;
    std::int64_t dimension = 0;
    std::int64_t n = 0;
    std::int64_t m = 0;

    bool operator==(const sparsity_descriptor&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sparsity_descriptor", m("right", &sparsity_descriptor::right),
                 m("dimension", &sparsity_descriptor::dimension), m("n", &sparsity_descriptor::n),
                 m("m", &sparsity_descriptor::m));
    }
};
struct sparsity_descriptors {
    list<sparsity_descriptor> entries;

    bool operator==(const sparsity_descriptors&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sparsity_descriptors", m("entries", &sparsity_descriptors::entries));
    }
};

// `sparsity_config={lhs={sparsity=2x4 dimension=1 stride=1}}` of convolutions (2026-03-01+; idx since 2026-08-17) and
// dots (2026-09-07+).
struct operand_sparsity {
    std::int64_t n = 0;
    std::int64_t m = 0;
    std::int64_t dimension = 0;
    std::int64_t stride = 0;
    std::optional<std::int64_t> index;

    bool operator==(const operand_sparsity&) const = default;
    static constexpr auto members(auto m)
    {
        return m("operand_sparsity", m("n", &operand_sparsity::n), m("m", &operand_sparsity::m),
                 m("dimension", &operand_sparsity::dimension), m("stride", &operand_sparsity::stride),
                 m("index", &operand_sparsity::index));
    }
};
struct sparsity_config {
    std::optional<operand_sparsity> lhs;
    std::optional<operand_sparsity> rhs;

    bool operator==(const sparsity_config&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sparsity_config", m("lhs", &sparsity_config::lhs), m("rhs", &sparsity_config::rhs));
    }
};

// `block_scaling_config={lhs={scale_idx=2 zero_idx=3 strides=1x32 steps=1x1}}`: the operands that scale another
// operand, and their blocks (2026-08-23+). At least one side is present.
struct operand_scaling {
    std::int64_t scale_index = 0;
    std::optional<std::int64_t> zero_index;
    list<std::int64_t> strides; // empty if not printed; likewise the steps
    list<std::int64_t> steps;

    bool operator==(const operand_scaling&) const = default;
    static constexpr auto members(auto m)
    {
        return m("operand_scaling", m("scale_index", &operand_scaling::scale_index),
                 m("zero_index", &operand_scaling::zero_index), m("strides", &operand_scaling::strides),
                 m("steps", &operand_scaling::steps));
    }
};
struct block_scaling_config {
    std::optional<operand_scaling> lhs;
    std::optional<operand_scaling> rhs;

    bool operator==(const block_scaling_config&) const = default;
    static constexpr auto members(auto m)
    {
        return m("block_scaling_config", m("lhs", &block_scaling_config::lhs), m("rhs", &block_scaling_config::rhs));
    }
};

// One `key=value`.
struct attribute {
    attribute_key key;
    std::variant<attribute_text, bool, std::int64_t, keyword, float_text, text, computation, computations, integers,
                 booleans, keywords, integer_lists, dimension_labels, slice_ranges, device_pairs, padding_config,
                 aliases, frontend_attributes, shapes, sparsity_descriptors, box<ast::shape>, box<ast::window>,
                 box<ast::replica_groups>, box<ast::sharding>, box<ast::origin>, box<ast::domain>,
                 box<ast::result_accuracy>, box<ast::statistics>, box<ast::sparsity_config>,
                 box<ast::block_scaling_config>, box<shaped_literal>, box<ast::metadata>>
        value;

    bool operator==(const attribute&) const = default;
    static constexpr auto members(auto m)
    {
        return m("attribute", m("key", &attribute::key), m("value", &attribute::value));
    }
};

// True if the table has this pair of opcode and key. Then the value is typed; otherwise it is balanced text.
BALLAST_API bool takes(const opcode& op, attribute_kind key);

} // namespace ballast::inline v0::ast

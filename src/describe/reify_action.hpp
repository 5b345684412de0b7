// From the types of actions to plain data: one overload of `data_of` for each verb, and for each action that does more.
// An action without an overload does not compile.
#pragma once

#include "ballast/ast/members.hpp"
#include "describe/action_data.hpp"
#include "read/entry_actions.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace ballast::describe {

namespace reified {

namespace r = ballast::read;
namespace g = ballast::grammar;

// --- names -----------------------------------------------------------------------------------------------------------

template <typename T>
std::string_view type_name()
{
    if constexpr (ast::structure<T>) {
        return ast::members<T>.name;
    } else if constexpr (ast::is_a<T, ast::list>) {
        static const std::string name = std::string(type_name<typename T::value_type>()) + "_list";
        return name;
    } else if constexpr (ast::is_a<T, std::optional> || ast::is_a<T, ast::maybe> || ast::is_a<T, ast::box> ||
                         ast::is_a<T, ast::shared>) {
        return type_name<std::remove_cvref_t<decltype(*std::declval<const T&>())>>();
    } else if constexpr (std::is_same_v<T, bool>) {
        return "bool";
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
        return "int";
    } else if constexpr (std::is_same_v<T, ast::keyword>) {
        return "keyword";
    } else if constexpr (std::is_same_v<T, ast::nan_sign>) {
        return "nan_sign";
    } else {
        return "text";
    }
}

// Where the members of a node are, and their names: one table for each type of node.
template <typename T>
inline const T sample{};
template <typename T>
std::span<const placed_name> member_places()
{
    static const auto places =
        std::apply([](const auto&... m) { return std::array{placed_name{&(sample<T>.*m.place), m.name}...}; },
                   ast::members<T>.all);
    return places;
}

template <auto M>
std::string_view member_name()
{
    using owner = r::owner_of<M>;
    return name_at(member_places<owner>(), &(sample<owner>.*M));
}

template <auto M>
action_row with_member(verb what, std::string_view alternative = {})
{
    return {.verb = what, .owner = type_name<r::owner_of<M>>(), .path = {member_name<M>()}, .alternative = alternative};
}
// The alternative that a member of this type becomes if it gets a T.
template <auto M, typename T>
std::string_view alternative_of()
{
    if constexpr (ast::is_a<r::type_of<M>, std::variant>)
        return type_name<T>();
    else
        return {};
}

template <typename T>
constexpr conversion natural()
{
    if constexpr (ast::is_a<T, std::optional> || ast::is_a<T, ast::maybe>)
        return natural<std::remove_cvref_t<decltype(*std::declval<const T&>())>>();
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return conversion::integer;
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return conversion::hexadecimal;
    else if constexpr (std::is_same_v<T, ast::human_size>)
        return conversion::human_size;
    else
        return conversion::text;
}

template <auto V>
row_value value_text()
{
    using T = std::remove_const_t<decltype(V)>;
    if constexpr (std::is_same_v<T, bool>)
        return {V ? "true" : "false"};
    else if constexpr (std::is_enum_v<T>)
        return {ast::enumerator_name(V), true};
    else
        return {"{}"};
}

// --- verbs -----------------------------------------------------------------------------------------------------------

template <auto M>
action_row set_as(conversion how, std::string_view alternative = {})
{
    auto made = with_member<M>(verb::set, alternative);
    made.convert = how;
    return made;
}
template <auto M>
action_row marked(row_value value, std::string_view alternative = {})
{
    auto made = with_member<M>(verb::mark, alternative);
    made.value = value;
    return made;
}
inline action_row pushed(conversion how, std::string_view type)
{
    return {.verb = verb::push, .type = type, .convert = how};
}
inline action_row custom(std::string_view name, std::string_view owner = {})
{
    return {.verb = verb::custom, .owner = owner, .value = {name}};
}
template <auto M>
action_row below(verb what, std::string_view alternative = {})
{
    auto made = with_member<M>(what, alternative);
    made.type = made.alternative.empty() ? type_name<r::type_of<M>>() : made.alternative;
    return made;
}
template <auto M>
action_row shared_below()
{
    auto made = below<M>(verb::becomes);
    made.shared = true;
    return made;
}
inline action_row element_of_type(std::string_view type) { return {.verb = verb::element, .type = type}; }

template <auto M>
actions data_of(const r::sets<M>*)
{
    return {set_as<M>(natural<r::type_of<M>>())};
}
template <auto... M>
actions data_of(const r::sets_either<M...>*)
{
    return {set_as<M>(natural<r::type_of<M>>())...};
}
template <auto M>
actions data_of(const r::sets_tenths<M>*)
{
    return {set_as<M>(conversion::decimal_digits)};
}
template <auto M>
actions data_of(const r::sets_grouped<M>*)
{
    return {set_as<M>(conversion::grouped)};
}
template <auto M>
actions data_of(const r::sets_without<',', M>*)
{
    return {set_as<M>(conversion::commas)};
}
template <auto M>
actions data_of(const r::sets_signed<M>*)
{
    return {set_as<M>(conversion::signed_size)};
}
template <auto M>
actions data_of(const r::sets_amount<M>*)
{
    return {set_as<M>(conversion::amount)};
}
template <typename T, auto M>
actions data_of(const r::sets_alternative<T, M>*)
{
    return {set_as<M>(natural<T>(), alternative_of<M, T>())};
}
template <auto M, auto V>
actions data_of(const r::marks<M, V>*)
{
    return {marked<M>(value_text<V>(), alternative_of<M, std::remove_const_t<decltype(V)>>())};
}
template <auto V, auto... M>
actions data_of(const r::marks_either<V, M...>*)
{
    return {marked<M>(value_text<V>())...};
}
template <typename T>
actions data_of(const r::pushes<T>*)
{
    return {pushed(natural<T>(), type_name<T>())};
}
template <typename T>
actions data_of(const r::element<T>*)
{
    return {element_of_type(type_name<T>())};
}
template <auto M>
actions data_of(const r::gathers<M>*)
{
    return {with_member<M>(verb::gather)};
}
template <auto M>
actions data_of(const r::inside<M>*)
{
    return {below<M>(verb::inside)};
}
template <auto M>
actions data_of(const r::emplaces<M>*)
{
    return {below<M>(verb::becomes)};
}
template <auto M>
actions data_of(const r::boxes<M>*)
{
    return {below<M>(verb::becomes)};
}
template <auto... M>
actions data_of(const r::boxes_either<M...>*)
{
    return {below<M>(verb::becomes)...};
}
template <auto M>
actions data_of(const r::boxes_in_place<M>*)
{
    return {below<M>(verb::becomes)};
}
template <auto M>
actions data_of(const r::shares_instruction<M>*)
{
    return {shared_below<M>()};
}
template <auto M>
actions data_of(const r::shares_shape<M>*)
{
    return {shared_below<M>()};
}
template <typename T, auto M>
actions data_of(const r::becomes<T, M>*)
{
    return {below<M>(verb::becomes, alternative_of<M, T>())};
}
template <typename T, auto M>
actions data_of(const r::becomes_boxed<T, M>*)
{
    return {below<M>(verb::becomes, alternative_of<M, T>())};
}
template <typename T, auto M>
actions data_of(const r::becomes_list<T, M>*)
{
    return {with_member<M>(verb::gather, alternative_of<M, ast::list<T>>())};
}
template <typename T>
actions data_of(const r::pushes_list<T>*)
{
    return {{.verb = verb::listed, .type = type_name<T>()}};
}
template <auto M>
actions data_of(const r::element_of_gathered<M>*)
{
    return {element_of_type(type_name<r::owner_of<M>>()), with_member<M>(verb::gather)};
}
inline actions data_of(const r::inside_value*)
{
    const auto of = [](std::string_view owner) {
        return action_row{.verb = verb::inside, .owner = owner, .path = {"value"}, .type = "value_name"};
    };
    return {of("value_line"), of("reused_value"), of("used_value"), of("buffer_info_row")};
}

// --- verbs of one section --------------------------------------------------------------------------------------------

inline action_row named(verb what, std::string_view owner, row_path path, std::string_view alternative = {})
{
    return {.verb = what, .owner = owner, .path = path, .alternative = alternative};
}
inline action_row named_set(std::string_view owner, row_path path, conversion how, std::string_view alternative = {})
{
    auto made = named(verb::set, owner, path, alternative);
    made.convert = how;
    return made;
}
inline action_row named_mark(std::string_view owner, row_path path, row_value value, std::string_view alternative = {})
{
    auto made = named(verb::mark, owner, path, alternative);
    made.value = value;
    return made;
}
inline action_row named_below(verb what, std::string_view owner, row_path path, std::string_view type,
                              std::string_view alternative = {})
{
    auto made = named(what, owner, path, alternative);
    made.type = type;
    return made;
}
// The text is that of a member which another rule sets.
inline action_row repeated(std::string_view owner, std::string_view member, conversion how = conversion::text)
{
    auto made = named(verb::repeat, owner, {member});
    made.convert = how;
    return made;
}
inline action_row is_value(std::string_view alternative, std::string_view member, conversion how = conversion::text)
{
    return named_set("attribute", {"value", alternative, member}, how, alternative);
}

// Shapes.
inline actions data_of(const r::sets_element_type*)
{
    return {named_set("array_shape", {"type"}, conversion::element_type)};
}
inline actions data_of(const r::sets_mark*) { return {}; }
inline actions data_of(const r::places_mark*) { return {}; }
template <typename Element>
actions data_of(const r::checks_index_mark<Element>*)
{
    return {custom("dates_index_mark")};
}
inline actions data_of(const r::notes_operand*) { return {element_of_type("operand")}; }
inline actions data_of(const r::checks_short_mark*) { return {custom("dates_short_mark")}; }
inline actions data_of(const r::checks_sharding_marks*) { return {custom("dates_sharding_mark")}; }
inline actions data_of(const r::checks_layout*) { return {}; }
inline actions data_of(const r::sets_level_letter*)
{
    return {named_set("dimension_level", {"letter"}, conversion::text)};
}
template <auto M>
actions data_of(const r::sets_auxiliary_type<M>*)
{
    return {set_as<M>(conversion::auxiliary_type)};
}
inline actions data_of(const r::sets_sparse_layout*)
{
    return {named_set("array_shape", {"layout", "suffixes", "max_sparse_elements"}, conversion::integer)};
}
inline actions data_of(const r::action<g::bounded_dimension>*)
{
    return {named_set("dimension", {"size"}, conversion::integer),
            named_mark("dimension", {"kind"}, {"bounded", true})};
}
inline actions data_of(const r::action<g::layout_suffixes>*)
{
    return {below<&ast::layout::suffixes>(verb::becomes), custom("dates_levels", "layout_suffixes")};
}
inline actions data_of(const r::action<g::invalid_layout>*)
{
    return {named_mark("array_shape", {"invalid_layout"}, {"true"})};
}

// Allocations, live ranges and whole files.
inline actions data_of(const r::ends_class<true>*)
{
    return {named_mark("allocation", {"preallocated_temp"}, {"true"}),
            named_mark("report_allocation", {"preallocated_temp"}, {"true"})};
}
inline actions data_of(const r::ends_class<false>*) { return {}; }
inline actions data_of(const r::action<g::allocation_head>*) { return {}; }
inline actions data_of(const r::action<g::peak_row>*) { return {}; }
inline actions data_of(const r::action<g::moments_head>*) { return {}; } // `every_moment` sets it
inline actions data_of(const r::action<g::frame_end_name>*) { return {repeated("tree", "frame")}; }

// Stack traces.
inline actions data_of(const r::clears_rails*) { return {custom("begins_row", "stack_row")}; }
template <bool Drawn>
actions data_of(const r::places_rail<Drawn>*)
{
    return {custom("counts_rail", "stack_row")};
}
inline actions data_of(const r::feeds_tree*) { return {}; }

// Instructions.
inline actions data_of(const r::sets_opcode*)
{
    return {named_set("instruction", {"opcode"}, conversion::opcode), custom("notes_opcode", "instruction"),
            named_set("opcode", {}, conversion::opcode)};
}
template <ast::opcode_kind Kind>
actions data_of(const r::is_opcode<Kind>*)
{
    return {named_mark("instruction", {"opcode", "kind"}, value_text<Kind>()), custom("notes_opcode", "instruction")};
}
inline actions data_of(const r::boxes_literal*)
{
    return {custom("types_body", "instruction"),
            named_below(verb::becomes, "instruction", {"body"}, "literal", "literal")};
}
inline actions data_of(const r::sets_literal_text*)
{
    return {named_set("instruction", {"body", "literal_text", "text"}, conversion::text, "literal_text")};
}
inline actions data_of(const r::sets_parameter_number*)
{
    return {named_set("instruction", {"body", "parameter_number", "number"}, conversion::integer, "parameter_number")};
}
inline actions data_of(const r::gathers_operands*)
{
    return {named(verb::gather, "instruction", {"body"}, "operand_list")};
}
inline actions data_of(const r::gathers_attributes*) { return {named(verb::gather, "instruction", {"attributes"})}; }
inline actions data_of(const r::action<g::operand_elements>*)
{
    return {named(verb::gather, "operand", {"detail", "element"})};
}
inline actions data_of(const r::action<g::operand_shape>*)
{
    auto made = named_below(verb::becomes, "operand", {"detail", "shape"}, "shape");
    made.shared = true;
    return {made};
}
inline actions data_of(const r::action<g::buffer_label>*)
{
    return {named_below(verb::becomes, "peak_buffer", {"origin"}, "opcode", "opcode")};
}

// Attributes.
inline actions data_of(const r::sets_attribute_key*) { return {}; } // `text_attribute` looks it up
inline actions data_of(const r::checks_typed*) { return {custom("typed_attribute", "attribute")}; }
inline actions data_of(const r::checks_text*) { return {custom("text_attribute", "attribute")}; }
inline actions data_of(const r::action<g::attribute_equals>*) { return {}; }
inline actions data_of(const r::action<g::attribute_text>*) { return {is_value("attribute_text", "text")}; }
template <typename T>
actions data_of(const r::sets_value<T>*)
{
    return {named_set("attribute", {"value"}, natural<T>(), type_name<T>())};
}
template <bool Value>
actions data_of(const r::sets_boolean<Value>*)
{
    return {named_mark("attribute", {"value"}, {Value ? "true" : "false"}, "bool")};
}
inline actions data_of(const r::action<g::boolean>*)
{
    return {named_set("attribute", {"value"}, conversion::boolean, "bool")};
}
inline actions data_of(const r::action<g::boolean_element>*) { return {pushed(conversion::boolean, "bool")}; }
inline actions data_of(const r::action<g::propagated>*) { return {pushed(conversion::boolean, "bool")}; }
inline actions data_of(const r::action<g::reversal>*) { return {pushed(conversion::bit, "bool")}; }
inline actions data_of(const r::sets_keyword*)
{
    return {named_set("attribute", {"value"}, conversion::text, "keyword")};
}
inline actions data_of(const r::action<g::precision>*) { return {pushed(conversion::text, "keyword")}; }
template <ast::text_form Form>
actions data_of(const r::sets_text<Form>*)
{
    return {is_value("text", "bytes"), named_mark("attribute", {"value", "text", "form"}, value_text<Form>(), "text")};
}
template <typename T, auto M>
actions data_of(const r::sets_view_of<T, M>*)
{
    return {is_value(type_name<T>(), member_name<M>())};
}
template <auto M>
actions data_of(const r::sets_float<M>*)
{
    auto made = set_as<M>(conversion::text);
    made.path[1] = "text";
    return {made};
}
inline actions data_of(const r::sets_float_value*) { return {is_value("float_text", "text")}; }
template <typename T, auto M>
actions data_of(const r::gathers_value<T, M>*)
{
    return {named_below(verb::becomes, "attribute", {"value"}, type_name<T>(), type_name<T>()),
            with_member<M>(verb::gather)};
}
template <auto M>
actions data_of(const r::inside_domain<M>*)
{
    return {below<M>(verb::inside)};
}
template <ast::text_form Form>
actions data_of(const r::sets_frontend<Form>*)
{
    return {named_set("frontend_attribute", {"value", "bytes"}, conversion::text),
            named_mark("frontend_attribute", {"value", "form"}, value_text<Form>())};
}
inline actions data_of(const r::action<g::frontend_key>*)
{
    return {named_set("frontend_attribute", {"key"}, conversion::text)};
}
inline actions data_of(const r::action<g::origin_invisible>*)
{
    return {named_mark("origin_node", {"form", "origin_leaf", "invisible"}, {"true"}, "origin_leaf")};
}

// Shardings.
template <typename T>
actions data_of(const r::is_sharding<T>*)
{
    return {named_mark("sharding", {"form"}, {"{}"}, type_name<T>())};
}
template <ast::mesh_form Form>
actions data_of(const r::is_mesh<Form>*)
{
    return {named_mark("mesh", {"form"}, value_text<Form>())};
}
inline actions data_of(const r::action<g::quoted_axis>*)
{
    auto made = named(verb::given, "axis", {"form"});
    made.type = "mesh";
    made.value = {"quoted", true};
    return {made};
}
inline actions data_of(const r::action<g::bare_axis>*) { return {}; } // where axes are not quoted
inline actions data_of(const r::marks_comma*) { return {named_mark("sharding", {"comma_before_metadata"}, {"true"})}; }
inline actions data_of(const r::dates_unreduced*) { return {}; }
inline actions data_of(const r::pushes_subgroup*) { return {pushed(conversion::text, "subgroup")}; }
inline actions data_of(const r::action<g::iota_order>*)
{
    return {named_below(verb::becomes, "mesh", {"device_order"}, "iota_order", "iota_order"),
            named_below(verb::becomes, "iota_tiles", {"order"}, "iota_order")};
}
inline actions data_of(const r::action<g::axis_name>*)
{
    return {named_set("mesh_axis", {"name"}, conversion::text), named_set("axis", {"name"}, conversion::text)};
}
inline actions data_of(const r::action<g::angle_mesh>*) { return {custom("glues_mesh", "mesh")}; }
inline actions data_of(const r::action<g::mesh>*)
{
    return {named_below(verb::inside, "named_sharding", {"mesh"}, "mesh"),
            named_below(verb::inside, "mesh_groups", {"mesh"}, "mesh")};
}
inline actions data_of(const r::action<g::sharded_list>*) { return {custom("lists_devices", "tiled_sharding")}; }
inline actions data_of(const r::action<g::max_reduction>*)
{
    return {named_mark("unreduced_sharding", {"reduction"}, {"max", true}),
            named_mark("named_sharding", {"reduction"}, {"max", true})};
}
inline actions data_of(const r::action<g::min_reduction>*)
{
    return {named_mark("unreduced_sharding", {"reduction"}, {"min", true}),
            named_mark("named_sharding", {"reduction"}, {"min", true})};
}
inline actions data_of(const r::action<g::unlisted_sharding>*)
{
    return {named_set("sharding", {"form", "unlisted_sharding", "text"}, conversion::text, "unlisted_sharding")};
}

// Literals.
inline actions data_of(const r::becomes_array*) { return {custom("array_literal", "literal")}; }
inline actions data_of(const r::action<g::elided_literal>*)
{
    return {named_mark("literal", {"form"}, {"{}"}, "elided_literal")};
}
inline actions data_of(const r::part_of_tuple*) { return {element_of_type("literal")}; }
inline actions data_of(const r::action<g::shaped_value>*)
{
    return {custom("types_value", "literal_array"), named_below(verb::inside, "literal_array", {"value"}, "literal")};
}
inline actions data_of(const r::action<g::shaped_token>*)
{
    return {named_mark("shaped_literal", {"form"}, {"{}"}, "literal_token")};
}

// Metadata.
template <auto M>
actions data_of(const r::sets_rare<M>*)
{
    return {named_set("metadata", {"rare", member_name<M>()}, conversion::text)};
}
inline actions data_of(const r::gathers_profile_types*)
{
    return {named(verb::gather, "metadata", {"rare", "profile_types"})};
}
inline actions data_of(const r::action<g::preserve_layout>*)
{
    return {named_mark("metadata", {"rare", "preserve_layout"}, {"true"})};
}
inline actions data_of(const r::action<g::bare_deduplicated_name>*)
{
    return {named_set("metadata", {"rare", "deduplicated_name"}, conversion::text),
            named_mark("metadata", {"rare", "bare_deduplicated_name"}, {"true"})};
}

inline actions data_of(const r::gathers_unknown_fields*)
{
    return {named(verb::gather, "metadata", {"rare", "unknown_items"})};
}

// What a later XLA adds.
inline actions data_of(const r::keeps_item*) { return {custom("keeps_item")}; }
inline actions data_of(const r::keeps_tail*)
{
    const auto of = [](std::string_view owner) { return named_set(owner, {"unknown_tail"}, conversion::text); };
    return {of("value_line"), of("used_value"), of("live_range_row"), of("peak_row")};
}

// Reports and messages.
inline actions data_of(const r::sets_hundredths*)
{
    return {named_set("fragmentation", {"percent"}, conversion::decimal_digits, "int")};
}
inline actions data_of(const r::sets_percent*)
{
    return {named_set("ranked_allocation", {"percent"}, conversion::integer, "int"),
            named_set("usage_row", {"percent"}, conversion::integer, "int")};
}
template <ast::nan_sign Sign>
actions data_of(const r::is_no_percent<Sign>*)
{
    return {named_mark("ranked_allocation", {"percent"}, value_text<Sign>(), "nan_sign"),
            named_mark("usage_row", {"percent"}, value_text<Sign>(), "nan_sign")};
}
inline actions data_of(const r::sets_named_space*)
{
    return {named_set("space_usage", {"color"}, conversion::last_digit)};
}
inline actions data_of(const r::checks_space*) { return {repeated("space_usage", "color", conversion::integer)}; }
inline actions data_of(const r::action<g::report_head>*)
{
    return {named_below(verb::inside, "ranked_allocation", {"allocation"}, "report_allocation"),
            named_below(verb::inside, "listed_allocation", {"allocation"}, "report_allocation")};
}
inline actions data_of(const r::repeats_space*)
{
    return {repeated("tpu_lead", "space"), repeated("tpu_bare_report", "space"),
            repeated("tpu_stack_overflow", "space")};
}
template <auto M>
actions data_of(const r::sets_label<M>*)
{
    auto made = set_as<M>(conversion::text);
    made.path[1] = "text";
    return {made};
}
inline actions data_of(const r::marks_usage*)
{
    return {named_mark("tpu_space_report", {"lead", "usage_follows"}, {"true"}),
            named_mark("tpu_lead", {"usage_follows"}, {"true"})};
}

template <g::fixed_text Key>
actions data_of(const r::action<g::key_of_value<Key>>*)
{
    return {};
}

// Texts of modules.
inline actions data_of(const r::places_entry_layout*)
{
    return {named_below(verb::becomes, "module_text", {"entry_computation_layout"}, "entry_layout")};
}
inline actions data_of(const r::sets_module_frontend*)
{
    return {named_below(verb::becomes, "module_text", {"frontend_attributes"}, "frontend_attributes")};
}
inline actions data_of(const r::reads_line*)
{
    return {below<&ast::computation_line::content>(verb::becomes, "text_instruction")};
}
inline actions data_of(const r::checks_end_name*)
{
    return {named_mark("computation_text", {"named_end"}, {"true"}), repeated("computation_text", "name")};
}
inline actions data_of(const r::sets_parent*) { return {named_set("stack_frame", {"parent"}, conversion::before)}; }

} // namespace reified

// The function that describes the action of a rule; null if there is none.
template <typename Rule>
constexpr auto actions_of() -> actions (*)()
{
    if constexpr (std::is_base_of_v<tao::pegtl::nothing<Rule>, read::action<Rule>>)
        return nullptr;
    else
        return [] { return reified::data_of(static_cast<const read::action<Rule>*>(nullptr)); };
}

} // namespace ballast::describe

#include "generate/nodes.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace ballast::generate {

namespace {

using key = ast::attribute_kind;
using op = ast::opcode_kind;

bool printed_at(feature which, commit_time when) { return eras(which).contains(when); }

} // namespace

ast::forms forms_at(commit_time when)
{
    const auto at = [&](feature f) { return printed_at(f, when); };
    ast::forms forms;
    using line = ast::value_line_form;
    forms.value_lines = at(feature::value_lines_v1)   ? line::v1
                        : at(feature::value_lines_v2) ? line::v2
                        : at(feature::value_lines_v3) ? line::v3
                                                      : line::v4;
    if (at(feature::from_tight)) forms.from_instruction = ast::from_form::tight;
    if (at(feature::from_glued)) forms.from_instruction = ast::from_form::glued;
    if (at(feature::from_own_line)) forms.from_instruction = ast::from_form::own_line;
    forms.empty_uses = at(feature::none_for_empty_uses) ? ast::empty_uses_form::none : ast::empty_uses_form::bare;
    forms.index_marks = at(feature::index_marks) ? ast::index_mark_form::present : ast::index_mark_form::absent;
    forms.sharding_marks = at(feature::sharding_marks) ? ast::index_mark_form::present : ast::index_mark_form::absent;
    forms.levels = at(feature::levels_after_tiles) ? ast::level_order::after_tiles : ast::level_order::before_tiles;
    forms.empty_literals = at(feature::two_blanks_in_empty_literals) ? ast::empty_literal_form::two_blanks
                                                                     : ast::empty_literal_form::one_blank;
    return forms;
}

std::vector<commit_time> turning_points()
{
    std::vector<commit_time> result;
    for (std::size_t i = 0; i < feature_count; ++i)
        for (const auto& stay : info(static_cast<feature>(i)).printed) {
            result.push_back(stay.begin);
            if (stay.end != now) result.push_back(stay.end);
        }
    std::ranges::sort(result);
    const auto rest = std::ranges::unique(result);
    result.erase(rest.begin(), rest.end());
    return result;
}

// --- names and numbers -----------------------------------------------------------------------------------------------

std::string_view nodes::name()
{
    std::string text(pick({"add", "fusion", "copy-start", "_x", "p", "reduce_window"}));
    if (chance(2)) text.append(".").append(std::to_string(below(1000)));
    if (chance(8)) text += ".clone-";
    return memory_.copy(text);
}

ast::shape_index nodes::index()
{
    return many(0, 3, [&] { return below(12); });
}

std::optional<ast::shape_index> nodes::maybe_index()
{
    if (chance(2)) return index();
    return std::nullopt;
}

std::int64_t nodes::number()
{
    switch (below(4)) {
    case 0: return below(10);
    case 1: return below(100000);
    case 2: return INT64_MAX - below(3);
    default: return below(INT64_MAX);
    }
}

// --- shapes ----------------------------------------------------------------------------------------------------------

ast::element_type nodes::type()
{
    if (unknown(14)) return {ast::element_kind::unknown, memory_.make(pick({"goldilocks", "my_type8"}))};
    constexpr auto last = static_cast<std::int64_t>(ast::element_kind::f8e8m0fnu);
    const auto first = static_cast<std::int64_t>(ast::element_kind::f32);
    return {static_cast<ast::element_kind>(1 + (first - 1 + below(last)) % last), {}};
}

ast::shape nodes::shape(int depth, bool layouts)
{
    const auto choice = below(12);
    if (depth > 0 && choice >= 10) return {ast::tuple_shape{many(0, 7, [&] { return shape(depth - 1, layouts); })}};
    if (choice == 9 && can(feature::buffer_shape)) return {ast::buffer_shape{array(depth, layouts)}};
    if (choice == 8) {
        ast::array_shape bare;
        bare.type.kind = chance(2) ? ast::element_kind::token : ast::element_kind::opaque;
        return {bare};
    }
    return {array(depth, layouts)};
}

ast::array_shape nodes::array(int depth, bool layouts)
{
    ast::array_shape result;
    result.type = type();
    std::vector<ast::dimension> dimensions;
    for (auto rank = below(4); rank != 0; --rank) {
        auto kind = ast::dimension_kind::fixed;
        if (chance(8)) kind = ast::dimension_kind::bounded;
        if (chance(10, feature::unbounded_dimension)) kind = ast::dimension_kind::unbounded;
        dimensions.push_back({kind == ast::dimension_kind::unbounded ? 0 : number(), kind});
    }
    result.dimensions = list(dimensions);
    if (!layouts) return result;
    if (dimensions.empty() && chance(8, feature::invalid_layout)) {
        result.invalid_layout = true;
    } else if (chance(16, feature::sparse_layout)) {
        ast::layout_suffixes sparse;
        sparse.max_sparse_elements = number();
        result.layout = ast::layout{{}, memory_.make(sparse)};
    } else if (!dimensions.empty() || chance(3)) {
        result.layout = layout(dimensions.size(), depth);
    }
    return result;
}

ast::layout nodes::layout(std::size_t rank, int depth)
{
    ast::layout result;
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < rank; ++i)
        order.insert(order.begin() + below(static_cast<std::int64_t>(i) + 1), static_cast<std::int64_t>(i));
    result.minor_to_major = list(order);
    if (rank == 0 || chance(3)) result.suffixes = memory_.make(suffixes(rank, depth));
    return result;
}

ast::auxiliary_type nodes::auxiliary()
{
    if (chance(4)) return {};
    const auto integral = below(12);
    return {static_cast<ast::element_kind>(static_cast<std::int64_t>(ast::element_kind::s1) + integral)};
}

ast::layout_suffixes nodes::suffixes(std::size_t, int depth)
{
    ast::layout_suffixes x;
    if (chance(4, feature::levels))
        x.levels = many(1, 3, [&] { return ast::dimension_level{"DCSH"[below(4)], chance(3), chance(3)}; });
    if (chance(2))
        x.tiles = many(1, 3, [&] {
            return ast::tile{
                many(0, 3, [&] { return ast::tile_dimension{chance(4) ? std::nullopt : std::optional(number())}; })};
        });
    if (chance(5, feature::tail_padding)) x.tail_padding_alignment = 2 + below(100);
    if (chance(5, feature::sparse_types)) x.index_type = auxiliary();
    if (chance(5, feature::sparse_types)) x.pointer_type = auxiliary();
    if (chance(4, feature::element_bits)) x.element_bits = 1 + below(16);
    if (chance(3)) x.memory_space = 1 + below(6);
    if (chance(5, feature::splits)) x.splits = many(1, 2, [&] { return ast::split{number(), index()}; });
    if (depth > 0 && chance(6, feature::physical_shape)) x.physical_shape = memory_.make(shape(depth - 1));
    if (chance(5, feature::dynamic_metadata)) x.dynamic_metadata_bytes = 1 + below(64);
    if (x == ast::layout_suffixes{}) x.memory_space = 1;
    return x;
}

// --- metadata --------------------------------------------------------------------------------------------------------

ast::metadata nodes::metadata()
{
    ast::metadata result;
    if (chance(2)) result.op_type = pick({"add", "dot_general"});
    if (chance(2)) result.op_name = pick({"jit(f)/a", "params[\\'w\\']", "\\303\\251", "a (b"});
    if (chance(2)) result.source_file = pick({"f.py", "a b/c.py"});
    if (chance(2)) result.source_line = 1 + below(1000);
    if (chance(4, feature::source_columns)) result.source_end_line = 1 + below(100);
    if (chance(4, feature::source_columns)) result.source_column = 1 + below(100);
    if (chance(4, feature::source_columns)) result.source_end_column = 1 + below(100);
    if (chance(4, feature::profile_types)) result.profile_types = many(1, 3, [&] { return 1 + below(3); });
    result.bare_deduplicated_name = can(feature::bare_deduplicated_name);
    if ((can(feature::deduplicated_name) || result.bare_deduplicated_name) && chance(4))
        result.deduplicated_name = "fusion.1";
    else
        result.bare_deduplicated_name = false;
    result.preserve_layout = chance(5, feature::preserve_layout);
    if (chance(4, feature::scheduling_name)) result.scheduling_name = pick({"fusion.3", "it's"});
    if (chance(4, feature::stack_frame_id)) result.stack_frame_id = 1 + below(100);
    if (chance(4, feature::metadata_payload)) result.payload = pick({"", "\\001x"});
    return result;
}

// --- literals --------------------------------------------------------------------------------------------------------

ast::shape nodes::literal_shape()
{
    constexpr auto last = static_cast<std::int64_t>(ast::element_kind::f8e8m0fnu);
    ast::array_shape shape;
    shape.type.kind = static_cast<ast::element_kind>(
        1 + (static_cast<std::int64_t>(ast::element_kind::s32) - 1 + below(last)) % last);
    std::vector<ast::dimension> dimensions;
    std::vector<std::int64_t> order;
    const bool many_elements = can(feature::large_constants);
    std::int64_t count = 1;
    for (auto rank = below(6); rank != 0; --rank) {
        auto size = 1 + below(4);
        if (chance(6)) size = 0;
        if (!many_elements && count * size > 10) size = 1;
        count *= size;
        order.push_back(static_cast<std::int64_t>(dimensions.size()));
        dimensions.push_back({size, ast::dimension_kind::fixed});
    }
    shape.dimensions = list(dimensions);
    if (!order.empty()) shape.layout = ast::layout{list(order), {}};
    return {shape};
}

// Numerals that every type prints alike.
ast::float_text nodes::numeral(ast::element_kind kind)
{
    using enum ast::element_kind;
    if (kind == f8e8m0fnu) return {pick({"1", "0.5", "2", "nan"})};
    if (kind != f16 && kind != bf16 && kind != f32 && kind != f64 && kind != c64 && kind != c128)
        return {pick({"0", "1", "0.5", "2"})};
    if (chance(16, feature::nan_payload)) return {"nan(0x1)"};
    return {pick({"0", "1", "-0", "0.5", "-2", "inf", "-inf", "nan", "-nan"})};
}

ast::literal nodes::literal(const ast::shape& of)
{
    const auto& shape = std::get<ast::array_shape>(of.form);
    if (chance(5)) return {ast::elided_literal{}};
    ast::array_literal result;
    std::vector<std::int64_t> sizes;
    std::int64_t count = 1;
    for (const auto& d : shape.dimensions) {
        sizes.push_back(d.size);
        count *= d.size;
    }
    result.dimensions = list(sizes);
    using enum ast::element_kind;
    const auto kind = shape.type.kind;
    const auto all = [&](auto make) { return many(count, count, make); };
    if (kind == pred) {
        result.elements = all([&] { return chance(2); });
    } else if (kind >= s1 && kind <= s64) {
        const auto limit = std::int64_t{1} << std::min(ast::bits(kind) - 1, 60);
        result.elements = all([&] { return chance(3) ? -1 - below(limit) : below(limit); });
    } else if (kind == u64 && chance(4)) {
        result.elements = all([&] { return UINT64_MAX - from_.below(9); });
        if (count == 0) result.elements = ast::list<std::int64_t>{};
    } else if (kind >= u1 && kind <= u64) {
        const auto limit = std::int64_t{1} << std::min(ast::bits(kind), 60);
        result.elements = all([&] { return below(limit); });
    } else if (kind == c64 || kind == c128) {
        result.elements = all([&] { return ast::complex_text{numeral(kind), numeral(kind)}; });
    } else {
        result.elements = all([&] { return numeral(kind); });
    }
    return {result};
}

ast::shaped_literal nodes::shaped_literal()
{
    auto s = literal_shape();
    const bool old = can(feature::parenthesised_literal);
    if (old) {
        auto bare = std::get<ast::array_shape>(s.form);
        bare.layout.reset();
        s = {bare};
    }
    ast::shaped_literal array;
    array.form = memory_.make(ast::literal_array{s, {}, literal(s)});
    ast::shaped_literal token;
    token.form = ast::literal_token{};
    ast::shaped_literal result = array;
    if (!old && chance(3)) result.form = ast::literal_tuple{memory_.make_list({array, token})};
    result.in_parentheses = old;
    return result;
}

// --- shardings -------------------------------------------------------------------------------------------------------

ast::iota_order nodes::iota_order()
{
    const auto rank = 1 + below(3);
    ast::iota_order result;
    result.reshape = many(rank, rank, [&] { return 1 + below(8); });
    if (rank > 1) result.transpose = many(rank, rank, [&] { return below(rank); });
    return result;
}

ast::iota_tiles nodes::iota_tiles()
{
    return {many(1, 3, [&] { return 1 + below(8); }), iota_order()};
}

ast::tiled_sharding nodes::tiled()
{
    ast::tiled_sharding result;
    if (chance(2, feature::iota_sharding)) {
        result.devices = iota_tiles();
    } else {
        result.dimensions = many(1, 3, [&] { return 1 + below(4); });
        result.devices = many(0, 4, [&] { return below(16); });
    }
    result.last_tile_dim_replicate = chance(3);
    if (chance(3, feature::last_tile_dims))
        result.last_tile_dims = many(1, 3, [&] {
            using enum ast::subgroup;
            constexpr ast::subgroup all[] = {replicated, manual, unreduced, error_type};
            if (chance(4)) return can(feature::maximul_subgroup) ? maximul : maximal;
            return all[below(4)];
        });
    return result;
}

ast::mesh nodes::mesh()
{
    using enum ast::mesh_form;
    const bool angles = can(feature::angle_mesh);
    ast::mesh result;
    if (chance(5)) {
        result.maximal_device = below(8);
        result.form = angles ? angle_glued : quoted; // without axes the two bracket spellings are one
        return result;
    }
    result.form = angles ? angle_glued : can(feature::bracket_mesh) ? bracket : quoted;
    const bool quotes = result.form == quoted;
    result.axes = many(quotes ? 0 : 1, 3, [&] {
        return ast::mesh_axis{quotes ? pick({"x", "data", "y z", "a/b"}) : pick({"x", "data", "y.1"}), 1 + below(8)};
    });
    if (chance(2)) {
        if (chance(2))
            result.device_order = many(1, 4, [&] { return below(8); });
        else
            result.device_order = iota_order();
        if (angles && when_ >= 202601080000) result.form = angle; // where the order stands tells the two apart
    }
    return result;
}

ast::list<ast::axis> nodes::axes(const ast::mesh& of, std::int64_t least)
{
    if (of.maximal_device || of.axes.empty()) least = 0;
    const bool quoted = of.form == ast::mesh_form::quoted;
    return many(least, of.maximal_device || of.axes.empty() ? 0 : 2, [&] {
        ast::axis a{quoted ? pick({"x", "data", "y z"}) : pick({"x", "data"}), {}};
        if (chance(3)) a.part = ast::sub_axis{1 + below(4), 1 + below(4)};
        return a;
    });
}

ast::named_sharding nodes::named()
{
    ast::named_sharding result;
    result.mesh = mesh();
    const bool has_axes = !result.mesh.maximal_device && !result.mesh.axes.empty();
    using body = ast::named_sharding::body;
    result.what = chance(2) ? body::dimensions : static_cast<body>(below(5));
    const bool reduces = when_ >= 202608100000;
    const auto reduction = [&] { return reduces ? static_cast<ast::reduction>(below(3)) : ast::reduction::none; };
    if (result.what == body::unreduced) {
        result.reduction = reduction();
        if (has_axes && chance(2)) result.unreduced_axes = axes(result.mesh, 1);
    }
    if (result.what == body::dimensions) {
        result.dimensions = many(0, 3, [&] { return ast::dimension_axes{axes(result.mesh, 0), chance(3)}; });
        if (has_axes && chance(3)) result.replicated_axes = axes(result.mesh, 1);
        if (has_axes && chance(3)) {
            result.unreduced_axes = axes(result.mesh, 1);
            result.reduction = reduction();
        }
        if (has_axes && chance(3) && when_ >= 202601140000) result.manual_axes = axes(result.mesh, 1);
    }
    return result;
}

ast::sharding nodes::sharding(bool leaf)
{
    ast::sharding result;
    // The richest form is drawn more often than the others.
    switch (chance(3, feature::named_sharding) ? 6 : below(leaf ? 8 : 9)) {
    case 1: result.form = ast::manual_sharding{}; break;
    case 2: result.form = ast::maximal_sharding{below(9)}; break;
    case 3:
        if (can(feature::unknown_sharding))
            result.form = ast::unknown_sharding{};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 4:
        if (can(feature::unreduced))
            result.form = ast::unreduced_sharding{when_ >= 202608100000 ? static_cast<ast::reduction>(below(3))
                                                                        : ast::reduction::none};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 5: result.form = tiled(); break;
    case 6:
        if (can(feature::named_sharding)) {
            result.form = memory_.make(named());
            break;
        }
        result.form = tiled();
        break;
    case 7:
        if (words_ == vocabulary::any) {
            result.form = ast::unlisted_sharding{pick({"sliced", "by {a} \"}\""})};
            return result;
        }
        result.form = ast::replicated_sharding{};
        break;
    case 8: result.form = ast::tuple_sharding{many(0, 7, [&] { return sharding(true); })}; return result;
    default: result.form = ast::replicated_sharding{};
    }
    const bool is_named = std::holds_alternative<ast::box<ast::named_sharding>>(result.form);
    const bool can_comma =
        is_named || (when_ >= 202608100000 && (std::holds_alternative<ast::replicated_sharding>(result.form) ||
                                               std::holds_alternative<ast::unreduced_sharding>(result.form)));
    if (can_comma && when_ >= 202601080000 && chance(3)) {
        result.comma_before_metadata = true;
        result.metadata = many(1, 2, [&] { return metadata(); });
    } else if (!is_named) {
        if (chance(3, feature::shard_group)) result.group = ast::shard_group{chance(2), below(9)};
        if (chance(3, feature::sharding_metadata)) result.metadata = many(1, 3, [&] { return metadata(); });
    }
    return result;
}

ast::replica_groups nodes::replica_groups()
{
    if (chance(3, feature::mesh_groups)) {
        ast::mesh_groups groups;
        groups.mesh = mesh();
        groups.axes = axes(groups.mesh, 0);
        return {groups};
    }
    if (chance(3, feature::iota_groups)) return {iota_tiles()};
    return {many(0, 3, [&] { return static_cast<ast::list<std::int64_t>>(index()); })};
}

// --- attributes ------------------------------------------------------------------------------------------------------

ast::origin_node nodes::origin(int depth)
{
    if (depth > 0 && chance(3)) {
        auto parts = many(0, 3, [&] { return origin(depth - 1); });
        // A tuple of one missing leaf reads as the empty tuple.
        if (parts.size() == 1)
            if (const auto* leaf = std::get_if<ast::origin_leaf>(&parts[0].form); leaf && leaf->invisible) parts = {};
        return {ast::origin_tuple{parts}};
    }
    ast::origin_leaf leaf;
    if (chance(3)) {
        leaf.invisible = depth < 2 && can(feature::invisible_origin);
        return {leaf};
    }
    leaf.name = pick({"add.3", "while.2/body/x", "it's"});
    leaf.index = maybe_index();
    return {leaf};
}

ast::window nodes::window(const ast::opcode& of)
{
    ast::window w;
    if (of.kind == op::custom_call && chance(4)) return w;
    const auto rank = 1 + below(3);
    const auto each = [&](auto make) { return many(rank, rank, make); };
    w.size = each([&] { return 1 + below(5); });
    if (chance(2)) w.stride = each([&] { return 2 + below(3); });
    if (chance(2)) w.pad = each([&] { return ast::window_padding{below(3) - 1, 1 + below(3)}; });
    if (chance(2)) w.lhs_dilate = each([&] { return 2 + below(3); });
    if (chance(2)) w.rhs_dilate = each([&] { return 2 + below(3); });
    if (chance(2)) w.rhs_reversal = each([&] { return true; });
    return w;
}

ast::frontend_attributes nodes::frontend_attributes()
{
    std::vector<ast::frontend_attribute> entries;
    if (can(feature::frontend_bare)) {
        entries.push_back({"a.b", {pick({"1", "x"}), ast::text_form::bare}});
        if (chance(2)) entries.push_back({"kind", {pick({"2", "y_z"}), ast::text_form::bare}});
        return {list(entries)};
    }
    if (chance(2, feature::frontend_dict)) entries.push_back({"_pairs", {"{{0,1},{1,0}}", ast::text_form::dict}});
    if (entries.empty() || chance(2)) entries.push_back({"a.b", {pick({"1", "it\\'s", "{"}), ast::text_form::either}});
    if (chance(2, feature::frontend_raw))
        entries.push_back({"kind", {pick({"x \"y\" z", "it's", "a\",b=c"}), ast::text_form::raw}});
    return {list(entries)};
}

bool nodes::prints(const ast::opcode& of, ast::attribute_kind k) const
{
    if (!takes(of, k)) return false;
    if (const auto shown = shown_by(k); shown && !can(*shown)) return false;
    switch (k) {
    case key::original_value: return can(feature::original_value);
    case key::literal: return can(feature::parenthesised_literal) || can(feature::shaped_literal);
    case key::algorithm: return of.kind == op::rng_bit_generator || can(feature::dot_algorithm);
    case key::is_stable: return of.kind != op::topk || can(feature::stable_topk);
    case key::operand_precision: return true;
    default: return true;
    }
}

ast::attribute nodes::attribute(const ast::opcode& of, ast::attribute_kind k)
{
    ast::attribute result{{k, {}}, {}};
    draw_value(of, result);
    return result;
}

ast::list<ast::attribute> nodes::attributes(const ast::opcode& of)
{
    std::vector<ast::attribute> result;
    const auto add = [&](key k) {
        if (prints(of, k) && chance(2)) result.push_back(attribute(of, k));
    };
    if (of.suffix == ast::async_suffix::none)
        for (const auto k : own_keys(of.kind)) add(k);
    else if (of.suffix == ast::async_suffix::start) {
        add(key::async_group_id);
        add(key::async_execution_thread);
        add(key::async_thread_name);
    }
    const bool early = can(feature::early_result_accuracy);
    if (early) add(key::result_accuracy);
    for (const auto k :
         {key::sharding, key::frontend_attributes, key::outer_dimension_partitions, key::control_predecessors,
          key::statistics, key::operation_queue_id, key::wait_on_operation_queues, key::result_accuracy, key::origin,
          key::original_value, key::metadata})
        if (k != key::result_accuracy || !early) add(k);
    if (unknown(8)) {
        ast::attribute other{{key::unknown, memory_.make(pick({"strength", "x_y"}))}, {}};
        other.value = ast::attribute_text{pick({"1", "", "{a \"}\"}", "[2]<=[4]", "%a, %b", "(f32[] 1)"})};
        result.push_back(other);
    }
    add(key::backend_config);
    return list(result);
}

// One case a kind of value.
void nodes::draw_value(const ast::opcode& of, ast::attribute& a)
{
    const auto word = [&](std::initializer_list<ast::keyword> words) {
        a.value = words.begin()[below(static_cast<std::int64_t>(words.size()))];
    };
    const auto integers = [&](std::int64_t least, std::int64_t most) {
        a.value = ast::integers{many(least, most, [&] { return below(12); })};
    };
    const auto escaped = [&](std::initializer_list<std::string_view> texts) {
        a.value = ast::text{pick(texts), ast::text_form::escaped};
    };
    const auto names = [&](std::int64_t least) { a.value = ast::computations{many(least, 3, [&] { return name(); })}; };
    using k = ast::keyword;
    switch (a.key.kind) {
    case key::algorithm:
        if (of.kind == op::rng_bit_generator)
            word({k::rng_default, k::rng_three_fry, k::rng_philox});
        else
            word({k::dot_bf16_bf16_f32_x3, k::dot_f64_f64_f64, k::dot_any_f8_any_f8_f32_fast_accum, k::dot_f16_f16_f16,
                  k::dot_any_f8_any_f8_f32, k::dot_f16_f16_f32, k::dot_bf16_bf16_bf16, k::dot_bf16_bf16_f32,
                  k::dot_bf16_bf16_f32_x6, k::dot_bf16_bf16_f32_x9, k::dot_tf32_tf32_f32, k::dot_tf32_tf32_f32_x3,
                  k::dot_f32_f32_f32});
        break;
    case key::api_version:
        word({k::API_VERSION_TYPED_FFI, k::API_VERSION_STATUS_RETURNING, k::API_VERSION_STATUS_RETURNING_UNIFIED,
              k::API_VERSION_UNSPECIFIED});
        break;
    case key::mode:
        word({k::cross_replica, k::cross_replica_and_partition, k::cross_partition, k::flattened_id});
        break;
    case key::convolution_kind: word({k::fprop, k::wgrad, k::dgrad}); break;
    case key::direction: word({k::EQ, k::NE, k::GE, k::GT, k::LE, k::LT}); break;
    case key::type: word({k::FLOAT, k::TOTALORDER, k::SIGNED, k::UNSIGNED}); break;
    case key::fft_type: word({k::FFT, k::IFFT, k::RFFT, k::IRFFT}); break;
    case key::distribution: word({k::rng_uniform, k::rng_normal, k::rng_invalid}); break;
    case key::kind: word({k::kLoop, k::kInput, k::kOutput, k::kCustom}); break;
    case key::padding_type: word({k::PADDING_SAME, k::PADDING_VALID}); break;
    case key::schedule:
        if (can(feature::schedule_as_possible))
            word({k::LATE_AS_POSSIBLE, k::EARLY_AS_POSSIBLE});
        else if (can(feature::schedule_bare))
            word({k::LATEST, k::EARLIEST});
        else
            word({k::SCHEDULE_EARLIEST, k::SCHEDULE_LATEST});
        break;
    case key::transpose_a: word({k::NO_TRANSPOSE, k::TRANSPOSE, k::ADJOINT}); break;
    case key::operand_precision:
        a.value = ast::keywords{
            list(std::vector{chance(2) ? k::high : k::highest, chance(2) ? k::default_ : k::packed_nibble})};
        break;
    case key::has_dynamic_root:
    case key::is_associative:
    case key::largest: a.value = chance(2); break;
    case key::is_stable: a.value = of.kind == op::sort || chance(2); break;
    case key::constrain_layout:
    case key::custom_call_has_side_effect:
    case key::indices_are_sorted:
    case key::is_composite:
    case key::is_cross_program_prefetch:
    case key::is_host_transfer:
    case key::is_reverse:
    case key::left_side:
    case key::lower:
    case key::unique_indices:
    case key::unit_diagonal:
    case key::use_global_device_ids: a.value = true; break;
    case key::async_group_id:
    case key::channel_id:
    case key::cross_program_prefetch_index:
    case key::delta:
    case key::exponent_bits:
    case key::feature_index:
    case key::index:
    case key::index_vector_dim:
    case key::iota_dimension:
    case key::k:
    case key::mantissa_bits:
    case key::num_carries:
    case key::operation_queue_id:
    case key::inferred_dimension: a.value = below(100); break;
    case key::batch_group_count:
    case key::feature_group_count: a.value = 2 + below(100); break;
    case key::body:
    case key::condition:
    case key::false_computation:
    case key::scatter:
    case key::select:
    case key::to_apply:
    case key::true_computation: a.value = ast::computation{name()}; break;
    case key::branch_computations: names(0); break;
    case key::called_computations:
    case key::calls:
    case key::control_predecessors: names(1); break;
    case key::dimensions:
        switch (of.kind) {
        case op::all_gather:
        case op::all_gather_start:
        case op::reduce_scatter:
        case op::all_reduce_scatter:
        case op::all_to_all:
        case op::get_dimension_size:
        case op::set_dimension_size: integers(1, 1); break;
        default: integers(0, 3);
        }
        break;
    case key::slice_sizes:
        if (of.kind == op::gather)
            integers(0, 3);
        else
            a.value = ast::integer_lists{many(1, 3, [&] { return static_cast<ast::list<std::int64_t>>(index()); })};
        break;
    case key::input_batching_dims:
    case key::lhs_batch_dims:
    case key::lhs_ragged_dims:
    case key::operand_batching_dims:
    case key::outer_dimension_partitions:
    case key::rhs_batch_dims:
    case key::rhs_group_dims:
    case key::scatter_indices_batching_dims:
    case key::start_indices_batching_dims:
    case key::wait_on_operation_queues: integers(1, 3); break;
    case key::collapsed_slice_dims:
    case key::dynamic_slice_sizes:
    case key::fft_length:
    case key::inserted_window_dims:
    case key::lhs_contracting_dims:
    case key::offset_dims:
    case key::rhs_contracting_dims:
    case key::scatter_dims_to_operand_dims:
    case key::start_index_map:
    case key::update_window_dims: integers(0, 3); break;
    case key::parameter_replication: a.value = ast::booleans{many(0, 3, [&] { return chance(2); })}; break;
    case key::epsilon: a.value = ast::float_text{pick({"0.001", "1e-05", "1", "nan"})}; break;
    case key::async_execution_thread:
    case key::async_thread_name: a.value = ast::text{pick({"host", "a b", "it's"}), ast::text_form::raw}; break;
    case key::custom_call_target: escaped({"__cublas$gemm", "a\\\"b", ""}); break;
    case key::infeed_config:
    case key::outfeed_config: escaped({"f$g", "a\\'b", "\\303\\251"}); break;
    case key::backend_config:
        if (!can(feature::bare_dict_config))
            escaped({"{\\\"a\\\":1}", "plain", "{}"});
        else if (chance(3))
            escaped({"plain", "\\010\\001x"});
        else
            a.value = ast::text{pick({"{}", "{\"a\":\"}\"}", "{a = 1 : i64}", "{\"n\":[\"1\"],\"é\":{}}"}),
                                ast::text_form::dict};
        break;
    case key::dim_labels: a.value = ast::dimension_labels{pick({"b01f_01io->b01f", "bf_io->bf", "?bf_io->bf"})}; break;
    case key::slice: {
        const bool strides = chance(2);
        a.value = ast::slice_ranges{many(strides ? 1 : 0, 3, [&] {
            return ast::slice_dimension{below(4), below(9), strides ? std::optional(2 + below(3)) : std::nullopt};
        })};
        break;
    }
    case key::source_target_pairs:
        a.value = ast::device_pairs{many(0, 3, [&] { return ast::device_pair{below(8), below(8)}; })};
        break;
    case key::padding: {
        const bool interior = chance(2);
        a.value = ast::padding_config{many(interior ? 1 : 0, 3, [&] {
            return ast::padding_dimension{below(5) - 2, below(5) - 2,
                                          interior ? std::optional(1 + below(3)) : std::nullopt};
        })};
        break;
    }
    case key::window: a.value = memory_.make(window(of)); break;
    case key::operand_layout_constraints: a.value = ast::shapes{many(0, 3, [&] { return shape(1); })}; break;
    case key::outfeed_shape: a.value = memory_.make(shape(2)); break;
    case key::output_to_operand_aliasing:
        a.value = ast::aliases{many(1, 3, [&] { return ast::alias{index(), below(5), index()}; })};
        break;
    case key::frontend_attributes: a.value = frontend_attributes(); break;
    case key::origin:
    case key::original_value:
        if (a.key.kind == key::origin && when_ >= 202509090000 && chance(6))
            a.value = memory_.make(ast::origin_node{ast::synthetic_call{}});
        else
            a.value = memory_.make(origin(3));
        break;
    case key::domain: a.value = memory_.make(ast::domain{"sharding", sharding(), sharding()}); break;
    case key::result_accuracy: {
        ast::result_accuracy accuracy;
        accuracy.highest = !chance(2);
        if (!accuracy.highest) accuracy = {false, {"0"}, {"1e-05"}, below(9)};
        a.value = memory_.make(accuracy);
        break;
    }
    case key::statistics:
        a.value = memory_.make(ast::statistics{
            below(5) - 1, many(1, 3, [&] { return ast::statistic{pick({"count", "a b"}), {pick({"1", "0.5"})}}; })});
        break;
    case key::sparsity:
        a.value =
            ast::sparsity_descriptors{many(1, 2, [&] { return ast::sparsity_descriptor{chance(2), below(3), 2, 4}; })};
        break;
    case key::sparsity_config: {
        const auto index_of = [&] {
            return when_ >= 202608170000 && chance(2) ? std::optional(below(3)) : std::nullopt;
        };
        ast::sparsity_config config;
        if (chance(2)) config.lhs = ast::operand_sparsity{2, 4, below(3), below(3), index_of()};
        if (chance(2)) config.rhs = ast::operand_sparsity{1, 4, below(3), below(3), index_of()};
        a.value = memory_.make(config);
        break;
    }
    case key::literal: a.value = memory_.make(shaped_literal()); break;
    case key::replica_groups: a.value = memory_.make(replica_groups()); break;
    case key::sharding: a.value = memory_.make(sharding()); break;
    case key::metadata: a.value = memory_.make(metadata()); break;
    default: throw std::logic_error("no value for " + std::string(spelling(a.key.kind)));
    }
}

// --- instructions ----------------------------------------------------------------------------------------------------

ast::opcode nodes::opcode()
{
    if (unknown(12))
        return {op::unknown,
                can(feature::async_sugar) ? static_cast<ast::async_suffix>(below(4)) : ast::async_suffix::none,
                memory_.make(pick({"frobnicate", "x2"}))};
    constexpr auto count = static_cast<std::int64_t>(op::xor_);
    auto kind = static_cast<op>(1 + (static_cast<std::int64_t>(op::add) - 1 + below(count)) % count);
    if (kind == op::constant || kind == op::parameter) kind = op::add;
    const auto suffix =
        chance(5, feature::async_sugar) ? static_cast<ast::async_suffix>(below(4)) : ast::async_suffix::none;
    // `copy` with `-start` is copy-start.
    const auto read = ast::resolve_opcode(std::string(spelling(kind)).append(spelling(suffix)));
    return {read.kind, read.suffix, {}};
}

ast::instruction nodes::instruction()
{
    ast::instruction result;
    result.name = name();
    const auto body = below(6);
    if (body == 5) {
        result.opcode.kind = op::parameter;
        result.shape = shape(2);
        result.body = ast::parameter_number{number()};
    } else if (body == 4) {
        result.opcode.kind = op::constant;
        if (unknown(8)) {
            result.shape = {
                ast::array_shape{{ast::element_kind::unknown, memory_.make(pick({"goldilocks"}))}, {}, {}, false}};
            result.body = ast::literal_text{pick({"0x1", "{1} (2)", ""})};
        } else {
            result.shape = literal_shape();
            result.body = memory_.make(literal(result.shape));
        }
    } else {
        result.opcode = opcode();
        result.shape = shape(2);
        const bool shapes = can(feature::operand_shapes);
        std::vector<ast::operand> operands;
        for (auto count = below(chance(4) ? 8 : 3); count != 0; --count)
            operands.push_back(chance(12)
                                   ? ast::operand{}
                                   : ast::operand{name(), shapes ? memory_.make(shape(1)) : ast::box<ast::shape>{}});
        result.body = list(operands);
    }
    result.attributes = attributes(result.opcode);
    return result;
}

// --- values and allocations ------------------------------------------------------------------------------------------

ast::value_name nodes::value_name()
{
    const bool v1 = forms_.value_lines == ast::value_line_form::v1;
    ast::value_name result;
    result.id = number();
    result.name = name();
    if (v1 || chance(3)) result.index = index();
    result.phi = !v1 && chance(5);
    result.color = below(3);
    if (forms_.value_lines == ast::value_line_form::v2 && chance(5)) result.color = -1;
    if (v1 && chance(5)) result.color.reset();
    return result;
}

ast::value_detail nodes::detail()
{
    const bool in_allocation = forms_.value_lines != ast::value_line_form::v4;
    ast::value_detail result;
    result.positions = many(1, 4, [&] { return ast::value_position{name(), maybe_index()}; });
    result.uses_initialized = in_allocation || !chance(8, feature::uses_not_initialized);
    if (result.uses_initialized)
        result.uses = many(0, 4, [&] { return ast::value_use{name(), number(), maybe_index()}; });
    return result;
}

ast::value_line nodes::value_line()
{
    const auto form = forms_.value_lines;
    ast::value_line result;
    result.value = value_name();
    result.size = number();
    result.offset = number();
    result.shape = shape(2);
    if (form == ast::value_line_form::v2 || form == ast::value_line_form::v3) result.detail = memory_.make(detail());
    return result;
}

ast::allocation nodes::allocation()
{
    ast::allocation result;
    result.number = number();
    if (can(feature::pointer)) result.pointer = from_.below(UINT64_MAX);
    result.size = number();
    if (chance(3)) result.color = 1 + below(6);
    if (chance(4, feature::page)) result.page = number();
    bool in_parameter = false;
    if (chance(3)) {
        ast::allocation_parameter parameter;
        parameter.number = number();
        parameter.index = index();
        if (chance(5, feature::unknown_parameter_shape))
            parameter.unknown_shape = true;
        else if (can(feature::parameter_with_shape))
            parameter.shape = memory_.make(shape(2, false));
        in_parameter = true;
        result.parameter = memory_.make(parameter);
    }
    if (chance(4, feature::output_shape)) result.output_shape = memory_.make(shape(2, false));
    result.constant = chance(4);
    result.thread_local_ = chance(4);
    result.maybe_live_out = chance(4);
    result.preallocated_temp = chance(4);
    // What stands beside a parameter's shape tells the era; it is drawn where it is consistent.
    if (!in_parameter) result.values = many(0, 3, [&] { return value_line(); });
    if (chance(4, feature::reused_block))
        result.reused = many(1, 3, [&] { return ast::reused_value{value_name(), below(4)}; });
    return result;
}

ast::used_value nodes::used_value()
{
    ast::used_value result;
    result.value = value_name();
    result.detail = detail();
    if (forms_.from_instruction != ast::from_form::unseen) result.instruction = memory_.make(instruction());
    return result;
}

// --- live ranges -----------------------------------------------------------------------------------------------------

ast::stack_row nodes::stack_row(std::int64_t depth, ast::branch branch, std::string_view label)
{
    return {depth, branch, label, below(1001), number(), number(), 1 + below(1000)};
}

void nodes::children(std::vector<ast::stack_row>& rows, std::int64_t depth)
{
    if (depth > 4) return;
    const auto count = below(3);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto branch = i + 1 == count ? ast::branch::last : ast::branch::inner;
        rows.push_back(stack_row(depth, branch, pick({"a", "jit(f) (x)", "w{0}", "größe", "x (12.5%, b", " "})));
        children(rows, depth + 1);
    }
}

ast::stack_trace nodes::stack_trace()
{
    std::vector<ast::stack_row> rows;
    for (auto tops = 1 + below(3); tops != 0; --tops) {
        rows.push_back(stack_row(0, ast::branch::top, name()));
        children(rows, 1);
    }
    rows.back().remaining = 0;
    return {1 + number() / 2, list(rows)};
}

ast::live_range nodes::live_range()
{
    ast::live_range result;
    result.max = number();
    result.sequence = many(1, 5, [&] { return ast::sequence_row{number(), name()}; });
    result.rows = many(0, 5, [&] { return ast::live_range_row{name(), index(), number(), number()}; });
    if (chance(6, feature::unbounded_peak)) {
        result.summary = ast::unbounded_peak{};
        return result;
    }
    ast::peak peak;
    peak.moment = number();
    peak.rows = many(1, 4, [&] {
        ast::peak_row row{name(), {}, number(), {}};
        if (!can(feature::bare_peak_rows)) row.index = index();
        if (can(feature::cumulative_peak_rows)) row.cumulative = number();
        return row;
    });
    if (can(feature::stack_trace)) peak.stack_trace = memory_.make(stack_trace());
    result.summary = peak;
    return result;
}

// --- files -----------------------------------------------------------------------------------------------------------

std::vector<ast::dump_kind> kinds_at(commit_time when)
{
    using enum ast::dump_kind;
    if (printed_at(feature::combined_file, when)) return {combined};
    if (printed_at(feature::values_file, when)) return {assignment, values, live_range};
    return {assignment};
}

ast::dump nodes::dump(ast::dump_kind kind)
{
    ast::dump result;
    result.kind = kind;
    result.forms = forms_;
    if (chance(8)) result.frame = pick({"a.txt", "module_0001.x-buffer-assignment.txt", "a b ** c"});
    const bool combined = kind == ast::dump_kind::combined;
    std::size_t value_lines = 0;
    if (combined || kind == ast::dump_kind::assignment) {
        result.allocations = many(0, 4, [&] { return allocation(); });
        for (const auto& a : result.allocations) value_lines += a.values.size();
    }
    if ((combined && !can(feature::no_total)) || kind == ast::dump_kind::values) {
        ast::total total{{}, number(), {}};
        if (can(feature::human_total)) total.human = ast::human_size{below(10000), ast::size_unit::mib};
        result.total = total;
    }
    if (combined && can(feature::every_moment)) {
        auto moments = live_range();
        moments.summary = ast::every_moment{many(
            0, 3, [&] { return ast::moment_row{number(), below(2000) - 1000, many(0, 3, [&] { return name(); })}; })};
        result.every_moment = memory_.make(moments);
    }
    if (combined || kind == ast::dump_kind::values) {
        // Where no live range follows, their number is what shows that the file is whole.
        const bool counted = can(feature::no_live_range) || can(feature::every_moment);
        const auto exact = static_cast<std::int64_t>(value_lines);
        result.used_values = counted && combined ? many(exact, exact, [&] { return used_value(); })
                                                 : many(0, 5, [&] { return used_value(); });
    }
    if ((combined && can(feature::live_range_section)) || kind == ast::dump_kind::live_range) {
        if (kind == ast::dump_kind::live_range && chance(6, feature::live_range_not_available))
            result.live_range = ast::live_range_not_available{};
        else
            result.live_range = memory_.make(live_range());
    }
    return result;
}

} // namespace ballast::generate

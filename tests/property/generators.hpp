// Random trees, valid by construction, built without any text.
#pragma once

#include "ballast/ast.hpp"

#include <rapidcheck.h>

#include <memory>
#include <string>
#include <vector>

namespace ballast::tests {

// Draws nodes into an arena. `forms` are the spellings of the file the nodes are for; what is drawn is consistent with
// them, and `seen` collects which of them the nodes show.
class tree_source {
public:
    tree_source(ast::arena& memory, const ast::forms& forms) : memory_(memory), forms_(forms) {}

    ast::shape shape(int depth = 3, bool layouts = true)
    {
        const auto choice = below(10);
        if (depth > 0 && choice < 2) return {ast::tuple_shape{tuple_elements(depth, layouts)}};
        if (choice == 2) return {ast::buffer_shape{sized_array(layouts, depth)}};
        if (choice == 3) return {bare()};
        return {sized_array(layouts, depth)};
    }

    ast::array_shape sized_array(bool layouts, int depth)
    {
        ast::array_shape result;
        result.type = type();
        const auto rank = below(4);
        std::vector<ast::dimension> dimensions;
        for (std::int64_t i = 0; i < rank; ++i) {
            const auto kind = static_cast<ast::dimension_kind>(below(8) < 6 ? 0 : 1 + below(2));
            dimensions.push_back({kind == ast::dimension_kind::unbounded ? 0 : number(), kind});
        }
        result.dimensions = list(dimensions);
        if (layouts && (rank > 0 || chance(3))) result.layout = layout(rank, depth);
        return result;
    }

    ast::layout layout(std::int64_t rank, int depth)
    {
        ast::layout result;
        std::vector<std::int64_t> order;
        for (std::int64_t i = 0; i < rank; ++i) order.insert(order.begin() + below(i + 1), i);
        result.minor_to_major = list(order);
        if (rank == 0 || chance(3)) result.suffixes = memory_.make(suffixes(depth));
        return result;
    }

    ast::value_name value_name(bool index_always = false)
    {
        ast::value_name result;
        result.id = number();
        result.name = name();
        if (index_always || chance(3)) result.index = index();
        result.phi = !index_always && chance(5);
        result.color = below(3);
        return result;
    }

    ast::value_detail detail(bool may_lack_uses)
    {
        ast::value_detail result;
        result.positions = many(1, 4, [&] { return ast::value_position{name(), maybe_index()}; });
        result.uses_initialized = !may_lack_uses || !chance(6);
        if (result.uses_initialized)
            result.uses = many(0, 4, [&] { return ast::value_use{name(), number(), maybe_index()}; });
        if (result.uses_initialized && result.uses.empty()) seen.empty_uses = forms_.empty_uses;
        return result;
    }

    ast::value_line value_line()
    {
        const auto form = forms_.value_lines;
        seen.value_lines = form;
        ast::value_line result;
        result.value = value_name(form == ast::value_line_form::v1);
        result.size = number();
        result.offset = number();
        result.shape = shape(2);
        if (form == ast::value_line_form::v2 || form == ast::value_line_form::v3) {
            // There, empty uses have one spelling.
            auto below = detail(false);
            seen.empty_uses = ast::empty_uses_form::unseen;
            result.detail = memory_.make(below);
        }
        return result;
    }

    ast::allocation allocation()
    {
        ast::allocation result;
        result.number = number();
        result.size = number();
        if (chance(3)) result.color = 1 + below(6);
        if (chance(3)) {
            ast::allocation_parameter parameter;
            parameter.number = number();
            parameter.index = index();
            if (chance(5))
                parameter.unknown_shape = true;
            else
                parameter.shape = memory_.make(shape(2, false));
            result.parameter = memory_.make(parameter);
        }
        if (chance(4)) result.output_shape = memory_.make(shape(2, false));
        result.constant = chance(4);
        result.thread_local_ = chance(4);
        result.maybe_live_out = chance(4);
        result.preallocated_temp = chance(4);
        result.values = many(0, 3, [&] { return value_line(); });
        return result;
    }

    // Without attributes; the literal of a constant is left open.
    ast::instruction bare_instruction()
    {
        ast::instruction result;
        result.name = name();
        result.shape = shape(2);
        const auto body = below(6);
        if (body == 0) {
            result.opcode.kind = ast::opcode_kind::parameter;
            result.body = ast::parameter_number{number()};
        } else if (body == 1) {
            result.opcode.kind = ast::opcode_kind::constant;
            result.body = ast::literal_text{};
        } else {
            result.opcode = opcode();
            const bool shapes = chance(2);
            std::vector<ast::operand> operands;
            const auto count = below(8);
            for (std::int64_t i = 0; i < count; ++i)
                operands.push_back(
                    chance(12) ? ast::operand{}
                               : ast::operand{name(), shapes ? memory_.make(shape(1)) : ast::box<ast::shape>{}});
            if (count > 5) seen.index_marks = forms_.index_marks;
            result.body = list(operands);
        }
        return result;
    }

    ast::metadata metadata()
    {
        ast::metadata result;
        if (chance(2)) result.op_type = pick({"add", "dot_general"});
        if (chance(2)) result.op_name = pick({"jit(f)/a", "params[\\'w\\']", "\\303\\251"});
        if (chance(2)) result.source_file = pick({"f.py", "a b/c.py"});
        if (chance(2)) result.source_line = 1 + number() % 1000;
        if (chance(4)) result.source_end_line = 1 + below(100);
        if (chance(4)) result.source_column = 1 + below(100);
        if (chance(4)) result.source_end_column = 1 + below(100);
        if (chance(4)) result.profile_types = many(1, 3, [&] { return 1 + below(3); });
        if (chance(4)) result.deduplicated_name = "fusion.1";
        if (!result.deduplicated_name.empty()) result.bare_deduplicated_name = bare_names;
        result.preserve_layout = chance(5);
        if (chance(4)) result.scheduling_name = pick({"fusion.3", "it's"});
        if (chance(4)) result.stack_frame_id = 1 + below(100);
        if (chance(4)) result.payload = pick({"", "\\001x"});
        return result;
    }

    ast::live_range live_range(bool cumulative, bool tree)
    {
        ast::live_range result;
        result.max = number();
        result.sequence = many(1, 5, [&] { return ast::sequence_row{number(), name()}; });
        result.rows = many(0, 5, [&] { return ast::live_range_row{name(), index(), number(), number()}; });
        ast::peak peak;
        peak.moment = number();
        peak.rows = many(1, 4, [&] {
            ast::peak_row row{name(), {}, number(), {}};
            if (cumulative) row.index = index();
            if (cumulative) row.cumulative = number();
            return row;
        });
        if (tree) peak.stack_trace = memory_.make(stack_trace());
        result.summary = peak;
        return result;
    }

    // Rows in pre-order; each inner node has a later sibling.
    ast::stack_trace stack_trace()
    {
        std::vector<ast::stack_row> rows;
        const auto tops = 1 + below(3);
        for (std::int64_t i = 0; i < tops; ++i) {
            rows.push_back(stack_row(0, ast::branch::top, name()));
            stack_children(rows, 1);
        }
        rows.back().remaining = 0;
        return {1 + number() / 2, list(rows)};
    }

    ast::forms seen;
    bool bare_names = false; // one choice a file, like the forms

    std::int64_t below(std::int64_t limit) { return *rc::gen::inRange<std::int64_t>(0, limit); }
    bool chance(std::int64_t of) { return below(of) == 0; }
    std::int64_t number()
    {
        switch (below(4)) {
        case 0: return below(10);
        case 1: return below(100000);
        case 2: return INT64_MAX - below(3);
        default: return *rc::gen::inRange<std::int64_t>(0, INT64_MAX);
        }
    }
    std::string_view pick(std::initializer_list<std::string_view> texts)
    {
        return texts.begin()[below(static_cast<std::int64_t>(texts.size()))];
    }
    template <typename Make>
    auto many(std::int64_t least, std::int64_t most, Make make) -> ast::list<decltype(make())>
    {
        using element = decltype(make());
        const auto count = static_cast<std::size_t>(least + below(most - least + 1));
        const auto elements = std::make_unique<element[]>(count); // a vector<bool> is no run of bool
        for (std::size_t i = 0; i < count; ++i) elements[i] = make();
        return memory_.make_list(std::span<const element>(elements.get(), count));
    }
    template <typename T>
    ast::list<T> list(const std::vector<T>& elements)
    {
        return memory_.make_list(std::span<const T>(elements));
    }
    std::string_view name()
    {
        std::string text(pick({"add", "fusion", "copy-start", "_x", "p"}));
        if (chance(2)) text.append(".").append(std::to_string(below(1000)));
        if (chance(6)) text += ".clone-";
        return memory_.copy(text);
    }
    ast::shape_index index()
    {
        return many(0, 3, [&] { return below(12); });
    }
    std::optional<ast::shape_index> maybe_index()
    {
        if (chance(2)) return index();
        return std::nullopt;
    }

    ast::arena& memory() { return memory_; }
    [[nodiscard]] const ast::forms& forms() const { return forms_; }

private:
    ast::list<ast::shape> tuple_elements(int depth, bool layouts)
    {
        auto result = many(0, 7, [&] { return shape(depth - 1, layouts); });
        if (result.size() > 5) seen.index_marks = forms_.index_marks;
        return result;
    }

    ast::array_shape bare()
    {
        ast::array_shape result;
        result.type.kind = chance(2) ? ast::element_kind::token : ast::element_kind::opaque;
        return result;
    }

    ast::element_type type()
    {
        if (chance(12)) return {ast::element_kind::unknown, memory_.make(pick({"goldilocks", "my_type8"}))};
        return {static_cast<ast::element_kind>(1 + below(static_cast<std::int64_t>(ast::element_kind::f8e8m0fnu))), {}};
    }

    ast::opcode opcode()
    {
        if (chance(10))
            return {ast::opcode_kind::unknown, static_cast<ast::async_suffix>(below(4)),
                    memory_.make(pick({"frobnicate", "x2"}))};
        while (true) {
            const auto kind = static_cast<ast::opcode_kind>(1 + below(136));
            if (kind == ast::opcode_kind::constant || kind == ast::opcode_kind::parameter) continue;
            const auto suffix = static_cast<ast::async_suffix>(chance(3) ? below(4) : 0);
            const auto printed = std::string(spelling(kind)) + std::string(spelling(suffix));
            const auto read = ast::resolve_opcode(printed); // `copy` with `-start` reads as copy-start
            return {read.kind, read.suffix, {}};
        }
    }

    ast::layout_suffixes suffixes(int depth)
    {
        ast::layout_suffixes x;
        const bool late = forms_.levels == ast::level_order::after_tiles;
        if (chance(4))
            x.levels = many(1, 3, [&] { return ast::dimension_level{"DCSH"[below(4)], chance(3), chance(3)}; });
        if (chance(2))
            x.tiles = many(1, 3, [&] {
                return ast::tile{many(
                    0, 3, [&] { return ast::tile_dimension{chance(4) ? std::nullopt : std::optional(number())}; })};
            });
        if (!x.levels.empty() && !x.tiles.empty()) seen.levels = forms_.levels;
        if (!late && chance(5)) x.tail_padding_alignment = 2 + below(100);
        if (!late && chance(5)) x.index_type = auxiliary();
        if (!late && chance(5)) x.pointer_type = auxiliary();
        if (chance(4)) x.element_bits = 1 + below(16);
        if (chance(3)) x.memory_space = 1 + below(6);
        if (!late && chance(5)) x.splits = many(1, 2, [&] { return ast::split{number(), index()}; });
        if (depth > 0 && chance(6)) x.physical_shape = memory_.make(shape(depth - 1));
        if (!late && chance(5)) x.dynamic_metadata_bytes = 1 + below(64);
        if (x == ast::layout_suffixes{}) x.memory_space = 1;
        return x;
    }

    ast::auxiliary_type auxiliary()
    {
        if (chance(4)) return {};
        return {static_cast<ast::element_kind>(static_cast<std::int64_t>(ast::element_kind::s1) + below(14))};
    }

    ast::stack_row stack_row(std::int64_t depth, ast::branch branch, std::string_view label)
    {
        return {depth, branch, label, below(1001), number(), number(), 1 + number() % 1000};
    }
    void stack_children(std::vector<ast::stack_row>& rows, std::int64_t depth)
    {
        if (depth > 4) return;
        const auto count = below(3);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto branch = i + 1 == count ? ast::branch::last : ast::branch::inner;
            rows.push_back(stack_row(depth, branch, pick({"jit(f) (x)", "a", "w{0}", "größe", "x (12.5%, b", " "})));
            stack_children(rows, depth + 1);
        }
    }

    ast::arena& memory_;
    const ast::forms& forms_;
};

} // namespace ballast::tests

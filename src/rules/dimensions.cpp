#include "rules/dimensions.hpp"

#include "ast/leaf_count.hpp"
#include "ballast/ast/attribute_key.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::rules {

bool has_elements(ast::element_kind kind)
{
    switch (kind) {
    case ast::element_kind::opaque:
    case ast::element_kind::token:
    case ast::element_kind::primitive_type_invalid: return false;
    default: return true;
    }
}

namespace {

using ast::opcode_kind;
using enum ast::attribute_kind;
using numbers = ast::list<std::int64_t>;

// A shape and its name in messages; null if it is not an array, or not in the text.
struct known_array {
    const ast::array_shape* array = nullptr;
    std::string_view called;

    explicit operator bool() const { return array != nullptr; }
    [[nodiscard]] std::size_t rank() const { return array->dimensions.size(); }
    [[nodiscard]] const ast::dimension& operator[](std::size_t i) const { return array->dimensions[i]; }
};

known_array array_in(const ast::shape* shape, std::string_view called)
{
    const auto* array = shape ? shape->array() : nullptr;
    return array && has_elements(array->type.kind) ? known_array{array, called} : known_array{};
}

class checker {
public:
    explicit checker(const shaped_instruction& made) : made_(made) {}

    verdict check()
    {
        switch (made_.opcode) {
        case opcode_kind::broadcast: return broadcast();
        case opcode_kind::transpose: return transpose();
        case opcode_kind::reverse: return each_once(dimensions, result());
        case opcode_kind::reduce: return reduce();
        case opcode_kind::map: return map();
        case opcode_kind::concatenate:
        case opcode_kind::sort: return one(first_result());
        case opcode_kind::all_gather:
        case opcode_kind::reduce_scatter:
        case opcode_kind::all_to_all:
        case opcode_kind::set_dimension_size: return each_once(dimensions, result());
        case opcode_kind::get_dimension_size: return each_once(dimensions, operand(0));
        case opcode_kind::iota: return iota();
        case opcode_kind::slice: return slice();
        case opcode_kind::dynamic_slice: return dynamic_slice();
        case opcode_kind::gather: return counts(slice_sizes, list(slice_sizes), operand(0));
        case opcode_kind::pad: return pad();
        case opcode_kind::reduce_window:
        case opcode_kind::select_and_scatter: return windowed(first_result());
        case opcode_kind::convolution: return convolution();
        case opcode_kind::dot: return dot();
        case opcode_kind::parameter: return parameter();
        default: return {};
        }
    }

private:
    // --- what the instruction says -----------------------------------------------------------------------------------

    known_array result() const { return array_in(made_.result, "the result"); }
    // The first result of an instruction with several results, which all have one shape.
    known_array first_result() const
    {
        const auto* tuple = made_.result ? made_.result->tuple() : nullptr;
        if (!tuple) return result();
        return tuple->elements.empty() ? known_array{} : array_in(&tuple->elements[0], "the first result");
    }
    known_array operand(std::size_t i) const
    {
        if (i >= made_.operands.size()) return {};
        return array_in(made_.operands[i], i == 0 ? "the first operand" : "the second operand");
    }
    const ast::attribute* find(ast::attribute_kind key)
    {
        for (part_ = 0; part_ < made_.attributes.size(); ++part_)
            if (made_.attributes[part_].key.kind == key) return &made_.attributes[part_];
        return nullptr;
    }
    template <typename T>
    const T* get(ast::attribute_kind key)
    {
        const auto* attribute = find(key);
        return attribute ? std::get_if<T>(&attribute->value) : nullptr;
    }
    const numbers* list(ast::attribute_kind key)
    {
        const auto* integers = get<ast::integers>(key);
        return integers ? &integers->values : nullptr;
    }

    // --- violations; the wrong attribute is the one that was looked up last ------------------------------------------

    [[nodiscard]] violation wrong(finding_message text) const
    {
        return {finding_id::attribute_shape, std::move(text), part_};
    }
    [[nodiscard]] verdict counts(ast::attribute_kind key, std::size_t count, known_array of) const
    {
        if (!of || of.rank() == count) return {};
        return wrong(say("`{}` has {} dimensions, {} has {}", spelling(key), count, of.called, of.rank()));
    }
    template <typename List>
    [[nodiscard]] verdict counts(ast::attribute_kind key, const List* values, known_array of) const
    {
        return values ? counts(key, values->size(), of) : std::nullopt;
    }
    [[nodiscard]] verdict exists(ast::attribute_kind key, std::int64_t dimension, known_array of) const
    {
        if (!of || static_cast<std::uint64_t>(dimension) < of.rank()) return {};
        return wrong(say("`{}` names dimension {}, {} has {}", spelling(key), dimension, of.called, of.rank()));
    }
    [[nodiscard]] verdict once(ast::attribute_kind key, const numbers& values) const
    {
        std::vector<std::int64_t> sorted(values.begin(), values.end());
        std::ranges::sort(sorted);
        const auto twice = std::ranges::adjacent_find(sorted);
        if (twice == sorted.end()) return {};
        return wrong(say("`{}` names dimension {} twice", spelling(key), *twice));
    }
    verdict each_once(ast::attribute_kind key, known_array of)
    {
        const auto* values = list(key);
        if (!values) return {};
        for (const auto dimension : *values)
            if (auto found = exists(key, dimension, of)) return found;
        return once(key, *values);
    }

    // --- by opcode ---------------------------------------------------------------------------------------------------

    verdict broadcast()
    {
        if (auto found = each_once(dimensions, result())) return found;
        return counts(dimensions, list(dimensions), operand(0));
    }
    verdict transpose()
    {
        if (auto found = each_once(dimensions, result())) return found;
        return counts(dimensions, list(dimensions), result());
    }
    verdict reduce()
    {
        if (auto found = each_once(dimensions, operand(0))) return found;
        const auto from = operand(0);
        const auto to = first_result();
        const auto* values = list(dimensions);
        if (!values || !from || !to || from.rank() == to.rank() + values->size()) return {};
        return wrong(say("`dimensions` removes {} of {} dimensions, {} has {}", values->size(), from.rank(), to.called,
                         to.rank()));
    }
    verdict map()
    {
        const auto* values = list(dimensions);
        if (!values) return {};
        for (std::size_t i = 0; i < values->size(); ++i)
            if ((*values)[i] != static_cast<std::int64_t>(i))
                return wrong(
                    say("`dimensions` of map lists all dimensions in order, here {} is at {}", (*values)[i], i));
        return counts(dimensions, values, result());
    }
    verdict one(known_array of)
    {
        const auto* values = list(dimensions);
        if (!values) return {};
        if (values->size() != 1)
            return wrong(say("`dimensions` of {} has one dimension, here {}", spelling(made_.opcode), values->size()));
        return exists(dimensions, (*values)[0], of);
    }
    verdict iota()
    {
        const auto* dimension = get<std::int64_t>(iota_dimension);
        return dimension ? exists(iota_dimension, *dimension, result()) : std::nullopt;
    }
    verdict slice()
    {
        const auto* ranges = get<ast::slice_ranges>(ast::attribute_kind::slice);
        if (!ranges) return {};
        const auto to = result();
        const auto from = operand(0);
        if (auto found = counts(ast::attribute_kind::slice, &ranges->dimensions, to)) return found;
        if (auto found = counts(ast::attribute_kind::slice, &ranges->dimensions, from)) return found;
        for (std::size_t i = 0; i < ranges->dimensions.size(); ++i) {
            const auto& d = ranges->dimensions[i];
            const auto stride = d.stride.value_or(1);
            if (d.start > d.limit) return wrong(say("slice starts at {} and ends at {}", d.start, d.limit));
            if (stride < 1) return wrong(say("slice has a stride of {}", stride));
            if (from && from[i].kind != ast::dimension_kind::unbounded && d.limit > from[i].size)
                return wrong(say("slice ends at {}, the dimension has {} elements", d.limit, from[i].size));
            const auto extent = d.limit - d.start;
            const auto taken = extent / stride + (extent % stride != 0 ? 1 : 0);
            if (to && to[i].kind != ast::dimension_kind::unbounded && to[i].size != taken)
                return wrong(say("slice takes {} elements, dimension {} of the result has {}", taken, i, to[i].size));
        }
        return {};
    }
    verdict dynamic_slice()
    {
        const auto* sizes = list(dynamic_slice_sizes);
        const auto to = result();
        if (auto found = counts(dynamic_slice_sizes, sizes, to)) return found;
        if (!sizes || !to) return {};
        for (std::size_t i = 0; i < sizes->size(); ++i)
            if (to[i].kind != ast::dimension_kind::unbounded && to[i].size != (*sizes)[i])
                return wrong(
                    say("slice takes {} elements, dimension {} of the result has {}", (*sizes)[i], i, to[i].size));
        return {};
    }
    verdict pad()
    {
        const auto* config = get<ast::padding_config>(padding);
        if (!config) return {};
        if (auto found = counts(padding, &config->dimensions, result())) return found;
        return counts(padding, &config->dimensions, operand(0));
    }
    verdict windowed(known_array of)
    {
        const auto* values = get<ast::box<ast::window>>(window);
        return values ? counts(window, &(*values)->size, of) : std::nullopt;
    }
    verdict convolution()
    {
        const auto* labels = get<ast::dimension_labels>(dim_labels);
        if (!labels) return {};
        // One character per dimension; from the eleventh spatial dimension on, numbers have two digits.
        const auto text = labels->text;
        const auto kernel = text.find('_');
        const auto output = text.find("->");
        if (kernel == std::string_view::npos || output == std::string_view::npos || output < kernel) return {};
        const auto spatial = static_cast<std::size_t>(
            std::ranges::count_if(text.substr(0, kernel), [](char c) { return c >= '0' && c <= '9'; }));
        if (spatial > 10) return {};
        const auto side = [&](std::string_view part, known_array of) -> verdict {
            if (!of || of.rank() == part.size()) return {};
            return wrong(say("labels for {} dimensions, {} has {}", part.size(), of.called, of.rank()));
        };
        if (auto found = side(text.substr(0, kernel), operand(0))) return found;
        if (auto found = side(text.substr(kernel + 1, output - kernel - 1), operand(1))) return found;
        if (auto found = side(text.substr(output + 2), result())) return found;
        const auto* values = get<ast::box<ast::window>>(window);
        if (!values || (*values)->size.size() == spatial) return {};
        return wrong(say("window has {} dimensions, the labels have {}", (*values)->size.size(), spatial));
    }
    verdict dot()
    {
        struct side_keys {
            ast::attribute_kind contracting, batch;
        };
        constexpr side_keys keys[] = {{lhs_contracting_dims, lhs_batch_dims}, {rhs_contracting_dims, rhs_batch_dims}};
        std::size_t contracting[2] = {};
        std::size_t batch[2] = {};
        for (std::size_t i = 0; i < 2; ++i) {
            std::vector<std::int64_t> all;
            for (const auto key : {keys[i].contracting, keys[i].batch}) {
                if (auto found = each_once(key, operand(i))) return found;
                const auto* values = list(key);
                if (!values) continue;
                (key == keys[i].batch ? batch : contracting)[i] = values->size();
                all.insert(all.end(), values->begin(), values->end());
            }
            std::ranges::sort(all);
            if (const auto twice = std::ranges::adjacent_find(all); twice != all.end())
                return wrong(say("dimension {} is both contracted and a batch dimension", *twice));
        }
        if (contracting[0] != contracting[1]) {
            find(rhs_contracting_dims);
            return wrong(say("{} dimensions contracted on the left, {} on the right", contracting[0], contracting[1]));
        }
        if (batch[0] != batch[1]) {
            if (!find(rhs_batch_dims)) find(lhs_batch_dims);
            return wrong(say("{} batch dimensions on the left, {} on the right", batch[0], batch[1]));
        }
        const auto lhs = operand(0);
        const auto rhs = operand(1);
        const auto to = result();
        find(rhs_contracting_dims);
        if (lhs && rhs && to && lhs.rank() + rhs.rank() != to.rank() + 2 * contracting[0] + batch[0])
            return wrong(
                say("operands of {} and {} dimensions, {} contracted and {} batch dimensions, but the result has {}",
                    lhs.rank(), rhs.rank(), contracting[0], batch[0], to.rank()));
        return {};
    }

    verdict parameter()
    {
        const auto* values = get<ast::booleans>(parameter_replication);
        if (!values || !made_.result) return {};
        const auto leaves = ast::leaf_count(*made_.result);
        if (std::cmp_equal(values->values.size(), leaves)) return {};
        return wrong(
            say("`parameter_replication` has {} entries, the parameter {} arrays", values->values.size(), leaves));
    }

    const shaped_instruction& made_;
    std::size_t part_ = 0;
};

} // namespace

verdict check_dimensions(const shaped_instruction& made) { return checker(made).check(); }

verdict check_dimensions(const ast::instruction& node)
{
    if (node.opcode.suffix != ast::async_suffix::none) return {};
    // No rule looks at further operands.
    std::array<const ast::shape*, 2> shapes{};
    std::size_t count = 0;
    if (const auto* operands = std::get_if<ast::list<ast::operand>>(&node.body))
        for (; count < std::min(operands->size(), shapes.size()); ++count)
            shapes[count] = (*operands)[count].detail->shape.get();
    return check_dimensions({node.opcode.kind, node.shape.get(), std::span(shapes).first(count), node.attributes});
}

} // namespace ballast::rules

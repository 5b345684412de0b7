#include "proto/instruction_text.hpp"

#include "proto/attribute_text.hpp"
#include "proto/shape_text.hpp"

#include <algorithm>
#include <vector>

namespace ballast::inline v0::proto {

namespace {

using op = ast::opcode_kind;

// XLA prints `{...}` for constants with more elements.
constexpr std::int64_t most_elements = 10;

void put_constant(text& out, const program& of, const instruction& x)
{
    const auto shape = of.positions[x.first].shape;
    const auto literal = x.of.find(8);
    const auto count = element_count(shape);
    if (of.positions[x.first].type == tuple || !literal || count < 0 || count > most_elements)
        out.put("{...}");
    else
        put_literal(out, *literal, shape);
}

// `%fusion.2#0#1` for an element of an element.
void put_element(text& out, const program& of, row i)
{
    std::vector<std::int64_t> path;
    while (of.instructions[i].kind == op::get_tuple_element && !of.operands.of(i).empty()) {
        path.push_back(of.instructions[i].number);
        i = of.operands.of(i)[0];
    }
    out.put('%', of.instructions[i].name);
    for (auto number = path.rbegin(); number != path.rend(); ++number) out.put('#', *number);
}

void put_operands(text& out, const program& of, row i, operand_style style)
{
    std::int64_t index = 0;
    for (const auto operand : of.operands.of(i)) {
        if (index != 0) out.put(", ");
        if (index != 0 && index % 5 == 0 && out.has(feature::index_marks)) out.put("/*index=", index, "*/");
        ++index;
        if (out.has(feature::operand_shapes)) {
            put_shape(out, of.positions[of.instructions[operand].first].shape, true);
            out.put(' ');
        }
        if (style == operand_style::elements)
            put_element(out, of, operand);
        else
            out.put('%', of.instructions[operand].name);
    }
}

// The computation that a chain of asynchronous operations runs, or none.
row wrapped_by(const program& of, row i)
{
    constexpr int longest = 64;
    for (int step = 0; step < longest; ++step) {
        if (!of.called.of(i).empty()) return of.called.of(i)[0];
        if (of.instructions[i].kind == op::async_start || of.operands.of(i).empty()) return none;
        i = of.operands.of(i)[0];
    }
    return none;
}

// True for a computation of one operation on parameters, which is printed as `copy-start`.
bool is_sugared(const program& of, row computation)
{
    const auto& x = of.computations[computation];
    for (auto i = x.first; i < x.end(); ++i)
        if (i != x.root && of.instructions[i].kind != op::parameter) return false;
    return of.instructions[x.root].kind != op::parameter;
}

bool has_frontend_attributes(const instruction& x) { return x.of.child(68).has(1); }

class instruction_printer {
public:
    instruction_printer(text& out, const program& of, row i, operand_style style)
        : out_(out), of_(of), row_(i), x_(of.instructions[i]), style_(style)
    {
    }

    void put()
    {
        using enum ast::opcode_kind;
        const bool is_async = x_.kind == async_start || x_.kind == async_update || x_.kind == async_done;
        const auto wrapped = is_async ? wrapped_by(of_, row_) : none;
        const bool sugared = wrapped != none && is_sugared(of_, wrapped) && out_.has(feature::async_sugar);
        const auto inner = sugared ? of_.computations[wrapped].root : row_;
        ast::opcode printed{of_.instructions[inner].kind, ast::async_suffix::none, {}};
        if (sugared)
            printed.suffix = x_.kind == async_start    ? ast::async_suffix::start
                             : x_.kind == async_update ? ast::async_suffix::update
                                                       : ast::async_suffix::done;
        out_.put('%', x_.name, " = ");
        put_shape(out_, of_.positions[x_.first].shape, true);
        out_.put(' ', of_.instructions[inner].opcode, spelling(printed.suffix), '(');
        put_body();
        out_.put(')');
        attribute_printer own(out_, of_, row_, printed);
        if (!is_async)
            own.put_own();
        else if (x_.kind == async_start)
            put_start(own, inner, sugared, printed);
        own.put_sharding_and_frontend(true);
        own.put_rest();
    }

private:
    void put_body()
    {
        if (x_.kind == op::constant)
            put_constant(out_, of_, x_);
        else if (x_.kind == op::parameter)
            out_.put(x_.number);
        else
            put_operands(out_, of_, row_, style_);
    }

    // An asynchronous start has the attributes of the operation, then its own.
    void put_start(attribute_printer& own, row inner, bool sugared, const ast::opcode& printed)
    {
        own.put_thread();
        if (!sugared) {
            own.put_output_aliasing();
            own.put_called();
            return;
        }
        attribute_printer of_inner(out_, of_, inner, printed);
        of_inner.put_own();
        const bool hidden = has_frontend_attributes(x_) && !out_.has(feature::doubled_frontend_attributes);
        of_inner.put_sharding_and_frontend(!hidden);
        own.put_output_aliasing();
    }

    text& out_;
    const program& of_;
    row row_;
    const instruction& x_;
    operand_style style_;
};

} // namespace

void put_instruction(text& out, const program& of, row i, operand_style style)
{
    instruction_printer(out, of, i, style).put();
}

bool is_printed_in_place(const program& of, row computation)
{
    const auto callers = of.callers.of(computation);
    const auto is_async = [&](row i) {
        using enum ast::opcode_kind;
        const auto kind = of.instructions[i].kind;
        return kind == async_start || kind == async_update || kind == async_done;
    };
    return !callers.empty() && std::ranges::all_of(callers, is_async) && is_sugared(of, computation);
}

} // namespace ballast::inline v0::proto

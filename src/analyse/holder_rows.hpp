// Holders as rows of numbers. Each text is stored once, because most holders share texts.
#pragma once

#include "ballast/analysis.hpp"
#include "model/names.hpp"
#include "model/packed.hpp"
#include "model/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ballast::analyse {

// The numbers of texts and of a stack; 0 is the empty one.
struct holder_texts {
    model::number name = 0;
    model::number label = 0;
    model::number group = 0;
    model::number scope = 0;
    model::number source = 0;
    model::number shape = 0;
    model::number type = 0;
    model::number opcode = 0;
    model::number op_name = 0;
    model::number output = 0;
    model::number stack = 0;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.name, model::near);
        f(row.label);
        f(row.group);
        f(row.scope);
        f(row.source);
        f(row.shape);
        f(row.type);
        f(row.opcode);
        f(row.op_name);
        f(row.output);
        f(row.stack);
    }
};

struct holder_row {
    std::int64_t space = 0;
    buffer_class is = buffer_class::temporary;
    std::int64_t allocation = 0;
    std::int64_t value = -1;
    std::int64_t bytes = 0;
    std::int64_t beyond = 0; // the size minus the bytes
    std::int64_t offset = 0;
    std::int64_t logical = -1;
    std::int64_t start = -1;
    std::int64_t end = -1;
    std::int64_t parameter = -1;
    std::int64_t rank = -1;
    holder_texts texts;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.space);
        f(row.is);
        f(row.allocation, model::near);
        f(row.value, model::near);
        f(row.bytes);
        f(row.beyond);
        f(row.offset);
        f(row.logical);
        f(row.start);
        f(row.end);
        f(row.parameter);
        f(row.rank);
        f(row.texts);
    }
    [[nodiscard]] holder_numbers numbers() const
    {
        return {space,  is,      allocation, value, bytes,     wrapped(bytes, beyond),
                offset, logical, start,      end,   parameter, rank};
    }
    static std::int64_t wrapped(std::int64_t a, std::int64_t b)
    {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    }
};

class holder_rows {
public:
    holder_rows()
    {
        texts_.of({});
        stacks_.of(nullptr, 0);
    }

    // If there will be few rows, the columns are wide from the start, because widening them takes time.
    void expect_few()
    {
        constexpr std::int64_t wide = std::int64_t{1} << 40;
        constexpr model::number which = 1 << 15;
        rows_.fit({which,
                   buffer_class::argument,
                   which,
                   which,
                   wide,
                   wide,
                   wide,
                   wide,
                   which,
                   which,
                   which,
                   which,
                   {which, which, which, which, which, which, which, which, which, which, which}});
    }

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] holder_row operator[](std::size_t i) const { return rows_[i]; }
    [[nodiscard]] std::string text(model::number which) const { return texts_[which]; }

    [[nodiscard]] holder made(std::size_t i) const
    {
        const auto row = rows_[i];
        holder result;
        static_cast<holder_numbers&>(result) = row.numbers();
        for (const auto& [text, of] : members) result.*text = texts_[row.texts.*of];
        for (const auto call : stacks_[row.texts.stack]) {
            const auto [file, line, function] = call_at(static_cast<model::number>(call));
            result.stack.push_back({texts_[file], line, texts_[function]});
        }
        return result;
    }

    void push_back(const holder& added)
    {
        holder_row row{.space = added.space,
                       .is = added.is,
                       .allocation = added.allocation,
                       .value = added.value,
                       .bytes = added.bytes,
                       .beyond = holder_row::wrapped(added.size, holder_row::wrapped(~added.bytes, 1)),
                       .offset = added.offset,
                       .logical = added.logical,
                       .start = added.start,
                       .end = added.end,
                       .parameter = added.parameter,
                       .rank = added.rank,
                       .texts = last_};
        for (const auto& [text, of] : members) row.texts.*of = texts_.of(added.*text, row.texts.*of);
        row.texts.stack = stack_of(added.stack);
        rows_.push_back(row);
        last_ = row.texts;
    }

    // Reorders the rows: the i-th row becomes that of order[i].
    void reorder(std::span<const std::uint32_t> order)
    {
        model::packed_list<holder_row> sorted;
        for (const auto i : order) sorted.push_back(rows_[i]);
        rows_ = std::move(sorted);
    }

    [[nodiscard]] std::shared_ptr<holder_rows> copy() const
    {
        auto result = std::make_shared<holder_rows>();
        for (std::size_t i = 0; i < size(); ++i) result->push_back(made(i));
        return result;
    }

private:
    struct call_texts {
        model::number file;
        std::int64_t line;
        model::number function;
    };
    struct text_member {
        std::string holder::* text;
        model::number holder_texts::* of;
    };
    static constexpr text_member members[]{
        {&holder::name, &holder_texts::name},       {&holder::label, &holder_texts::label},
        {&holder::group, &holder_texts::group},     {&holder::scope, &holder_texts::scope},
        {&holder::source, &holder_texts::source},   {&holder::shape, &holder_texts::shape},
        {&holder::type, &holder_texts::type},       {&holder::opcode, &holder_texts::opcode},
        {&holder::op_name, &holder_texts::op_name}, {&holder::output, &holder_texts::output},
    };

    model::number stack_of(const std::vector<source_call>& stack)
    {
        if (stack.empty()) return 0;
        std::vector<std::int64_t> numbers;
        for (const auto& call : stack) {
            const std::int64_t parts[]{texts_.of(call.file), call.line, texts_.of(call.function)};
            numbers.push_back(calls_.of(parts, std::size(parts)));
        }
        return stacks_.of(numbers.data(), numbers.size());
    }
    [[nodiscard]] call_texts call_at(model::number which) const
    {
        const auto parts = calls_[which];
        return {static_cast<model::number>(parts[0]), parts[1], static_cast<model::number>(parts[2])};
    }

    model::packed_list<holder_row> rows_;
    model::name_table texts_;
    model::interned<std::int64_t> calls_; // the numbers of their texts, and the line
    model::interned<std::int64_t> stacks_;
    holder_texts last_;
};

} // namespace ballast::analyse

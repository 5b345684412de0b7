// Holders as rows of numbers. Each text is stored once, because most holders share texts.
#pragma once

#include "ballast/analysis.hpp"
#include "model/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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
};

struct holder_row : holder_numbers {
    holder_texts texts;
};

// An instruction of the schedule in which the values are live.
struct scheduled_row {
    std::int64_t step = 0;
    model::number name = 0;
    model::number opcode = 0;
    model::number label = 0;
    model::number source = 0;
};

// Such an instruction reads a value, given by its id.
struct read_row {
    std::int64_t value = 0;
    std::int64_t step = 0;
    std::int64_t operand = 0;
};

class holder_rows {
public:
    holder_rows()
    {
        number_of({});
        stacks_.of(nullptr, 0);
    }

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] const holder_row& operator[](std::size_t i) const { return rows_[i]; }
    [[nodiscard]] std::string text(model::number which) const
    {
        const auto text = texts_[which];
        return {text.data(), text.size()};
    }

    [[nodiscard]] holder made(std::size_t i) const
    {
        const auto& row = rows_[i];
        holder result;
        static_cast<holder_numbers&>(result) = row;
        for (const auto& [member, of] : members) result.*member = text(row.texts.*of);
        for (const auto call : stacks_[row.texts.stack]) {
            const auto [file, line, function] = call_at(static_cast<model::number>(call));
            result.stack.push_back({text(file), line, text(function)});
        }
        return result;
    }

    void push_back(const holder& added)
    {
        holder_row row{added, {}};
        for (const auto& [member, of] : members) row.texts.*of = number_of(added.*member);
        row.texts.stack = stack_of(added.stack);
        rows_.push_back(row);
    }

    // The schedule; only of all buffers of a module.
    [[nodiscard]] const std::vector<scheduled_row>& schedule() const { return schedule_; }
    [[nodiscard]] const std::vector<read_row>& reads() const { return reads_; }
    void add_instruction(std::int64_t step, std::string_view name, std::string_view opcode, std::string_view label,
                         std::string_view source)
    {
        schedule_.push_back({step, number_of(name), number_of(opcode), number_of(label), number_of(source)});
    }
    void add_read(const read_row& read) { reads_.push_back(read); }

    // Reorders the rows: the i-th row becomes that of order[i].
    void reorder(std::span<const std::uint32_t> order)
    {
        std::vector<holder_row> sorted;
        sorted.reserve(order.size());
        for (const auto i : order) sorted.push_back(rows_[i]);
        rows_ = std::move(sorted);
    }

    [[nodiscard]] std::shared_ptr<holder_rows> copy() const
    {
        auto result = std::make_shared<holder_rows>();
        for (std::size_t i = 0; i < size(); ++i) result->push_back(made(i));
        for (const auto& i : schedule_)
            result->add_instruction(i.step, text(i.name), text(i.opcode), text(i.label), text(i.source));
        result->reads_ = reads_;
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

    model::number number_of(std::string_view text) { return texts_.of(text.data(), text.size()); }
    model::number stack_of(const std::vector<source_call>& stack)
    {
        if (stack.empty()) return 0;
        std::vector<std::int64_t> numbers;
        for (const auto& call : stack) {
            const std::int64_t parts[]{number_of(call.file), call.line, number_of(call.function)};
            numbers.push_back(calls_.of(parts, std::size(parts)));
        }
        return stacks_.of(numbers.data(), numbers.size());
    }
    [[nodiscard]] call_texts call_at(model::number which) const
    {
        const auto parts = calls_[which];
        return {static_cast<model::number>(parts[0]), parts[1], static_cast<model::number>(parts[2])};
    }

    std::vector<holder_row> rows_;
    std::vector<scheduled_row> schedule_;
    std::vector<read_row> reads_;
    model::interned<char> texts_;
    model::interned<std::int64_t> calls_; // the numbers of their texts, and the line
    model::interned<std::int64_t> stacks_;
};

} // namespace ballast::analyse

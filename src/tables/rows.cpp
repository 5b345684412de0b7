#include "tables/rows.hpp"

#include "analyse/memory.hpp"
#include "analyse/namer.hpp"
#include "tables/column.hpp"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace ballast::tables {

namespace {

using model::none;
using model::number;

// The bytes that values hold at the peak, by their ids; the first holder of each counts.
class held_bytes {
public:
    explicit held_bytes(const memory_analysis& memory) : ranges_(memory.ranges)
    {
        for (std::size_t i = 0; i < memory.holders.size(); ++i)
            if (const auto h = memory.holders.numbers(i); h.value >= 0) held_.emplace_back(h.value, h.bytes);
        std::ranges::stable_sort(held_, {}, &entry::first);
    }

    // Empty if it depends on live ranges that are unknown.
    [[nodiscard]] std::optional<std::int64_t> of(const holder& value) const
    {
        const auto found = std::ranges::lower_bound(held_, value.value, {}, &entry::first);
        if (found != held_.end() && found->first == value.value) return found->second;
        return ranges_ || value.is != buffer_class::temporary ? std::optional<std::int64_t>(0) : std::nullopt;
    }

private:
    using entry = std::pair<std::int64_t, std::int64_t>;

    bool ranges_;
    std::vector<entry> held_;
};

class rows_of_module {
public:
    rows_of_module(const module_source& source, const table_set& wanted, row_handler& to)
        : source_(source), wanted_(wanted), to_(to)
    {
    }

    void write()
    {
        const auto is_dump = [](const document* d) { return std::holds_alternative<ast::dump>(d->tree()); };
        if (std::ranges::any_of(source_.documents, is_dump)) {
            module_.emplace(source_.documents);
            memory_ = analyse::memory_of(*module_, {});
            of_.read = &*module_;
            of_.value_count = of_.rows().lines.size();
            of_.instruction_count = of_.rows().instructions.size();
        } else if (!source_.documents.empty()) {
            memory_ = ballast::memory_of(source_.documents);
        }
        of_.memory = memory_ ? &*memory_ : nullptr;
        put(module_row{of_});
        if (of_.memory) write_analysis();
        if (of_.read) write_dump();
        for (const auto& found : source_.findings) put(finding_row{of_, found});
    }

private:
    template <typename Row>
    [[nodiscard]] bool wants() const
    {
        return wanted_.test(Row::table);
    }
    template <typename Row>
    void put(const Row& row)
    {
        if (wants<Row>()) to_.write(row);
    }

    void write_analysis()
    {
        for (const auto& space : memory_->spaces) {
            space_row row{of_, space, numbers_of(*memory_, space.space)};
            for (const auto& s : memory_->savings)
                if (s.space == space.space && s.kind == saving_kind::donation) row.donatable = s.bytes;
            put(row);
        }
        if (wants<holder_row>()) {
            std::int64_t place = 0;
            for (const auto& h : memory_->holders) put(holder_row{of_, ++place, h});
        }
        for (const auto& d : memory_->donations) put(donation_row{of_, d});
    }

    void write_dump()
    {
        write_allocations();
        if (wants<value_row>()) write_values();
        if (wants<instruction_row>())
            for (number i = 0; i < of_.rows().instructions.size(); ++i)
                put(instruction_row{of_, i, of_.rows().instructions[i]});
        write_entries();
        if (wants<live_range_row>())
            for (const auto& range : of_.rows().ranges) put(live_range_row{of_, range});
        std::int64_t place = 0;
        for (const auto& row : of_.rows().peak) put(peak_row{of_, ++place, row});
    }

    void write_allocations()
    {
        const auto filled = [&](const model::allocation_row& a) -> std::optional<std::int64_t> {
            if (a.thread_local_ || !of_.memory) return std::nullopt;
            const auto& arenas = of_.memory->arenas;
            const auto found = std::ranges::find(arenas, a.number, &temporary_arena::allocation);
            return found == arenas.end() ? std::nullopt : std::optional(found->filled);
        };
        for (const auto& a : of_.rows().allocations) put(allocation_row{of_, a, filled(a)});
    }

    void write_values()
    {
        if (!of_.memory) return;
        analyse::namer names(*module_);
        const held_bytes held(*of_.memory);
        for (const auto& a : of_.rows().allocations)
            for (const auto& line : of_.rows().lines_of(a)) {
                const auto what = names.of_value(a, line);
                put(value_row{of_, line, what, a.thread_local_, a.thread_local_ ? std::nullopt : held.of(what)});
            }
    }

    void write_entries()
    {
        if (!wants<position_row>() && !wants<use_row>()) return;
        const auto& rows = of_.rows();
        for (const auto& entry : rows.entries) {
            for (const auto& place : rows.positions_of(entry)) put(position_row{of_, entry.value.id, place});
            for (const auto& use : rows.uses_of(entry)) put(use_row{of_, entry.value.id, use});
        }
    }

    const module_source& source_;
    const table_set& wanted_;
    row_writer to_;
    std::optional<analyse::module> module_;
    std::optional<memory_analysis> memory_;
    module_context of_{source_};
};

} // namespace

} // namespace ballast::tables

namespace ballast::inline v0::tables {

bool for_each_row(const module_source& of, const table_set& wanted, row_handler& to)
try {
    ballast::tables::rows_of_module(of, wanted, to).write();
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

} // namespace ballast::inline v0::tables

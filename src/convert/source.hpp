// The contents of the files of a module, with look-ups by name and number.
#pragma once

#include "ballast/convert.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::converting {

// Rows sorted by key; rows with equal keys are in the order in which they were added.
template <typename Key, typename Value>
class sorted {
public:
    struct row {
        Key key;
        std::size_t order;
        Value value;
    };

    void add(Key key, Value value) { rows_.push_back({key, rows_.size(), value}); }
    void sort()
    {
        std::sort(rows_.begin(), rows_.end(), [](const row& a, const row& b) {
            if (a.key < b.key || b.key < a.key) return a.key < b.key;
            return a.order < b.order;
        });
    }
    [[nodiscard]] std::span<const row> all(const Key& key) const
    {
        const auto before = [](const row& a, const row& b) { return a.key < b.key; };
        const auto [first, last] = std::equal_range(rows_.begin(), rows_.end(), row{key, 0, {}}, before);
        return std::span(rows_).subspan(static_cast<std::size_t>(first - rows_.begin()),
                                        static_cast<std::size_t>(last - first));
    }
    // The value of the first row with the key; a default value if there is none.
    [[nodiscard]] Value find(const Key& key) const
    {
        const auto before = [](const row& a, const Key& b) { return a.key < b; };
        const auto found = std::lower_bound(rows_.begin(), rows_.end(), key, before);
        return found == rows_.end() || key < found->key ? Value{} : found->value;
    }

private:
    std::vector<row> rows_;
};

// A part of an instruction's result. No index and `{}` are the same.
struct part_name {
    std::string_view name;
    ast::shape_index index;

    friend bool operator<(const part_name& a, const part_name& b)
    {
        if (a.name != b.name) return a.name < b.name;
        return std::lexicographical_compare(a.index.begin(), a.index.end(), b.index.begin(), b.index.end());
    }
};

struct home {
    const ast::value_line* line = nullptr;
    const ast::allocation* allocation = nullptr;
};

class source {
public:
    // Reads the files. Returns false if two files have the same section.
    bool read(std::span<const document* const> module);

    // --- the sections ---
    std::optional<std::string_view> frame;
    bool has_allocations = false;
    bool has_values = false;           // `Used values:`
    bool has_details = false;          // D2, D3: positions and uses inside the allocations
    std::string_view allocations_text; // the text of the file with the allocations
    std::string_view ranges_text;
    ast::list<ast::allocation> allocations;
    std::optional<ast::total> total;
    ast::list<ast::used_value> values;
    const ast::live_range* ranges = nullptr; // also those of D7
    bool ranges_not_available = false;

    // --- looked up ---
    [[nodiscard]] home home_of(std::int64_t id) const { return homes_.find(id); }
    [[nodiscard]] const ast::value_line* line_at(const part_name& part) const { return lines_.find(part); }
    [[nodiscard]] const ast::value_detail* detail_of(std::int64_t id) const { return details_.find(id); }
    [[nodiscard]] const ast::instruction* instruction_of(std::string_view name) const
    {
        return instructions_.find(name);
    }

    // The shape of an instruction's result, from its text or its value; null if unknown.
    [[nodiscard]] const ast::shape* result_of(std::string_view name) const;
    // The same from a value that is passed on by the instruction; not exact if the instruction is a bitcast.
    [[nodiscard]] const ast::shape* passed_to(std::string_view name) const;
    // The shape of a part of a result.
    [[nodiscard]] const ast::shape* part_of(const part_name& part) const;

    // The value for which the allocation of an entry parameter was made; null if uncertain.
    [[nodiscard]] const ast::value_line* parameter_value(const ast::allocation& of) const;
    // The shape of a whole parameter with its layouts. Takes time linear in the values of its allocation.
    [[nodiscard]] const ast::shape* parameter_shape(std::int64_t number) const;
    // The places of an allocation header and of the live range.
    [[nodiscard]] std::string_view place_of(const ast::allocation& head) const
    {
        return place_in(allocations_text, head.at.offset);
    }
    [[nodiscard]] std::string_view place_of_ranges() const { return place_in(ranges_text, ranges->at.offset); }
    // The allocation with the whole result, and the line of its value.
    [[nodiscard]] home result() const;

private:
    static std::string_view place_in(std::string_view text, std::int64_t offset)
    {
        return offset < 0 ? std::string_view() : text.substr(static_cast<std::size_t>(offset), 0);
    }
    void add_value(const ast::value_name& value, const ast::value_detail& detail, const ast::instruction* text);

    sorted<std::int64_t, home> homes_;
    sorted<part_name, const ast::value_line*> lines_;
    sorted<std::int64_t, const ast::value_detail*> details_;
    sorted<std::string_view, const ast::instruction*> instructions_;
    sorted<std::string_view, std::int64_t> passed_;           // ids of values by position of a whole result
    sorted<std::int64_t, const ast::allocation*> parameters_; // of whole parameters
};

// `{}` if there is no index.
inline ast::shape_index index_of(const ast::maybe<ast::shape_index>& index)
{
    return index.value_or(ast::shape_index{});
}

} // namespace ballast::converting

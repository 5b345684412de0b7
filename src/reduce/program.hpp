// What can be removed from the files of a module, and what else has to be removed with it.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "convert/source.hpp"
#include "reduce/calls.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::reducing {

// Parts are numbered: instructions first, in the order of the schedule, then the elements of the tuples that they make.
using part = std::size_t;
inline constexpr part no_part = std::numeric_limits<part>::max();

// One bit for each part: true if it stays.
using parts = std::vector<bool>;

class program {
public:
    // Dumps, and at most one module text.
    explicit program(std::span<const document* const> files);
    program(const program&) = delete;
    program& operator=(const program&) = delete;

    [[nodiscard]] const converting::source& said() const { return said_; }
    [[nodiscard]] std::span<const document* const> files() const { return files_; }
    // Those of the module text; null if there is none.
    [[nodiscard]] const module_calls* calls() const { return calls_ ? &*calls_ : nullptr; }

    // --- parts ---
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t instructions() const { return names_.size(); }
    [[nodiscard]] part part_of(std::string_view name) const
    {
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? no_part : found->second;
    }
    [[nodiscard]] std::string_view name(part instruction) const { return names_[instruction]; }
    // The number of elements of an instruction's result that can be removed; 0 if it is not a tuple, or is a parameter
    // of the module.
    [[nodiscard]] std::size_t elements(part instruction) const
    {
        return instruction == no_part ? 0 : tuples_[instruction].count;
    }
    [[nodiscard]] part element(part instruction, std::size_t which) const { return tuples_[instruction].first + which; }
    // The element that an index begins with, or the whole instruction.
    [[nodiscard]] part part_at(std::string_view name, const ast::shape_index& index) const;
    [[nodiscard]] part part_of(const ast::value_name& value) const
    {
        return part_at(value.name, converting::index_of(value.index));
    }
    [[nodiscard]] part part_of(const ast::value_position& position) const
    {
        return part_at(position.name, converting::index_of(position.index));
    }
    // True if the operands of an instruction are the elements of its result.
    [[nodiscard]] static bool is_plain_tuple(const ast::instruction& made);
    // The same for one without text: it is a tuple of other values.
    [[nodiscard]] bool is_bare_tuple(std::string_view name) const
    {
        const auto which = part_of(name);
        return elements(which) != 0 && !said_.instruction_of(name) && !defines_parts_[which];
    }
    // The instruction whose result is that of the module; empty if that is not known.
    [[nodiscard]] std::string_view root() const { return root_; }
    // True if a position is a part of the result of the module.
    [[nodiscard]] bool is_result(const ast::value_position& position) const { return position.name == root_; }

    // The instruction of an entry parameter; `no_part` if it is not printed.
    [[nodiscard]] part parameter_of(const ast::allocation& of) const;
    // True if the name is that of an entry parameter.
    [[nodiscard]] bool is_entry_parameter(part instruction) const { return entry_parameter_[instruction]; }

    // --- removing ---
    // The parts and all that they need.
    [[nodiscard]] parts with_needs(parts wanted) const;
    // The parts without those that need something that is not there.
    [[nodiscard]] parts without_orphans(parts left) const;
    // What stays in any case.
    [[nodiscard]] const parts& core() const { return core_; }

    // --- the schedule ---
    static constexpr std::int64_t unscheduled = -1;
    [[nodiscard]] std::int64_t time_of(part instruction) const { return times_[instruction]; }
    [[nodiscard]] std::int64_t steps() const { return steps_; }

private:
    part add_name(std::string_view name);
    void add_names();
    void find_root();
    void find_parameters();
    void add_needs();
    void add_result_needs();
    void add_text_needs();
    // What the dump has of a computation.
    struct called_computation {
        std::vector<part> parts; // its instructions, until a call was found
        std::vector<part> ends;  // its parameters and its result
    };
    void add_call_needs(std::size_t caller, const ast::instruction& made, std::vector<called_computation>& called);
    void keep_elements(part instruction);
    void need(part who, part what);
    void find_tuples();

    std::span<const document* const> files_;
    std::optional<module_calls> calls_;
    converting::source said_;
    std::vector<std::string_view> names_;
    std::unordered_map<std::string_view, part> by_name_;
    std::vector<std::int64_t> times_;
    std::int64_t steps_ = 0;
    std::string_view root_;
    struct tuple {
        part first = 0;
        std::size_t count = 0;
    };
    std::vector<tuple> tuples_;       // by instruction
    std::vector<bool> defines_parts_; // by instruction
    std::size_t size_ = 0;
    std::unordered_map<const ast::allocation*, part> parameters_;
    std::vector<bool> entry_parameter_;
    std::vector<std::vector<part>> needs_;
    std::vector<std::vector<part>> needed_by_;
    parts core_;
};

} // namespace ballast::reducing

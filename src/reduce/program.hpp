// What can be removed from the dumps of a module, and what else has to be removed with it.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "convert/source.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::reducing {

// Parts are numbered: instructions first, in the order of the schedule, then the elements of the result.
using part = std::size_t;
inline constexpr part no_part = std::numeric_limits<part>::max();

// One bit for each part: true if it stays.
using parts = std::vector<bool>;

class program {
public:
    explicit program(std::span<const document* const> dumps);
    program(const program&) = delete;
    program& operator=(const program&) = delete;

    [[nodiscard]] const converting::source& said() const { return said_; }
    [[nodiscard]] std::span<const document* const> dumps() const { return dumps_; }

    // --- parts ---
    [[nodiscard]] std::size_t size() const { return names_.size() + elements_; }
    [[nodiscard]] std::size_t instructions() const { return names_.size(); }
    [[nodiscard]] part part_of(std::string_view name) const
    {
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? no_part : found->second;
    }
    [[nodiscard]] std::string_view name(part instruction) const { return names_[instruction]; }
    // The instruction whose result is that of the module; empty if that is not known.
    [[nodiscard]] std::string_view root() const { return root_; }
    // The elements of the root that can be removed; 0 if it is not a tuple of other values.
    [[nodiscard]] std::size_t elements() const { return elements_; }
    [[nodiscard]] part element(std::size_t which) const { return names_.size() + which; }
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
    [[nodiscard]] bool defines_parts(std::string_view name) const;
    void find_parameters();
    void add_needs();
    void add_result_needs();
    void need(part who, part what);
    // The element of the root at a position of a value; `no_part` if the position is another one.
    [[nodiscard]] part element_at(const ast::value_position& position) const;

    std::span<const document* const> dumps_;
    converting::source said_;
    std::vector<std::string_view> names_;
    std::unordered_map<std::string_view, part> by_name_;
    std::vector<std::int64_t> times_;
    std::int64_t steps_ = 0;
    std::string_view root_;
    std::size_t elements_ = 0;
    std::unordered_map<const ast::allocation*, part> parameters_;
    std::vector<bool> entry_parameter_;
    std::vector<std::vector<part>> needs_;
    std::vector<std::vector<part>> needed_by_;
    parts core_;
};

} // namespace ballast::reducing

// When the parts of the grammar were printed, as far as the features of productions and words show it.
#pragma once

#include "describe/specification.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace ballast::describe {

// All texts that a node matches were printed in these periods and show these features. Both follow from the parts that
// every match has; a text may show more.
struct printed_data {
    era_set printed;
    std::set<std::size_t> features; // their indexes in the specification
};

class printed_parts {
public:
    explicit printed_parts(const specification& spec);

    [[nodiscard]] const printed_data& at(node_id id) const { return parts_[id]; }
    // The features that are shown if an optional part is missing.
    [[nodiscard]] std::set<std::size_t> shown_without(node_id id) const;
    // All of the time since the first dump.
    [[nodiscard]] const era_set& always() const { return always_; }

private:
    // Empty while no finite text is known to match the node.
    using maybe = std::optional<printed_data>;

    void add_own(node_id id);
    [[nodiscard]] maybe all_of(const node& n, const std::vector<maybe>& known) const;
    [[nodiscard]] maybe any_of(const node& n, const std::vector<maybe>& known) const;
    [[nodiscard]] maybe body_of(const node& n, const std::vector<maybe>& known) const;

    const specification& spec_;
    era_set always_;
    std::vector<printed_data> own_; // what a node shows itself
    std::vector<printed_data> parts_;
};

} // namespace ballast::describe

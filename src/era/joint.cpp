#include "era/joint.hpp"

#include <algorithm>

namespace ballast::timeline {

std::optional<joint_era::conflict> joint_era::add(std::span<const witness> witnesses)
{
    begins_.push_back(end_);
    const auto before = all_.size();
    if (before == 0) all_.reserve(witnesses.size());
    for (const auto& w : witnesses) {
        all_.push_back({w.which, begins_.back() + w.offset});
        end_ = std::max(end_, all_.back().offset + 1);
    }
    if (before == 0) return std::nullopt; // the reader has checked each text on its own
    const auto found = find_contradiction(all_);
    if (!found) return std::nullopt;
    all_.resize(before);
    return conflict{place_of(found->here), place_of(found->there)};
}

shown_in joint_era::place_of(const witness& which) const
{
    const auto text = static_cast<std::size_t>(std::ranges::upper_bound(begins_, which.offset) - begins_.begin()) - 1;
    return {text, which.which, which.offset - begins_[text]};
}

joint_report joint_era::report() const
{
    const auto all = date(all_);
    const auto place = [&](const std::optional<witness>& which) {
        return which ? std::optional(place_of(*which)) : std::nullopt;
    };
    return {all.possible, place(all.from), place(all.until), place(all.skewed)};
}

} // namespace ballast::timeline

// What a conversion cannot take over, told once a kind and feature, at the first place.
#pragma once

#include "ballast/convert.hpp"
#include "era/timeline.hpp"

#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace ballast::converting {

struct place {
    std::size_t file = 0;
    std::int64_t offset = 0;
};

class losses {
public:
    explicit losses(std::span<const document* const> texts) : texts_(texts) {}

    // `at` is a piece of a text that was given. `what` is a literal: what the name of the feature does not say well.
    void add(loss_kind kind, feature which, std::string_view at, std::string_view what = {});
    // Where a piece of a text is; the beginning of the first where it is of none.
    [[nodiscard]] place place_of(std::string_view piece) const;

    [[nodiscard]] std::vector<loss> take();

private:
    std::span<const document* const> texts_;
    std::vector<loss> found_;
    std::map<std::tuple<loss_kind, feature, const char*>, std::size_t> known_;
};

} // namespace ballast::converting

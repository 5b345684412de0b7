// The losses of a conversion: one for each kind and feature, at its first place.
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

    // `at` is a part of a given text. `what` is a literal that describes the loss better than the name of the feature.
    void add(loss_kind kind, feature which, std::string_view at, std::string_view what = {});
    // The place of a part of a text; the start of the first file if it is in none of them.
    [[nodiscard]] place place_of(std::string_view piece) const;

    [[nodiscard]] std::vector<loss> take();

private:
    std::span<const document* const> texts_;
    std::vector<loss> found_;
    std::map<std::tuple<loss_kind, feature, const char*>, std::size_t> known_;
};

} // namespace ballast::converting

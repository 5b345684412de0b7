#include "convert/losses.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace ballast::converting {

void losses::add(loss_kind kind, feature which, std::string_view at, std::string_view what)
{
    const auto [known, added] = known_.try_emplace({kind, which, what.data()}, found_.size());
    if (!added) {
        ++found_[known->second].count;
        return;
    }
    const auto where = place_of(at);
    found_.push_back({kind, which, what.empty() ? timeline::row_of(which).name : what, 1, where.file, where.offset});
}

place losses::place_of(std::string_view piece) const
{
    const std::less_equal<const char*> before;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
        const auto text = texts_[i]->text();
        if (before(text.data(), piece.data()) && before(piece.data(), text.data() + text.size()))
            return {i, piece.data() - text.data()};
    }
    return {};
}

std::vector<loss> losses::take()
{
    std::ranges::sort(found_, {}, [](const loss& x) { return std::tuple(x.file, x.offset, x.kind, x.which, x.what); });
    return std::move(found_);
}

} // namespace ballast::converting

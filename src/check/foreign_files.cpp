#include "check/foreign_files.hpp"

#include "base/say.hpp"

#include <algorithm>
#include <optional>

namespace ballast::checking {

namespace {

constexpr std::size_t too_few = 4; // fewer values are no evidence

// The values that a text names. Live ranges name them without ids.
struct names {
    model::offset first = -1; // the place of the first value
    std::size_t width = 0;
    std::vector<std::uint64_t> with_id{};
    std::vector<std::uint64_t> without{};

    void add(const model::rows& rows, model::offset at, model::number name, model::number index,
             std::optional<std::int64_t> id)
    {
        const auto key = model::rows::key(name, index);
        if (id) with_id.push_back(model::mixed(key) ^ static_cast<std::uint64_t>(*id));
        without.push_back(key);
        if (first >= 0 && first <= at) return;
        first = at;
        width = rows.name(name).size();
    }
    void sort()
    {
        for (auto* list : {&with_id, &without}) {
            std::ranges::sort(*list);
            list->erase(std::ranges::unique(*list).begin(), list->end());
        }
    }
};

std::size_t common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b)
{
    std::size_t result = 0;
    for (auto i = a.begin(), k = b.begin(); i != a.end() && k != b.end();) {
        if (*i == *k) ++result;
        const bool less = *i < *k;
        const bool more = *k < *i;
        if (!more) ++i;
        if (!less) ++k;
    }
    return result;
}

// The number of values that two texts share, out of the smaller number of values.
struct overlap {
    std::size_t count;
    std::size_t of;

    [[nodiscard]] bool alike() const { return of < too_few || 2 * count >= of; }
};
overlap overlap_of(const names& a, const names& b)
{
    const bool ids = !a.with_id.empty() && !b.with_id.empty();
    const auto& x = ids ? a.with_id : a.without;
    const auto& y = ids ? b.with_id : b.without;
    return {common(x, y), std::min(x.size(), y.size())};
}

} // namespace

std::vector<foreign_file> find_foreign_files(const model::rows& rows, std::span<const model::offset> begins)
{
    std::vector<names> texts(begins.size());
    const auto text_at = [&](model::offset at) -> names& {
        return texts[static_cast<std::size_t>(std::ranges::upper_bound(begins, at) - begins.begin()) - 1];
    };
    for (const auto& l : rows.lines) text_at(l.value.at).add(rows, l.value.at, l.value.name, l.value.index, l.value.id);
    for (const auto& e : rows.entries)
        text_at(e.value.at).add(rows, e.value.at, e.value.name, e.value.index, e.value.id);
    for (const auto& r : rows.ranges) text_at(r.at).add(rows, r.at, r.name, r.index, std::nullopt);
    std::vector<std::size_t> speaking;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].first < 0) continue;
        texts[i].sort();
        speaking.push_back(i);
    }
    if (speaking.size() < 2) return {};

    // `home` is the first text that is similar to the most others. It and all similar texts belong to the module.
    const auto friends = [&](std::size_t i) {
        return std::ranges::count_if(speaking,
                                     [&](auto k) { return i != k && overlap_of(texts[i], texts[k]).alike(); });
    };
    const auto home = *std::ranges::max_element(speaking, {}, friends);
    std::vector<foreign_file> result;
    for (const auto i : speaking) {
        if (i == home) continue;
        const auto [count, of] = overlap_of(texts[i], texts[home]);
        if (overlap{count, of}.alike()) continue;
        // A text that is similar to another text of the module belongs to it.
        if (std::ranges::any_of(speaking, [&](auto k) {
                return k != i && k != home && overlap_of(texts[i], texts[k]).alike() &&
                       overlap_of(texts[k], texts[home]).alike();
            }))
            continue;
        const auto& t = texts[i];
        const auto& h = texts[home];
        result.push_back(
            {i,
             {.id = finding_id::other_module,
              .begin = t.first,
              .end = t.first + static_cast<std::int64_t>(t.width),
              .message = say("only {} of {} values are in the other files too: this file belongs to another module",
                             count, of),
              .related = {
                  {h.first, h.first + static_cast<std::int64_t>(h.width), say("the values of the other files")}}}});
    }
    return result;
}

} // namespace ballast::checking

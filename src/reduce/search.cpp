#include "reduce/search.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ballast::reducing {

namespace {

class search {
public:
    search(const program& of, parts& now, const std::function<std::optional<bool>(const parts&)>& holds)
        : of_(of), now_(now), holds_(holds)
    {
    }

    bool run()
    {
        for (std::size_t chunks = 2; !ended_;) {
            const auto left = removable();
            if (left.empty()) return true;
            chunks = std::min(chunks, left.size());
            if (try_each(left, chunks, &search::alone)) {
                chunks = 2;
            } else if (try_each(left, chunks, &search::left_out)) {
                chunks = std::max<std::size_t>(2, chunks - 1);
            } else if (chunks == left.size()) {
                return !ended_;
            } else {
                chunks *= 2;
            }
        }
        return false;
    }

private:
    using chunk = std::span<const part>;

    [[nodiscard]] std::vector<part> removable() const
    {
        std::vector<part> result;
        for (part i = 0; i < now_.size(); ++i)
            if (now_[i] && !of_.core()[i]) result.push_back(i);
        return result;
    }

    bool try_each(const std::vector<part>& left, std::size_t chunks, parts (search::*set)(chunk) const)
    {
        for (std::size_t i = 0; i < chunks && !ended_; ++i) {
            const auto begin = i * left.size() / chunks;
            const auto end = (i + 1) * left.size() / chunks;
            if (take((this->*set)(chunk(left).subspan(begin, end - begin)))) return true;
        }
        return false;
    }

    [[nodiscard]] parts alone(chunk some) const
    {
        auto result = of_.core();
        for (const auto i : some) result[i] = true;
        return of_.with_needs(std::move(result));
    }

    [[nodiscard]] parts left_out(chunk some) const
    {
        auto result = now_;
        for (const auto i : some) result[i] = false;
        return of_.without_orphans(std::move(result));
    }

    bool take(parts candidate)
    {
        if (std::ranges::count(candidate, true) >= std::ranges::count(now_, true)) return false;
        for (part i = 0; i < candidate.size(); ++i)
            if (of_.core()[i] && !candidate[i]) return false;
        if (!tried_.insert(candidate).second) return false;
        const auto holds = holds_(candidate);
        ended_ = !holds;
        if (!holds.value_or(false)) return false;
        now_ = std::move(candidate);
        return true;
    }

    const program& of_;
    parts& now_;
    const std::function<std::optional<bool>(const parts&)>& holds_;
    std::unordered_set<parts> tried_;
    bool ended_ = false;
};

} // namespace

bool shrink(const program& of, parts& now, const std::function<std::optional<bool>(const parts&)>& holds)
{
    return search(of, now, holds).run();
}

} // namespace ballast::reducing

// Matches the holders of two dumps of similar programs.
#include "analyse/labels.hpp"
#include "analyse/sums.hpp"
#include "ballast/analysis.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ballast::analyse {

namespace {

constexpr auto nobody = holder_pair::nobody;

bool is_argument(const holder& h) { return h.parameter >= 0; }
bool has_label(const holder& h) { return !is_argument(h) && !h.op_name.empty(); }
bool is_nameless(const holder& h) { return !is_argument(h) && h.op_name.empty(); }

// `dot_general` of `jit(f)/jit(main)/dot_general[…]`.
std::string primitive_of(const holder& h)
{
    auto parts = parts_of(h.op_name);
    return parts.empty() ? std::string() : std::move(parts.back());
}
std::string file_of(const holder& h) { return h.source.substr(0, h.source.rfind(':')); }
std::string base_name_of(const holder& h)
{
    return std::string(base_of(std::string_view(h.name).substr(0, h.name.find('{'))));
}

// The path of an argument; all parts of a tuple have the same path.
std::string index_of(const holder& h)
{
    const auto at = h.name.find('{');
    return at == std::string::npos ? std::string() : h.name.substr(at);
}

using key = std::optional<std::string>;

template <typename... Parts>
std::string joined(const Parts&... parts)
{
    std::string result;
    ((result.append(parts), result += '\0'), ...);
    return result;
}
std::string digits_of(std::int64_t x) { return std::to_string(x); }

// The paths that identify arguments. A path that most parameters share is ignored: PyTorch/XLA calls each one
// `xla__device_data`.
class telling_paths {
public:
    explicit telling_paths(const std::vector<holder>& holders)
    {
        std::set<std::pair<std::string_view, std::int64_t>> parts; // of a tuple have one path
        std::set<std::int64_t> parameters;
        for (const auto& h : holders) {
            if (!is_argument(h)) continue;
            parameters.insert(h.parameter);
            if (parts.emplace(h.op_name, h.parameter).second) ++users_[h.op_name];
        }
        std::erase_if(users_, [&](const auto& user) {
            const auto& [path, count] = user;
            return !is_path(path) || (count > 1 && 2 * count > parameters.size());
        });
    }
    [[nodiscard]] bool has(const holder& h) const { return is_argument(h) && users_.contains(h.op_name); }

private:
    std::unordered_map<std::string_view, std::size_t> users_; // number of parameters with this path
};

// The keys by which holders are paired, the strongest first; an empty key does not apply to a holder. Keys that allow
// another element type or rank come after all keys with equal shapes.
using pass = key (*)(const holder&, bool has_path);
constexpr pass passes[] = {
    [](const holder& h, bool path) { return path ? key(joined(h.op_name, index_of(h), h.shape)) : key(); },
    [](const holder& h, bool path) {
        return path ? key(joined(h.op_name, index_of(h), h.type, digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) {
        return is_argument(h) ? key(joined(digits_of(h.parameter), index_of(h), h.shape)) : key();
    },
    [](const holder& h, bool) { return is_argument(h) ? key(h.shape) : key(); },
    [](const holder& h, bool path) { return path ? key(joined(h.op_name, index_of(h))) : key(); },
    [](const holder& h, bool) {
        return is_argument(h) ? key(joined(digits_of(h.parameter), index_of(h), digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) { return has_label(h) ? key(joined(h.label, h.opcode, h.shape)) : key(); },
    [](const holder& h, bool) {
        return has_label(h) ? key(joined(h.label, h.opcode, h.type, digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) { return has_label(h) ? key(joined(h.label, h.type)) : key(); },
    [](const holder& h, bool) {
        return !is_argument(h) && !h.output.empty() ? key(joined(h.output, h.type, digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) {
        return has_label(h) && !h.source.empty() ? key(joined(file_of(h), primitive_of(h), h.type, digits_of(h.rank)))
                                                 : key();
    },
    [](const holder& h, bool) {
        return is_nameless(h) && !h.name.empty() ? key(joined(base_name_of(h), h.type, digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) { return is_nameless(h) && !h.opcode.empty() ? key(joined(h.opcode, h.shape)) : key(); },
    [](const holder& h, bool) {
        return !is_argument(h) && !h.output.empty() ? key(joined(h.output, digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) {
        return has_label(h) && !h.source.empty() ? key(joined(file_of(h), primitive_of(h), digits_of(h.rank))) : key();
    },
    [](const holder& h, bool) {
        return is_nameless(h) && !h.name.empty() ? key(joined(base_name_of(h), digits_of(h.rank))) : key();
    },
    // Parts that are not values.
    [](const holder& h, bool) { return h.value < 0 && !is_argument(h) ? key(h.label) : key(); },
};

// True if the temporaries of a space are known only as whole allocations.
bool are_whole(const memory_analysis& of, std::int64_t space)
{
    const auto found = std::ranges::lower_bound(of.spaces, space, {}, &space_memory::space);
    const bool has_it = found != of.spaces.end() && found->space == space;
    return has_it && found->temporaries != 0 && !found->temporary_peak;
}

// The spaces whose temporaries are compared as whole allocations, because the other module has them only so: parts that
// are in use at the peak do not add up to the same sum. Reports list the largest buffers, so they are never complete.
std::set<std::int64_t> spaces_compared_whole(const memory_analysis& of, const memory_analysis& other)
{
    std::set<std::int64_t> result;
    if (of.from_report || other.from_report) return result;
    for (const auto& s : of.spaces)
        if (are_whole(other, s.space) && !are_whole(of, s.space)) result.insert(s.space);
    return result;
}

struct side {
    std::vector<std::size_t> numbers; // of the holders in the module; of the largest one in a whole allocation
    std::vector<holder> holders;
    telling_paths paths;
    std::vector<std::size_t> left; // not paired yet, in the order of the schedule

    side(const memory_analysis& of, const memory_analysis& other)
        : holders(compared(of, spaces_compared_whole(of, other))), paths(holders)
    {
        for (std::size_t i = 0; i < holders.size(); ++i) left.push_back(i);
        std::ranges::sort(left, {}, [&](std::size_t i) {
            const auto& h = holders[i];
            return std::tuple(h.start, h.parameter, h.allocation, h.value, i);
        });
    }

private:
    // Sets the numbers as well.
    std::vector<holder> compared(const memory_analysis& of, const std::set<std::int64_t>& whole)
    {
        std::vector<holder> result;
        std::map<std::int64_t, std::size_t> largest; // by allocation
        for (std::size_t i = 0; i < of.holders.size(); ++i) {
            const auto h = of.holders.numbers(i);
            if (h.is == buffer_class::temporary && whole.contains(h.space)) {
                largest.try_emplace(h.allocation, i);
                continue;
            }
            result.push_back(of.holders[i]);
            numbers.push_back(i);
        }
        for (const auto& a : of.arenas) {
            if (!whole.contains(a.space) || a.size == 0) continue;
            holder made;
            made.space = a.space;
            made.is = buffer_class::temporary;
            made.allocation = a.allocation;
            made.size = made.bytes = a.size;
            made.label = made.group = "temporaries";
            result.push_back(std::move(made));
            const auto found = largest.find(a.allocation);
            numbers.push_back(found == largest.end() ? nobody : found->second);
        }
        return result;
    }
};

// The holders with one key on both sides.
struct met {
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
};

class pairer {
public:
    pairer(const memory_analysis& before, const memory_analysis& after) : before_(before, after), after_(after, before)
    {
    }

    [[nodiscard]] const std::vector<holder>& before() const { return before_.holders; }
    [[nodiscard]] const std::vector<holder>& after() const { return after_.holders; }

    // Pairs of indexes into `before` and `after`.
    std::vector<holder_pair> run()
    {
        for (const auto how : passes) {
            if (before_.left.empty() || after_.left.empty()) break;
            pair_by(how);
        }
        for (const auto i : before_.left) result_.push_back({i, nobody});
        for (const auto i : after_.left) result_.push_back({nobody, i});
        return std::move(result_);
    }
    // The same pair as numbers of the holders in their modules.
    [[nodiscard]] holder_pair in_modules(const holder_pair& p) const
    {
        return {p.before == nobody ? nobody : before_.numbers[p.before],
                p.after == nobody ? nobody : after_.numbers[p.after]};
    }

private:
    void pair_by(pass how)
    {
        std::unordered_map<std::string, std::size_t> known;
        std::vector<met> found;
        const auto take = [&](side& from, std::vector<std::size_t> met::* to) {
            for (const auto i : from.left) {
                const auto& h = from.holders[i];
                auto said = how(h, from.paths.has(h));
                if (!said) continue;
                const auto [at, added] = known.try_emplace(
                    joined(digits_of(h.space), digits_of(static_cast<std::int64_t>(h.is)), *said), found.size());
                if (added) found.emplace_back();
                (found[at->second].*to).push_back(i);
            }
        };
        take(before_, &met::before);
        take(after_, &met::after);
        paired_before_.assign(before_.holders.size(), false);
        paired_after_.assign(after_.holders.size(), false);
        for (auto& together : found) {
            if (together.before.empty() || together.after.empty()) continue;
            pair_equal(together);
            const auto count = std::min(together.before.size(), together.after.size());
            for (std::size_t i = 0; i < count; ++i) pair(together.before[i], together.after[i]);
        }
        std::erase_if(before_.left, [&](std::size_t i) { return paired_before_[i]; });
        std::erase_if(after_.left, [&](std::size_t i) { return paired_after_[i]; });
    }

    // Pairs holders of equal size; the others keep their order.
    void pair_equal(met& together)
    {
        std::map<std::int64_t, met> by_bytes;
        for (const auto i : together.before) by_bytes[before_.holders[i].bytes].before.push_back(i);
        for (const auto i : together.after) by_bytes[after_.holders[i].bytes].after.push_back(i);
        for (const auto& [bytes, alike] : by_bytes)
            for (std::size_t i = 0; i < std::min(alike.before.size(), alike.after.size()); ++i)
                pair(alike.before[i], alike.after[i]);
        std::erase_if(together.before, [&](std::size_t i) { return paired_before_[i]; });
        std::erase_if(together.after, [&](std::size_t i) { return paired_after_[i]; });
    }

    void pair(std::size_t before, std::size_t after)
    {
        paired_before_[before] = paired_after_[after] = true;
        result_.push_back({before, after});
    }

    side before_;
    side after_;
    std::vector<bool> paired_before_;
    std::vector<bool> paired_after_;
    std::vector<holder_pair> result_;
};

std::vector<changed_group> groups_of(const std::vector<holder>& before, const std::vector<holder>& after,
                                     const std::vector<holder_pair>& pairs)
{
    std::unordered_map<std::string, std::size_t> known;
    std::vector<changed_group> result;
    std::vector<std::int64_t> largest;
    for (const auto& p : pairs) {
        const auto* a = p.before == nobody ? nullptr : &before[p.before];
        const auto* b = p.after == nobody ? nullptr : &after[p.after];
        const auto& h = b ? *b : *a;
        const auto shape_before = a ? a->shape : std::string();
        const auto shape_after = b ? b->shape : std::string();
        const auto [at, added] =
            known.try_emplace(joined(digits_of(h.space), digits_of(static_cast<std::int64_t>(h.is)), h.group,
                                     a ? "a" : "", shape_before, b ? "b" : "", shape_after),
                              result.size());
        if (added) {
            result.push_back({.space = h.space,
                              .is = h.is,
                              .label = h.group,
                              .shape_before = shape_before,
                              .shape_after = shape_after,
                              .source = h.source});
            largest.push_back(h.bytes);
        }
        auto& group = result[at->second];
        if (h.bytes > largest[at->second]) {
            largest[at->second] = h.bytes;
            group.source = h.source;
        }
        if (a) {
            ++group.count_before;
            add(group.before, a->bytes);
        }
        if (b) {
            ++group.count_after;
            add(group.after, b->bytes);
        }
    }
    std::erase_if(result,
                  [](const changed_group& g) { return g.before == g.after && g.count_before == g.count_after; });
    std::ranges::sort(result, {}, [](const changed_group& g) {
        // Sums are not negative, so differences fit into 64 bits.
        const auto by = g.after - g.before;
        return std::tuple(g.space, by < 0 ? by : -by, by < 0, g.is, g.label, g.shape_before, g.shape_after);
    });
    return result;
}

} // namespace

} // namespace ballast::analyse

namespace ballast::inline v0 {

namespace {

space_numbers numbers_of(const space_memory& of)
{
    return {.total = of.total,
            .arguments = of.arguments,
            .outputs = of.outputs,
            .constants = of.constants,
            .temporaries = of.temporaries,
            .shared = of.shared,
            .peak = of.peak.value_or(0)};
}

} // namespace

space_numbers numbers_of(const memory_analysis& of, std::int64_t space) noexcept
{
    const auto found = std::ranges::find(of.spaces, space, &space_memory::space);
    if (found == of.spaces.end()) return {};
    auto result = numbers_of(*found);
    if (of.ranges)
        for (const auto& a : of.arenas)
            if (a.space == space) analyse::add(result.never_filled, a.never_filled());
    return result;
}

std::optional<memory_diff> diff_of(const memory_analysis& before, const memory_analysis& after) noexcept
try {
    memory_diff result;
    std::map<std::int64_t, space_change> spaces;
    const auto take = [&](const memory_analysis& of, space_numbers space_change::* side) {
        for (const auto& s : of.spaces) {
            auto& change = spaces[s.space];
            change.space = s.space;
            change.peak_known &= s.peak.has_value();
            change.*side = numbers_of(s);
        }
        if (!of.ranges) return;
        for (const auto& a : of.arenas)
            if (const auto found = spaces.find(a.space); found != spaces.end())
                analyse::add((found->second.*side).never_filled, a.never_filled());
    };
    take(before, &space_change::before);
    take(after, &space_change::after);
    for (auto& [space, change] : spaces) {
        if (!change.peak_known)
            change.before.peak = change.before.never_filled = change.after.peak = change.after.never_filled = 0;
        result.spaces.push_back(change);
    }
    analyse::pairer pairs(before, after);
    result.pairs = pairs.run();
    result.groups = analyse::groups_of(pairs.before(), pairs.after(), result.pairs);
    for (auto& p : result.pairs) p = pairs.in_modules(p);
    return result;
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

} // namespace ballast::inline v0

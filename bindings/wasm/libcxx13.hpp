// What libc++ 13, the library of Emscripten 3.1.6, lacks: range algorithms, std::bit_cast, and std::from_chars for
// floating-point numbers. Every unit includes this header first. Newer libraries have all of it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include "from_chars.hpp"

namespace std {

template <typename To, typename From>
    requires(sizeof(To) == sizeof(From))
To bit_cast(const From& from) noexcept
{
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

} // namespace std

namespace std::ranges {

namespace compat {

// Predicates and comparisons of projected elements.
template <typename F, typename P>
constexpr auto one(F& f, P& p)
{
    return [&f, &p](auto&& x) -> bool { return std::invoke(f, std::invoke(p, static_cast<decltype(x)>(x))); };
}
template <typename F, typename P>
constexpr auto two(F& f, P& p)
{
    return [&f, &p](auto&& a, auto&& b) -> bool {
        return std::invoke(f, std::invoke(p, static_cast<decltype(a)>(a)), std::invoke(p, static_cast<decltype(b)>(b)));
    };
}

template <typename R>
constexpr auto b(R&& of)
{
    return ranges::begin(of);
}
template <typename R>
constexpr auto e(R&& of)
{
    return ranges::end(of);
}

// The first element that is better than all before it. Iterators of packed rows are too weak for the algorithms of std.
template <typename R, typename Better>
constexpr auto best(R& of, const Better& better)
{
    auto result = ranges::begin(of);
    const auto end = ranges::end(of);
    for (auto i = result; i != end; ++i)
        if (better(i, result)) result = i;
    return result;
}
// The first element for which `is` is false, if those for which it is true come first.
template <typename R, typename Is>
constexpr auto first_without(R& of, const Is& is)
{
    auto result = ranges::begin(of);
    for (auto left = ranges::end(of) - result; left > 0;) {
        const auto half = left / 2;
        if (is(result[half])) {
            result += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return result;
}

template <typename I, typename O>
struct both {
    I in;
    O out;
};
template <typename A, typename B>
struct pair_of {
    A in1;
    B in2;
};

} // namespace compat

// clang-format off
template <range R, typename F, typename P = identity> constexpr bool any_of(R&& r, F f, P p = {}) { return std::any_of(compat::b(r), compat::e(r), compat::one(f, p)); }
template <range R, typename F, typename P = identity> constexpr bool all_of(R&& r, F f, P p = {}) { return std::all_of(compat::b(r), compat::e(r), compat::one(f, p)); }
template <range R, typename F, typename P = identity> constexpr bool none_of(R&& r, F f, P p = {}) { return std::none_of(compat::b(r), compat::e(r), compat::one(f, p)); }
template <range R, typename F, typename P = identity> constexpr auto find_if(R&& r, F f, P p = {}) { return std::find_if(compat::b(r), compat::e(r), compat::one(f, p)); }
template <input_iterator I, typename F, typename P = identity> constexpr auto find_if(I i, I end, F f, P p = {}) { return std::find_if(i, end, compat::one(f, p)); }
template <range R, typename F, typename P = identity> constexpr auto find_if_not(R&& r, F f, P p = {}) { return std::find_if_not(compat::b(r), compat::e(r), compat::one(f, p)); }
template <range R, typename F, typename P = identity> constexpr auto count_if(R&& r, F f, P p = {}) { return std::count_if(compat::b(r), compat::e(r), compat::one(f, p)); }
template <range R, typename F, typename P = identity> constexpr auto partition_point(R&& r, F f, P p = {}) { return compat::first_without(r, compat::one(f, p)); }

template <range R, typename V, typename P = identity> constexpr auto find(R&& r, const V& v, P p = {}) { return std::find_if(compat::b(r), compat::e(r), [&](auto&& x) -> bool { return std::invoke(p, x) == v; }); }
template <input_iterator I, typename V, typename P = identity> constexpr auto find(I i, I end, const V& v, P p = {}) { return std::find_if(i, end, [&](auto&& x) -> bool { return std::invoke(p, x) == v; }); }
template <range R, typename V, typename P = identity> constexpr auto count(R&& r, const V& v, P p = {}) { return std::count_if(compat::b(r), compat::e(r), [&](auto&& x) -> bool { return std::invoke(p, x) == v; }); }

template <range R, typename C = ranges::less, typename P = identity> constexpr auto sort(R&& r, C c = {}, P p = {}) { std::sort(compat::b(r), compat::e(r), compat::two(c, p)); return compat::e(r); }
template <random_access_iterator I, typename C = ranges::less, typename P = identity> constexpr auto sort(I i, I end, C c = {}, P p = {}) { std::sort(i, end, compat::two(c, p)); return end; }
template <range R, typename C = ranges::less, typename P = identity> constexpr auto stable_sort(R&& r, C c = {}, P p = {}) { std::stable_sort(compat::b(r), compat::e(r), compat::two(c, p)); return compat::e(r); }
template <random_access_iterator I, typename C = ranges::less, typename P = identity> constexpr auto stable_sort(I i, I end, C c = {}, P p = {}) { std::stable_sort(i, end, compat::two(c, p)); return end; }
template <range R, typename I, typename C = ranges::less, typename P = identity> constexpr auto nth_element(R&& r, I i, C c = {}, P p = {}) { std::nth_element(compat::b(r), i, compat::e(r), compat::two(c, p)); return compat::e(r); }
template <range R, typename C = ranges::less, typename P = identity> constexpr bool is_sorted(R&& r, C c = {}, P p = {}) { return std::is_sorted(compat::b(r), compat::e(r), compat::two(c, p)); }
template <range R, typename C = ranges::equal_to, typename P = identity> constexpr auto adjacent_find(R&& r, C c = {}, P p = {}) { return std::adjacent_find(compat::b(r), compat::e(r), compat::two(c, p)); }
template <range R, typename C = ranges::less, typename P = identity> constexpr auto max_element(R&& r, C c = {}, P p = {}) { return compat::best(r, [&](const auto& i, const auto& most) -> bool { return std::invoke(c, std::invoke(p, *most), std::invoke(p, *i)); }); }
template <range R, typename C = ranges::less, typename P = identity> constexpr auto min_element(R&& r, C c = {}, P p = {}) { return compat::best(r, [&](const auto& i, const auto& least) -> bool { return std::invoke(c, std::invoke(p, *i), std::invoke(p, *least)); }); }
template <range R, typename C = ranges::less, typename P = identity> constexpr auto max(R&& r, C c = {}, P p = {}) { return *ranges::max_element(r, c, p); }
template <range R, typename C = ranges::less, typename P = identity> constexpr auto min(R&& r, C c = {}, P p = {}) { return *ranges::min_element(r, c, p); }

template <range R, typename V, typename C = ranges::less, typename P = identity> constexpr auto lower_bound(R&& r, const V& v, C c = {}, P p = {}) { return compat::first_without(r, [&](auto&& a) -> bool { return std::invoke(c, std::invoke(p, a), v); }); }
template <range R, typename V, typename C = ranges::less, typename P = identity> constexpr auto upper_bound(R&& r, const V& v, C c = {}, P p = {}) { return compat::first_without(r, [&](auto&& a) -> bool { return !std::invoke(c, v, std::invoke(p, a)); }); }
template <range R, typename V, typename C = ranges::less, typename P = identity> constexpr auto equal_range(R&& r, const V& v, C c = {}, P p = {}) { return subrange(ranges::lower_bound(r, v, c, p), ranges::upper_bound(r, v, c, p)); }
template <range R, typename V, typename C = ranges::less, typename P = identity> constexpr bool binary_search(R&& r, const V& v, C c = {}, P p = {}) { const auto at = ranges::lower_bound(r, v, c, p); return at != compat::e(r) && !std::invoke(c, v, std::invoke(p, *at)); }

template <range A, range B, typename C = ranges::equal_to> constexpr bool equal(A&& a, B&& b, C c = {}) { return std::equal(compat::b(a), compat::e(a), compat::b(b), compat::e(b), [&](auto&& x, auto&& y) -> bool { return std::invoke(c, x, y); }); }
template <range A, range B, typename C, typename P, typename Q = identity> constexpr bool equal(A&& a, B&& b, C c, P p, Q q = {}) { return std::equal(compat::b(a), compat::e(a), compat::b(b), compat::e(b), [&](auto&& x, auto&& y) -> bool { return std::invoke(c, std::invoke(p, x), std::invoke(q, y)); }); }
template <range A, range B, typename C = ranges::less> constexpr bool lexicographical_compare(A&& a, B&& b, C c = {}) { return std::lexicographical_compare(compat::b(a), compat::e(a), compat::b(b), compat::e(b), [&](auto&& x, auto&& y) -> bool { return std::invoke(c, x, y); }); }
template <range A, range B, typename C = ranges::less> constexpr bool includes(A&& a, B&& b, C c = {}) { return std::includes(compat::b(a), compat::e(a), compat::b(b), compat::e(b), c); }
template <range A, range B, typename C = ranges::equal_to, typename P = identity, typename Q = identity> constexpr auto mismatch(A&& a, B&& b, C c = {}, P p = {}, Q q = {}) { const auto at = std::mismatch(compat::b(a), compat::e(a), compat::b(b), compat::e(b), [&](auto&& x, auto&& y) -> bool { return std::invoke(c, std::invoke(p, x), std::invoke(q, y)); }); return compat::pair_of<decltype(at.first), decltype(at.second)>{at.first, at.second}; }

template <range R, typename O> constexpr auto copy(R&& r, O o) { auto end = std::copy(compat::b(r), compat::e(r), o); return compat::both<decltype(compat::e(r)), O>{compat::e(r), end}; }
template <range R, typename O, typename F, typename P = identity> constexpr auto copy_if(R&& r, O o, F f, P p = {}) { auto end = std::copy_if(compat::b(r), compat::e(r), o, compat::one(f, p)); return compat::both<decltype(compat::e(r)), O>{compat::e(r), end}; }
template <range R, typename O> constexpr auto move(R&& r, O o) { auto end = std::move(compat::b(r), compat::e(r), o); return compat::both<decltype(compat::e(r)), O>{compat::e(r), end}; }
template <range R, typename O, typename F> constexpr auto transform(R&& r, O o, F f) { auto end = std::transform(compat::b(r), compat::e(r), o, [&](auto&& x) -> decltype(auto) { return std::invoke(f, x); }); return compat::both<decltype(compat::e(r)), O>{compat::e(r), end}; }
template <range A, range B, typename O, typename F> constexpr auto transform(A&& a, B&& b, O o, F f) { return std::transform(compat::b(a), compat::e(a), compat::b(b), o, f); }
template <range R, typename V> constexpr auto fill(R&& r, const V& v) { std::fill(compat::b(r), compat::e(r), v); return compat::e(r); }
template <range R, typename V, typename W> constexpr auto replace(R&& r, const V& v, const W& w) { std::replace(compat::b(r), compat::e(r), v, w); return compat::e(r); }
template <range R> constexpr auto reverse(R&& r) { std::reverse(compat::b(r), compat::e(r)); return compat::e(r); }
template <range R, typename C = ranges::equal_to, typename P = identity> constexpr auto unique(R&& r, C c = {}, P p = {}) { return subrange(std::unique(compat::b(r), compat::e(r), compat::two(c, p)), compat::e(r)); }
template <range R, typename F, typename P = identity> constexpr auto stable_partition(R&& r, F f, P p = {}) { return subrange(std::stable_partition(compat::b(r), compat::e(r), compat::one(f, p)), compat::e(r)); }
// clang-format on

} // namespace std::ranges

namespace std {

using ballast::wasm::from_chars;

} // namespace std

#endif

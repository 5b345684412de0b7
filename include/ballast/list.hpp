// Spans and pointers into a document's arena, compared by content.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace ballast::inline v0::ast {

// An immutable run of T that lives in an arena. Copies share the elements; equality compares them.
template <typename T>
class list {
public:
    using value_type = T;
    using const_iterator = const T*;

    constexpr list() = default;
    constexpr list(const T* first, std::size_t count) : first_(first), count_(count) {}

    [[nodiscard]] constexpr const T* begin() const { return first_; }
    [[nodiscard]] constexpr const T* end() const { return first_ + count_; }
    [[nodiscard]] constexpr const T* data() const { return first_; }
    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr bool empty() const { return count_ == 0; }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return first_[i]; }
    [[nodiscard]] constexpr const T& front() const { return first_[0]; }
    [[nodiscard]] constexpr const T& back() const { return first_[count_ - 1]; }

    friend bool operator==(const list& a, const list& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

private:
    const T* first_ = nullptr;
    std::size_t count_ = 0;
};

// A rare big member: nothing, or a pointer to a T in an arena. Equality compares what is pointed to.
template <typename T>
class box {
public:
    constexpr box() = default;
    constexpr explicit box(const T* target) : target_(target) {}

    [[nodiscard]] constexpr explicit operator bool() const { return target_ != nullptr; }
    [[nodiscard]] constexpr const T& operator*() const { return *target_; }
    [[nodiscard]] constexpr const T* operator->() const { return target_; }
    [[nodiscard]] constexpr const T* get() const { return target_; }

    friend bool operator==(const box& a, const box& b)
    {
        return a.target_ == b.target_ || (a.target_ && b.target_ && *a.target_ == *b.target_);
    }

private:
    const T* target_ = nullptr;
};

// The node that a `shared` is until one is set.
template <typename T>
inline constexpr T default_node{};

// A node that others may share, used as if it were a member: never absent, and compared by value. Until one is set it
// is a default T. Set it with `arena::share`.
template <typename T>
class shared {
public:
    constexpr shared() : target_(&default_node<T>) {}
    constexpr explicit shared(const T* target) : target_(target) {}

    [[nodiscard]] constexpr const T& operator*() const { return *target_; }
    [[nodiscard]] constexpr const T* operator->() const { return target_; }
    [[nodiscard]] constexpr const T* get() const { return target_; }
    constexpr operator const T&() const { return *target_; }

    friend bool operator==(const shared& a, const shared& b) { return a.target_ == b.target_ || *a == *b; }
    friend bool operator==(const shared& a, const T& b) { return *a == b; }

private:
    const T* target_;
};

// Byte offset into the source, -1 where there is none. Equal to any other, so that an AST that was read and one that
// was built compare equal.
struct position {
    long long offset = -1;

    friend constexpr bool operator==(const position&, const position&) { return true; }
};

} // namespace ballast::inline v0::ast

// What a reader gave, if it gave anything.
#pragma once

#include <optional>
#include <utility>

namespace ballast::inline v0 {

// A std::optional that hands out what is inside only while somebody keeps it: `parse(text).value->dump()` would be a
// tree without its document, and does not compile.
template <typename T>
class owned {
public:
    // Puts a new one in place of what was there.
    template <typename... Arguments>
    T& emplace(Arguments&&... arguments)
    {
        return kept_.emplace(std::forward<Arguments>(arguments)...);
    }

    // Whether there is one.
    [[nodiscard]] bool has_value() const { return kept_.has_value(); }
    explicit operator bool() const { return kept_.has_value(); }

    T* operator->() & { return kept_.operator->(); }
    const T* operator->() const& { return kept_.operator->(); }
    const T* operator->() const&& = delete; // it dies with the result

    T& operator*() & { return *kept_; }
    const T& operator*() const& { return *kept_; }
    T&& operator*() && { return *std::move(kept_); }

private:
    std::optional<T> kept_;
};

} // namespace ballast::inline v0

// The optional result of a reader.
#pragma once

#include <optional>
#include <utility>

namespace ballast::inline v0 {

// A std::optional that gives no access to the value of a temporary: `parse(text).value->dump()` would return a tree
// that outlives its document, so it does not compile.
template <typename T>
class owned {
public:
    // Replaces the value by a new one.
    template <typename... Arguments>
    T& emplace(Arguments&&... arguments)
    {
        return kept_.emplace(std::forward<Arguments>(arguments)...);
    }

    // True if there is a value.
    [[nodiscard]] bool has_value() const { return kept_.has_value(); }
    explicit operator bool() const { return kept_.has_value(); }

    T* operator->() & { return kept_.operator->(); }
    const T* operator->() const& { return kept_.operator->(); }
    const T* operator->() const&& = delete; // the value dies with the result

    T& operator*() & { return *kept_; }
    const T& operator*() const& { return *kept_; }
    T&& operator*() && { return *std::move(kept_); }

private:
    std::optional<T> kept_;
};

} // namespace ballast::inline v0

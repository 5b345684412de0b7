// Prints items that a later XLA adds between the known ones.
#pragma once

#include "ballast/ast/unknown_item.hpp"
#include "ballast/list.hpp"
#include "ballast/sink.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::print_detail {

// Items are printed with `separator` before each.
class unknown_items {
public:
    // Prints the items before the first known one.
    unknown_items(sink& out, const ast::list<ast::unknown_item>& items, std::string_view separator)
        : out_(out), items_(items), separator_(separator)
    {
        put(0);
    }
    // A known item was printed, if `printed` is true.
    void after(bool printed)
    {
        if (printed) put(++known_);
    }

private:
    void put(std::int64_t known)
    {
        for (; next_ < items_.size() && items_[next_].after <= known; ++next_) out_.put(separator_, items_[next_].text);
    }

    sink& out_;
    const ast::list<ast::unknown_item>& items_;
    std::string_view separator_;
    std::size_t next_ = 0;
    std::int64_t known_ = 0;
};

} // namespace ballast::print_detail

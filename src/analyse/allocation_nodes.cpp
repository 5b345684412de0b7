#include "analyse/allocation_nodes.hpp"

#include "ballast/ast/copy.hpp"

#include <span>

namespace ballast::analyse {

void allocation_collector::allocation(const ast::allocation& head) { allocations_.push_back({head, values_.size()}); }

void allocation_collector::value(const ast::value_line& line)
{
    auto& kept = values_.emplace_back();
    kept.value.id = line.value.id;
    kept.size = line.size;
    kept.offset = line.offset;
    kept.shape = line.shape;
}

void allocation_collector::forget_nodes()
{
    for (; copied_allocations_ < allocations_.size(); ++copied_allocations_) {
        auto& head = allocations_[copied_allocations_].head;
        head.pointer.reset();
        head.page = {};
        head.values = {};
        head.reused = {};
        head = ast::copy(head, memory_);
    }
    // Values that follow each other often share their shape.
    const ast::shape* last = nullptr;
    ast::shared<ast::shape> copy;
    for (; copied_values_ < values_.size(); ++copied_values_) {
        auto& shape = values_[copied_values_].shape;
        if (shape.get() != last) {
            last = shape.get();
            copy = memory_.share(ast::copy(*shape, memory_));
        }
        shape = copy;
    }
}

ast::list<ast::allocation> allocation_collector::take()
{
    const auto values = memory_.make_list(std::span<const ast::value_line>(values_));
    std::vector<ast::allocation> made;
    made.reserve(allocations_.size());
    for (std::size_t i = 0; i < allocations_.size(); ++i) {
        const auto begin = allocations_[i].first_value;
        const auto end = i + 1 < allocations_.size() ? allocations_[i + 1].first_value : values.size();
        auto& node = made.emplace_back(allocations_[i].head);
        node.values = {values.data() + begin, end - begin};
    }
    return memory_.make_list(std::span<const ast::allocation>(made));
}

} // namespace ballast::analyse

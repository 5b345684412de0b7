#include "ballast/tpu_memory.hpp"

#include <algorithm>
#include <unordered_map>

namespace ballast::inline v0 {

namespace {

// `fusion.3` of `fusion.3{1}`.
std::string_view instruction_of(std::string_view value) { return value.substr(0, value.find('{')); }

bool is_part_of_the_entry(const tpu_buffer& buffer) { return buffer.owner == "argument" || buffer.owner == "output"; }

// How well a value fits a buffer; 0 if it is another one.
int likeness(const tpu_buffer& buffer, const holder& value)
{
    if (!buffer.shape.empty() && buffer.shape != value.shape) return 0;
    const bool same_instruction = !buffer.label.empty() && buffer.label == instruction_of(value.name);
    const bool same_operator = !buffer.op_name.empty() && buffer.op_name == value.op_name;
    const bool same_size = buffer.bytes == value.size;
    const bool same_role = is_part_of_the_entry(buffer) && same_size && !buffer.shape.empty() &&
                           (buffer.owner == "argument" ? value.parameter >= 0 : !value.output.empty());
    if (!same_instruction && !same_operator && !same_role) return 0;
    return (same_instruction ? 4 : 0) + (same_operator ? 2 : 0) + (same_size ? 1 : 0) + (same_role ? 1 : 0);
}

} // namespace

std::vector<tpu_match> matches_in(const memory_analysis& dump, const tpu_memory& message)
{
    // Buffers without a shape are compared with every value; there are few of them.
    std::unordered_map<std::string_view, std::vector<std::size_t>> by_shape;
    for (std::size_t i = 0; i < message.buffers.size(); ++i) by_shape[message.buffers[i].shape].push_back(i);
    struct candidate {
        int likeness = 0;
        std::size_t buffer = 0;
        std::size_t value = 0;
    };
    std::vector<candidate> candidates;
    for (std::size_t v = 0; v < dump.buffers.size(); ++v) {
        const auto value = dump.buffers[v];
        for (const std::string_view shape : {std::string_view(value.shape), std::string_view()}) {
            const auto alike = by_shape.find(shape);
            if (alike == by_shape.end()) continue;
            for (const auto b : alike->second)
                if (const int like = likeness(message.buffers[b], value); like != 0) candidates.push_back({like, b, v});
        }
    }
    std::ranges::stable_sort(candidates, std::ranges::greater(), &candidate::likeness);
    std::vector<bool> found(message.buffers.size());
    std::vector<bool> taken(dump.buffers.size());
    std::vector<tpu_match> result;
    for (const auto& c : candidates) {
        if (found[c.buffer] || taken[c.value]) continue;
        found[c.buffer] = taken[c.value] = true;
        const auto value = dump.buffers[c.value];
        result.push_back({c.buffer, value.name, value.allocation, value.start, value.end});
    }
    std::ranges::sort(result, {}, &tpu_match::buffer);
    return result;
}

} // namespace ballast::inline v0

#include "check/shape_table.hpp"

#include "check/printed_instruction.hpp"

#include <charconv>

namespace ballast::checking {

using model::none;
using model::number;

number shape_table::read(std::string_view text, int depth)
{
    constexpr int deepest = 256; // as in the grammar
    if (text.empty() || depth > deepest) return none;
    const auto known = texts_.of(text.data(), text.size());
    if (known < by_text_.size()) return by_text_[known];
    by_text_.push_back(none);
    const auto result = text.front() == '(' ? read_tuple(text, depth) : read_array(text);
    by_text_[known] = result;
    return result;
}

// `f32[8,16]{1,0:T(8,128)}`; dimensions like `<=8` and `?` are kept as text.
number shape_table::read_array(std::string_view text)
{
    const auto open = text.find('[');
    const auto close = text.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return none;
    read_shape made;
    made.type = text.substr(0, open);
    made.tiled = text.find(":T(", close) != std::string_view::npos;
    made.bare = bare_.of(text.data(), close + 1);
    made.first = static_cast<number>(dimensions_.size());
    made.array = true;
    for (auto at = text.data() + open + 1, end = text.data() + close; at < end; ++at) {
        std::int64_t size = 0;
        const auto [next, error] = std::from_chars(at, end, size);
        made.array = error == std::errc() && (next == end || *next == ',');
        if (!made.array) break;
        dimensions_.push_back(size);
        at = next;
    }
    made.count = static_cast<number>(dimensions_.size()) - made.first;
    shapes_.push_back(made);
    return static_cast<number>(shapes_.size() - 1);
}

number shape_table::read_tuple(std::string_view text, int depth)
{
    if (text.size() < 2 || text.back() != ')') return none;
    const auto begin = open_.size();
    for (printed_list list(text.substr(1, text.size() - 2)); !list.done();) {
        const auto part = read(without_comment(list.next()), depth + 1);
        if (part == none) {
            open_.resize(begin);
            return none;
        }
        open_.push_back(part);
    }
    read_shape made;
    made.tuple = true;
    made.first = static_cast<number>(parts_.size());
    made.count = static_cast<number>(open_.size() - begin);
    parts_.append(open_.data() + begin, made.count);
    open_.resize(begin);
    key_.assign(1, '(');
    for (const auto part : rows_of(parts_, made)) {
        const auto bare = shapes_[part].bare;
        const auto* bytes = reinterpret_cast<const char*>(&bare);
        key_.insert(key_.end(), bytes, bytes + sizeof(bare));
    }
    made.bare = bare_.of(key_.data(), key_.size());
    shapes_.push_back(made);
    return static_cast<number>(shapes_.size() - 1);
}

} // namespace ballast::checking
